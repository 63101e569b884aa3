"""Reads brat's answers to short questions: not for ever, and not without an end."""

import time

import requests

# Bytes of the longest answer to whoami, by far.
LONGEST = 64 * 1024


def short_answer(response, seconds, clock=time.monotonic):
    """Bytes of the body of a requests.Response that was asked for with stream=True.

    seconds  for the whole body; the timeout of a request is for each piece of it
    Raises requests.RequestException if it takes longer, is longer than LONGEST, or has another
    status than 200: then it is not the answer to the question.
    """
    until, body = clock() + seconds, bytearray()
    with response:
        if response.status_code != 200:
            raise requests.RequestException(f"the answer has the status {response.status_code}")
        # Byte by byte: a larger piece would be waited for until it is full.
        for byte in response.iter_content(1):
            body += byte
            if len(body) > LONGEST:
                raise requests.RequestException(f"the answer is longer than {LONGEST} bytes")
            if clock() > until:
                raise requests.Timeout(f"the answer takes longer than {seconds} seconds")
    return bytes(body)
