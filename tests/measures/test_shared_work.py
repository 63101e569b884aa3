"""Tasks and who does them: always the same results, in order."""

import pytest
from executors import LastFirst

from brat_iaa.measures import shared_work
from brat_iaa.measures.shared_work import in_order


@pytest.mark.parametrize("handed_out", [1, 2, 64])
@pytest.mark.parametrize("executor", [None, LastFirst])
def test_results_come_in_order(executor, handed_out, monkeypatch):
    monkeypatch.setattr(shared_work, "_SUBMITTED", handed_out)
    executor = executor and executor()
    assert list(in_order(abs, iter([-3, 1, -2]), 3, executor)) == [3, 1, 2]
    assert executor is None or executor.most <= handed_out


def test_one_task_alone_is_done_here():
    executor = LastFirst()
    assert list(in_order(abs, [-3], 1, executor)) == [3]
    assert list(in_order(abs, [], 0, executor)) == []
    assert not executor.done


def test_what_a_task_raises_is_raised_here():
    with pytest.raises(ZeroDivisionError):
        list(in_order(_inverse, [1, 0], 2, LastFirst()))


def _inverse(number):
    return 1 / number
