"""What the command says of a draft."""

import json

from small_projects import put

from brat_iaa.adjudication import report
from brat_iaa.adjudication.drafting import draft
from brat_iaa.formats import latex, markdown, text

WORDS = "cats saw dogs"


def drafted(tmp_path, **settings):
    for name, marks in (
        ("anna", "2>1:subj 2>3:obj"),
        ("ben", "2>1:subj 2>3:iobj 2>3:iobj"),
        ("carla", "2>1:x 2>3:obj"),
    ):
        put(tmp_path / "p", name, "doc", WORDS, marks)
    put(tmp_path / "p", "ben", "alone", WORDS, "2>1:subj")
    return draft(tmp_path / "p", tmp_path / "p" / "gold", **settings)


def test_the_accounts(tmp_path):
    result = drafted(tmp_path, rule="majority")
    counts, left_out, without = report.tables(result)
    # ROOT and three words in each of the two documents; ben's subj in the document of his own.
    assert counts.rows == (("tokens and other spans", "8", "0", "0"), ("arcs", "1", "2", "2"))
    assert left_out.rows == (
        ("doc", "ben", "R3", "the same annotation is there a second time; once is enough."),
    )
    assert [row[:2] for row in without.rows] == [("alone", "anna"), ("alone", "carla")]


def test_what_was_agreed_on_but_cannot_be_written_is_accounted_for(tmp_path):
    for name in ("anna", "ben"):
        put(tmp_path / "p", name, "doc", WORDS, "2>1:subj")
    for name in ("carla", "dora"):
        # They have only a part of the tokens, and drew no arc: whoever did agrees on it.
        put(tmp_path / "p", name, "doc", WORDS, "-2")
    (tmp_path / "p" / "iaa.conf").write_text("[layer dependencies]\nno_arcs = missing\n")
    counts, left_out, *_ = report.tables(
        draft(tmp_path / "p", tmp_path / "p" / "gold", rule="majority")
    )
    assert ("arcs", "0", "0", "1") in counts.rows and left_out.rows[0][1:3] == ("anna, ben", "arc")
    assert left_out.title.lower() in counts.notes[0]


def test_what_to_do_next(tmp_path):
    lines = " ".join(report.summary(drafted(tmp_path)))
    assert "2 documents with what everybody has" in lines
    assert "set draft = gold in [project] of iaa.conf" in lines and "page Adjudicate" in lines
    assert "Only one annotator did: alone." in lines
    assert "can read in its notes who did what" in lines
    (tmp_path / "p" / "iaa.conf").write_text("[project]\ngold = final\nannotators = anna, ben\n")
    (tmp_path / "p" / "final").mkdir()
    again = " ".join(report.summary(draft(tmp_path / "p", tmp_path / "p" / "final", names=False)))
    assert "set draft" not in again and "without their names" in again


def test_every_form_of_the_report(tmp_path):
    result = drafted(tmp_path)
    parts = report.summary(result), report.tables(result)
    for write in (text.to_text, markdown.to_markdown, latex.to_latex):
        assert "arcs" in write(*parts)
    found = json.loads(json.dumps(report.to_dict(result)))
    by_name = {one["document"]: one for one in found["documents"]}
    # Nothing but ROOT and three words is everybody's: subj, x, obj and iobj are disputed.
    assert by_name["doc"]["counts"] == {
        "span": {"agreed": 4, "majority": 0, "disputed": 0},
        "arc": {"agreed": 0, "majority": 0, "disputed": 4},
    }
    assert by_name["doc"]["notes"] == 2 and by_name["alone"]["annotators"] == ["ben"]
    assert len(found["left_out"]) == 1 and len(found["excluded"]) == 2
