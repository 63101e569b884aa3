"""/metrics: what is counted, and who may read it."""

import re

import pytest
from site_projects import PEOPLE, as_login, login_in_header, make_project

from brat_iaa.store.database import Database
from brat_iaa.web.metrics import Requests, from_this_computer
from brat_iaa.web.site import create_site, site_of
from brat_iaa.web.viewers.identity import IdentityError

# https://prometheus.io/docs/instrumenting/exposition_formats/
LINE = re.compile(
    r'[a-z_]+(\{[a-z]+="[^"\\\n]*"(,[a-z]+="[^"\\\n]*")*\})? [0-9.e+-]+'
    r"|# HELP [a-z_]+ .+|# TYPE [a-z_]+ (counter|gauge|histogram|summary)"
)


@pytest.fixture
def client(tmp_path):
    make_project(tmp_path / "data" / "p", reveal="all")
    return create_site(
        tmp_path / "data", "/", login_in_header, state_dir=tmp_path / "state", managers=["head"]
    ).test_client()


def value(text, start):
    (line,) = [line for line in text.splitlines() if line.startswith(start + " ")]
    return float(line.rpartition(" ")[2])


def test_every_line_is_of_the_format_and_names_nobody(client):
    with Database(site_of(client.application).store()).transaction():
        pass  # it is made
    for login in ("", *PEOPLE, "lead", "zoe"):
        for path in ("/p/-/", "/p/-/disagreements", "/none", "/p/-/document/solo6", "/%22%0A"):
            client.get(path, headers=as_login(login))
    text = client.get("/metrics").text
    assert [line for line in text.splitlines() if not LINE.fullmatch(line)] == []
    assert not [name for name in (*PEOPLE, "lead", "zoe", "solo6", "/p/") if name in text]
    answered = 'brat_iaa_requests_total{route="/<project:project>/-/",status="%s"}'
    assert value(text, answered % "2xx") == 4 and value(text, answered % "4xx") == 2
    overview = '{route="/<project:project>/-/"}'
    assert value(text, "brat_iaa_request_seconds_count" + overview) == 6
    assert value(text, "brat_iaa_request_seconds_sum" + overview) > 0
    assert value(text, "brat_iaa_store_bytes") > 1000
    assert value(text, 'brat_iaa_computation_seconds_count{waits="page"}') >= 0


def test_problems_in_files(client, tmp_path):
    path = tmp_path / "data" / "p" / "anna" / "shared.ann"
    path.write_text(path.read_text() + "X nothing\nX nothing\n")
    assert value(client.get("/metrics").text, "brat_iaa_problems_in_files") == 0  # not read yet
    client.get("/p/-/", headers=as_login("lead"))
    assert value(client.get("/metrics").text, "brat_iaa_problems_in_files") == 2


def test_classes_of_latencies_add_up():
    requests = Requests()
    for seconds in (0.01, 0.05, 0.2, 7, 99):
        requests.add("/", 200, seconds)
    found = [line.rpartition(" ")[2] for line in requests.lines() if "_bucket{" in line]
    assert [int(number) for number in found] == [2, 2, 3, 3, 3, 3, 3, 4, 4, 5]


@pytest.mark.parametrize(
    "login, environ, status",
    [
        ("", {}, 200),
        ("", {"REMOTE_ADDR": "::1"}, 200),
        ("head", {"REMOTE_ADDR": "192.0.2.7"}, 200),
        ("", {"REMOTE_ADDR": "192.0.2.7"}, 403),
        ("", {"REMOTE_ADDR": ""}, 403),
        ("lead", {"REMOTE_ADDR": "192.0.2.7"}, 403),
        ("anna", {"REMOTE_ADDR": "192.0.2.7"}, 403),
        *(
            ("", {name: "127.0.0.1"}, 403)
            for name in (
                "HTTP_X_FORWARDED_FOR",
                "HTTP_X_FORWARDED_HOST",
                "HTTP_X_FORWARDED_PROTO",
                "HTTP_FORWARDED",
                "HTTP_VIA",
                "HTTP_X_REAL_IP",
            )
        ),
    ],
)
def test_who_may_read_it(client, login, environ, status):
    answer = client.get("/metrics", headers=as_login(login), environ_overrides=environ)
    assert answer.status_code == status and ("brat_iaa_" in answer.text) == (status == 200)


def test_an_address_that_is_none_is_not_this_computer():
    assert not from_this_computer({"REMOTE_ADDR": "no address"}) and not from_this_computer({})


def test_brat_need_not_answer(tmp_path):
    def identify(environ):
        raise IdentityError("gone")

    (tmp_path / "data").mkdir()
    app = create_site(tmp_path / "data", "/", identify, state_dir=tmp_path / "state")
    assert app.test_client().get("/metrics").status_code == 200
