"""Whatever the guide and the README name in code is there: commands, options, settings, figures,
kinds, files. Nothing else stands in code but the words listed here.
"""

import inspect
import re
import shlex
from functools import cache

from cases import each
from checkout import CHECKOUT, PROJECTS
from guide_examples import PAPERS, code, text
from guide_figures import anchoring_names

import brat_iaa
from brat_iaa.api.project_agreement import ProjectAgreement
from brat_iaa.cli import _parser
from brat_iaa.cli.descriptions import parsers
from brat_iaa.cli.study import joined
from brat_iaa.config import FORMER_SETTINGS, SETTINGS, parse
from brat_iaa.corpus.drafts import MARK
from brat_iaa.figures import FIGURES
from brat_iaa.guide import NAMES
from brat_iaa.guide.markup import Code, Heading, List, Paragraph, TextTable, blocks
from brat_iaa.guide.topics import written
from brat_iaa.kinds import KINDS
from brat_iaa.layers.difference import DIFFERENCE_NAMES
from brat_iaa.phases import STATUSES
from brat_iaa.phases.report import CHANGE_FIELDS
from brat_iaa.report import places, scores
from brat_iaa.scores import MEASURES
from brat_iaa.studies import candidates, variation

PICTURE = re.compile(r"!\[[^]]*\]\([^)]+\)")
README = PICTURE.sub("", (CHECKOUT / "README.md").read_text("utf-8"))
# Without what is generated.
WRITTEN = NAMES
TEXTS = {name: blocks(written(name)) for name in WRITTEN}
TEXTS["README"] = blocks(README)
TEXTS[PAPERS] = text(PAPERS)
# What stands for something of one's own in a command that is shown.
PLACEHOLDERS = {"DIR": "dir", "N": "1", "TOPIC": "masi", "COMMAND": "report", "NAME": "planning"}
# Names of brat, of other programs and of papers, and words of examples.
OTHERS = set("""
acl.conf annotation.conf config.py tools.conf .ann .txt T R ROOT Arg1 Arg2 * Theme Theme2 guest ben ruben
UAS LAS LA POS NAME DATABASE PATTERN TYPE data/ work/ data/ iaa.conf site.json iaa.wsgi
AS Alias ProxyPass User=www-data mod_proxy BRAT_USER BRAT_PASSWORD
Host X-Forwarded-Host X-Forwarded-Prefix dask projects/ ~/.local/state/brat-iaa <SUBJ,OBJ> ARG0 ARG1
.conllu .conllx .conll .gz .tar.gz HEAD DEPREL DEPS UPOS XPOS FEATS LEMMA MISC sent_id newdoc anna.conllu ben.conllu conj>nsubj
nsubj_colon_pass attribute:XPOS attribute:Case notes:Lemma notes:Gloss brat conllu
[options] gold/ gold/NAME gold/spans _a _b low high -z -p html nsubj nsubj:pass removed FORMAT FILE groups values data
""".split()) | {
    "python standalone.py", "proxy_set_header Host $http_host;", "dask scheduler",
    "dask worker tcp://HOST:8786", "pip install 'brat-agreement[cluster]'",
    "pip install", "pip uninstall brat-agreement", "/opt/brat-agreement/bin/brat-agreement",
    "/brat/", "/brat/iaa/", "X-Forwarded-For", "X-Forwarded-Proto: https", "Forwarded", "Via", "store", "disk", "login", "worker",
    "--minutes 5", "--budget ci", "--budget long", "python tests/reliability/store.py --seconds 60", "brat-agreement", "attribute:NAME",
    "normalization:DATABASE", "notes:TYPE", "note:PATTERN", "layer", "phase", "?", "%", ":", "_",
    "gold = DIRECTORY", "judges = TABLE", "gold > a = b", "anna", "anna.2", "compared", "item", " + ", "@",
    "SUBJ@222-228", "(nothing)",
    "sudo apt-get install chromium chromium-driver lighttpd texlive-base", "chromium-headless-shell",
    ".venv/bin/python -m pytest -n auto -m system",
    ".venv/bin/python -m pytest tests/measures",
}  # fmt: skip


def inline(name):
    """Texts in code within lines, of a topic or of the README."""

    def lines(block):
        if isinstance(block, (Paragraph, Heading)):
            yield block.spans
        elif isinstance(block, List):
            yield from block.items
        elif isinstance(block, TextTable):
            yield from (cell for row in (block.header, *block.rows) for cell in row)

    return [
        s.text for block in TEXTS[name] for line in lines(block) for s in line if s.kind == "code"
    ]


OPTIONS = {o for command in parsers().values() for a in command._actions for o in a.option_strings}
BY_KEY = {}
for setting in SETTINGS:
    BY_KEY.setdefault(setting.key, []).append(setting)
