"""What scripts may import from brat_iaa."""

import doctest
from importlib import import_module

import pytest
from checkout import CHECKOUT

import brat_iaa


@pytest.mark.parametrize("name", brat_iaa.__all__)
def test_each_name_is_there_and_can_be_completed(name):
    assert getattr(brat_iaa, name) and name in dir(brat_iaa)


@pytest.mark.system
@pytest.mark.parametrize(
    "name", ["brat_iaa", "brat_iaa.api.reading", "brat_iaa.api.project_agreement"]
)
def test_the_examples_do_what_they_show(monkeypatch, name):
    monkeypatch.chdir(CHECKOUT)
    failed, tried = doctest.testmod(import_module(name))
    assert tried > 5 and failed == 0
