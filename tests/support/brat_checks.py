"""What brat must be able to do, asked over HTTP: for any brat, however it was started.

Each check is a function of a Client on a data directory made by make_project(),
with users anna and ben, password "pw". Checks make documents of their own, so that
they can run in any order.
"""

import http.client
import io
import json
import re
import tarfile
from urllib.parse import urlencode, urlsplit

from waiting import PATIENCE

COLLECTION = "/p/anna/"
TEXT = "Änna sees Ben.\nBen runs to 😀 Bonn.\n"
ANN = "T1\tTok 0 4\tÄnna\nT2\tTok 5 9\tsees\nR1\tsubj Arg1:T2 Arg2:T1\t\n"
SETTINGS = {
    "annotation.conf": (
        "[entities]\nTok\nPer\n[relations]\nsubj Arg1:Tok, Arg2:Tok\nobj Arg1:Tok, Arg2:Tok\n"
        "<OVERLAP> Arg1:<ANY>, Arg2:<ANY>, <OVL-TYPE>:<ANY>\nEquiv Arg1:Per, Arg2:Per, "
        "<REL-TYPE>:symmetric-transitive\n"
        "[events]\nMove Agent?:Tok, Goal*:Tok\n[attributes]\nSure Arg:<ANY>\nSize "
        "Arg:<ANY>, Value:Big|Small\n"
    ),
    "visual.conf": "[labels]\nTok | Token\n[drawing]\n",
    "tools.conf": (
        "[options]\nTokens tokenizer:ptblike\nSentences "
        "splitter:newline\n[search]\n[annotators]\n[disambiguators]\n[normalization]\n"
    ),
}
_FORM = "application/x-www-form-urlencoded"


def make_project(data_dir):
    """Write the collection that the checks work on; data_dir is made."""
    folder = data_dir.joinpath(*COLLECTION.strip("/").split("/"))
    folder.mkdir(parents=True)
    for name, text in SETTINGS.items():
        (data_dir / name).write_text(text, "utf-8")
    (folder / "d1.txt").write_text(TEXT, "utf-8")
    (folder / "d1.ann").write_text(ANN, "utf-8")
    return folder


class Client:
    """One browser's view of brat: address of brat's folder with a slash at the end, and a
    session.
    """

    # Headers of all requests.
    further = {}

    def __init__(self, address):
        self.address = urlsplit(address)
        self.cookie = None

    def request(self, path, method="GET", body=None, headers=()):
        """(status, headers, bytes) of one request; path is below brat's folder."""
        connection = http.client.HTTPConnection(self.address.netloc, timeout=PATIENCE)
        try:
            connection.request(
                method, self.address.path + path, body, {**dict(headers), **self.further}
            )
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()

    def raw(self, action, method="POST", headers=(), **values):
        """(headers, bytes) of brat's answer to an action."""
        fields = urlencode({"action": action, "protocol": 1, **values}, doseq=True)
        headers = dict(headers)
        if self.cookie:
            headers["Cookie"] = self.cookie
        if method == "POST":
            status, got, body = self.request(
                "ajax.cgi", "POST", fields, {"Content-Type": _FORM, **headers}
            )
        else:
            status, got, body = self.request("ajax.cgi?" + fields, headers=headers)
        assert status == 200, (status, body)
        return got, body

    def ask(self, action, method="POST", headers=(), **values):
        """brat's answer to an action as a dict."""
        return json.loads(self.raw(action, method, headers, **values)[1].decode("utf-8"))

    def done(self, action, **values):
        """Like ask(), and brat must have done it."""
        answer = self.ask(action, **values)
        assert "exception" not in answer, (action, answer)
        assert answer["action"] == action
        return answer

    def log_in(self, user="anna", password="pw"):
        headers, body = self.raw("login", user=user, password=password)
        assert "exception" not in json.loads(body.decode("utf-8")), body
        self.cookie = headers["Set-Cookie"].partition(";")[0]
        return self


class Document:
    """A new document with three words marked: T1 Anna, T2 sees, T3 Ben."""

    def __init__(
        self, brat, name, text="Anna sees Ben.\nBen runs.\n", words=((0, 4), (5, 9), (10, 13))
    ):
        self.brat = brat
        self.where = {"collection": COLLECTION, "document": name}
        assert (
            brat.done("importDocument", collection=COLLECTION, docid=name, text=text)["document"]
            == name
        )
        for start, end in words:
            self.mark(start, end)

    def mark(self, start, end, type="Tok", **more):
        return self.do("createSpan", offsets=json.dumps([[start, end]]), type=type, **more)

    def do(self, action, **values):
        return self.brat.done(action, **self.where, **values)

    def arc(self, origin, target, type="subj", **more):
        return self.do("createArc", origin=origin, target=target, type=type, **more)

    @property
    def ann(self):
        """The .ann file, as brat hands it out."""
        return self.brat.raw("downloadFile", "GET", extension="ann", **self.where)[1].decode(
            "utf-8"
        )


