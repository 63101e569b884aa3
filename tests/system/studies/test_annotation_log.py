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
    records, unread = read_log(find_log(data / "p"))
    assert unread == []
    assert [(one.user, one.finished, one.action) for one in records] == [
        (user, finished, action)
        for user, action, states in (
            ("anna", "getDocument", (False, True)), ("anna", "spanSelected", (False, True)),
            ("anna", "createSpan", (False, True)), ("lead", "getDocument", (False, True)),
            ("anna", "createArc", (False, True)), ("anna", "createArc", (False,)),
            ("anonymous", "getDocument", (False, True)),
        )
        for finished in states
    ]  # fmt: skip
    assert {one.collection for one in records} == {"/p/anna/"}
    assert {one.document for one in records} == {"doc"}

    time = time_of_project(agreement(data / "p"), data / "p")
    anna = [one.time for one in records if one.user == "anna"]
    assert time.seconds == {("anna", "doc"): pytest.approx((anna[-1] - anna[0]).total_seconds())}


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
