"""What goes wrong around the pages: two servers, a data directory that comes and goes, a clock that
jumps, and a brat that answers slowly, wrongly, endlessly or not at all.
"""

import itertools
import random
import tempfile
import threading
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path
from unittest import mock

from review_items import item
from routes_asked import EVERYTHING, visible, without_tokens
from row import Row
from served import LOGINS, PROJECT
from site_projects import make_project
from stand_in_service import StandIn
from werkzeug.test import Client

from brat_iaa.proxy.app import Proxy
from brat_iaa.review.store import DECISIONS, Reviews
from brat_iaa.store.database import Database
from brat_iaa.web.site import create_site
from brat_iaa.web.viewers.forgery import Tokens
from brat_iaa.web.viewers.identity import FromServer

_PAGES = (
    f"/{PROJECT}/-/", f"/{PROJECT}/-/disagreements?format=csv", f"/{PROJECT}/-/disagreements/mine", "/",
)  # fmt: skip
_COOKIE = "sid=" + "a" * 56
# Seconds within which there is an answer, whatever brat does.
_PATIENCE = 20


def two_servers(first, second, rounds):
    """Row of decisions at one server that are looked for at another one of the same store."""
    row, begun = Row("two servers on one store", lost=0, stopped=0), time.monotonic()
    keys = [one["key"] for one in first.items("anna")]
    for number in range(rounds):
        here, there = (first, second) if number % 2 else (second, first)
        key, decision = keys[number % len(keys)], DECISIONS[number % len(DECISIONS)]
        row.cases += 1
        status = here.decide("anna", key, decision)
        if status != 303:
            row.stopped += 1
            row.said.append(f"a decision was answered by {status}")
            continue
        kept = {one["key"]: one for one in there.items("anna")}
        if decision not in str(kept.get(key)):
            row.lost += 1
            row.said.append(f"{decision} on {key} is not known to the other server")
    row.seconds = time.monotonic() - begun
    return row


def vanishing(serving, installation, rounds):
    """Row of a data directory that vanishes and returns, while pages are asked for."""
    row = Row("data directory vanishes and returns", faults=0, lost=0, leaked=0, stopped=0)
    begun, away = time.monotonic(), installation.data.with_name("away")
    asked = list(itertools.product(LOGINS, _PAGES))
    before = {one: serving.page(one[1], one[0]) for one in asked}
    for _ in range(rounds):
        installation.data.rename(away)
        row.faults += 1
        try:
            for login, address in asked:
                row.cases += 1
                status, text = serving.page(address, login)
                if status not in (200, 202, 302, 403, 404, 503):
                    row.stopped += 1
                    row.said.append(f"{address} as {login or 'nobody'}: {status} {text[:200]}")
                told = without_tokens(text) if login == "" else ""
                for word in (word for word in EVERYTHING if word in told):
                    row.leaked += len(word)
                    row.said.append(f"{word} in {address}, while the data are away")
            if not _becomes(serving, 503):
                row.stopped += 1
                row.said.append("/healthz does not say that the data are gone")
        finally:
            away.rename(installation.data)
        if not _becomes(serving, 200):
            row.stopped += 1
            row.said.append("/healthz does not say that the data are back")
        for login, address in asked:
            row.cases += 1
            status, _ = serving.page(address, login)
            if status != before[login, address][0]:
                row.lost += 1
                row.said.append(f"{address} as {login or 'nobody'} afterwards: {status}")
    row.seconds = time.monotonic() - begun
    return row


def _becomes(serving, status):
    """Whether /healthz answers so within the time for which it believes what it found."""
    until = time.monotonic() + _PATIENCE
    while serving.page("/healthz")[0] != status:
        if time.monotonic() > until:
            return False
        time.sleep(0.2)
    return True


def clock(jumps, seed):
    """Row of decisions and forms while the clock jumps back and forth."""
    row, begun = Row("clock back and forth", faults=jumps, lost=0, stopped=0), time.monotonic()
    chance, now = random.Random(seed), [datetime(2026, 3, 29, 12, tzinfo=timezone.utc)]
    with tempfile.TemporaryDirectory(prefix="clock-") as folder:
        reviews, last = Reviews(Database(Path(folder) / "store.sqlite3"), lambda: now[0]), {}
        tokens = Tokens(b"secret" * 8)
        for number in range(jumps):
            made = now[0].timestamp()
            with mock.patch("time.time", lambda made=made: made):
                token = tokens.token("anna")
            now[0] += timedelta(seconds=chance.choice((-86400, -3600, -1, 1, 3600, 40000)))
            posted = now[0].timestamp()
            row.cases += 2
            with mock.patch("time.time", lambda posted=posted: posted):
                if not tokens.good(token, "anna"):
                    row.stopped += 1
                    row.said.append(f"a form is refused after {posted - made:.0f} s on the clock")
            key, said = f"k{chance.randrange(5)}", chance.choice((*DECISIONS, ""))
            reviews.decide("1", "anna", item(key), said, str(number))
            last[key] = said
            found = {one.item: one.decision for one in reviews.of("1", "anna").values()}
            if found != {one: decision for one, decision in last.items() if decision}:
                row.lost += 1
                row.said.append(f"decision {number} is not the newest")
    row.seconds = time.monotonic() - begun
    return row


