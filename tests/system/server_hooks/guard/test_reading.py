"""acl.conf, and the data directory's bounds, hold for each of brat's actions."""

import io
import tarfile

import pytest
from brat_checks import COLLECTION
from brat_iaa.server_hooks.brat import actions
from guarded_brat import VALUES, Brat, snapshot

SECRET, OUTSIDE = "SECRETWORD", "OUTSIDEWORD"
RULES = "User-agent: %s\nDisallow: /p/secret/\nDisallow: /p/anna/hidden\nDisallow: /p/own/\n"
WITHOUT_COLLECTION = {
    "whoami",
    "loadConf",
    "saveConf",
    "getConfiguration",
    "retrieveStored",
    "convert",
}
# Those of the agreement pages are not there when brat is started without them.
ACTIONS = sorted(
    {name for name in actions.READING | actions.EDITING if not name.startswith("iaa")}
    | {"storeSVG", "saveConf", "logAnnotatorAction", "deleteDocument", "deleteCollection"}
)
PLACES = [
    {"collection": "/p/secret/", "document": "d1"},
    {"collection": "/p/secret", "document": "d1"},
    {"collection": "/p/secret/deep/", "document": "d1"},
    {"collection": "/p//secret/./", "document": "d1"},
    {"collection": "/p/own", "document": "d1"},
    {"collection": "/p/to-secret/../secret/", "document": "d1"},
    {"collection": "/p/out/", "document": "d1"},
    {"collection": "/../data2/", "document": "d1"},
    {"collection": "/{data}2/", "document": "d1"},
]
DOCUMENTS = [
    "hidden",
    "out",
    "../secret/d1",
    "../../../data2/d1",
    "{data}2/d1",
    "hidden.ann",
    "hid.annden",
    ".a1hidden",
]


@pytest.fixture(scope="module")
def start(brat_folder, tmp_path_factory):
    started = []

    def start_with(*how):
        brat = Brat(brat_folder, tmp_path_factory.mktemp("brat"), *how)
        started.append(brat)
        for folder, word in (
            ("p/secret", SECRET),
            ("p/secret/deep", SECRET),
            ("p/own", SECRET),
            ("../data2", OUTSIDE),
        ):
            make_document(brat.data / folder, "d1", word)
        make_document(brat.folder, "hidden", SECRET)
        (brat.data / "acl.conf").write_text(RULES % "anna", "utf-8")
        (brat.data / "p" / "own" / "acl.conf").write_text(RULES % "anna", "utf-8")
        (brat.data / "p" / "out").symlink_to("../../data2")
        for end in (".txt", ".ann"):
            (brat.folder / ("out" + end)).symlink_to("../../../data2/d1" + end)
        return brat

    yield start_with
    for brat in started:
        brat.server.close()


@pytest.fixture(scope="module")
def brat(start):
    return start()


def make_document(folder, name, word):
    folder.mkdir(exist_ok=True)
    (folder / (name + ".txt")).write_text(word + "\n", "utf-8")
    (folder / (name + ".ann")).write_text("T1\tTok 0 %d\t%s\n" % (len(word), word), "utf-8")


def asked(brat, client, action, place):
    """The bytes of brat's answer when all that an action can take is sent."""
    place = {name: value.format(data=brat.data) for name, value in place.items()}
    scope = "collection" if action.endswith("InCollection") else "document"
    return client.raw(
        action, **{**VALUES, "scope": scope, "docid": "new-" + place["document"], **place}
    )[1]


@pytest.mark.parametrize("action", ACTIONS)
def test_nothing_is_told_or_changed_that_one_must_not_read(action, brat):
    client = brat.client()
    before = snapshot(brat.data), snapshot(brat.data.parent / "data2")
    for place in PLACES:
        answer = asked(brat, client, action, place)
        assert SECRET.encode() not in answer and OUTSIDE.encode() not in answer, place
        assert (
            b"accessDenied" in answer
            or b"directorySecurity" in answer
            or action in WITHOUT_COLLECTION
        ), (place, answer)
    assert (snapshot(brat.data), snapshot(brat.data.parent / "data2")) == before