def check_pages(brat):
    for path, type in (
        ("index.xhtml", "application/xhtml+xml"),
        ("diff.xhtml", "application/xhtml+xml"),
        ("client/src/visualizer.js", "javascript"),
        ("static/style-vis.css", "text/css"),
    ):
        status, headers, body = brat.request(path)
        assert status == 200 and type in headers["Content-Type"] and body, path
    assert brat.request("nothing.html")[0] == 404


def check_login(brat):
    guest = Client(brat.address.geturl())
    assert guest.done("whoami")["user"] is None
    assert guest.ask("login", user="anna", password="wrong")["exception"] == "invalidAuth"
    assert (
        guest.ask(
            "createSpan", collection=COLLECTION, document="d1", offsets="[[10,13]]", type="Tok"
        )["exception"]
        == "notAuthorised"
    )
    guest.log_in("ben")
    assert guest.done("whoami")["user"] == "ben"
    assert brat.done("whoami")["user"] == "anna"
    guest.done("logout")
    assert guest.done("whoami")["user"] is None


def check_listing(brat):
    answer = brat.done("getCollectionInformation", collection="/p/")
    assert ["c", None, "anna"] in answer["items"]
    answer = brat.done("getCollectionInformation", collection=COLLECTION)
    listed = {item[2]: item[4:] for item in answer["items"] if item[0] == "d"}
    assert listed["d1"][:3] == [2, 1, 0]
    assert {entity["type"] for entity in answer["entity_types"]} == {"Tok", "Per"}


def check_opening(brat):
    for method in ("GET", "POST"):
        answer = brat.ask("getDocument", method, collection=COLLECTION, document="d1")
        assert answer["text"] == TEXT
        assert answer["entities"] == [["T1", "Tok", [[0, 4]]], ["T2", "Tok", [[5, 9]]]]
        assert answer["relations"] == [["R1", "subj", [["Arg1", "T2"], ["Arg2", "T1"]]]]
        assert answer["source_files"] == ["ann", "txt"]
    time = brat.done("getDocumentTimestamp", collection=COLLECTION, document="d1")["mtime"]
    assert time == answer["mtime"] > 0


def check_nothing_to_open(brat):
    assert (
        brat.ask("getDocument", collection=COLLECTION, document="none")["exception"]
        == "unableToReadTextFile"
    )
    assert (
        brat.ask("getDocument", collection="/p/", document="anna")["exception"]
        == "isDirectoryError"
    )


def check_tokens_and_sentences(brat):
    answer = brat.done("getDocument", collection=COLLECTION, document="d1")
    # ptblike splits the last full stop off, newline makes each line a sentence.
    assert [TEXT[start:end] for start, end in answer["token_offsets"]][-3:] == ["😀", "Bonn", "."]
    assert answer["sentence_offsets"] == [[0, 14], [15, len(TEXT) - 1]]


def check_span(brat):
    document = Document(brat, "span")
    assert document.ann == "T1\tTok 0 4\tAnna\nT2\tTok 5 9\tsees\nT3\tTok 10 13\tBen\n"
    answer = document.mark(15, 18, "Per")
    assert answer["edited"] == [["T4"]]
    assert ["T4", "Per", [[15, 18]]] in answer["annotations"]["entities"]
    assert "T4\tPer 15 18\tBen\n" in document.ann


def check_span_changed(brat):
    document = Document(brat, "span-changed")
    document.mark(10, 13, "Per", id="T3")
    assert "T3\tPer 10 13\tBen\n" in document.ann
    document.do("createSpan", id="T3", type="Per", offsets="[[10,14]]")
    assert "T3\tPer 10 14\tBen.\n" in document.ann


def check_span_deleted(brat):
    document = Document(brat, "span-deleted")
    document.do("deleteSpan", id="T2")
    assert document.ann == "T1\tTok 0 4\tAnna\nT3\tTok 10 13\tBen\n"


def check_span_after_emoji(brat):
    start = TEXT.index("Bonn")
    document = Document(brat, "emoji", TEXT, [(start, start + 4)])
    assert document.ann == "T1\tTok %d %d\tBonn\n" % (start, start + 4)


