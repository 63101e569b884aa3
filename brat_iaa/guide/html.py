"""A text of the guide as HTML, by templates. All that comes from the text is escaped."""

import functools
from collections import Counter
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from brat_iaa.guide.markup import Heading, TextTable, words


def to_html(blocks, address):
    """Markup of blocks.

    address  function of a link's target that returns the address it leads to
    """
    heading, below, named = "Topic", Counter(), []
    for block in blocks:
        if isinstance(block, Heading):
            heading = words(block.spans)
        # A table is a region, and regions need names of their own; sections may have the same.
        below[heading] += isinstance(block, TextTable)
        named.append((block, f"{heading}: table {below[heading]}"))
    return rendered("blocks.html", blocks=named, address=address, words=words)


def rendered(template, **variables):
    """Markup of a template of this folder."""
    return Markup(_templates().get_template(template).render(variables))


@functools.cache
def _templates():
    folder = FileSystemLoader(Path(__file__).parent / "templates")
    return Environment(loader=folder, autoescape=True, trim_blocks=True, lstrip_blocks=True)
