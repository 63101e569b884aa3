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
from brat_iaa.guide.html import to_html
from brat_iaa.guide.markup import Code, blocks, words
from brat_iaa.guide.search import sections

SCRIPTS = "What scripts may use"
_SCRIPTS_ENTRY = Markup('<h3 id="{}"><code>{}</code></h3>\n<pre class="said"><code>{}</code></pre>')


def scripts_page():
    """Markup of all public names with their signatures and docstrings."""
    parts = [Markup("<p>{}</p>").format("All names of the package, as help() prints them.")]
    for name in brat_iaa.__all__:
        thing = getattr(brat_iaa, name)
        if isinstance(thing, ModuleType):
            parts += _section(
                f"iaa.{name}",
                thing,
                {attribute: getattr(thing, attribute) for attribute in dir(thing)},
            )
        elif inspect.isclass(thing):
            parts += _section(name, thing, _public(thing))
        elif callable(thing):
            parts += _section(f"iaa.{name}", thing, {})
    of_records = {name: value for name, value in vars(records).items() if name.endswith("Record")}
    parts += _section("Records", records, of_records)
    parts += _section("Plot", plot.Plot, _public(plot.Plot))
    return Markup("\n").join(parts)


def _public(thing):
    return {name: value for name, value in vars(thing).items() if name[0] != "_"}


def _section(title, thing, inside):
    yield Markup('<h2 id="{}"><code>{}</code></h2>').format(title, f"{title}{_signature(thing)}")
    yield Markup('<pre class="said"><code>{}</code></pre>').format(inspect.getdoc(thing) or "")
    for name, value in inside.items():
        if inspect.getdoc(value):
            shown = f"{name}{_signature(value)}"
            yield _SCRIPTS_ENTRY.format(f"{title}.{name}", shown, inspect.getdoc(value))


def _signature(function):
    """As it is called; "" for what is not. What is allowed, the docstrings say."""
    if not inspect.isfunction(function):
        return ""
    signature = inspect.signature(function)
    given = [parameter for parameter in signature.parameters.values() if parameter.name != "self"]
    plain = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in given]
    return str(inspect.Signature(plain))


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
    "api": (SCRIPTS, "Every function, class and record, as help() prints them."),
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
        "index": ("Guide", _contents()), "gallery": gallery_page(folder, _address, run),
        "api": (SCRIPTS, scripts_page()),
    }  # fmt: skip
    for name in guide.NAMES:
        topic = guide.topic(name)
        pages[name] = topic.title, to_html(topic.blocks[1:], _address)
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