def check_discontinuous_span(brat):
    document = Document(brat, "fragments")
    document.do("createSpan", id="T1", type="Tok", offsets="[[0,4],[10,13]]")
    assert "T1\tTok 0 4;10 13\tAnna Ben\n" in document.ann


def check_arc(brat):
    document = Document(brat, "arc")
    answer = document.arc("T2", "T1")
    assert answer["annotations"]["relations"] == [["R1", "subj", [["Arg1", "T2"], ["Arg2", "T1"]]]]
    document.arc("T2", "T3", "obj")
    assert document.ann.endswith("R1\tsubj Arg1:T2 Arg2:T1\t\nR2\tobj Arg1:T2 Arg2:T3\t\n")


def check_arc_changed(brat):
    document = Document(brat, "arc-changed")
    document.arc("T2", "T1")
    document.arc("T2", "T1", "obj", old_type="subj", old_target="T1")
    assert document.ann.endswith("R1\tobj Arg1:T2 Arg2:T1\t\n")
    document.arc("T2", "T3", "obj", old_type="obj", old_target="T1")
    assert document.ann.endswith("R1\tobj Arg1:T2 Arg2:T3\t\n")


def check_arc_reversed(brat):
    document = Document(brat, "arc-reversed")
    document.arc("T2", "T1")
    document.do("reverseArc", origin="T2", target="T1", type="subj")
    assert document.ann.endswith("R1\tsubj Arg1:T1 Arg2:T2\t\n")


def check_arc_deleted(brat):
    document = Document(brat, "arc-deleted")
    document.arc("T2", "T1")
    document.do("deleteArc", origin="T2", target="T1", type="subj")
    assert "R1" not in document.ann


def check_equivalence(brat):
    document = Document(brat, "equiv")
    document.arc("T1", "T3", "Equiv")
    assert "*\tEquiv T1 T3\n" in document.ann


def check_event(brat):
    document = Document(brat, "event")
    document.mark(19, 23, "Move")
    document.arc("E1", "T3", "Agent")
    document.arc("E1", "T1", "Goal")
    assert "E1\tMove:T4 Agent:T3 Goal:T1\n" in document.ann
    assert "T4\tMove 19 23\truns\n" in document.ann
    document.do("deleteArc", origin="E1", target="T3", type="Agent")
    assert "E1\tMove:T4 Goal:T1\n" in document.ann
    document.arc("E1", "T2", "Goal")
    assert "E1\tMove:T4 Goal:T1 Goal2:T2\n" in document.ann
    document.do("splitSpan", id="E1", args='["Goal"]')
    assert "E1\tMove:T4 Goal:T1\n" in document.ann and "E2\tMove:T4 Goal:T2\n" in document.ann


def check_attributes(brat):
    document = Document(brat, "attributes")
    document.mark(0, 4, id="T1", attributes=json.dumps({"Sure": True, "Size": "Big"}))
    assert sorted(re.findall(r"A\d\t(.*)\n", document.ann)) == ["Size T1 Big", "Sure T1"]
    document.mark(0, 4, id="T1", attributes=json.dumps({"Size": "Small"}))
    assert re.findall(r"A\d\t(.*)\n", document.ann) == ["Size T1 Small"]


def check_normalization(brat):
    document = Document(brat, "norm")
    document.mark(0, 4, id="T1", normalizations=json.dumps([["Wiki", "Q1", "Universe"]]))
    assert re.search(r"N1\tReference T1 Wiki:Q1\t+Universe\n", document.ann)


def check_notes(brat):
    document = Document(brat, "notes")
    document.mark(0, 4, id="T1", comment="Grüße & <b>")
    document.arc("T2", "T1", comment="an arc")
    document.do("createComment", id="sent:1", comment="a sentence")
    notes = re.findall(r"#\d\tAnnotatorNotes (.*)\n", document.ann)
    assert notes == ["T1\tGrüße & <b>", "R1\tan arc", "sent:1\ta sentence"]
    document.do("createComment", id="sent:1")
    assert (
        "sent:1" not in document.ann
    )  # also because brat cannot search notes where there is such a one


def check_undo(brat):
    document = Document(brat, "undo")
    token = document.mark(15, 18)["undo"]
    document.do("undo", token=token)
    assert "T4" not in document.ann


