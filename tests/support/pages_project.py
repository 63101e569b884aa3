"""A small project with known disagreements, and its pages as a test reads them."""

import html
import re
from pathlib import Path

from brat_iaa.web import create_app

WORDS = "ROOT She wants to go home ."
ARCS = (
    (1, 2, "SUBJ"), (2, 0, "ROOT"), (3, 4, "VC"), (4, 2, "XCOMP"), (5, 4, "JCT"), (6, 2, "PUNCT"),
)  # fmt: skip


def annotations(text, arcs, pos="Token"):
    """Lines of an .ann file: a span for each word of a text of one line, and arcs (dependent, head,
    label).
    """
    lines = []
    for number, word in enumerate(re.finditer(r"\S+", text), 1):
        kind = "ROOT" if number == 1 else pos
        lines.append(f"T{number}\t{kind} {word.start()} {word.end()}\t{word.group()}")
    for number, (dependent, head, label) in enumerate(arcs, 1):
        lines.append(f"R{number}\t{label} Arg1:T{head + 1} Arg2:T{dependent + 1}\t")
    return "\n".join(lines) + "\n"


def write(root, annotator, document, arcs=ARCS, text=WORDS, pos="Token"):
    path = root / annotator / document
    path.parent.mkdir(parents=True, exist_ok=True)
    Path(f"{path}.txt").write_text(text + "\n", encoding="utf-8")
    Path(f"{path}.ann").write_text(annotations(text, arcs, pos), encoding="utf-8")


def changed(*new):
    """ARCS with other arcs for the dependents that `new` names."""
    own = {arc[0] for arc in new}
    return tuple(arc for arc in ARCS if arc[0] not in own) + tuple(
        arc for arc in new if arc[1] is not None
    )


def make_project(root):
    """Three annotators; ben and carla differ from anna in letters/one, nobody in two, three is
    anna's and ben's.
    """
    for annotator in ("anna", "ben", "carla"):
        write(root, annotator, "two")
    write(root, "anna", "letters/one")
    write(root, "ben", "letters/one", changed((5, 4, "OBJ"), (1, 4, "SUBJ")))
    write(root, "carla", "letters/one", changed((3, None, ""), (5, 2, "MOD")))
    write(root, "anna", "three")
    write(root, "ben", "three", changed((5, 2, "JCT")))
    return root


def client_of(root):
    """A client of the pages of a project, with links into a brat."""
    return create_app(root, brat_url="http://brat.example/", collection="/corpus/").test_client()


def page(client, address, status=200):
    response = client.get(address, buffered=True)
    assert response.status_code == status, response.text
    return response.text


def plain(text):
    """The text of a page as read: no tags, blanks as one."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", "", text)))


def addresses(text):
    return {html.unescape(found) for found in re.findall(r'(?:href|src|action)="([^"]*)"', text)}
