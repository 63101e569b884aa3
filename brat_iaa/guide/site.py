"""The guide as files that a browser opens without a server: a page a topic, contents, search, and
pages that are made for it: a gallery of projects, and what scripts may use.
"""

import inspect
import json
import shlex
import shutil
from pathlib import Path
from types import ModuleType

from markupsafe import Markup

import brat_iaa
from brat_iaa import __version__, guide
from brat_iaa.api import plot, records
from brat_iaa.guide.html import rendered, to_html
from brat_iaa.guide.markup import Code, blocks, words
from brat_iaa.guide.search import sections

SCRIPTS = "What scripts may use"


def scripts_page():
    """Markup of all public names with their signatures and docstrings."""
    parts = []
    for name in brat_iaa.__all__:
        thing = getattr(brat_iaa, name)
        if isinstance(thing, ModuleType):
            inside = {attribute: getattr(thing, attribute) for attribute in dir(thing)}
            parts.append((f"iaa.{name}", thing, inside))
        elif inspect.isclass(thing):
            parts.append((name, thing, _public(thing)))
        elif callable(thing):
            parts.append((f"iaa.{name}", thing, {}))
    of_records = {name: value for name, value in vars(records).items() if name.endswith("Record")}
    parts.append(("Records", records, of_records))
    parts.append(("Plot", plot.Plot, _public(plot.Plot)))
    return rendered("scripts.html", parts=parts, doc=inspect.getdoc, signature=_signature)


def _public(thing):
    return {name: value for name, value in vars(thing).items() if name[0] != "_"}


def _signature(function):
    """As it is called; "" for what is not. What is allowed, the docstrings say."""
    if not inspect.isfunction(function):
        return ""
    signature = inspect.signature(function)
    given = [parameter for parameter in signature.parameters.values() if parameter.name != "self"]
    plain = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in given]
    return str(inspect.Signature(plain))


_FILES = ("pages.css", "guide.css", "guide.js")
_INDEX = "sections.js"
# Pages that no topic is: {name: (title, what is there)}.
_MADE = {
    "gallery": ("Gallery", "Six small projects, with what is printed about them."),
    "api": (SCRIPTS, "Every function, class and record, as help() prints them."),
}


def write_site(folder, static, run):
    """Write the guide into a folder; returns the number of its pages.

    static  folder with the style sheets and scripts of the pages
    run     function of the words of a command and a folder that returns what it prints there
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name in _FILES:
        shutil.copyfile(Path(static) / name, folder / name)
    index = [{"page": f"{part.name}.html#{part.anchor}", **part._asdict()} for part in sections()]
    (folder / _INDEX).write_text(f"var SECTIONS = {json.dumps(index)};\n", "utf-8")
    groups = [
        (title, [(name, guide.topic(name)[1:3]) for name in names]) for title, names in guide.GROUPS
    ]
    groups.append(("Made from the package", [*_MADE.items()]))
    pages = {
        "index": ("Guide", ""), "gallery": gallery_page(folder, _address, run),
        "api": (SCRIPTS, scripts_page()),
    }  # fmt: skip
    for name in guide.NAMES:
        topic = guide.topic(name)
        pages[name] = topic.title, to_html(topic.blocks[1:], _address)
    for name, (title, text) in pages.items():
        written = rendered(
            "page.html", title=title, text=text, groups=groups, current=name, version=__version__
        )
        (folder / f"{name}.html").write_text(written, "utf-8")
    return len(pages)


def _address(target):
    """Where a link of a text leads: another topic is named as its file, NAME.md#ANCHOR."""
    if not target.partition("#")[0].endswith(".md"):
        return target
    name, anchor = guide.find_link(target)
    return f"{name}.html#{anchor}" if anchor else f"{name}.html"


_PROJECTS = Path(__file__).parent / "gallery"
_FOLDER = "gallery"


def gallery_page(folder, address, run):
    """(title, Markup) of the gallery; writes its projects and pictures into a folder.

    address  as of to_html()
    run      function of the words of a command and a folder that returns what it prints there
    """
    beside = Path(folder) / _FOLDER
    shutil.copytree(
        _PROJECTS, beside, ignore=shutil.ignore_patterns("*.md", "__pycache__"), dirs_exist_ok=True
    )
    title, *rest = blocks((_PROJECTS / "gallery.md").read_text("utf-8"))
    shown = (part for block in rest for part in _played(block, beside, run))
    parts = [part if isinstance(part, Markup) else to_html([part], address) for part in shown]
    return words(title.spans), Markup("\n").join(parts)


def _played(block, folder, run):
    """A block, and behind it what its commands print and draw."""
    if not (isinstance(block, Code) and block.kind == "sh"):
        yield block
        return
    for line in block.text.split("\n"):
        command = shlex.split(line)[2:]
        yield Code("console", (), f"{line}\n{run(command, folder)}".rstrip())
        if "--to" in command:
            file = command[command.index("--to") + 1]
            yield Markup('<p class="picture"><img src="{}/{}" alt="{}"></p>').format(
                _FOLDER, file, f"The picture that {line[2:]} draws"
            )
