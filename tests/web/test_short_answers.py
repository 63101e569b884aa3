"""brat's answers to short questions: neither for ever nor without an end."""

import pytest
import requests

from brat_iaa.web.viewers.brat_answers import LONGEST, short_answer


class Body(requests.Response):
    """An answer with a body that comes byte by byte."""

    def __init__(self, body, status=200):
        super().__init__()
        self._body, self.status_code = body, status

    def iter_content(self, chunk_size, decode_unicode=False):
        assert chunk_size == 1
        return self._body

    def close(self):
        self.closed = True


def test_a_whole_answer():
    body = Body(iter([b"{", b"}"]))
    assert short_answer(body, 3) == b"{}" and body.closed


@pytest.mark.parametrize("status", [204, 302, 403, 500])
def test_one_that_is_not_about_the_question(status):
    """Whoever answers so does not say who is asking, whatever the body says."""
    with pytest.raises(requests.RequestException, match=f"the status {status}"):
        short_answer(Body(iter([b'{"user": "lead"}']), status), 3)


def test_one_that_does_not_end():
    seconds = iter(range(100))
    slow = Body(iter(lambda: b" ", None))
    with pytest.raises(requests.Timeout, match="takes longer than 3 seconds"):
        short_answer(slow, 3, lambda: next(seconds))
    assert next(seconds) < 10 and slow.closed
    with pytest.raises(requests.RequestException, match=f"longer than {LONGEST} bytes"):
        short_answer(Body(iter(lambda: b" ", None)), 3, lambda: 0)
