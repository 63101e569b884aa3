"""The right values of what people's projects hold: by figures, list and draft of the gold.

Each case is the smallest input. Files are lines as brat writes them, with blanks for tabs.
"""

import re

import pytest
from drafts import MadeDraft

from brat_iaa.report.items import item_rows
from brat_iaa.report.named_figures import named_figure
from brat_iaa.report.notes import grouped_problems
from brat_iaa.report.places import groups_in_words
from brat_iaa.report.tables import problem_table, summary, tables
from brat_iaa.study import Study

CHAINS = {
    "text": "Ana met Eva. She told her that they won.",
    "anna": "T1 M 0 3|T2 M 8 11|T3 M 13 16|T4 M 22 25|T5 M 31 35|T6 M 31 35"
    "|* Equiv T1 T3 T5|* Equiv T2 T4 T6",
    "ben": "T1 M 0 3|T2 M 8 11|T3 M 13 16|T4 M 22 25|T5 M 31 35|* Equiv T1 T3|* Equiv T2 T4",
}
EVENTS = {
    "text": "IL-2 activates NFkB and STAT here",
    "anna": "T1 P 0 4|T2 P 15 19|T5 P 24 28|T3 Reg 5 14|E1 Reg:T3 Theme:T2|E2 Reg:T3 Theme:T5",
}
TOKENS = "T1 T 0 1|T2 T 2 3|T3 T 4 5"
# {name: {text and files, figures {name: value}, places [their words], said [words of the report],
#  list [values], draft [lines without their ids], lacking [types that the draft lacks],
#  decided {whose values are taken: {figure, or places: {by whom the draft is compared: value}}}}}
CASES = {
    "roles say what the head is, whatever their order": {
        "text": "A B C", "anna": f"{TOKENS}|R1 R From:T1 To:T2|R2 S From:T2 To:T3",
        "ben": f"{TOKENS}|R1 R To:T2 From:T1|R2 S From:T2 To:T3", "figures": {"LAA": 1, "UAA": 1},
        "draft": ["R From:T1 To:T2", "S From:T2 To:T3"],
    },
    "roles that are written in both orders equally often": {
        "text": "A B C", "anna": f"{TOKENS}|R1 R Dep:T2 Gov:T1", "ben": f"{TOKENS}|R1 R Gov:T1 Dep:T2",
        "figures": {"LAA": 1},
    },
    "roles do not hide another direction": {
        "text": "A B C", "anna": f"{TOKENS}|R1 R From:T1 To:T2|R2 S From:T2 To:T3",
        "ben": f"{TOKENS}|R1 R To:T1 From:T2|R2 S From:T2 To:T3", "figures": {"LAA": 1 / 3}, "places": ["A", "B"],
    },
    "a mention in two chains": {
        **CHAINS,
        "figures": {"MUC F1": 0.8, "B3 F1": 2 * 11 / 15 / (1 + 11 / 15), "mentions": 1, "alpha": 1},
        "places": ["they"],
        "decided": {
            "anna": {"MUC F1": {"anna": 1, "ben": 0.8}, "places": {"anna": 0, "ben": 1}},
            "ben": {"MUC F1": {"anna": 0.8, "ben": 1}, "places": {"anna": 1, "ben": 0}},
        },
        "said": [
            "Two mentions on one extent, in different chains: anna 1, first “they” in d.",
            "MUC, B3, CEAFe and LEA take the first in the file",
        ],
    },
    "a mention in the same two chains by both": {
        **CHAINS, "ben": CHAINS["anna"], "figures": {"MUC F1": 1, "LEA F1": 1, "alpha": 1},
        "draft": ["M 31 35", "Equiv T1 T3 T5", "Equiv T2 T4 T6"],
    },
    "a relation to a span of both, and to one of one alone": {
        "text": "Ana met Eva in Rome", "anna": "T1 P 0 3|T2 P 8 11|R1 knows Arg1:T1 Arg2:T2",
        "ben": "T1 P 0 3|T2 P 8 11|T3 P 15 19|R1 knows Arg1:T1 Arg2:T3", "figures": {"relations/F1": 0},
        "places": ["Ana", "Rome"],
        "decided": {name: {"relations/F1": {name: 1}, "places": {name: 0}} for name in ("anna", "ben")},
    },
    "a line end within a span": {
        "text": "He met the Prime\nMinister today", "anna": "T1 PER 11 16;17 25", "ben": "T1 PER 11 25",
        "settings": "[project]\nalso = blanks, one-token, last-word\n",
        "figures": {"F1": 0, "F1, blanks aside": 1, "F1, one token off": 1}, "places": ["Prime Minister"],
        "list": ["anna: PER Prime Minister (11–16, 17–25)", "ben: PER Prime Minister (11–25)"],
    },
    "parts of a span that touch": {
        "text": "Foobar baz", "anna": "T1 X 0 3;3 6|T2 X 7 10", "ben": "T1 X 0 6|T2 X 7 10", "figures": {"F1": 1},
    },
    "a part of a span between its fragments is no blank": {
        "text": "in and out", "anna": "T1 X 0 2;7 10", "ben": "T1 X 0 10", "settings": "[project]\nalso = blanks\n",
        "figures": {"F1": 0, "F1, blanks aside": 0, "F1, overlapping": 1}, "places": ["in out"],
    },
    "attributes of two spans on one extent": {
        "text": "Foo bar", "anna": "T1 L1 0 3|T2 L2 0 3|A1 Neg T1", "ben": "T1 L1 0 3|T2 L2 0 3|A1 Neg T2",
        "figures": {"Neg/F1": 0}, "places": ["Foo", "Foo"],
        "list": ["anna: Neg on L1", "ben: not annotated on L1", "anna: not annotated on L2", "ben: Neg on L2"],
        "items": ["Neg on L1 0–3, not annotated on L2 0–3", "Neg on L2 0–3, not annotated on L1 0–3"],
    },
    "attributes of two spans on one extent, of which others drew one each": {
        "text": "Foo bar", "anna": "T1 L1 0 3|T2 L2 0 3|T3 L1 4 7|A1 Neg T1|A3 Neg T3",
        "ben": "T1 L1 0 3|T3 L1 4 7|A1 Neg T1|A3 Neg T3", "carla": "T1 L2 0 3|T3 L1 4 7|A1 Neg T1|A3 Neg T3",
        "figures": {"Neg/F1": (1 + 2 / 3 + 1) / 3}, "places": ["Foo", "Foo"],
        "list": ["anna: L1, L2", "ben: L1", "carla: L2", "anna: not annotated on L2", "carla: Neg on L2", "ben: not annotated"],
    },
    "attributes of spans on one extent, where the gold has two": {
        "text": "Foo bar", "anna": "T1 L1 0 3|T3 L1 4 7|A1 Neg T1|A3 Neg T3", "ben": "T1 L2 0 3|T3 L1 4 7|A1 Neg T1",
        "gold": "T1 L1 0 3|T2 L2 0 3|T3 L1 4 7", "figures": {"Neg/F1": 0}, "places": ["Foo", "Foo", "Foo", "bar"],
    },
    "what the gold alone drew has no figure": {
        "text": "Foo bar", "anna": "T1 L1 0 3|T3 L1 4 7",
        "gold": "T1 L1 0 3|T3 L2 4 7|A1 Neg T1|R1 knows Arg1:T1 Arg2:T3", "figures": {}, "places": ["bar"],
        "said": ["Only the gold (gold) drew dependencies.", "Only the gold (gold) drew Neg (labels)."],
    },
    "attributes of two events on one trigger": {
        **EVENTS, "anna": f"{EVENTS['anna']}|A1 Neg E1|A2 Neg E2", "ben": f"{EVENTS['anna']}|A1 Neg E1",
        "figures": {"Neg/F1": 2 / 3, "events/events, F1": 1}, "places": ["activates"],
        "list": [f"{value} on Reg (Theme: STAT)" for value in ("anna: Neg", "ben: not annotated")],
        "draft": ["Neg E1"],
    },
    "what hangs on an event that one alone has": {
        **EVENTS, "anna": f"{EVENTS['anna']} Cause:T1|A1 Neg E1|A2 Neg E2", "ben": f"{EVENTS['anna']}|A1 Neg E1",
        "figures": {"events/events, F1": 0.5, "Neg/F1": 1}, "places": ["activates"],
    },
    "relations between events on one trigger": {
        **EVENTS,
        "anna": f"{EVENTS['anna']}|R1 causes Arg1:E1 Arg2:E2",
        "ben": f"{EVENTS['anna']}|R1 causes Arg1:E2 Arg2:E1",
        "figures": {"relations/F1": 0},
        "places": ["activates"],
        "list": [
            "anna: causes activates (Theme: NFkB) → activates (Theme: STAT)",
            "ben: causes activates (Theme: STAT) → activates (Theme: NFkB)",
        ],
        "lacking": ["causes"],
        "note": "causes activates (Theme: NFkB) → activates (Theme: STAT)",
    },
    "lines that say the same twice": {
        "text": "Foo bar baz",
        "anna": "T1 X 0 3|T2 X 0 3|T3 Y 4 7|A1 Neg T1|A2 Neg T2|N1 Reference T1 W:1 w"
        "|N2 Reference T1 W:1 w|#1 AnnotatorNotes T3 so|#2 AnnotatorNotes T3 so"
        "|* Equiv T1 T3|* Equiv T3 T1",
        "ben": "T1 X 0 3|T3 X 4 7|A1 Neg T1|N1 Reference T1 W:1 w|* Equiv T1 T3",
        "figures": {"spans/F1": 0.5, "MUC F1": 1},
        "places": ["bar"],
        "said": [
            f"duplicate-{kind} {kind.capitalize()}s that say the same as one before: 1,"
            for kind in ("span", "attribute", "normalization", "note", "chain")
        ],
        "draft": ["Neg T1", "Equiv T1 T2"],
    },
}  # fmt: skip


