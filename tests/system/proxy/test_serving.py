"""The proxy with the real pages and the real script, before a real brat."""

import threading

import pytest
from brat_checks import SETTINGS, Client
from plain_server import Plain
from site_projects import LABELS, configure, make_project
from waiting import wait_until

from brat_iaa.proxy.serving import open_proxy


def fill(data):
    data.mkdir()
    for name, text in SETTINGS.items():
        (data / name).write_text(text, "utf-8")
    make_project(data / "p", reveal="own")


@pytest.fixture(scope="module")
def plain(brat_folder, tmp_path_factory):
    brat = Plain(brat_folder, tmp_path_factory.mktemp("plain"), fill)
    yield brat
    brat.server.close()


@pytest.fixture(scope="module")
def address(plain, tmp_path_factory):
    front = open_proxy(
        plain.url, plain.data, port=0, state_dir=tmp_path_factory.mktemp("state") / "own"
    )
    thread = threading.Thread(target=front.server.serve_forever, args=(0.01,))
    thread.start()
    yield f"http://127.0.0.1:{front.server.port}/"
    front.server.shutdown()
    thread.join()
    front.close()


def page(client, path="iaa/p/-/"):
    status, _, text = client.request(
        path, headers={"Cookie": client.cookie} if client.cookie else {}
    )
    return status, text.decode("utf-8")


def test_everybody_sees_what_they_may(address, plain):
    guest, anna, lead = (
        Client(address), Client(address).log_in("anna"), Client(address).log_in("lead"),
    )  # fmt: skip
    assert page(guest)[0] == 403
    status, text = page(lead)
    assert status == 200 and all(label in text for label in LABELS.values())
    status, text = page(anna)
    assert status == 200 and LABELS["anna"] in text
    configure(plain.data / "p", reveal="none")
    try:
        status, text = page(anna)
        assert status == 403 and not any(label in text for label in LABELS.values())
        assert (
            anna.ask("iaaDisagreements", collection="/p/anna/", document="shared")["markers"] == []
        )
    finally:
        configure(plain.data / "p", reveal="own")
    assert page(Client(address), "iaa/healthz")[0] == 200


def test_other_names_for_this_computer_are_refused(address):
    assert Client(address).request("index.xhtml", headers={"Host": "evil.example.org"})[0] == 400


@pytest.mark.browser
def test_brat_in_a_browser(browser, address):
    browser.open(address + "favicon.ico")
    login = """return fetch("ajax.cgi", {method: "POST", body: new URLSearchParams(
        {action: "login", user: "lead", password: "pw", protocol: "1"})}).then((answer) => answer.text());"""
    assert '"exception"' not in browser.execute(login)
    browser.open(address)
    wait_until(lambda: browser.address().startswith(address + "index.xhtml"), what="brat's page")
    browser.open(address + "index.xhtml#/p/anna/shared")
    wait_until(lambda: browser.find_all("#svg g.arcs text"), what="drawn arcs")
    browser.find("#iaa_button")
    asked = "return fetch('ajax.cgi?action=whoami&protocol=1').then((answer) => answer.json());"
    assert browser.execute(asked)["user"] == "lead"
    browser.open(address + "iaa/?collection=%2Fp%2Fanna%2F&document=shared")
    browser.find("h1")
    assert browser.address().startswith(address + "iaa/p/-/")
    browser.open(address + "diff.xhtml?diff=/p/ben/#/p/anna/shared?diff=/p/ben/")
    wait_until(
        lambda: browser.find_all("script[src='ajax.cgi?action=iaaScript']"), what="the script"
    )
