"""Every route, asked as every role in every combination of the settings that decide who sees what:
what must not be seen is in no answer.

What must not be seen is worked out here from the guide's words, not by the code that decides it.
"""

import itertools
import random
import tempfile
import time
from pathlib import Path

from routes_asked import EVERYTHING, NAMES, ROUTES, take_snapshots, visible
from row import Row
from site_projects import as_login, login_in_header, make_project

from brat_iaa.config import SETTINGS
from brat_iaa.web.site import create_site

LOGINS = ("", "zoe", "anna", "lead")  # nobody, somebody, an annotator, the manager
_SETTINGS = ("reveal", "others", "guests", "review")
_OF_OTHERS = ("tandem", "solo6", "together")
# Of the own documents, where others are hidden.
_PLACES = ("shared", "duet7", "seven")
_ALLOWED = (200, 202, 302, 308, 400, 403, 404)
_ADDRESS = "192.0.2.7"


def combinations():
    """[{setting: value}] of all that decides who sees what."""
    choices = {setting.key: setting.choices for setting in SETTINGS if setting.section == "access"}
    combined = itertools.product(*(choices[name] for name in _SETTINGS))
    return [dict(zip(_SETTINGS, values)) for values in combined]


def access(seconds, seed):
    """Row: one address of each route for each login and combination, then more until the time is
    over, all of them if it suffices.
    """
    begun, chance, combined = time.monotonic(), random.Random(seed), combinations()
    what = f"access: {len(ROUTES)} routes, {len(LOGINS)} logins, {len(combined)} settings"
    row = Row(what, leaked=0, stopped=0)
    with tempfile.TemporaryDirectory(prefix="access-") as folder:
        client = _client(Path(folder), combined)
        _require_a_row_for_each_route(client, row)
        _require_everything_for_managers(client, row)
        for asked in _asked(combined, chance):
            if row.cases >= len(ROUTES) * len(LOGINS) * len(combined):
                if time.monotonic() - begun > seconds:
                    break
            _ask(client, row, *asked)
    row.seconds = time.monotonic() - begun
    return row


def _client(folder, combined):
    data = folder / "data"
    for number, settings in enumerate(combined):
        root = make_project(data / f"c{number}")
        told = "".join(f"{name} = {value}\n" for name, value in settings.items())
        (root / "iaa.conf").write_text(f"[access]\nmanagers = lead\n{told}")
    site = create_site(data, "/brat/", login_in_header, state_dir=folder / "state")
    take_snapshots(data, folder / "state")
    client = site.test_client()
    client.environ_base["REMOTE_ADDR"] = _ADDRESS
    return client


def _require_a_row_for_each_route(client, row):
    rules = {rule.rule for rule in client.application.url_map.iter_rules()}
    for rule in sorted(rules ^ set(ROUTES)):
        row.stopped += 1
        row.said.append(f"{rule}: is in the table of routes or in the application, not in both")


def _require_everything_for_managers(client, row):
    """What is searched for is there for those who may see it; else nothing would be measured."""
    pages = ("?show=excluded", "disagreements?format=csv", "document/tandem", "document/shared")
    text = "".join(client.get(f"/c0/-/{one}", headers=as_login("lead")).text for one in pages)
    missing = [one for one in EVERYTHING if one not in text]
    row.stopped += len(missing)
    row.said += [f"{one} is not on the manager's pages" for one in missing]


def _asked(combined, chance):
    """(login, settings, route, address), each route first once for each login and settings."""
    every = list(itertools.product(LOGINS, enumerate(combined), sorted(ROUTES)))
    left = {}
    for login, (number, settings), route in every:
        addresses = list(ROUTES[route](f"c{number}"))
        chance.shuffle(addresses)
        yield login, settings, route, addresses.pop()
        left[login, number, route] = addresses
    more = [(*key, address) for key, addresses in left.items() for address in addresses]
    chance.shuffle(more)
    for login, number, route, address in more:
        yield login, combined[number], route, address


def _ask(client, row, login, settings, route, address):
    row.cases += 1
    with client.get(address, headers=as_login(login), buffered=True) as response:
        if response.status_code not in _ALLOWED:
            row.stopped += 1
            row.said.append(f"{address} as {login or 'nobody'}: status {response.status_code}")
        if route.startswith("/static"):
            return
        text = visible(response, address)
    for word in forbidden(login, settings, "/mine" in route or route.endswith("/progress")):
        if word in text:
            row.leaked += len(word.encode())
            row.said.append(f"{word} in {address} as {login or 'nobody'}, {settings}")


def forbidden(login, settings, own_page=False):
    """Strings that a login must find in no answer about a project with these settings.

    own_page  whether it is the page of the own disagreements
    """
    if login == "lead" or settings["guests"] == "all":
        return ()
    # Who is named in the address, or is oneself, is no secret.
    closed = [word for word in EVERYTHING if word != login]
    if login != "anna":
        return closed
    if settings["reveal"] == "all":
        return ()
    if settings["reveal"] != "own":
        return closed
    if settings["others"] == "hidden":
        reviews = own_page and settings["review"] == "yes"
        return [word for word in closed if not (reviews and word in _PLACES)]
    return _OF_OTHERS + (NAMES if settings["others"] == "blinded" else ())