VALUES = {value for setting in SETTINGS for value in setting.choices or (setting.default,)}
FORMS = {
    choice for command in parsers().values() for a in command._actions
    for choice in a.choices or ()
}  # fmt: skip
OF_STUDIES = {*candidates.FIELDS, *variation.FIELDS}
COLUMNS = {*scores.Score._fields, *places.FIELDS, *CHANGE_FIELDS,
           *OF_STUDIES, "annotator",
           *FORMER_SETTINGS}  # fmt: skip
KNOWN = {
    MARK, "AnnotationIncomplete", *OPTIONS, *BY_KEY, *VALUES, *FORMS, *COLUMNS, *DIFFERENCE_NAMES, *STATUSES,
    *MEASURES, *parsers(), *OTHERS,
}  # fmt: skip


# Names of which examples in Python consist.
PYTHON = {
    *dir(brat_iaa), *dir(ProjectAgreement), "save", *brat_iaa.measures.__all__, "differences", "changes", "figure",
    "place", "items", "low", "high", "n", *inspect.signature(brat_iaa.read).parameters, "distance", "unit",
    *("iaa", "agreement", "before", "after", "help", "dir", "import", "as", "brat_iaa", "None"),
}  # fmt: skip


@cache
def figures():
    """The names of all measures and statistics, and of those that the setting also asks for."""
    declared = {f"{word}{end}" for key in FIGURES for word in key[1:]
                for end in ("", "-coarse", "-removed")}  # fmt: skip
    further = [own for kind in KINDS.values() for own in kind.further.items()]
    asked = {word for _, own in further for figure in own.figures for word in figure.key}
    return {*declared, *asked, *anchoring_names(), *(name for name, _ in further)}


def script_of(text):
    """The file that a command of Python runs."""
    words = text.split()
    if words[1] == "-m":
        return f"{words[2].replace('.', '/')}.py"
    return words[1]


def parsed(words):
    """Parse a command; argparse ends the process where it does not understand it."""
    given = joined([PLACEHOLDERS.get(word, word) for word in words])
    return _parser(studies=True).parse_args(given)


def is_there(text):
    """Whether a text in code names something that exists."""
    if text in KNOWN or text in figures():
        return True
    if PYTHON.issuperset(re.findall(r"[^\W\d]\w*", re.sub(r'"[^"]*"', "", text))):
        return True
    if re.fullmatch(r"(\w+[/_])+\w+\.ann", text) or "{annotator}" in text:  # how files lie
        return True
    if "|" in text:  # a signature: test_readme has the one that is made
        return True
    if text.startswith("python "):
        return (CHECKOUT / script_of(text)).is_file()
    if text.startswith("brat-agreement "):
        first, *words = shlex.split(text)[1:]
        if first == "COMMAND":
            return True
        if words and words[0].startswith("--"):
            words.insert(0, "DIR")
        return not words and first in parsers() or bool(parsed([first, *words]))
    if text.startswith("--"):
        option, _, value = text.partition(" ")
        return option in OPTIONS and bool(value)
    if re.fullmatch(r"\[[a-z0-9 -]+\]", text):
        return text[1:-1] in {setting.section for setting in SETTINGS}
    key, equals, value = text.partition(" = ")
    if equals:
        return any(setting.choices is None or value in setting.choices for setting in BY_KEY[key])
    if text.startswith("format=") or "=" in text and text.startswith("?format"):
        return text in {"format=csv", "?format=json"}
    if text.startswith("/healthz"):
        return text == "/healthz"
    places = (
        CHECKOUT, CHECKOUT / "brat_iaa", CHECKOUT / "brat_iaa" / "web", PROJECTS, CHECKOUT / "static",
        CHECKOUT / "server_hooks",
    )  # fmt: skip
    return any((place / text).exists() for place in places)


# That topic is made from the parser itself.
@each("name", [name for name in TEXTS if name != "commands"])
def test_everything_in_code_exists(name):
    assert [text for text in inline(name) if not is_there(text)] == []


def shown_commands():
    """Lines with commands that are shown and not run, of the guide and the README."""
    for name, found in TEXTS.items():
        for block in found:
            if isinstance(block, Code) and block.kind in ("sh", ""):
                for line in block.text.split("\n"):
                    if line.startswith("brat-agreement "):
                        yield line


@each("line", list(shown_commands()))
def test_commands_that_are_shown_are_understood(line):
    assert parsed(shlex.split(line)[1:])


def settings_shown():
    for name in NAMES:
        for block in code(name, "", "file"):
            if block.text.startswith("[") and "=" in block.text:
                yield block.text


@each("text", list(settings_shown()))
def test_settings_that_are_shown_are_valid(text):
    assert parse(text, "iaa.conf")
