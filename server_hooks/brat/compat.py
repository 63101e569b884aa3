"""What brat, written for older Pythons, needs to run on today's.

Up to Python 3.10 that is nothing. Later versions removed three things that it uses:
inspect.getargspec (3.11), the mode letter "U" of codecs.open (3.11) and the module cgi (3.13).
"""

import codecs
import importlib.util
import inspect
import os
import sys
import types
from collections import namedtuple
from urllib.parse import parse_qsl

_ArgSpec = namedtuple("_ArgSpec", "args varargs keywords defaults")


def restore():
    """Put back what this Python has not. Call it before any of brat's modules is imported."""
    if not hasattr(inspect, "getargspec"):
        inspect.getargspec = _getargspec
    if sys.version_info >= (3, 11) and codecs.open.__module__ == "codecs":
        codecs.open = _without_u(codecs.open)
    if "cgi" not in sys.modules and importlib.util.find_spec("cgi") is None:
        sys.modules["cgi"] = types.ModuleType("cgi")
        sys.modules["cgi"].FieldStorage = FieldStorage


def _getargspec(function):
    return _ArgSpec(*inspect.getfullargspec(function)[:4])


def _without_u(codecs_open):
    # codecs.open always reads bytes below, so "U" never did anything here.

    def open_text(filename, mode="r", *args, **kwargs):
        return codecs_open(filename, mode.replace("U", ""), *args, **kwargs)

    return open_text


class FieldStorage(dict):
    """The part of cgi.FieldStorage that brat uses: names and values of one request.

    brat's pages send form-urlencoded text only, never files. As in the original, fields without a
    value are left out, and a field sent several times has a list as its value.
    """

    def __init__(self, fp):
        super().__init__()
        encoded = [os.environ.get("QUERY_STRING", "")]
        if os.environ.get("REQUEST_METHOD") == "POST":
            length = int(os.environ.get("CONTENT_LENGTH") or 0)
            encoded.insert(0, fp.read(length).decode("utf-8", "replace"))
        for part in encoded:
            for name, value in parse_qsl(part, errors="replace"):
                self.setdefault(name, []).append(value)

    def getvalue(self, name, default=None):
        values = self.get(name)
        if values is None:
            return default
        return values if len(values) > 1 else values[0]
