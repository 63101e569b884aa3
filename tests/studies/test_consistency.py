"""One annotator twice: figures within annotators, beside those between them."""

from random import Random

from adjudication_pages import Lead
from review_pages import plain
from small_projects import agreement, like, put, put_raw, random_marks, random_words
from studied import report_of

from brat_iaa.studies.consistency import BETWEEN, SAME

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


def test_all_figures_are_those_of_two_annotators(tmp_path):
    root = make(tmp_path / "p", "later")
    rows = report_of("consistency", root, passes="later: anna").rows.dicts()
    assert [*dict.fromkeys(row["passes"] for row in rows)] == ["anna, twice", SAME, BETWEEN]
    # The same as if there were nobody else, nothing else, no setting.
    (root / "iaa.conf").unlink()
    for compared, names, more in (
        ("anna, twice", "anna, later", {}),
        (SAME, "anna, ben, carla", {"documents": "a"}),
        (BETWEEN, "anna, ben, carla", {}),
    ):
        alone = agreement(root, annotators=names, **more)
        known = {
            (own.measure, own.statistic, own.label, own.document, own.annotators): own
            for own in alone.scores
        }
        found = scores(row for row in rows if row["passes"] == compared)
        assert found.keys() == known.keys()
        for key, (value, interval, items) in found.items():
            assert (value, items) == (known[key].value, known[key].items)
            assert (interval and tuple(interval)) == known[key].interval


def test_two_people_agree_at_most_as_the_geometric_mean_of_each_alone(tmp_path):
    text, words = "a b c d\n", "abcd"

    def put_spans(name, types):
        lines = (
            f"T{n}\t{type} {2 * n - 2} {2 * n - 1}\t{word}\n"
            for n, (type, word) in enumerate(zip(types, words), 1)
        )
        put_raw(tmp_path, name, "d", text, "".join(lines))

    def said():
        return report_of("consistency", tmp_path).said[2:]

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


def test_blinded_annotators_do_not_meet_a_second_pass(tmp_path):
    """Of others, ben sees anna and carla by numbers, and nothing of what anna did again."""
    lead = Lead(make(tmp_path / "data" / "p", conf="[access]\nreveal = own\n").parent, "ben")
    text = plain(lead.get(""))
    assert "anna" not in text and "annotator 1" in text and "annotator 3" not in text
