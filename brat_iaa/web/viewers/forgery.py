"""Protection of what changes something against requests that other sites make in a visitor's
name.
"""

import time

from itsdangerous import BadSignature, URLSafeTimedSerializer
from markupsafe import Markup

from brat_iaa.http.origin import from_elsewhere

READING = ("GET", "HEAD")
FIELD = "token"
HEADER = "X-Brat-Iaa-Token"
HOURS = 12


class Tokens:
    """Tokens for forms: made for one login, good for some hours.

    secret  bytes that only this server knows
    """

    def __init__(self, secret):
        self._serializer = URLSafeTimedSerializer(secret, salt="brat-iaa forms")

    def token(self, login):
        """Text for the hidden field of a form that this login is shown."""
        return self._serializer.dumps(login)

    def input(self, login):
        """The same as that field."""
        return Markup('<input type="hidden" name="{}" value="{}">').format(FIELD, self.token(login))

    def good(self, token, login):
        """Whether the token was made for this login, not too long ago."""
        try:
            made_for, made = self._serializer.loads(token, return_timestamp=True)
        except BadSignature:
            return False
        # Also one from the future: the clock was put back since.
        return made_for == login and time.time() - made.timestamp() <= HOURS * 3600


def own_site(request):
    """Whether the browser says that the request comes from a page of this site; no word of it
    counts as no.
    """
    told = any(name in request.headers for name in ("Sec-Fetch-Site", "Origin"))
    # The server in front may have put its own name for the pages into Host.
    return told and not from_elsewhere(request.environ)


def forged(request, login, tokens, logs_in=False):
    """Whether a request that may change something must be refused: from another site, or without a
    good token.

    login    who asks; "" for nobody
    logs_in  whether it is the one form for nobody, of a login
    """
    if request.method in READING:
        return False
    # Before the form is parsed, which costs time and memory.
    if not own_site(request) or not (login or logs_in):
        return True
    token = request.headers.get(HEADER) or request.form.get(FIELD, "")
    return not tokens.good(token, login)
