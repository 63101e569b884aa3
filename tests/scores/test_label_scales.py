"""Layers whose labels have an order: as the measures say, and what is left out."""

from random import Random

import pytest
from label_projects import settings, standoff, text_of
from small_projects import agreement, put_raw, random_words, scores_by_key

from brat_iaa.report.notes import left_out_notes

NAMES = ("anna", "ben", "carla")
# Krippendorff 2011, section D, with a fourth observer; missing: no span.
TABLE = {
    "anna": "1 2 3 3 2 1 4 1 2 - - -",
    "ben": "1 2 3 3 2 2 4 1 2 5 - 3",
    "carla": "- 3 3 3 2 3 4 2 2 5 1 -",
    "dan": "1 2 3 3 2 4 4 1 2 5 1 -",
}
WORDS = " ".join("abcdefghijkl")


def put_labels(root, words, conf, **labels):
    for name, own in labels.items():
        put_raw(root, name, "d", text_of(words), standoff(words, own, "note"))
    (root / "iaa.conf").write_text(conf, "utf-8")
    return agreement(root)


def of_all(found, measure, statistic):
    return scores_by_key(found)[(measure, statistic, found.annotators, None, None)]


def test_krippendorff_2011(tmp_path):
    found = put_labels(tmp_path, WORDS, settings("note", order="1, 2, 3, 4, 5"), **TABLE)
    ordinal, interval = (of_all(found, "alpha", name) for name in ("ordinal", "interval"))
    # krippendorff 0.9.0; printed as .815 and .849.
    assert ordinal.value == pytest.approx(0.8153875037548814)
    assert interval.value == pytest.approx(0.8491071428571428)
    assert 1 - ordinal.observed / ordinal.expected == pytest.approx(ordinal.value)
    assert "alpha:KR04|distance:ordinal|order:1<2<3<4<5|" in ordinal.signature
    ac2 = of_all(found, "ac2", "ordinal")
    # irrCAC 0.4.4
    assert (ac2.observed, ac2.expected, ac2.value) == pytest.approx(
        (0.968181818182, 0.68515625, 0.898939769908)
    )
    assert "ac2:Gwet2014|weights:ordinal|order:1<2<3<4<5|" in ac2.signature
    assert of_all(found, "ac1", "gwet").value == pytest.approx(0.775444068127)


def random_labels(seed):
    random = Random(seed)
    words = random_words(random, 12, 4)
    base = [[random.choice(ORDER) for _ in part.split()] for part in words.split(" / ")]
    return words, {
        name: " / ".join(
            " ".join(own if random.random() < 0.6 else random.choice(ORDER) for own in sentence)
            for sentence in base
        )
        for name in NAMES
    }


ORDER = ("low", "mid", "high")


@pytest.mark.parametrize("seed", range(2))
def test_the_other_way_round_other_names_and_annotators_change_nothing(tmp_path, seed):
    words, labels = random_labels(seed)
    conf = settings("note", order=", ".join(ORDER))
    names = dict(zip(ORDER, "zyx"))
    others = {
        name: " ".join(names.get(word, word) for word in own.split())
        for name, own in zip(NAMES[::-1], labels.values())
    }
    found = [
        put_labels(tmp_path / "a", words, conf, **labels),
        put_labels(tmp_path / "b", words, settings("note", order="z, y, x"), **others),
        put_labels(tmp_path / "c", words, settings("note", order="x, y, z"), **others),
    ]
    for measure, statistic in (("alpha", "ordinal"), ("ac2", "ordinal")):
        first, *same = (of_all(own, measure, statistic) for own in found)
        for score in same:
            assert score.value == pytest.approx(first.value)
            assert score.interval == pytest.approx(first.interval)
            assert score.items == first.items
        pairs = [key for key in scores_by_key(found[0]) if key[:2] == (measure, statistic)]
        assert len(pairs) == 2 * (1 + 3)  # all and pairs, of the project and of the document


def test_labels_off_the_scale_are_left_out_and_said(tmp_path):
    found = put_labels(
        tmp_path, "a b c d", settings("note", order="low, mid, high"),
        anna="low mid high unsure", ben="low high high low", carla="low mid - high",
    )  # fmt: skip
    (layer,) = found.score_indexes
    assert of_all(found, "alpha", "ordinal").items == 4
    assert left_out_notes(layer) == []
    found = put_labels(
        tmp_path, "a b c d", settings("note", order="low, mid, high"),
        anna="low mid high unsure", ben="low high high low", carla="low mid - unsure",
    )  # fmt: skip
    (layer,) = found.score_indexes
    (note,) = left_out_notes(layer)
    assert "leave out 1 of 4 spans" in note and "order = low, mid, high." in note
    assert of_all(found, "ac2", "ordinal").items == 3
