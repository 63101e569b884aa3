"""brat-agreement pages as a program."""

import json
import shutil
import signal
from urllib.request import Request, urlopen

import pytest
from servers import Server

from brat_iaa.demo.serve import PROJECT


def test_pages_answer_to_this_computer_and_end_with_ctrl_c(tmp_path):
    shutil.copytree(PROJECT, tmp_path / "demo")
    server = Server(
        [
            "-m",
            "brat_iaa",
            "pages",
            tmp_path / "demo",
            "--port",
            "0",
            "--brat-url",
            "http://localhost:1/",
        ],
        tmp_path / "server",
    )
    try:
        server.printed("Ctrl-C")
        address = server.err.split("Pages: ")[1].split()[0]
        assert address.startswith("http://127.0.0.1:")
        with urlopen(address) as response:
            assert b"anna" in response.read()
        with urlopen(address + "disagreements?format=json") as response:
            (first, *_) = json.load(response)["places"]
        assert first["values"][0]["link"].startswith("http://localhost:1/index.xhtml#/demo/")
        with pytest.raises(OSError, match="400"):
            urlopen(Request(address, headers={"Host": "elsewhere.example"}))
        assert server.stop(signal.SIGINT) == 0
        assert server.out == ""
        assert server.err.count("\n") == 2
    finally:
        server.close()
