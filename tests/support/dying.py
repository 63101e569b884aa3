"""For programs that tests start: a process that dies while it uses a database."""

import os
import signal
import sqlite3


def die_before(statement):
    """kill -9 of this process before the statement of this number that is sent to any database."""
    connect, seen = sqlite3.connect, 0

    def traced(*args, **options):
        def trace(sql):
            nonlocal seen
            seen += 1
            if seen == statement:
                os.kill(os.getpid(), signal.SIGKILL)

        connection = connect(*args, **options)
        connection.set_trace_callback(trace)
        return connection

    sqlite3.connect = traced
