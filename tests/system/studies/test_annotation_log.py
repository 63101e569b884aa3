"""An annotation log that brat wrote."""

import pytest
from plain_server import Plain
from real_brat import user_of
from small_projects import agreement, put

from brat_iaa.studies.timing import find_log, read_log, time_of_project


def test_a_log_that_brat_wrote(brat_folder, tmp_path):
    log = tmp_path / "annotation.log"

    def make(data):
        for name in ("anna", "ben"):
            put(data / "p", name, "doc", "cats saw / dogs", "2>1:subj")
        (data / "tools.conf").write_text(
            f"[options]\nAnnotation-log\tlogfile:{log}\n[search]\n[annotators]\n[disambiguators]\n[normalization]\n"
        )
        (data / "annotation.conf").write_text(
            "[entities]\nROOT\nW\n[relations]\nsubj\tArg1:<ENTITY>, "
            "Arg2:<ENTITY>\n[events]\n[attributes]\n"
        )

    # With nothing in front, which keeps line breaks out of notes: older logs have them.
    brat = Plain(brat_folder, tmp_path, make)
    data = brat.data
    try:
        work_as_anna_and_lead(brat.url)
    finally:
        brat.server.close()
    found = read_log(find_log(data / "p", ["anna", "ben"]))
    assert found.problems == ()
    assert [(one.user, one.finished, one.action) for one in found.records] == [
        (user, finished, action)
        for user, action, states in (
            ("anna", "getDocument", (False, True)),
            ("anna", "spanSelected", (False, True)),
            ("anna", "createSpan", (False, True)),
            ("lead", "getDocument", (False, True)),
            ("anna", "createArc", (False, True)),
            ("anna", "createArc", (False,)),
            ("anonymous", "getDocument", (False, True)),
        )
        for finished in states
    ]
    assert {one.collection for one in found.records} == {"/p/anna/"} and {
        one.document for one in found.records
    } == {"doc"}
    made = found.records[4]
    assert (
        made.arguments[0].replace(" ", "") == "[[10,14]]"
        and made.arguments[-1] == "first\\tline\nsecond line"
    )
    assert found.records[8].arguments[:3] == ("T1", "T3", "subj")

    time = time_of_project(agreement(data / "p"), data / "p")
    (own,) = time.documents
    anna = [one for one in found.records if one.user == "anna"]
    assert own.seconds == pytest.approx((anna[-1].time - anna[0].time).total_seconds())
    assert (own.annotator, own.document, own.edits, own.failed) == ("anna", "doc", 2, 1)
    # The span is in the first sentence, and so is ROOT, at which the arc begins.
    assert list(own.by_sentence) == [1]
    assert [(visit.user, visit.directory) for visit in time.visits] == [
        ("anonymous", "anna"),
        ("lead", "anna"),
    ]


def work_as_anna_and_lead(url):
    where = {"collection": "/p/anna/", "document": "doc"}
    anna, lead = user_of(url, "anna"), user_of(url, "lead")
    anna("getDocument", **where)
    anna("logAnnotatorAction", **where, log="spanSelected")
    span = {"offsets": "[[10,14]]", "type": "W", "attributes": "{}", "normalizations": "[]"}
    anna("createSpan", **where, **span, id="T3", comment="first\tline\nsecond line")
    lead("getDocument", **where)
    anna("createArc", **where, origin="T1", target="T3", type="subj", attributes="{}")
    assert "exception" in anna(
        "createArc", **where, origin="T99", target="T3", type="subj", attributes="{}"
    )
    user_of(url)("getDocument", **where)
