"""Hidden means hidden: every route, in every format and with every parameter, answers the same in
two projects that differ only in what is hidden from the viewer.
"""

import json
import re
from random import Random

import pytest
from routes_asked import ROUTES
from site_projects import as_login, login_in_header
from small_projects import put_raw

from brat_iaa.store import pseudonyms
from brat_iaa.web.site import create_site
from brat_iaa.web.viewers.viewed_project import ViewedProject
from brat_iaa.web.viewers.viewer import Viewer

TEXT = "Ann met Bob here. She smiled at him. They left.\n"
SPANS = (
    "T1\tPER 0 3\tAnn\nT2\tPER 8 11\tBob\nT3\tPER 18 21\tShe\nT4\tPER 32 35\thim\n"
    "R1\tcoref Arg1:T1 Arg2:T3\t\nA1\tMood T1 happy\n"
)
# What somebody else drew at the same places, in two ways. anna knows of types, of coref and Mood.
OTHER = (
    SPANS.replace("T2\tPER", "T2\tLOC")
    + "A2\tNegated T2\nR2\tlikes Arg1:T1 Arg2:T2\t\nT5\tSmile 22 28\tsmiled\nE1\tSmile:T5 Who:T3\nT6\tPLACE 12 16\there\n"
    "N1\tReference T1 Wiki:1\tAnn\n#1\tAnnotatorNotes T4\twho?\n",
    SPANS.replace("T2\tPER", "T2\tORG")
    + "A2\tModal T2\nT5\tGrin 22 28\tsmiled\nE1\tGrin:T5 By:T3 Of:T4\nT6\tLOC 12 16\there\n"
    "A3\tCertain T5\nR2\tknows Arg1:T1 Arg2:T2\t\nN1\tReference T1 Base:2\tAnn\n",
)
LAYERS = "\n".join(
    f"[layer {name}]\nkind = labels\nvalue = {value}\n"
    for name, value in (("types", "type"), ("mood", "attribute:Mood"))
)
# Names that only the hidden one used in one of the two, one of both, and one of nobody.
VALUES = ("Modal", "Smile", "Wiki", "spans", "events", "carla", "secret", "none-such")
FILTERS = {
    "": ("layer",), "disagreements/mine": ("layer", "document", "label_a", "label_b", "item"),
    "disagreements": ("layer", "label", "document", "a", "b"), "paper": ("layer",),
    "disagreements/gold": ("annotator",), "document/doc": ("a", "b"),
}  # fmt: skip


def put(root, name, ann, document="doc", text=TEXT):
    put_raw(root, name, document, text, ann)


class World:
    """Two projects, asked the same."""

    def __init__(self, folder, make, settings="", rules=""):
        self._folders = [folder / number / "data" for number in "01"]
        self.clients, self.root = [], self._folders[0] / "p"
        for number, data in enumerate(self._folders):
            make(data / "p", number)
            site = create_site(
                data, "/brat/", login_in_header, state_dir=data.parent / "state", managers=("boss",)
            )
            self.clients.append(site.test_client())
        self.set(settings, rules)

    def set(self, settings, rules=""):
        """Settings and rules of brat from now on."""
        for data in self._folders:
            (data / "p" / "iaa.conf").write_text(settings)
            (data / "acl.conf").write_text(rules)
        return self

    def views(self):
        """The ViewedProject of the first."""
        return ViewedProject(self.root, data_dir=self.root.parent, managers=("boss",))

    def answers(self, login, address):
        return [self.answer(login, address, number) for number in (0, 1)]

    def answer(self, login, address, number=0):
        return _answer(self.clients[number].get(address, headers=as_login(login)))


# What tells the second or the folder, and not the project.
_VARYING = re.compile(
    r'name="token" value="[^"]*"|\d{4}-\d\d-\d\dT[\d:.]+(?:\+00:00|Z)?|"?[0-9.]+ s\b|'
    r"\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?"
)


