"""Writes pages.pot, the texts of the pages for those who translate them:

    python -m tests.web.write_texts

from the templates, the Python of brat_iaa/web, and the tables of names below it. It has no line
numbers, so that it changes only when a text does.
"""

import ast
import re
from collections import defaultdict
from pathlib import Path

from jinja2 import nodes

from brat_iaa import config
from brat_iaa.adjudication import draft_notes, settlers
from brat_iaa.competence import report as competence_report
from brat_iaa.formats import display_names, svg
from brat_iaa.layers.disagreement import KIND_MEANINGS
from brat_iaa.paper.methods import UNKNOWN
from brat_iaa.phases import STATUSES
from brat_iaa.places.filters import FILTERS
from brat_iaa.places.place import UNORDERED_MEANINGS
from brat_iaa.planning.report import NOTE
from brat_iaa.report.grading_tables import HEADS
from brat_iaa.review.discussion import GROUPS
from brat_iaa.variation import CONTEXTS
from brat_iaa.variation import report as variation_report
from brat_iaa.web import language
from brat_iaa.web.formatting import counted
from brat_iaa.web.frame import new_app

FILE = language.FOLDER / "pages.pot"
_WEB = Path(language.__file__).parent
_TOP = _WEB.parents[1]
_CALLS = ("_", "gettext", "ngettext", "noted", "plural")
_HEADER = """# Texts of the pages of brat-agreement, written by python -m tests.web.write_texts
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""


def _of_settings(settings):
    for setting in settings:
        yield from (setting.label, setting.help, *(setting.words or setting.choices or ()))


# Of what stands below the pages: {file: texts that the pages translate where they show them}, and
# {file: nouns that they count}.
TABLES = {
    "brat_iaa/formats/svg.py": [svg.ROOT, svg.IN_SENTENCE, svg.RECORD, svg.CAPTION],
    "brat_iaa/formats/display_names.py": [
        *display_names.KIND_WORDS.values(),
        *display_names.MEASURES.values(),
        *display_names.STATISTIC_WORDS.values(),
        *display_names.FIGURES.values(),
        *display_names.SHORT.values(),
        *display_names.COLUMNS.values(),
        *display_names.GRADING_WORDS.values(),
        *display_names.MEANINGS.values(),
        *display_names.MEANINGS_OF_KIND.values(),
        *display_names.ABSENT.values(),
        display_names.GRID_NOTE,
        *("nominal", "ordinal", "interval", "linear", "quadratic", "strict", "connective", "value"),
        "no arc",
        "no such token",
        "precision",
        "recall",
    ],
    "brat_iaa/adjudication/draft_notes.py": list(draft_notes.KIND_WORDS.values()),
    "brat_iaa/adjudication/settlers.py": [*settlers.IN_BRAT.values(), settlers.ALSO_ARCS],
    "brat_iaa/competence/report.py": [competence_report.WHAT],
    "brat_iaa/config": [
        text
        for section in config.SECTIONS
        for text in (section.help, *_of_settings(section.settings))
        if text
    ],
    "brat_iaa/layers/disagreement.py": [*KIND_MEANINGS, *KIND_MEANINGS.values()],
    "brat_iaa/paper/methods.py": list(UNKNOWN),
    "brat_iaa/phases/__init__.py": [*STATUSES, *STATUSES.values()],
    "brat_iaa/places/filters.py": [known.words for known in FILTERS.values() if known.words],
    "brat_iaa/places/place.py": list(UNORDERED_MEANINGS.values()),
    "brat_iaa/planning/report.py": [NOTE],
    "brat_iaa/report/grading_tables.py": [head for heads in HEADS.values() for head in heads],
    "brat_iaa/review/discussion.py": list(GROUPS.values()),
    "brat_iaa/variation/__init__.py": list(CONTEXTS),
    "brat_iaa/variation/report.py": [variation_report.WHAT],
}
NOUNS = {"brat_iaa/formats/display_names.py": list(display_names.ITEMS.values())}


def pot():
    """The content of pages.pot."""
    found = sorted(texts().items(), key=lambda item: (sorted(item[1])[0], item[0]))
    return "\n".join([_HEADER, *(_entry(text, files) for text, files in found)])


def texts():
    """{(text,) or (of one, of several): set of the files in which it stands}"""
    found = defaultdict(set)
    for file, text in [*_of_templates(), *_of_python(), *_of_tables()]:
        found[text].add(file)
    # A text that is also counted has one entry.
    for text in list(found):
        if len(text) > 1 and text[:1] in found:
            found[text] |= found.pop(text[:1])
    return dict(found)


def _of_templates():
    jinja = new_app(None).jinja_env
    for path in sorted((_WEB / "templates").glob("*.html")):
        source, file = path.read_text("utf-8"), path.relative_to(_TOP).as_posix()
        for _, _, text in jinja.extract_translations(source):
            forms = (text,) if isinstance(text, str) else tuple(filter(None, text))
            if forms:
                yield file, forms
        for noun in jinja.parse(source).find_all(nodes.Filter):
            forms = [form.value for form in noun.args if isinstance(form, nodes.Const)]
            if noun.name == "plural" and forms and len(forms) == len(noun.args):
                yield file, counted(*forms)


def _of_python():
    for path in sorted(_WEB.rglob("*.py")):
        file = path.relative_to(_TOP).as_posix()
        calls = [
            call for call in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(call, ast.Call)
        ]  # fmt: skip
        for call in calls:
            name = getattr(call.func, "attr", getattr(call.func, "id", None))
            forms = [
                form.value
                for form in call.args
                if isinstance(form, ast.Constant) and isinstance(form.value, str)
            ]
            if name not in _CALLS or not forms:
                continue
            if name == "plural":
                yield file, counted(*forms)
            else:
                yield file, tuple(forms[: 2 if name == "ngettext" else 1])


def _of_tables():
    # Why a figure is undefined, or has no interval: constants of the modules that compute it.
    for room in ("measures", "scores"):
        for path in sorted((_TOP / "brat_iaa" / room).glob("*.py")):
            for text in _reasons(ast.parse(path.read_text("utf-8"))):
                yield path.relative_to(_TOP).as_posix(), (text,)
    for file, own in TABLES.items():
        for text in own:
            yield file, (text,)
    for file, nouns in NOUNS.items():
        for noun in nouns:
            yield file, counted(noun)
            yield file, counted(f"{noun} compared", f"{noun}s compared")


def _reasons(module):
    """Constants in words at the top of a module."""
    for line in module.body:
        if isinstance(line, ast.Assign):
            values = getattr(line.value, "values", [line.value])
            texts = [value.value for value in values if isinstance(value, ast.Constant)]
            yield from (text for text in texts if re.fullmatch(r"[a-z][^{|:]* [^{|:]*", str(text)))


def _entry(text, files):
    lines = [f"#: {file}" for file in sorted(files)]
    if any("%(" in form for form in text):
        lines.append("#, python-format")
    lines.append(f"msgid {_quoted(text[0])}")
    if len(text) > 1:
        lines += [f"msgid_plural {_quoted(text[1])}", 'msgstr[0] ""', 'msgstr[1] ""']
    else:
        lines.append('msgstr ""')
    return "\n".join(lines) + "\n"


def _quoted(text):
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(pot(), "utf-8")
