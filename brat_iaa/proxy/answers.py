"""Answers of the proxy: brat's handed on, and its own, in brat's JSON or in words."""

import json

from werkzeug.wrappers import Response

# Bytes of an answer that are read at once.
_SHORT = 2**20
# For one person and for now.
_FLEETING = (("Cache-Control", "no-store"), ("Vary", "Cookie"))


class ExactResponse(Response):
    """A WSGI response with exactly the headers that it was given."""

    default_mimetype = None

    def get_wsgi_headers(self, environ):
        return self.headers


def from_file(file, status, headers):
    """Return the answer with the rest of a binary file, which is closed afterwards."""
    begin, end = file.tell(), file.seek(0, 2)
    file.seek(begin)
    kept = [(name, value) for name, value in headers if name.lower() != "content-length"]
    kept.append(("Content-Length", str(end - begin)))
    if end - begin <= _SHORT:
        with file:
            return ExactResponse(file.read(), status, kept)
    answer = ExactResponse(_portions(file), status, kept)
    answer.call_on_close(file.close)  # also when nobody takes it
    return answer


def _portions(file):
    with file:
        while portion := file.read(2**16):
            yield portion


def in_words(sentence, status):
    """Return a page of plain text."""
    headers = [
        ("Content-Type", "text/plain; charset=utf-8"),
        ("X-Content-Type-Options", "nosniff"),
        *_FLEETING,
    ]
    return ExactResponse(sentence + "\n", status, headers)


def as_brat(action, values, messages=()):
    """Return what brat would answer to one of its actions; brat's page shows the messages.

    messages  (sentence, "comment", "warning" or "error", seconds or -1 for until clicked)
    """
    answer = {
        **values,
        "action": action,
        "protocol": 1,
        "messages": [list(message) for message in messages],
    }
    headers = [("Content-Type", "application/json"), *_FLEETING]
    return ExactResponse(json.dumps(answer), 200, headers)


def not_kept(answer):
    """Return an ExactResponse for one person and for now: browsers do not keep it."""
    for name, value in _FLEETING:
        answer.headers.setdefault(name, value)
    return answer