def _answer(response):
    text = _VARYING.sub("", response.get_data().decode("utf-8", "replace"))
    location = response.headers.get("Location")
    return response.status_code, response.headers["Content-Type"], location, text


def addresses():
    """Every address of every route, of a project p with a document doc, with each filter."""
    for rule, asked in ROUTES.items():
        if rule == "/static/<path:filename>" or rule.startswith("/-/guide/"):
            continue
        for address in asked("p"):
            yield address.replace("duet7", "doc").replace("tandem", "secret")
    for page, names in FILTERS.items():
        for name in names:
            for value in VALUES:
                yield f"/p/-/{page}?{name}={value}"
                yield f"/p/-/{page}?{name}={value}&format=json"


def differing(world, login, asked):
    """The addresses at which the two answers to a login are not the same, with where they part."""
    found = []
    for address in asked:
        first, second = world.answers(login, address)
        if first != second:
            # A page that was still being computed is there now.
            first, second = world.answers(login, address)
        if first != second:
            pairs = enumerate(zip(first[3], second[3]))
            at = next((number for number, (a, b) in pairs if a != b), 0)
            shown = [answer[3][max(0, at - 60) : at + 60] for answer in (first, second)]
            found.append((address, first[:3], second[:3], *shown))
    return found


@pytest.fixture(params=[6, pytest.param(None, marks=pytest.mark.system)], ids=["some", "all"])
def asked(request, monkeypatch):
    """Addresses, which each test draws for itself. Annotators get their numbers in one order."""
    monkeypatch.setattr(pseudonyms.secrets, "token_bytes", bytes)
    every = list(dict.fromkeys(addresses()))
    chance = Random(request.node.callspec.id)
    return chance.sample(every, request.param) if request.param else every


def review(world):
    """What anna's page of her own disagreements says, as JSON."""
    return [
        json.loads(one[3]) for one in world.answers("anna", "/p/-/disagreements/mine?format=json")
    ]


def access(reveal, others="blinded", guests="none", further=""):
    return (
        f"{further}\n[access]\nmanagers = lead\nreveal = {reveal}\nothers = {others}\n"
        f"guests = {guests}\n"
    )


@pytest.mark.parametrize("layers", ["", LAYERS], ids=["found", "named"])
def test_of_hidden_others_nothing_is_told_but_at_which_places_somebody_differs(
    tmp_path, layers, asked
):
    def make(root, number):
        put(root, "anna", SPANS)
        put(root, "ben", OTHER[number])

    world = World(tmp_path, make, access("own", "hidden", further=layers))
    reviews = [address for address in addresses() if "/disagreements/mine" in address]
    asked += reviews if len(asked) > len(reviews) else reviews[::8]
    assert differing(world, "anna", asked) == []
    first, second = review(world)
    assert first == second and "Bob" in {item["token"] for item in first["places"]}
    assert {item["layer"] for item in first["places"]} <= {
        "", "spans", "relations", "Mood", "mood", "types",
    }  # fmt: skip


CLOSED_TO = "User-agent: {0}\nDisallow: {1}\n\n"
CLOSED = "".join(CLOSED_TO.format(agent, "/p/carla/") for agent in ("anna", "lead", "guest"))


@pytest.fixture(scope="module")
def carla_apart(tmp_path_factory):
    """A World whose projects differ in what carla drew."""

    def make(root, number):
        put(root, "anna", SPANS)
        put(root, "ben", OTHER[0])
        put(root, "carla", OTHER[1 - number])
        for document in ("secret", "more")[: 1 + number]:
            put(root, "carla", SPANS, document, TEXT + "More.\n" * number)

    return World(tmp_path_factory.mktemp("carla"), make)


