"""`brat-agreement serve` as its users meet it: what each sees in brat and on the pages, and what happens
when they work.
"""

import json
import re

import pytest
from inside_brat import (
    ANNOTATORS,
    ARCS,
    DOCUMENT,
    LABELS,
    WITHOUT_ANNA,
    Person,
    brat_with_people,
    configure,
    files,
    put_back,
    served,
)
from waiting import wait_until

pytestmark = pytest.mark.browser(draws=False)

FIGURE = r"LAA \.\d\d"
FIGURES = FIGURE + r"(–\.\d\d)? · [1-9]\d* disagreements"
# What a viewer sees: (figure in brat's menu, a part of its tooltip, whether disagreements are
# marked)
SEES = {
    "log in": ("log in to see", "You are not logged in to brat.", False),
    "not known": ("", "There is nothing here that you may see.", False),
    "closed": ("not open yet", "has not opened the comparison yet", False),
    "blinded": (FIGURES, "annotator 1 ", True), "named": (FIGURES, "carla .", True), "all": (FIGURES, "", True),
}  # fmt: skip
CLOSED = ("log in", "not known", "closed")
SETTINGS = {
    "nothing": {"reveal": "none"}, "own, blinded": {"reveal": "own"},
    "own, named": {"reveal": "own", "others": "named"}, "all": {"reveal": "all", "others": "named", "guests": "all"},
}  # fmt: skip
# (login, whose document is opened) and what is seen with each of the settings, one after the other;
# None: not asked.
VIEWERS = {
    ("", "anna"): ("log in", "log in", None, "all"), ("visitor", "anna"): ("not known", None, "not known", None),
    ("anna", "anna"): ("closed", "blinded", "named", None), ("ben", "ben"): ("closed", "blinded", None, "all"),
    ("lead", "anna"): ("all", None, None, None),
}  # fmt: skip
PAGES = (
    "iaa/", "iaa/?format=json", "iaa/demo/-/", "iaa/demo/-/?format=json", "iaa/demo/-/document/" + DOCUMENT,
    "iaa/demo/-/document/" + WITHOUT_ANNA, "iaa/demo/-/disagreements?format=json",
    "iaa/?collection=/demo/carla/&document=" + WITHOUT_ANNA,
)  # fmt: skip


@pytest.fixture(scope="module")
def served_brat(brat_folder, tmp_path_factory):
    directory = tmp_path_factory.mktemp("inside")
    folder = brat_with_people(brat_folder, directory / "brat")
    server, url = served(folder, directory / "server")
    try:
        yield url, folder / "data" / "demo"
    finally:
        server.close()


@pytest.fixture
def project(served_brat):
    """The project's directory, as it was at the beginning."""
    put_back(served_brat[1])
    return served_brat[1]


@pytest.fixture
def person(browser, served_brat):
    someone = Person(browser, served_brat[0])
    yield someone
    assert someone.errors() == []


@pytest.fixture
def other(browser, chromiums, served_brat):
    """Somebody else, at another computer."""
    second = chromiums(draws=False)
    assert second is not browser
    someone = Person(second, served_brat[0])
    yield someone
    assert someone.errors() == []
    second.forget()


def secrets(person, annotator, sees):
    """What must be in nothing that this person gets, as a regular expression."""
    others = [name for name in ANNOTATORS if name not in (annotator, person.name)]
    hidden = {
        "blinded": others + ([WITHOUT_ANNA] if person.name == "anna" else []),
        "named": [WITHOUT_ANNA] if person.name == "anna" else [], "all": [],
    }.get(
        sees,
        [
            *others, *(label for name, label in LABELS.items() if name in others), WITHOUT_ANNA, "my_city",
        ],
    )  # fmt: skip
    return re.compile("|".join(rf"\b{name}\b" for name in hidden) or "(?!)")


def check_menu(person, sees):
    figure, about, _ = SEES[sees]
    button = person.button()
    assert re.fullmatch(figure, button["figure"]), button
    assert about in button["title"] and button["tooltip"] in button["title"]
    assert (button["page"] is None) == (sees == "not known")


