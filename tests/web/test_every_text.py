"""Every text of every page can be translated: with a catalog in which each letter has an accent, no
page has a word without one, except what people wrote.
"""

import functools
import itertools
import re
from random import Random

import layered_projects
import linked_projects
import pytest
from catalogs import accented, write_catalog
from page_texts import texts_of
from routes_asked import ROUTES, take_snapshots
from site_projects import as_login, configure, login_in_header, make_project
from small_projects import put

from brat_iaa.layers.chains import ALONE
from brat_iaa.web import language
from brat_iaa.web.frame import new_app
from brat_iaa.web.site import create_site
from brat_iaa.web.waiting import StillComputing
from tests.web import write_texts

LANGUAGE = "eo"
LOGINS = ("lead", "anna", "zoe", "")
PROJECTS = ("p", "g", "layered", "linked", "figures", "begun")
# Names that are the same in all languages.
NAMES = ("brat", "brat-agreement", "agreement", "JSON", "CSV", "LaTeX", "BibTeX",
         "UAA", "LAA", "LOA", "UAS", "LAS", "MASI", "GCM", "MUC", "CEAFe", "CoNLL")  # fmt: skip


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    folder = tmp_path_factory.mktemp("languages")
    catalog = {"\0".join(text): "\0".join(map(accented, text)) for text in write_texts.texts()}
    write_catalog(folder / f"{LANGUAGE}.mo", catalog)
    data = folder / "data"
    make_project(data / "p", reveal="own", others="named")
    for name in ("anna", "gold"):
        put(data / "g", name, "doc", "a b c", f"0>1:root 1>2:{name} 1>3:obj")
    configure(data / "g", "own")
    for name, more in (("g", "[project]\ngold = gold\n"),):
        conf = data / name / "iaa.conf"
        conf.write_text(conf.read_text() + more)
    access = "[access]\nmanagers = lead\nreveal = all\n"
    for name, made in (("layered", layered_projects), ("linked", linked_projects)):
        conf = access + made.CONF.replace("[project]\ndraft = gold\n", "")
        made.write(Random(1), data / name, conf=conf)
    make_project(data / "figures", reveal="scores", guests="scores")
    put(data / "begun", "anna", "doc", "a b c", "0>1:root 1>2:subj 1>3:obj")
    configure(data / "begun", "own")
    take_snapshots(data, folder / "state", ("p",))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(language, "FOLDER", folder)
        waits = new_app(None)
        site = create_site(data, "/brat/", login_in_header, state_dir=folder / "state")
    client = site.test_client()
    form = {"name": "draft", "rule": "unanimous", "names": "yes"}
    form["token"] = site.extensions["brat_iaa_tokens"].token("lead")
    headers = {"Sec-Fetch-Site": "same-origin", **as_login("lead")}
    made = client.post("/p/-/adjudicate/draft", data=form, headers=headers)
    assert made.status_code == 303, made.text
    client.written = frozenset(_words_of_people(data))
    client.waits = waits
    return client


def _words_of_people(data):
    """All words in the files of the projects and in the names of these."""
    found = {*LOGINS, *NAMES, *PROJECTS, ALONE, "dependencies", "draft", "gold", "apart", "revised"}
    for path in data.rglob("*"):
        found |= set(re.findall(r"[^\W\d_]+", path.stem))
        if path.name == "iaa.conf":
            found |= set(re.findall(r"\[layer (\w+)\]", path.read_text("utf-8")))
        if path.suffix in (".txt", ".ann"):
            found |= set(re.findall(r"[^\W\d_]+", path.read_text("utf-8")))
    return found


def untranslated(text, written):
    """Whether a text has a word of English; what is asked for stands in quotes."""
    text = re.sub("“[^”]*”", "", text).replace("(none)", "")
    return any(word not in written for word in re.findall(r"[A-Za-z][A-Za-z-]*[A-Za-z]", text)
               if len(word) > 2)  # fmt: skip


