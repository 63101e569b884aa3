"""A brat as CGI, installed into: who comes directly and who comes through the front loses nothing."""

import re
import threading

import pytest
from brat_checks import Client
from brat_iaa.server_hooks import install
from cgi_server import IN_FRONT, LIGHTTPD, CgiServer, unpack
from inside_brat import command
from ports import free_port
from pythons import with_cgi
from requirements import unavailable

CLIENTS, EDITS = 12, 5


@pytest.fixture
def addresses(brat_folder, tmp_path):
    """(address of brat itself, address for browsers, brat's folder)"""
    if LIGHTTPD is None:
        unavailable("lighttpd is not installed")
    (tmp_path / "www").mkdir()
    folder, python = unpack(brat_folder, tmp_path / "www" / "brat"), with_cgi()
    text = (folder / "ajax.cgi").read_text("utf-8")
    (folder / "ajax.cgi").write_text(f"#!{python}\n{text}", "utf-8")
    port, public = free_port(), free_port()
    more = IN_FRONT % (public, port)
    web_server = CgiServer(tmp_path / "www", tmp_path / "lighttpd", python, more=more)
    direct = f"http://127.0.0.1:{web_server.port}/brat/"
    state = tmp_path / "state"
    install.install(
        folder, "/brat/iaa/", f"http://127.0.0.1:{port}/", state, brat_url="/brat/", direct=direct
    )
    service = command("service", tmp_path / "service", state / "site.json", "--port", port)
    try:
        service.printed("Ctrl-C")
        yield direct, f"http://127.0.0.1:{public}/brat/", folder
    finally:
        service.close()
        web_server.close()


def test_no_edit_is_lost_wherever_people_come_in(addresses):
    direct, front, folder = addresses
    anna = folder / "data" / "p" / "anna"
    (anna / "d9.txt").write_text("w " * (CLIENTS * EDITS) + "\n", "utf-8")
    (anna / "d9.ann").write_text("", "utf-8")
    acknowledged = []

    def draw(number):
        client = Client(front if number % 2 else direct).log_in("anna")
        for place in range(number * EDITS, (number + 1) * EDITS):
            client.ask("getDocument", collection="/p/anna/", document="d9")
            answer = client.ask(
                "createSpan", collection="/p/anna/", document="d9", type="Tok", comment="",
                offsets=f"[[{2 * place},{2 * place + 1}]]", attributes="{}", normalizations="[]",
            )  # fmt: skip
            if "exception" not in answer:
                acknowledged.append(2 * place)

    threads = [threading.Thread(target=draw, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = {int(start) for start in re.findall(r"Tok (\d+)", (anna / "d9.ann").read_text("utf-8"))}
    assert len(acknowledged) == CLIENTS * EDITS and kept == set(acknowledged)


def test_the_front_decides_who_reads_what(addresses):
    _, front, _ = addresses
    guest, anna = Client(front), Client(front).log_in("anna")
    hidden = {"collection": "/p/hidden/", "document": "d1"}
    assert guest.ask("getDocument", **hidden)["exception"] == "accessDenied"
    assert "exception" not in anna.ask("getDocument", **hidden)
    names = {item[2] for item in guest.ask("getCollectionInformation", collection="/p/")["items"]}
    assert "anna" in names and "hidden" not in names
    for path in ("data/p/anna/d1.ann", "config.py", "server/src/dispatch.py"):
        assert guest.request(path)[0] == 403
    answer = guest.ask("iaaAgreement", collection="/p/anna/")
    assert answer["pages"].startswith("/brat/iaa/")
