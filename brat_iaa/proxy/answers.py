"""Answers that the proxy itself gives: in brat's JSON manner, or in words."""

import json
from http import HTTPStatus

# What is for one person and for now.
_FLEETING = [("Cache-Control", "no-store"), ("Vary", "Cookie")]


def status_line(status):
    return (
        f"{status} {HTTPStatus(status).phrase}"
        if status in set(HTTPStatus)
        else f"{status} Unknown"
    )


def in_words(start_response, status, sentence, method="GET"):
    """A page of plain text."""
    text = (sentence + "\n").encode("utf-8")
    headers = [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(text)))]
    headers += [("X-Content-Type-Options", "nosniff"), *_FLEETING]
    start_response(status_line(status), headers)
    return [] if method == "HEAD" else [text]


def as_brat(start_response, action, values, messages=(), status="200 OK", headers=()):
    """What brat would answer to one of its actions; brat shows the messages.

    messages  (sentence, "comment", "warning" or "error", seconds or -1 for until clicked)
    """
    answer = {
        **values,
        "action": action,
        "protocol": 1,
        "messages": [list(message) for message in messages],
    }
    text = json.dumps(answer).encode("utf-8")
    told = [("Content-Type", "application/json"), ("Content-Length", str(len(text))), *_FLEETING]
    start_response(status, [*told, *headers])
    return [text]


def not_kept(start_response):
    """A start_response for what brat says to one person and for now: browsers do not keep it."""

    def start(status, headers, *more):
        said = {name.lower() for name, _ in headers}
        unsaid = [pair for pair in _FLEETING if pair[0].lower() not in said]
        return start_response(status, [*headers, *unsaid], *more)

    return start