def check_markers(person, annotator, sees):
    if not SEES[sees][2]:
        assert person.marked() == []
        return
    arc = ARCS[annotator]
    popup = person.sees_marked(arc).popup(arc)
    others = [name for name in ANNOTATORS if name != annotator]
    if sees == "blinded":
        shown = {
            re.search(rf"annotator (\d): {LABELS[name]} ←", popup).group(1)
            for name in others
            if name in LABELS
        }
        assert shown <= {"1", "2"}
    else:
        for name in set(others) & set(LABELS):
            assert f"{name}: {LABELS[name]} ← “are”" in popup
    assert ("you: " in popup) == (person.name == annotator)


@pytest.mark.parametrize("login, annotator", VIEWERS, ids=lambda name: name or "guest")
def test_what_each_sees(person, project, login, annotator):
    """brat's page stays open while the project lead changes the settings."""
    person.comes(login).opens(annotator)
    for (name, settings), sees in zip(SETTINGS.items(), VIEWERS[login, annotator]):
        if sees is None:
            continue
        configure(project, **settings)
        person.loads_again()
        check_menu(person, sees)
        check_markers(person, annotator, sees)
        secret = secrets(person, annotator, sees)
        assert not secret.search(person.page()), name
        check_answers(person, secret, sees)
        check_pages(person, secret, sees)


def check_answers(person, secret, sees):
    for annotator, document in (("anna", DOCUMENT), ("ben", DOCUMENT), ("carla", WITHOUT_ANNA)):
        where = {"collection": f"/demo/{annotator}/", "document": document}
        for action in ("iaaAgreement", "iaaDisagreements"):
            answer = person.ask(action, **where)
            # An answer may repeat the question.
            asked = f"?collection={where['collection']}&document={document}"
            assert not secret.search(json.dumps(answer, ensure_ascii=False).replace(asked, "")), (
                action, where,
            )  # fmt: skip
            if not SEES[sees][2]:
                assert not answer.get("markers") and answer.get("count") is None


def check_pages(person, secret, sees):
    statuses = []
    for path in PAGES:
        status, text, address = person.reads(path)
        statuses.append(status)
        if address.endswith(path):
            # What was asked for may be repeated.
            address, text = "", text.replace(f"“{WITHOUT_ANNA}”", "")
            # The login form leads back to it.
            text = re.sub(r'name="next" value="[^"]*"|next=[^"&]*', "", text)
        assert not secret.search(text + address), path
    overview, document, without_anna = statuses[2], statuses[4], statuses[5]
    assert overview == (403 if sees in CLOSED else 200)
    assert document == (200 if SEES[sees][2] else 403)
    if not SEES[sees][2]:
        assert without_anna == 403
    elif person.name == "anna" or sees == "all":
        assert without_anna == (200 if sees == "all" else 404)


def test_where_others_are_hidden_tokens_are_marked_and_nothing_is_said_of_them(person, project):
    configure(project, reveal="own", others="hidden")
    person.comes("anna").opens("anna")
    popup = person.sees_marked("T3").popup("T3")
    assert "Somebody differs here" in popup
    assert {name[0] for name in person.marked()} == {"T"}  # not the arc
    secret = secrets(person, "anna", "closed")
    assert not secret.search(person.page()) and not re.search("annotator \\d", person.page())
    assert person.button()["figure"] == "review is open"
    person.opens("ben")
    assert person.marked() == []


def arc_of(project, name):
    """Id of the arc from "family" to "Dear" that this annotator has; at first nobody has it."""
    lines = (project / name / f"{DOCUMENT}.ann").read_text("utf-8").splitlines()
    return next(line.partition("\t")[0] for line in lines if "JCT Arg1:T10 Arg2:T2" in line)


@pytest.mark.browser  # drawn, for the mouse
@pytest.mark.parametrize("settings, seen", [({"reveal": "own"}, True), ({"reveal": "none"}, False)])
def test_an_arc_of_one_is_marked_for_the_other(person, other, project, settings, seen):
    configure(project, **settings)
    other.comes("ben").opens("ben")
    assert "T2" not in other.marked()
    figure = other.button()["figure"]
    person.comes("anna").opens("anna").draws("T10", "T2", "JCT")
    arc = arc_of(project, "anna")
    before = files(project)
    # ben's page learns of it with his next edit, which here changes nothing.
    other.presses_ok("#svg rect[data-span-id=T4]", "span_form")
    if seen:
        assert "annotator" in other.sees_marked("T2").popup("T2")
        assert "JCT ← “family”" in other.popup("T2")
        assert (
            f"annotator {partner_called('anna', other)}: MOD ← “Maria”, JCT ← “family”"
            in other.popup("T2")
        )
        assert "you: MOD ← “Maria”, JCT ← “family”" in person.sees_marked(arc).popup(arc)
    else:
        assert (other.marked(), other.button()["figure"]) == ([], figure)
        assert "JCT" not in json.dumps(other.ask("iaaDisagreements", **other.where))
    assert files(project) == before


