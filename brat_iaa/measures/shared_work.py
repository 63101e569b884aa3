"""Work cut into tasks that do not need each other, done here or by an executor."""

from collections import deque

# Tasks handed out at a time: more than most have processors for, and few enough to hold.
_HANDED_OUT = 64


def in_order(function, tasks, number, executor):
    """Yield function(task) of each task, in their order.

    function  a plain function; it and the tasks can be pickled
    tasks     iterable, made when they are needed
    number    how many there are; one alone is done here
    executor  has submit() of concurrent.futures.Executor; None: this process does them
    """
    if executor is None or number == 1:
        yield from map(function, tasks)
        return
    waiting = deque()
    for task in tasks:
        waiting.append(executor.submit(function, task))
        while len(waiting) >= _HANDED_OUT or waiting and waiting[0].done():
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()
