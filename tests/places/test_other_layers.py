"""Arcs on tokens that differ in another layer: by hand, and what must not matter."""

import pytest
from small_projects import agreement, content, put_raw, standoff

from brat_iaa.places.other_layers import other_layers

WORDS = " / ".join(["a b c"] * 12)
SAME = "0>1:root 1>2:x 2>3:y"
SETTINGS = "[layer dependencies]\n[layer pos]\nkind = labels\n"


def write(root, annotators=("anna", "ben")):
    """In sentences 1 to 4 the second takes b for another type, and draws c elsewhere in 1 to 3 and
    in 12.
    """
    first, second = annotators
    own = [SAME] * 12
    for number in (0, 1, 2, 11):
        own[number] = "0>1:root 1>2:x 1>3:y"
    lines = standoff(WORDS, " / ".join(own)).split("\n")
    for number in range(4):
        place = next(i for i, line in enumerate(lines) if line.startswith(f"T{4 * number + 3}\t"))
        lines[place] = lines[place].replace("\tW ", "\tV ")
    put_raw(root, first, "doc", content(WORDS), standoff(WORDS, " / ".join([SAME] * 12)))
    put_raw(root, second, "doc", content(WORDS), "\n".join(lines))
    (root / "iaa.conf").write_text(SETTINGS)
    return root


def test_ragheb_dickinson_2013_section_4_3(tmp_path):
    """b differs in four sentences, and is a head of c by one of the two in all of them: 8 tokens, 3 of
    which have different arcs; of the 28 others one has.
    """
    (found,) = other_layers(agreement(write(tmp_path)))
    assert (found.layer, found.annotators) == ("pos", ("anna", "ben"))
    assert (found.risk.items, found.risk.affected) == ((8, 28), (3, 1))
    assert found.risk.ratio == pytest.approx((3 / 8) / (1 / 28))
    assert found.risk.share == 0.75
    low, high = found.risk.interval
    assert 1 < low < found.risk.ratio < high


def test_who_is_first_does_not_matter(tmp_path):
    (one,) = other_layers(agreement(write(tmp_path / "one")))
    (other,) = other_layers(agreement(write(tmp_path / "other", ("zoe", "ben"))))
    assert one.risk == other.risk
