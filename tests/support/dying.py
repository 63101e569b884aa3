"""For programs that tests start: a process that dies while it uses a database."""

import os
import sqlite3

# What changes files, besides what is written into them; and what a full disk refuses of it.
FILE_STEPS = ("write", "fsync", "replace", "rename", "link", "unlink", "mkdir", "fchmod")
NEED_ROOM = ("write", "fsync", "replace", "rename", "link", "mkdir")


def before_step(number, do, names=FILE_STEPS, statements=True):
    """Call do() before the step of this number that changes a file, or is sent to a database.

    names       functions of os that are steps
    statements  whether statements of SQL are steps, too; what do() raises in one of them is lost
    Returns a list with the number of steps so far. For a process that ends soon: nothing is put
    back.
    """
    seen = [0]

    def step():
        seen[0] += 1
        if seen[0] == number:
            do()

    def counted(function):
        def run(*args, **options):
            step()
            return function(*args, **options)

        return run

    for name in names:
        setattr(os, name, counted(getattr(os, name)))
    if statements:
        connect = sqlite3.connect

        def traced(*args, **options):
            connection = connect(*args, **options)
            connection.set_trace_callback(lambda sql: step())
            return connection

        sqlite3.connect = traced
    return seen