@pytest.mark.parametrize(
    "login, reveal, others, guests",
    [
        ("anna", "all", "blinded", "none"), ("anna", "own", "blinded", "none"), ("anna", "own", "hidden", "none"),
        ("lead", "own", "blinded", "none"), ("", "none", "blinded", "all"),
    ],
)  # fmt: skip
def test_of_a_directory_that_brat_closes_nothing_is_told(
    carla_apart, login, reveal, others, guests, asked
):
    world = carla_apart.set(access(reveal, others, guests), CLOSED)
    assert differing(world, login, asked) == []
    assert world.answer(login, "/p/-/manage")[0] == (200 if login == "lead" else 403)


@pytest.fixture(scope="module")
def secret_documents(tmp_path_factory):
    """A World whose projects have other documents, and other annotations in them."""

    def make(root, number):
        for name in ("anna", "ben", "carla"):
            put(root, name, SPANS if name == "anna" else OTHER[name == "ben"])
            ann = (SPANS, OTHER[0], OTHER[1])[(number + len(name)) % 3]
            for document in ("secret", "secret2")[: 1 + number]:
                put(root, name, ann, document, TEXT + "More.\n" * number)

    return World(tmp_path_factory.mktemp("documents"), make)


@pytest.mark.parametrize(
    "login, reveal, guests, ending",
    [
        ("anna", "all", "none", ".ann"), ("anna", "own", "none", ".txt"), ("lead", "own", "none", ""),
        ("", "none", "all", ".ann"),
    ],
)  # fmt: skip
def test_of_a_document_that_brat_hides_nothing_is_told(
    secret_documents, login, reveal, guests, ending, asked
):
    rules = "\n".join(
        f"User-agent: {agent}\n"
        + "".join(
            f"Disallow: /p/{name}/secret{number}{ending}\n"
            for name in ("anna", "ben", "carla")
            for number in ("", "2")
        )
        for agent in ("anna", "lead", "guest")
    )
    world = secret_documents.set(access(reveal, "named", guests), rules)
    assert (
        differing(world, login, [*asked, "/p/-/disagreements/mine?show=documents", "/p/-/manage"])
        == []
    )
    assert "secret" not in world.answer(login, "/p/-/?format=json")[3]


@pytest.mark.parametrize("what", ["everything", "own", "with_gold", "items"])
def test_a_document_that_brat_hides_later_is_gone(tmp_path, what):
    def make(root, number):
        for name in ("anna", "ben", "gold"):
            for document in ("doc", "one", "two"):
                put(root, name, (SPANS, OTHER[0])[name == "ben"], document)

    level = "all" if what == "everything" else "own"
    world = World(tmp_path, make, access(level, "named", further="[project]\ngold = gold\n"))
    views, rules = world.views(), world.root.parent / "acl.conf"

    def documents():
        viewer = Viewer.of(views, "anna")
        if what == "items":
            return viewer.items().documents.keys()
        if what == "own":
            return viewer.pair("ben").agreement().tables.keys()
        if what == "with_gold":
            return viewer.with_gold()[0].agreement().tables.keys()
        return viewer.everything().tables.keys()

    for closed in ("two", "one", "doc"):
        both = f"/p/anna/{closed}\nDisallow: /p/ben/{closed}"
        rules.write_text(CLOSED_TO.format("anna", both))
        assert documents() == {"doc", "one", "two"} - {closed}, closed


def test_figures_of_a_part_are_not_shown_as_the_projects(tmp_path):
    """To anybody but managers, who see that something is left out."""

    def make(root, number):
        for name in ("anna", "ben", "carla"):
            put(root, name, OTHER[name == "ben"])

    rules = CLOSED + CLOSED_TO.format("zoe", "/p/carla/doc.txt")
    world = World(tmp_path, make, access("all", guests="all"), rules)
    expected = {"anna": 403, "zoe": 403, "": 403, "ben": 200, "yan": 200, "lead": 200}
    for page in ("paper", "studies/planning"):
        answers = {login: world.answer(login, f"/p/-/{page}")[0] for login in expected}
        assert answers == expected, page
