"""Searches by regular expression are tried out before brat gets them.

Some patterns take years to look for, and nothing would stop the brat behind the proxy. So each is
looked for here first, in a process that ends after some seconds, in the same documents.
"""

import json
import os
import re
import subprocess
import sys
import threading
from contextlib import contextmanager

# Seconds that a pattern may take here; searches of one login at once.
SECONDS, AT_ONCE = 5, 2
TOO_LONG = (
    "This pattern was not searched for: looking for it takes longer than %d seconds. Search for "
    "something simpler."
)
TOO_MANY = "You are searching %d times already. Wait until these searches end."
# Bytes that the process may have.
_MEMORY = 2**30
_TRIAL = """
import json, re, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (%d, %d))
asked = json.load(sys.stdin)
patterns = []
for one in asked["patterns"]:
    try:
        patterns.append(re.compile(one, asked["flags"]))
    except (re.error, RecursionError, OverflowError):
        pass  # brat says so
for path in asked["files"]:
    try:
        with open(path, encoding="utf-8", errors="replace", newline="") as file:
            text = file.read()
    except OSError:
        continue
    parts = [text] if path.endswith(".txt") else [
        line.rpartition("\\t")[2] for line in text.split("\\n")
    ]
    for pattern in patterns:
        for part in parts:
            for _ in pattern.finditer(part):
                pass
""" % (_MEMORY, _MEMORY)
# Fields of brat's searches that hold what is looked for.
_PATTERNS = ("text", "trigger", "arg1", "arg2", "args")


class NotSearched(Exception):
    """A search that brat does not get; the text says why."""


class Searches:
    """Those under way."""

    def __init__(self):
        self._lock, self._number = threading.Lock(), {}

    @contextmanager
    def one_of_few(self, who):
        """Hold one of the few places of somebody. Raises NotSearched."""
        with self._lock:
            number = self._number.get(who, 0)
            if number >= AT_ONCE:
                raise NotSearched(TOO_MANY % AT_ONCE)
            self._number[who] = number + 1
        try:
            yield
        finally:
            with self._lock:
                self._number[who] -= 1
                if not self._number[who]:
                    del self._number[who]


def try_out(fields, directory, document):
    """Raise NotSearched if the patterns of a search take too long to look for.

    fields     {name: value} of the request
    directory  in which brat looks
    document   the one in which it looks; None: in all
    """
    patterns = [text for name in _PATTERNS for text in _strings(name, fields.get(name, ""))]
    if fields.get("text_match") != "regex" or not any(patterns):
        return
    if document is not None and fields.get("scope") == "document":
        names = [document + ending for ending in (".txt", ".ann")]
    else:
        names = [name for name in os.listdir(directory) if name.endswith((".txt", ".ann"))]
    asked = {
        "patterns": patterns,
        "flags": 0 if fields.get("match_case") == "true" else int(re.IGNORECASE),
        "files": [os.path.join(directory, name) for name in sorted(names)],
    }
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-c", _TRIAL],
            input=json.dumps(asked).encode(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=SECONDS,
        )
        ended = done.returncode == 0
    except subprocess.TimeoutExpired:
        ended = False
    if not ended:
        raise NotSearched(TOO_LONG % SECONDS)


def _strings(name, value):
    """What is looked for in a field: that of the arguments of events is JSON."""
    if name != "args":
        return [value]
    try:
        values = json.loads(value or "[]")
    except (ValueError, RecursionError):
        return []
    strings, todo = [], [values]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            strings.append(item)
        elif isinstance(item, (list, dict)):
            todo += item if isinstance(item, list) else item.values()
    return strings