@pytest.mark.parametrize("action", sorted(set(ACTIONS) - {"importDocument"}))
def test_nothing_is_told_or_changed_of_documents_that_one_must_not_read(action, brat):
    client = brat.client()
    before = snapshot(brat.data), snapshot(brat.data.parent / "data2")
    for document in DOCUMENTS:
        answer = asked(brat, client, action, {"collection": COLLECTION, "document": document})
        if answer.startswith(b"\x1f\x8b"):
            answer = b"".join(unpacked(answer).values())
        assert SECRET.encode() not in answer and OUTSIDE.encode() not in answer, document
    assert (snapshot(brat.data), snapshot(brat.data.parent / "data2")) == before


def unpacked(data):
    """{name: bytes} of a .tar.gz."""
    with tarfile.open(fileobj=io.BytesIO(data)) as packed:
        return {
            member.name: packed.extractfile(member).read() for member in packed if member.isfile()
        }


def test_brat_alone_tells_it(start):
    """Else the tests above would show nothing."""
    brat = start("unguarded")
    client = brat.client()
    for place, word in (
        ({"collection": "/p/secret/", "document": "d1"}, SECRET),
        ({"collection": COLLECTION, "document": "hidden"}, SECRET),
        ({"collection": "/p/out/", "document": "d1"}, OUTSIDE),
        ({"collection": COLLECTION, "document": "out"}, OUTSIDE),
        ({"collection": "/{data}2/", "document": "d1"}, OUTSIDE),
    ):
        for action in ("getDocument", "downloadFile", "searchTextInDocument", "createSpan"):
            assert word.encode() in asked(brat, client, action, place), (action, place)


def test_who_may_reads_it(brat):
    client = brat.client("ben")
    for collection, document in (("/p/secret/", "d1"), (COLLECTION, "hidden")):
        place = {"collection": collection, "document": document}
        for action in ("getDocument", "downloadFile", "searchTextInDocument"):
            assert SECRET.encode() in asked(brat, client, action, place), action


def test_a_packed_collection_has_what_one_may_read(brat):
    def packed(client, collection):
        return unpacked(client.raw("downloadCollection", collection=collection)[1])

    everything = packed(brat.client("ben"), "/p/")
    assert {"p/anna/d1.ann", "p/anna/hidden.ann", "p/secret/deep/d1.txt", "p/own/d1.txt"} <= set(
        everything
    )
    names = set(packed(brat.client(), "/p/"))
    assert names & set(everything) == {
        name
        for name in everything
        if "secret" not in name and "own" not in name and "hidden" not in name
    }
    assert not any(name.endswith("acl.conf") for name in everything)


@pytest.mark.parametrize("closed", ["half.ann", "half.a1", "half.txt"])
def test_a_packed_collection_has_no_file_of_a_document_that_cannot_be_opened(closed, brat):
    make_document(brat.folder, "half", SECRET)
    (brat.folder / "half.a1").write_text("", "utf-8")
    rules = brat.folder / "acl.conf"
    rules.write_text("User-agent: *\nDisallow: /p/anna/%s\n" % closed, "utf-8")
    try:
        client = brat.client()
        assert client.ask("getDocument", collection=COLLECTION, document="half")["exception"]
        names = unpacked(client.raw("downloadCollection", collection=COLLECTION)[1])
        assert "anna/d1.txt" in names and not any("half" in name for name in names)
    finally:
        for path in (rules, *brat.folder.glob("half.*")):
            path.unlink()


def test_listings_and_searches_leave_it_out(brat):
    client = brat.client()
    items = client.done("getCollectionInformation", collection="/p/")["items"]
    assert {item[2] for item in items if item[0] == "c"} == {"anna", ".."}
    items = client.done("getCollectionInformation", collection=COLLECTION)["items"]
    assert {item[2] for item in items if item[0] == "d"} == {"d1"}
    found = client.done(
        "searchTextInCollection",
        collection=COLLECTION,
        document="/NO-DOCUMENT/",
        scope="collection",
        text="WORD",
        text_match="substring",
    )
    assert found["items"] == []
