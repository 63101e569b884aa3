"""The pages beside brat: which addresses are theirs, and what reaches them."""

import json

import pytest
from werkzeug.test import EnvironBuilder, run_wsgi_app
from werkzeug.wrappers import Request, Response

from brat_iaa.proxy.site import Pages, SiteError
from brat_iaa.web.viewers.identity import IdentityError


@Request.application
def told(request):
    """Pages that tell what they got."""
    environ, status = request.environ, int(request.args.get("status", 200))
    names = ("SCRIPT_NAME", "PATH_INFO", "brat.user", "brat.root", "HTTP_COOKIE", "REQUEST_URI")
    values = {"reason": "so it is", **{name: environ[name] for name in names if name in environ}}
    return Response(json.dumps(values), status, mimetype="application/json")


def answered(path, identify=lambda: "anna", check=lambda: None, **headers):
    environ = EnvironBuilder("/b/" + path, headers=headers).get_environ()
    environ |= {"SCRIPT_NAME": "/b", "brat.user": "forged", "REQUEST_URI": "/b/other"}
    pages = Pages(told, "iaa/")
    asked = path.partition("?")[0]
    return Response(*run_wsgi_app(pages.answer(environ, asked, identify, check), environ))


def test_addresses_below_the_prefix_are_the_pages():
    covers = Pages(told, "/iaa").covers
    assert covers("iaa") and covers("iaa/p/-/")
    assert not any(map(covers, ("", "iaas", "iaa.html", "x/iaa", "ajax.cgi")))


def test_the_address_without_a_slash_leads_to_that_with_one():
    answer = answered("iaa?collection=%2Fp%2F&document=d")
    assert (answer.status_code, answer.location) == (302, "/b/iaa/?collection=%2Fp%2F&document=d")


def unknown():
    raise IdentityError("brat does not answer")


def test_pages_get_who_asks_from_brat_alone():
    anna = {"SCRIPT_NAME": "/b/iaa", "PATH_INFO": "/p/", "brat.root": "/b", "brat.user": "anna"}
    assert answered("iaa/p/").json == {"reason": "so it is", **anna}
    # Of those who cannot be asked for nothing is said, and of static files nothing is asked.
    assert "brat.user" not in answered("iaa/p/", unknown).json
    assert "brat.user" not in answered("iaa/static/x", pytest.fail).json
    # Whether brat can be asked is all that its health depends on.
    assert answered("iaa/healthz", pytest.fail).json["brat.user"] == ""
    assert "brat.user" not in answered("iaa/healthz", pytest.fail, unknown).json


def test_questions_of_brats_page_are_asked_for_the_user_without_cookies():
    environ = EnvironBuilder("/ajax.cgi", method="POST", headers={"Cookie": "sid=1"}).get_environ()
    pages = Pages(told, "iaa")
    found = pages.ask(environ, "/api/agreement", "anna", {"document": "d"})
    assert found["brat.user"] == "anna" and "HTTP_COOKIE" not in found
    with pytest.raises(SiteError, match="so it is"):
        pages.ask(environ, "/api/agreement", "anna", {"status": "503"})