def partner_called(name, person):
    """1 if this annotator is "annotator 1" to this person, else 2; told by carla's label on the
    pages.
    """
    status, text, _ = person.reads(f"iaa/demo/-/document/{DOCUMENT}?with=annotator+1")
    assert status == 200
    return 1 if (LABELS["carla"] in text) == (name == "carla") else 2


def test_looking_and_pressing_ok_change_no_file(person, project):
    configure(project, reveal="own")
    before = files(project)
    person.comes("anna").opens("anna").sees_marked(ARCS["anna"])
    marked = person.marked()
    span = next(name for name in marked if name.startswith("T"))
    person.presses_ok(f"#svg rect[data-span-id={span}]", "span_form")
    assert person.marked() == marked
    person.presses_ok(f"#svg text[data-arc-ed={ARCS['anna']}]", "arc_form")
    wait_until(lambda: person.marked() == marked, what="the same markers")
    person.opens("carla")
    assert files(project) == before


def test_login_and_logout_in_brat_count_at_once(person, project):
    configure(project, reveal="own")
    person.comes().opens("anna")
    check_menu(person, "log in")
    person.logs_in("anna")
    check_menu(person, "blinded")
    person.sees_marked(ARCS["anna"])
    page = person.button()["page"][len(person.url) :]
    assert person.reads(page)[0] == 200
    person.logs_out()
    check_menu(person, "log in")
    assert person.marked() == []
    assert "annotator" not in person.execute("return document.querySelector('#svg').outerHTML")
    assert person.reads(page)[0] == 403
    person.logs_in("ben")
    assert (person.marked(), person.button()["figure"]) == ([], "nothing marked")
    assert "in your own documents only" in person.button()["title"]


HOSTILE = '<img src="x" onerror="window.hit=1"/> & \' \x0b ]]> <b>x'
# The true questions, and answers that are made up.
MADE_UP = """window.madeUp = arguments[0];
const ask = jQuery.ajax;
jQuery.ajax = (given) => ask(
    /^iaa/.test(given.data.action) ? {...given, dataFilter: () => window.madeUp[given.data.action]} : given)"""
LINKED = {
    "https://iaa.example/p/?a=b": "https://iaa.example/p/?a=b", "javascript:window.hit=1": None,
    "data:text/html,x": None, "//elsewhere.example/": None, "/\\elsewhere.example/": None,
    "https://me:secret@elsewhere.example/": None,
}  # fmt: skip


def test_what_an_answer_holds_is_text_and_only_pages_are_linked(person, project):
    configure(project, reveal="own")
    person.comes("anna").opens("anna").execute(MADE_UP)

    def answered(agreement, disagreements):
        made_up = {"iaaAgreement": agreement, "iaaDisagreements": disagreements}
        person.execute(
            "window.madeUp = arguments[0]", {k: json.dumps(v) for k, v in made_up.items()}
        )
        person.loads_again()
        assert person.execute("return !window.hit && !document.querySelector('img[src=x], svg b')")

    shown = HOSTILE.replace("\x0b", "\ufffd")
    for address, linked in LINKED.items():
        marker = {"id": ARCS["anna"], "kind_text": HOSTILE, "text": "Y" + HOSTILE, "url": address}
        said = {"state": "open", "text": HOSTILE, "detail": HOSTILE, "pages": address}
        said["messages"] = [[HOSTILE, 'x" onclick="1', 5]]
        answered(said, {"state": "open", "version": address, "markers": [marker, None, 7]})
        button = person.button()
        assert (button["figure"], button["tooltip"], button["page"]) == (shown, shown, linked)
        popup = person.sees_marked(ARCS["anna"]).popup(ARCS["anna"])
        assert '<img src="x" onerror=' in popup
        assert ("Shift+click" in popup) == bool(linked)
    down = {"exception": "iaaUnavailable", "reason": HOSTILE}
    answered(down, down)
    assert shown in person.execute("return document.querySelector('#messagepullup').textContent")
