"""Names of types in brat stand for names of CoNLL-U, each for one."""

from random import Random

import pytest

from brat_iaa.exchange.names import decoded, for_brat, value_for_brat

SIGNS = ("_", "colon", "u5f", "u3a", ":", "a", "é", "|", ">", ",", "[", "_colon_", "9")


@pytest.mark.parametrize(
    "name, stored",
    [
        ("nsubj", "nsubj"),
        ("nsubj:pass", "nsubj_colon_pass"),
        ("nmod:in_front_of", "nmod_colon_in_front_of"),
        ("Number[psor]", "Number_u5b_psor_u5d_"),
        ("a_colon_b", "a_u5f_colon_u5f_b"),
    ],
)
def test_known_signs_have_the_names_that_brat_gives_them(name, stored):
    assert (for_brat(name), decoded(stored)) == (stored, name)


def test_every_name_comes_back():
    random = Random(1)
    for _ in range(3000):
        name = "".join(random.choices(SIGNS, k=random.randint(1, 6)))
        assert decoded(for_brat(name)) == name == decoded(value_for_brat(name))
        assert for_brat(name).isascii() and not set(for_brat(name)) & set(":|>,[é")
