"""Long names are shortened so that they can still be told apart."""

import pytest

from brat_iaa.formats.display_names import columns, told_apart


@pytest.mark.parametrize(
    "names, shown",
    [
        (["SUBJ", "OBJ", ""], ["SUBJ", "OBJ"]),
        (
            ["nominal-subject-of-passive", "nominal-subject-of-active"],
            ["…passive", "…active"],
        ),
        (
            ["nominal-subject-of-passive-clause", "nominal-subject-of-passive-verb", "object"],
            ["…of-passive-clause", "…of-passive-verb", "object"],
        ),
        (["corpus/2020/document-0001-final", "corpus/2020/document-0002-final"],
         ["…0001-final", "…0002-final"]),
    ],
)  # fmt: skip
def test_what_all_share_is_left_out(names, shown):
    found = told_apart(names, 20)
    assert list(found.values()) == shown


@pytest.mark.parametrize("number", [1, 2, 41])
def test_nothing_is_taken_for_another(number):
    names = [f"a-very-long-label-that-says-a-lot-of-{n}-things-and-more" for n in range(number)]
    found = told_apart(names, 22)
    assert len(set(found.values())) == number
    assert all(columns(shown) <= 22 for shown in found.values())