class _Endless(StandIn):
    """Answers with headers, and then a byte now and then for ever."""

    def send(self, handler):
        handler.send_response(200)
        handler.end_headers()
        while not self._closed:
            handler.wfile.write(b" ")
            handler.wfile.flush()
            time.sleep(0.1)


class _EndlessHead(StandIn):
    """Answers with a status, and then a byte of a header now and then for ever."""

    def send(self, handler):
        handler.wfile.write(b"HTTP/1.0 200 OK\r\nX-Long: ")
        while not self._closed:
            handler.wfile.write(b"a")
            time.sleep(0.1)


class _Huge(StandIn):
    """Answers with bytes as fast as they are taken, for ever."""

    def send(self, handler):
        handler.send_response(200)
        handler.end_headers()
        while not self._closed:
            handler.wfile.write(b" " * 65536)


def _answering(answer, status=200):
    def start():
        brat = StandIn()
        brat.answer, brat.status = answer, status
        return brat

    return start


def _silent():
    brat = StandIn()
    brat.gate = threading.Event()
    return brat


def _gone():
    brat = StandIn()
    brat.close()
    return brat


# How brat may answer when it is asked who somebody is; nothing of it says "lead".
ODD = {
    "HTML": _answering(b"<html><body>lead, please log in</body></html>"), "no JSON": _answering(b'{"user": "lead"'),
    "an exception": _answering({"user": "lead", "exception": "whatever"}), "a list": _answering(b'["lead"]'),
    "a login that is none": _answering({"user": ["lead"]}), "nothing": _answering(b""),
    "bytes that are no text": _answering(bytes(range(128, 256))), "status 500": _answering({"user": "lead"}, 500),
    "another address": _answering({"user": "lead"}, 302), "silence": _silent, "no connection": _gone,
    "a byte now and then": _Endless, "bytes without an end": _Huge, "a byte of a header now and then": _EndlessHead,
}  # fmt: skip


def odd_brat(seed, most=None):
    """Row of a brat that answers oddly when it is asked who somebody is.

    most  how many of ODD, drawn at random; None: all
    """
    chosen = list(ODD.items()) if most is None else random.Random(seed).sample([*ODD.items()], most)
    kinds = f"{len(chosen)} of {len(ODD)} kinds"
    row = Row(f"brat slow, wrong, endless or HTML: {kinds}", faults=0, leaked=0, stopped=0)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="odd-") as folder:
        data = Path(folder) / "data"
        make_project(data / PROJECT, reveal="all")
        for name, start in chosen:
            brat = start()
            row.faults += 1
            try:
                client, prefix = _proxy(data, Path(folder) / "state", brat.address)
                for page in (*_PAGES, "/healthz"):
                    _ask(row, client, prefix, page, name)
            finally:
                brat.close()
    row.seconds = time.monotonic() - begun
    return row


def _proxy(data, state, address):
    site = create_site(data, "/", FromServer(), state_dir=state)
    script = Path(__file__)
    return Client(Proxy(address, site, script, data_dir=data), use_cookies=False), "/iaa"


def _ask(row, client, prefix, page, where):
    row.cases += 1
    got = []

    def ask():
        with client.get(prefix + page, headers={"Cookie": _COOKIE}, buffered=True) as answer:
            got.append((answer.status_code, visible(answer, page)))

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    thread.join(_PATIENCE)
    if not got:
        row.stopped += 1
        row.said.append(f"{page}, {where}: no answer within {_PATIENCE} seconds")
        return
    status, text = got[0]
    if status != 503:
        row.stopped += 1
        row.said.append(f"{page}, {where}: status {status} instead of 503")
    leaked = [word for word in EVERYTHING if word in text]
    row.leaked += sum(map(len, leaked))
    row.said += [f"{page}, {where}: {word}" for word in leaked]