def check_import(brat):
    name = "Söme name, with (signs) & more"
    brat.done("importDocument", collection=COLLECTION, docid=name, text="No newline")
    assert brat.done("getDocument", collection=COLLECTION, document=name)["text"] == "No newline\n"
    again = brat.ask("importDocument", collection=COLLECTION, docid=name, text="Other")
    assert again["exception"] == "fileExistsError"


def _found(brat, action, **values):
    where = {"collection": COLLECTION, "text_match": "word", "match_case": "false"}
    return [item[2] for item in brat.done(action, **{**where, **values})["items"]]


def check_searching_text(brat):
    document = Document(brat, "search-text")
    everywhere = _found(
        brat, "searchTextInCollection", document="/NO-DOCUMENT/", scope="collection", text="Ben"
    )
    assert everywhere.count("search-text") == 2 and "d1" in everywhere
    here = {**document.where, "scope": "document"}
    assert _found(brat, "searchTextInDocument", **here, text="Ben") == ["search-text"] * 2
    assert _found(brat, "searchTextInDocument", **here, text="ben", match_case="true") == []
    assert (
        _found(brat, "searchTextInDocument", **here, text="B.n", text_match="regex")
        == ["search-text"] * 2
    )


def check_searching_annotations(brat):
    document = Document(brat, "search-ann")
    document.arc("T2", "T1", comment="strange")
    document.mark(19, 23, "Move")
    document.arc("E1", "T3", "Agent")
    here = {**document.where, "scope": "document"}
    for action, hit, miss in (
        ("searchEntity", {"type": "Tok", "text": "Anna"}, {"type": "Per", "text": "Anna"}),
        ("searchRelation", {"type": "subj"}, {"type": "obj"}),
        (
            "searchEvent",
            {"type": "Move", "trigger": "runs", "args": "[]"},
            {"type": "Move", "trigger": "sees", "args": "[]"},
        ),
        (
            "searchNote",
            {"category": "relation", "text": "strange"},
            {"category": "relation", "text": "usual"},
        ),
    ):
        assert _found(brat, action + "InDocument", **here, **hit) == ["search-ann"], action
        assert _found(brat, action + "InDocument", **here, **miss) == [], action
        everywhere = {**here, "scope": "collection"}
        assert "search-ann" in _found(brat, action + "InCollection", **everywhere, **hit), action


def check_search_needs_login(brat):
    guest = Client(brat.address.geturl())
    answer = guest.ask("searchTextInCollection", collection=COLLECTION, document="d1", text="Ben")
    assert answer["exception"] == "notAuthorised"


def check_drawing(brat):
    drawing = "<svg><defs></defs><text>Anna</text></svg>"
    stored = brat.done("storeSVG", collection=COLLECTION, document="d1", svg=drawing)["stored"]
    assert {"name": "svg", "suffix": "svg"} in stored
    headers, body = brat.raw("retrieveStored", "GET", document="d1", suffix="svg")
    assert headers["Content-Type"].startswith("image/svg+xml")
    assert b"<text>Anna</text>" in body


def check_download_of_a_document(brat):
    for extension, content in (("txt", TEXT), ("ann", ANN)):
        headers, body = brat.raw(
            "downloadFile", "GET", collection=COLLECTION, document="d1", extension=extension
        )
        assert headers["Content-Type"].startswith("text/plain")
        assert body.decode("utf-8") == content


def check_download_of_a_collection(brat):
    for settings in ("0", "1"):
        _, body = brat.raw(
            "downloadCollection", "GET", collection=COLLECTION, include_conf=settings
        )
        with tarfile.open(fileobj=io.BytesIO(body)) as packed:
            names = set(packed.getnames())
        assert {"anna/d1.txt", "anna/d1.ann"} <= names
        assert ("anna/annotation.conf" in names) == (settings == "1")


def check_settings_of_the_page(brat):
    assert brat.done("getConfiguration", name="Universal-Dependencies")["relation_types"]
    assert brat.ask("getConfiguration", name="none")["exception"] == "invalidConfiguration"
    brat.done("saveConf", config='{"abbrevsOn": false}')
    assert brat.done("loadConf")["config"] == '{"abbrevsOn": false}'


def check_log_action(brat):
    brat.done("logAnnotatorAction", collection=COLLECTION, document="d1", log="spanSelected")


def check_wrong_requests(brat):
    assert brat.ask("none")["exception"] == ["invalidAction"]
    assert brat.ask("getDocument", collection=COLLECTION)["exception"] == ["invalidActionArgs"]


CHECKS = [value for name, value in sorted(globals().items()) if name.startswith("check_")]
