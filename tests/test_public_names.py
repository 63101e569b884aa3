"""What scripts may import from brat_iaa."""

import doctest

import pytest
from checkout import CHECKOUT

import brat_iaa


@pytest.mark.parametrize("name", brat_iaa.__all__)
def test_each_name_is_there(name):
    assert getattr(brat_iaa, name)


def test_other_names_are_said_to_be_absent():
    with pytest.raises(AttributeError, match="no attribute 'Studi'"):
        brat_iaa.Studi


def test_the_example_does_what_it_shows(monkeypatch):
    monkeypatch.chdir(CHECKOUT)
    failed, tried = doctest.testmod(brat_iaa)
    assert tried > 8 and failed == 0
