"""One annotator twice: figures within annotators, beside those between them."""

import csv
import io
import json
from random import Random

import pytest
from adjudication_pages import Lead
from review_pages import plain
from site_projects import as_login
from small_projects import agreement, like, put, put_raw, random_marks, random_words, without_data

from brat_iaa.cli import main
from brat_iaa.studies.consistency import report

ACCESS = "[access]\nmanagers = lead\nreveal = all\nguests = all\n"


def make(root, again="anna.2", conf=ACCESS):
    """anna, ben and carla did two documents, anna one of them again."""
    random = Random(5)
    for document in ("a", "b"):
        words = random_words(random, 11)
        truth = random_marks(random, words, "AB", heads=(1, 2))
        shares = {"anna": 0.2, "ben": 0.3, "carla": 0.4, again: 0.1}
        for name, share in shares.items():
            if name != again or document == "a":
                put(
                    root,
                    name,
                    document,
                    words,
                    like(random, truth, words, share, labels="AB", heads=(1, 2)),
                )
    (root / "iaa.conf").write_text(conf)
    return root


def scores(found):
    return {
        (own["measure"], own["statistic"], own["label"], own["document"], tuple(own["annotators"])):
        (own["value"], own["interval"], own["items"]) for own in found
    }  # fmt: skip


def test_all_figures_are_those_of_two_annotators(tmp_path, capsys):
    root = make(tmp_path / "p", "later", "[project]\nsecond_passes = later: anna\n")
    assert main(["consistency", str(root), "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["annotators"] == ["anna", "ben", "carla"]
    within, same, between = told["compared"]
    assert [own["name"] for own in told["compared"]] == ["anna, twice", report.SAME, report.BETWEEN]
    assert within["documents"] == same["documents"] == ["a"] and between["documents"] == ["a", "b"]
    # The same as if there were nobody else, nothing else, no setting.
    (root / "iaa.conf").unlink()
    for wanted, names, more in (
        (within, "anna, later", {}),
        (same, "anna, ben, carla", {"documents": "a"}),
        (between, "anna, ben, carla", {}),
    ):
        alone = agreement(root, annotators=names, **more)
        known = {
            (own.measure, own.statistic, own.label, own.document, own.annotators): own
            for own in alone.scores
        }
        found = scores(wanted["scores"])
        assert found.keys() == known.keys()
        for key, (value, interval, items) in found.items():
            assert (value, items) == (known[key].value, known[key].items)
            assert (interval and tuple(interval)) == known[key].interval


def test_a_second_pass_is_nobody_else(tmp_path):
    with_it = agreement(make(tmp_path / "p"))
    without = agreement(make(tmp_path / "q", "zoe", "[project]\nannotators = anna, ben, carla\n"))
    assert with_it.annotators == ("anna", "ben", "carla")
    assert any(
        "anna.2 is taken for anna’s" in line.replace("'", "’")
        for line in with_it.config.found.lines
    )
    kept = [{key: (own.value, own.interval) for key, own in without_data(
        {(s.measure, s.statistic, s.annotators, s.document, s.label): s for s in found.scores}
    ).items()} for found in (with_it, without)]  # fmt: skip
    assert kept[0] == kept[1]


def test_named_as_a_person_it_is_one(tmp_path):
    root = make(tmp_path / "p", conf="[project]\nannotators = anna, anna.2, ben\n")
    assert agreement(root).annotators == ("anna", "anna.2", "ben")


def test_two_directories_alone_are_two_annotators(tmp_path):
    words = "a b c"
    for name in ("anna", "anna.2"):
        put(tmp_path, name, "doc", words, f"0>1:{'xy'[name == 'anna']} 1>2:b")
    assert agreement(tmp_path).annotators == ("anna", "anna.2")


def test_two_people_agree_at_most_as_the_geometric_mean_of_each_alone(tmp_path, capsys):
    text, words = "a b c d\n", "abcd"

    def put_spans(name, types):
        lines = (
            f"T{n}\t{type} {2 * n - 2} {2 * n - 1}\t{word}\n"
            for n, (type, word) in enumerate(zip(types, words), 1)
        )
        put_raw(tmp_path, name, "d", text, "".join(lines))

    def said():
        assert main(["consistency", str(tmp_path), "--format", "json"]) == 0
        return json.loads(capsys.readouterr().out)["bounds"]

    for name, types in (("anna", "XXYY"), ("anna.2", "XXYX"), ("ben", "XYYY")):
        put_spans(name, types)
    assert said() == [
        "spans, F1, exact: .750 between anna and ben; at most .866 can be expected, by .750 (anna, "
        "twice); ben did nothing twice."
    ]
    put_spans("ben.2", "XYXX")  # .500 of ben: at most the root of .375
    assert said() == [
        "spans, F1, exact: .750 between anna and ben; at most .612 can be expected, by .750 (anna, "
        "twice) and .500 (ben, twice). It is more than that, so look at both passes first."
    ]


@pytest.mark.system
def test_tables_and_csv(tmp_path, capsys):
    root = make(tmp_path / "p")
    assert main(["consistency", str(root)]) == 0
    out = capsys.readouterr().out
    out = " ".join(out.split())
    assert "geometric mean of how far each agrees with oneself" in out and "anna, twice" in out
    assert "between anna and ben; at most" in out and "ben did nothing twice" in out
    assert main(["consistency", str(root), "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert list(rows[0])[:3] == ["compared", "layer", "measure"]
    assert {row["compared"] for row in rows} == {"anna, twice", report.SAME, report.BETWEEN}


@pytest.mark.system
def test_where_all_was_done_twice_others_are_compared_in_all_of_it_only(tmp_path, capsys):
    root = make(tmp_path / "p")
    for path in (root / "anna").glob("b.*"):
        (root / "anna.2" / path.name).write_bytes(path.read_bytes())
    assert main(["consistency", str(root), "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)["compared"]
    assert [own["name"] for own in told] == ["anna, twice", report.BETWEEN]


def test_nobody_did_anything_twice(tmp_path, capsys):
    root = make(tmp_path / "p", "zoe")
    assert main(["consistency", str(root)]) == 2
    assert "no annotator did documents twice" in capsys.readouterr().err.replace("\n", " ")


@pytest.fixture(scope="module")
def lead(tmp_path_factory):
    return Lead(make(tmp_path_factory.mktemp("twice") / "data" / "p").parent)


def test_the_page(lead):
    text = plain(lead.get("consistency"))
    assert "One annotator twice" in text and "anna, twice: 1 document of anna and anna.2" in text
    told = lead.twin("consistency")
    assert [own["within"] for own in told["compared"]] == [True, False, False]
    assert lead.get("consistency?format=csv").startswith("compared,layer")
    assert 'href="/p/-/consistency"' in lead.get("manage")
    assert lead.twin("")["annotators"] == ["anna", "ben", "carla"]


def test_nobody_else_sees_it(lead):
    """Not even those who see everything else."""
    for login in ["anna", "ben", "zoe", ""]:
        for query in ("", "?format=json", "?format=csv"):
            answer = lead.client.get(f"/p/-/consistency{query}", headers=as_login(login))
            assert answer.status_code == 403 and "anna.2" not in answer.text
        assert "/consistency" not in lead.as_login(login).get("")


def test_blinded_annotators_do_not_meet_a_second_pass(tmp_path):
    """Of others, ben sees anna and carla by numbers, and nothing of what anna did again."""
    lead = Lead(make(tmp_path / "data" / "p", conf="[access]\nreveal = own\n").parent, "ben")
    text = plain(lead.get(""))
    assert "anna" not in text and "annotator 1" in text and "annotator 3" not in text