@functools.lru_cache(maxsize=2000)
def english_of(page, written):
    """List of the texts of a page with a word of English, without those of the guide."""
    # The guide is in English.
    texts = [text for text in texts_of(page) if "· Ǥúíđé" not in text]
    return [text for text in texts if untranslated(text, written)]


def found_in(client, rule):
    """Yields "login address: text" of a route, for each text with English."""
    found = set()
    for login in LOGINS:
        headers = {"Accept-Language": LANGUAGE, **as_login(login)}
        for project in PROJECTS:
            for address in ROUTES[rule](project):
                if "format=" in address and "format=html" not in address:
                    continue
                answer = client.get(address, headers=headers)
                if answer.mimetype != "text/html" or "Location" in answer.headers:
                    continue
                assert f'<html lang="{LANGUAGE}">' in answer.text, address
                for text in english_of(answer.text, client.written):
                    if text not in found:
                        found.add(text)
                        yield f"{login or 'nobody'} {address}: {text}"


@pytest.mark.parametrize("rule", sorted(set(ROUTES) - {"/static/<path:filename>"}))
def test_every_text_can_be_translated(client, rule):
    if rule.startswith("/api/"):  # for programs: the first address of each project shows it
        for login, project in itertools.product(LOGINS, PROJECTS):
            address = next(iter(ROUTES[rule](project)))
            answer = client.get(address, headers={"Accept-Language": LANGUAGE, **as_login(login)})
            assert answer.mimetype == "application/json", address
        return
    assert "\n".join(found_in(client, rule)) == ""


def test_the_page_that_waits(client):
    still = StillComputing()
    still.doing = "Comparing documents", 3, 20

    def page():
        raise still

    client.waits.add_url_rule("/page", view_func=page)
    answer = client.waits.test_client().get("/page", headers={"Accept-Language": LANGUAGE})
    assert answer.status_code == 202
    assert [text for text in texts_of(answer.text) if untranslated(text, client.written)] == []


def test_what_is_answered_to_forms(client):
    """One after the other: what was decided, what was not kept, and what was changed."""
    forms = [
        ("anna", "review", {"item": "none", "decision": "keep", "comment": "seven"}),
        ("anna", "review/done", {"finished": "shared"}),
        ("lead", "adjudicate/gold", {"name": "figures"}),
        ("lead", "manage/phase", {"do": "add and open", "name": "3 revised", "reveal": "own"}),
        ("lead", "manage/phase", {"do": "add", "name": "3 revised"}),
        ("lead", "manage/phases/remove", {"phase": "3 revised"}),
        ("lead", "manage/settings", {"was:access|managers": "lead", "set:access|managers": "zoe"}),
        ("lead", "manage/phase", {"do": "close"}),
        ("lead", "manage/undo", {"change": "1"}),
    ]
    for login, page, key in (("anna", "review", "keep"), ("lead", "adjudicate", "neither")):
        item = asked(client, login, page + "?format=json").json["items"][0]["key"]
        seen = re.search(r'name="seen" value="(\w+)"', asked(client, login, page).text)[1]
        forms.append((login, page, {"item": item, "decision": key, "seen": seen}))
    for login, page, form in forms:
        text = asked(client, login, "manage").text if page.startswith("manage") else ""
        last = re.search(r'name="fingerprint" value="(\w*)"', text)
        form.update({"fingerprint": last[1]} if last else {})
        answer = asked(client, login, page, form)
        if answer.status_code == 303:
            answer = asked(client, login, answer.headers["Location"].partition("/-/")[2])
        said = [text for text in texts_of(answer.text) if untranslated(text, client.written)]
        assert said == [], (page, form)


def asked(client, login, page, form=None):
    headers = {"Accept-Language": LANGUAGE, "Sec-Fetch-Site": "same-origin", **as_login(login)}
    if form is None:
        return client.get(f"/p/-/{page}", headers=headers)
    token = client.application.extensions["brat_iaa_tokens"].token(login)
    return client.post(f"/p/-/{page}", data={"token": token, **form}, headers=headers)