def standoff(text, lines):
    for line in filter(None, lines.split("|")):
        id, _, rest = line.partition(" ")
        if id[0] == "T":
            parts = [map(int, part.split()) for part in rest.split(" ", 1)[1].split(";")]
            rest += "\t" + " ".join(text[start:end].replace("\n", " ") for start, end in parts)
        if id[0] in "#N":
            rest = "\t".join(re.fullmatch(r"(\S+ \S+(?: W:\S+)?) (.*)", rest).groups())
        yield f"{id}\t{rest}\n"


@pytest.fixture
def made(case, tmp_path):
    for name, lines in case.items():
        if name in ("anna", "ben", "carla", "gold"):
            (tmp_path / name).mkdir()
            (tmp_path / name / "d.txt").write_bytes(case["text"].encode())
            written = "".join(standoff(case["text"], lines))
            (tmp_path / name / "d.ann").write_bytes(written.encode())
    (tmp_path / "iaa.conf").write_text(case.get("settings", "") + "[intervals]\nresamples = 0\n")
    return tmp_path


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_right_value_everywhere(case, made):
    agreement = Study(made).agreement()
    for name, value in case["figures"].items():
        figure = named_figure(name, agreement)
        index = next(own for own in agreement.score_indexes if own.name == figure.layer)
        assert index.overall[figure.key].value == pytest.approx(value), name
    assert [place.token.text for place in agreement.places] == case.get("places", [])
    said = [
        *summary(agreement, True),
        *(note for table in tables(agreement) for note in table.notes),
    ]
    rows = [" ".join(row[1:]) for row in problem_table(grouped_problems(agreement)).records]
    for words in case.get("said", ()):
        assert any(words in line for line in (*said, *rows)), words
    listed = [
        f"{who}: {value}" for place in agreement.places
        for who, value in groups_in_words(place, ("anna",), str)
    ]  # fmt: skip
    assert listed == case.get("list", listed)
    rows = item_rows(agreement)
    for name, value in zip(("anna", "ben"), case.get("items", ())):
        assert value in [row[name] for row in rows]
    MadeDraft.make(made, made / "draft")
    drafted = (made / "draft" / "d.ann").read_text("utf-8").splitlines()
    assert {*case.get("draft", ())} <= {line.split("\t")[1] for line in drafted}
    assert case.get("note", "") in "\n".join(drafted)
    written = [line.split("\t")[1].split()[0] for line in drafted]
    assert not {*case.get("lacking", ())} & {*written}
    for taken, expected in case.get("decided", {}).items():
        draft = MadeDraft.make(made, made / f"for {taken}")
        draft.take_all(taken)
        for name in {name for of_each in expected.values() for name in of_each}:
            found = draft.beside(name, made.parent / f"{made.name} {taken} {name}")
            for figure, of_each in expected.items():
                if figure == "places" and name in of_each:
                    assert len(found.places) == of_each[name]
                elif name in of_each:
                    named = named_figure(figure, found)
                    index = next(own for own in found.score_indexes if own.name == named.layer)
                    assert index.overall[named.key].value == pytest.approx(of_each[name])
