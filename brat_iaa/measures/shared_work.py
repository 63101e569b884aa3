"""Independent tasks, computed here or by an executor."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator

# Tasks submitted at a time: more than most machines have processors, few enough to keep in memory.
_SUBMITTED = 64


def in_order(function: Callable, tasks: Iterable, number: int, executor=None) -> Iterator:
    """Yield function(task) for each task, in order.

    function  a plain function; it and the tasks can be pickled
    tasks     may be lazy: they are taken when they are needed
    number    of tasks; a single one is computed here
    executor  None: this process computes them
    """
    if executor is None or number == 1:
        yield from map(function, tasks)
        return
    futures = deque()
    for task in tasks:
        futures.append(executor.submit(function, task))
        while len(futures) >= _SUBMITTED or futures and futures[0].done():
            yield futures.popleft().result()
    while futures:
        yield futures.popleft().result()
