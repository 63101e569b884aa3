"""The guide as files that a browser opens without a server: a page a topic, contents, search, and
pages that are made for it: a gallery of projects, and what scripts may use.
"""

import json
import shutil
from pathlib import Path

from markupsafe import Markup

from brat_iaa import __version__, guide
from brat_iaa.guide import api_page, gallery
from brat_iaa.guide.html import to_html
from brat_iaa.guide.search import sections

_STYLES = ("pages.css", "guide.css")
_SEARCH = "guide.js"
_INDEX = "sections.js"
_PAGE = Markup(
    """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · brat-agreement</title>
{styles}
</head>
<body>
<main class="guide">
<article>
<p class="crumbs"><a href="index.html">Guide</a>
<a class="to-topics" href="#topics">All topics</a></p>
<h1>{title}</h1>
{text}
</article>
<nav class="topics" id="topics" aria-label="Topics of the guide">
<form role="search"><input type="search" id="question" aria-label="Search the guide"
placeholder="Search"></form>
<div id="found" role="status"></div>
{topics}
</nav>
</main>
<footer><p>brat-agreement {version}</p></footer>
<script src="{index}"></script>
<script src="{search}"></script>
</body>
</html>
"""
)


# Pages that no topic is: {name: (title, what is there)}.
_MADE = {
    "gallery": ("Gallery", "Six small projects, with what is printed about them."),
    "api": (api_page.TITLE, "Every function, class and record, as help() prints them."),
}


def write_site(folder, static, run):
    """Write the guide into a folder; returns the number of its pages.

    static  folder with the style sheets and scripts of the pages
    run     function of the words of a command and a folder that returns what it prints there
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name in (*_STYLES, _SEARCH):
        shutil.copyfile(Path(static) / name, folder / name)
    index = [{"page": f"{part.name}.html#{part.anchor}", **part._asdict()} for part in sections()]
    (folder / _INDEX).write_text(f"var SECTIONS = {json.dumps(index)};\n", "utf-8")
    pages = {
        "index": ("Guide", _contents()), "gallery": gallery.page(folder, _address, run),
        "api": (api_page.TITLE, api_page.page()),
    }  # fmt: skip
    for name in guide.NAMES:
        found = guide.topic(name)
        pages[name] = found.title, to_html(found.blocks[1:], _address)
    for name, (title, text) in pages.items():
        written = _PAGE.format(
            title=title, text=text, topics=_topics(name), version=__version__, index=_INDEX,
            search=_SEARCH,
            styles=Markup("\n").join(
                Markup('<link rel="stylesheet" href="{}">').format(style) for style in _STYLES
            ),
        )  # fmt: skip
        (folder / f"{name}.html").write_text(written, "utf-8")
    return len(pages)


def _address(target):
    """Where a link of a text leads: another topic is named as its file, NAME.md#ANCHOR."""
    if not target.partition("#")[0].endswith(".md"):
        return target
    name, anchor = guide.find_link(target)
    return f"{name}.html#{anchor}" if anchor else f"{name}.html"


def _groups():
    """[(heading, [(name of a page, (title, what is there))])]"""
    groups = [
        (title, [(name, guide.topic(name)[1:3]) for name in names]) for title, names in guide.GROUPS
    ]
    return [*groups, ("Made from the package", [*_MADE.items()])]


def _contents():
    """Each topic with what it is about."""
    row = Markup('<dt><a href="{}.html">{}</a></dt><dd>{}</dd>')
    parts = []
    for title, named in _groups():
        rows = (row.format(name, *about) for name, about in named)
        parts.append(Markup("<h2>{}</h2><dl>{}</dl>").format(title, Markup("\n").join(rows)))
    return Markup("\n").join(parts)


def _topics(current):
    """The links beside a page."""
    parts = []
    for title, named in _groups():
        links = (
            Markup('<li><a href="{}.html"{}>{}</a></li>').format(
                name, Markup(' aria-current="page"') if name == current else "", about[0]
            )
            for name, about in named
        )  # fmt: skip
        parts.append(Markup("<h2>{}</h2><ul>{}</ul>").format(title, Markup("\n").join(links)))
    return Markup("\n").join(parts)
