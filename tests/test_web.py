import html
import json
import re
import shutil
import threading
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.serving import make_server
from werkzeug.test import Client
from werkzeug.wrappers import Response

from brat_iaa.errors import ProjectError
from brat_iaa.web import create_app, overview_view
from brat_iaa.web.frame import static_folder
from brat_iaa.web.formatting import count, plural, shade, shade_of_count, signed_figure

WORDS = "ROOT She wants to go home ."
ARCS = ((1, 2, "SUBJ"), (2, 0, "ROOT"), (3, 4, "VC"), (4, 2, "XCOMP"), (5, 4, "JCT"), (6, 2, "PUNCT"))


def annotations(text, arcs, pos="Token"):
    """Lines of an .ann file: a span for each word of a text of one line, and arcs (dependent, head, label)."""
    lines = []
    for number, word in enumerate(re.finditer(r"\S+", text), 1):
        kind = "ROOT" if number == 1 else pos
        lines.append(f"T{number}\t{kind} {word.start()} {word.end()}\t{word.group()}")
    for number, (dependent, head, label) in enumerate(arcs, 1):
        lines.append(f"R{number}\t{label} Arg1:T{head + 1} Arg2:T{dependent + 1}\t")
    return "\n".join(lines) + "\n"


def write(root, annotator, document, arcs=ARCS, text=WORDS, pos="Token"):
    path = root / annotator / document
    path.parent.mkdir(parents=True, exist_ok=True)
    Path(f"{path}.txt").write_text(text + "\n", encoding="utf-8")
    Path(f"{path}.ann").write_text(annotations(text, arcs, pos), encoding="utf-8")


def changed(*new):
    """ARCS with other arcs for the dependents that `new` names."""
    own = {arc[0] for arc in new}
    return tuple(arc for arc in ARCS if arc[0] not in own) + tuple(arc for arc in new if arc[1] is not None)


def make_project(root):
    """Three annotators; ben and carla differ from anna in letters/one, nobody in two, three is anna's and ben's."""
    for annotator in ("anna", "ben", "carla"):
        write(root, annotator, "two")
    write(root, "anna", "letters/one")
    write(root, "ben", "letters/one", changed((5, 4, "OBJ"), (1, 4, "SUBJ")))
    write(root, "carla", "letters/one", changed((3, None, ""), (5, 2, "MOD")))
    write(root, "anna", "three")
    write(root, "ben", "three", changed((5, 2, "JCT")))
    return root


@pytest.fixture
def root(tmp_path):
    """A project of its own for tests that change files."""
    return make_project(tmp_path)


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    root = make_project(tmp_path_factory.mktemp("project"))
    return create_app(root, brat_url="http://brat.example/", collection="/work/").test_client()


def page(client, address, status=200):
    response = client.get(address, buffered=True)
    assert response.status_code == status, response.text
    return response.text


def plain(text):
    """The text of a page as read: no tags, blanks as one."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", "", text)))


def addresses(text):
    return {html.unescape(found) for found in re.findall(r'(?:href|src|action)="([^"]*)"', text)}


# Overview


def test_overview_shows_figures_pairs_documents_labels_and_patterns(client):
    text = plain(page(client, "/"))
    assert "anna, ben and carla · 3 documents · 18 tokens compared · 8 disagreements" in text
    assert "With one head per token, UAA, LAA and LOA by exact match or MASI are the UAS, LAS" in text
    assert "LAA|masi:RD13|pairs:3|items:18" in text
    assert "left out" in text.lower() and "carla has no .ann" in text


def test_every_address_on_the_pages_leads_somewhere(client):
    seen, todo = set(), {"/"}
    while todo:
        address = todo.pop()
        seen.add(address)
        response = client.get(address, buffered=True)
        assert response.status_code == 200, address
        if response.mimetype != "text/html" or len(seen) > 400:
            continue
        for found in addresses(response.text):
            if not found.startswith(("#", "http:")):
                todo |= {found.split("#")[0]} - seen


def test_anchors_exist(client):
    for address in ("/", "/document/letters/one", "/disagreements"):
        text = page(client, address)
        for anchor in re.findall(r'href="#([^"]+)"', text):
            assert f'id="{anchor}"' in text, (address, anchor)


def test_documents_where_it_hurts_come_first(client):
    text = page(client, "/")
    places = [text.index(f'/document/{name}"') for name in ("letters/one", "three", "two")]
    assert places == sorted(places)


def test_pair_matrix_follows_measure_and_statistic(client):
    text = page(client, "/?measure=UAA&statistic=gcm")
    assert "UAA, GCM: share of the row’s arcs" in plain(text)
    assert 'href="/disagreements?a=ben&amp;b=carla"' in text


def test_labels_come_worst_first_or_most_disputed_first(client):
    def order(address):
        table = page(client, address).split('id="labels"')[1]
        return re.findall(r'<th scope="row"><bdi>(\w+)</bdi>', table.split("</table>")[0])

    assert order("/")[:3] == ["MOD", "OBJ", "JCT"]
    assert order("/?labels=disagreements")[0] == "JCT"
    assert sorted(order("/")) == sorted(order("/?labels=disagreements"))


@pytest.mark.parametrize("address", ["/?measure=XAA", "/?statistic=kappa", "/?labels=LAA"])
def test_unknown_measures_are_refused_with_the_choices(client, address):
    text = plain(page(client, address, 400))
    assert "LAA" in text or "masi" in text or "lowest" in text


def test_two_annotators_have_no_matrix(root):
    shutil.rmtree(root / "carla")
    text = page(create_app(root).test_client(), "/")
    assert "<table class=\"matrix\"" not in text
    assert "One pair: the figures above are those of anna and ben." in plain(text)
    assert "of anna’s arcs, those that ben drew too" in plain(text)


def test_full_agreement_is_said_in_words(tmp_path):
    for annotator in ("anna", "ben"):
        write(tmp_path, annotator, "one")
    client = create_app(tmp_path).test_client()
    for address in ("/", "/disagreements"):
        assert "anna and ben agree on all 6\u00a0tokens." in html.unescape(page(client, address)).replace(
            "<bdi>", ""
        ).replace("</bdi>", "")
    assert "anna and ben agree on all 6 tokens of this document" in plain(page(client, "/document/one"))


def test_undefined_is_a_word_with_a_reason(tmp_path):
    for annotator in ("anna", "ben"):
        write(tmp_path, annotator, "one", ((1, 0, "X"),), "ROOT a")
    client = create_app(tmp_path).test_client()
    text = plain(page(client, "/"))
    assert "undefined: " in text
    assert "nan" not in text.split() and "None" not in text


def test_no_arcs_at_all_is_no_fault(tmp_path):
    for annotator in ("anna", "ben"):
        write(tmp_path, annotator, "one", ())
    client = create_app(tmp_path).test_client()
    for address in ("/", "/document/one", "/disagreements"):
        assert "None" not in plain(page(client, address))
    assert "Nobody has drawn an arc in this document yet." in plain(page(client, "/document/one"))
    assert "Nobody has drawn an arc yet: anna and ben agree only in that." in plain(page(client, "/"))


# Documents


def test_document_shows_both_sides_and_links(client):
    text = page(client, "/document/letters/one?a=anna&b=ben")
    assert "2 disagreements" in plain(text)
    assert 'id="d1"' in text and 'href="#d1"' in text
    assert "http://brat.example/index.xhtml#/work/anna/letters/one?focus=R1" in html.unescape(text)
    assert "http://brat.example/diff.xhtml" in text


def test_document_can_be_seen_from_the_other_side(client):
    there = client.get("/document/letters/one?a=anna&b=carla&format=json").json
    back = client.get("/document/letters/one?a=carla&b=anna&format=json").json
    kinds = [[row["kind"] for row in body["sentences"][0]["disagreements"]] for body in (there, back)]
    assert kinds == [["extra-arc", "head+label"], ["missing-arc", "head+label"]]
    row = back["sentences"][0]["disagreements"][0]
    assert (row["annotator_a"], row["label_a"], row["label_b"]) == ("carla", None, "VC")


def test_sentences_without_disagreement_can_be_hidden(client):
    assert 'class="sentence agreed"' in page(client, "/document/two")
    assert 'class="sentence' not in page(client, "/document/two?only=differing")


def test_unknown_documents_name_the_near_ones(client):
    text = page(client, "/document/letters/on", 404)
    assert 'href="/document/letters/one"' in text
    body = client.get("/document/letters/on?format=json").json
    assert body["choices"][0] == "letters/one" and body["next_step"]


def test_a_document_that_an_annotator_lacks_says_who_has_it(client):
    text = plain(page(client, "/document/three?b=carla", 404))
    assert "“carla” has not annotated “three”. It was annotated by: anna, ben." in text


def test_a_document_of_one_annotator_has_nothing_to_compare(root):
    write(root, "anna", "alone")
    client = create_app(root).test_client()
    response = client.get("/document/alone")
    if response.status_code == 200:
        assert "Only anna annotated this document" in plain(response.text)
        assert client.get("/document/alone?format=json").json["annotators"] == ["anna"]
    else:
        assert response.status_code == 404


def test_what_one_annotator_alone_has_is_not_counted_as_compared(root):
    write(root, "anna", "alone")
    text = plain(page(create_app(root).test_client(), "/"))
    assert "· 3 documents · 18 tokens compared" in text
    assert "alone" in text


def test_long_lists_of_what_was_left_out_are_cut_and_can_be_had_in_full(root, monkeypatch):
    monkeypatch.setattr(overview_view, "TOP_ROWS", 2)
    for number in range(3):
        write(root, "anna", f"alone{number}")
    client = create_app(root).test_client()
    reasons = "has no .ann for it"
    assert page(client, "/").count(reasons) == 2
    assert 'href="/?show=excluded#excluded"' in page(client, "/")
    assert page(client, "/?show=excluded").count(reasons) == 7


def test_long_documents_have_pages_and_sentences_find_theirs(tmp_path, monkeypatch):
    text = "\n".join([WORDS] * 3)
    lines = {"anna": [], "ben": []}
    for annotator, label in (("anna", "A"), ("ben", "B")):
        spans = list(re.finditer(r"\S+", text))
        for number, word in enumerate(spans, 1):
            kind = "ROOT" if word.group() == "ROOT" else "Token"
            lines[annotator].append(f"T{number}\t{kind} {word.start()} {word.end()}\t{word.group()}")
        lines[annotator] += [f"R{n}\t{label} Arg1:T{7 * n - 5} Arg2:T{7 * n - 4}\t" for n in (1, 2, 3)]
        folder = tmp_path / annotator
        folder.mkdir()
        (folder / "long.txt").write_text(text, encoding="utf-8")
        (folder / "long.ann").write_text("\n".join(lines[annotator]) + "\n", encoding="utf-8")
    monkeypatch.setattr("brat_iaa.web.document_view.SENTENCES", 2)
    client = create_app(tmp_path).test_client()
    assert re.findall(r'id="s(\d)"', page(client, "/document/long")) == ["1", "2"]
    assert re.findall(r'id="s(\d)"', page(client, "/document/long?page=2")) == ["3"]
    assert re.findall(r'id="s(\d)"', page(client, "/document/long?sentence=3")) == ["3"]
    assert "page=2" in page(client, "/document/long?page=3", 404)
    assert "1 to 3" in page(client, "/document/long?sentence=4", 404)


# Disagreements


@pytest.mark.parametrize(
    "query, expected",
    [
        ("", 8),
        ("kind=head", 3),
        ("a=anna&b=ben", 3),
        ("b=anna&a=ben", 3),
        ("a=carla", 5),
        ("label=OBJ", 2),
        ("label=no+arc", 2),
        ("a=anna&b=ben&label_a=JCT&label_b=OBJ", 1),
        ("a=ben&b=anna&label_a=OBJ&label_b=JCT", 1),
        ("a=anna&b=ben&label_a=OBJ&label_b=JCT", 0),
        ("document=three", 1),
        ("document=letters/one&sentence=1", 7),
        ("pos=Token", 8),
        ("min_distance=3", 5),
        ("min_distance=4&max_distance=9", 0),
        ("kind=&a=&label=&document=&min_distance=", 8),
    ],
)
def test_filters(client, query, expected):
    assert client.get("/disagreements?format=json&" + query).json["count"] == expected


def test_filters_stay_in_the_form_and_can_be_removed(client):
    text = page(client, "/disagreements?kind=head&a=anna&label_a=SUBJ&label_b=SUBJ")
    assert '<option selected value="head">' in text
    assert 'name="label_a" value="SUBJ"' in text
    assert 'href="/disagreements?a=anna&amp;label_a=SUBJ&amp;label_b=SUBJ"' in text


def test_nothing_found_says_what_to_do(client):
    assert "No disagreement meets all of these filters." in plain(page(client, "/disagreements?min_distance=50"))


@pytest.mark.parametrize(
    "query, said",
    [
        ("kind=heads", "head+label"),
        ("a=ana", "anna"),
        ("label=OB", "OBJ"),
        ("document=letters", "letters/one"),
        ("pos=Tokn", "Token"),
        ("a=anna&b=anna", "needs two annotators"),
        ("label_a=OBJ", "needs both"),
        ("min_distance=x", "not a whole number"),
        ("min_distance=-1", "not a whole number"),
        ("max_distance=99999999999999999999", "not a whole number"),
        ("max_distance=²", "not a whole number"),
        ("min_distance=5&max_distance=2", "Swap the two"),
        ("page=0", "not a whole number"),
        ("format=xml", "html, json, csv"),
    ],
)
def test_bad_parameters_are_explained(client, query, said):
    assert said in plain(page(client, "/disagreements?" + query, 400))
    if "format" not in query:
        response = client.get("/disagreements?format=json&" + query)
        assert response.status_code == 400
        assert response.json["next_step"]


def test_items_come_in_pages(client, monkeypatch):
    monkeypatch.setattr("brat_iaa.web.disagreements_view.ITEMS", 3)
    bodies = [client.get(f"/disagreements?format=json&page={number}").json for number in (1, 2, 3)]
    assert [len(body["disagreements"]) for body in bodies] == [3, 3, 2]
    assert 'id="i4"' in page(client, "/disagreements?page=2")
    text = page(client, "/disagreements?page=4&kind=head", 404)
    assert 'href="/disagreements?kind=head&amp;page=1"' in text


def test_patterns_and_confusion_open_their_items(client):
    text = page(client, "/disagreements")
    assert 'href="/disagreements?kind=label&amp;a=anna&amp;b=ben&amp;label_a=JCT&amp;label_b=OBJ#items"' in text
    body = client.get("/disagreements?format=json").json
    for pattern in body["patterns"]:
        query = {
            "kind": pattern["kind"],
            "a": pattern["annotator_a"],
            "b": pattern["annotator_b"],
            "label_a": pattern["label_a"] or "no arc",
            "label_b": pattern["label_b"] or "no arc",
            "format": "json",
        }
        assert client.get("/disagreements", query_string=query).json["count"] == pattern["times"]
    for cell in body["confusion"]["counts"]:
        first, second = cell["labels"]
        if first != second:
            a, b = body["confusion"]["annotators"]
            query = {"a": a, "b": b, "label_a": first or "no arc", "label_b": second or "no arc", "format": "json"}
            assert client.get("/disagreements", query_string=query).json["count"] == cell["count"]


def test_pairs_come_in_the_order_of_the_annotators(root):
    write(root, "ben", "a_first")
    write(root, "carla", "a_first")
    text = page(create_app(root).test_client(), "/disagreements").split('class="choose pairs"')[1].split("</p>")[0]
    assert plain(text).strip().endswith("pair: anna and ben anna and carla ben and carla")


def test_confusion_turns_with_the_pair(client):
    there = client.get("/disagreements?a=anna&b=ben&format=json").json["confusion"]
    back = client.get("/disagreements?a=ben&b=anna&format=json").json["confusion"]
    turned = sorted((cell["labels"][::-1], cell["count"]) for cell in back["counts"])
    assert turned == sorted((cell["labels"], cell["count"]) for cell in there["counts"])


def test_tokens_stand_in_their_sentence(client):
    text = plain(page(client, "/disagreements?a=anna&b=ben&kind=label"))
    assert "She wants to go home ." in text
    assert "ROOT She" not in text


@pytest.mark.parametrize(
    "words, direction", [("הילד אכל את התפוח", ' dir="rtl"'), ("( هذا ) x", ' dir="rtl"'), ("Ein Wort", ""), ("12 !", "")]
)
def test_words_before_a_token_stand_where_its_script_has_them(tmp_path, words, direction):
    write(tmp_path, "anna", "d", ((1, 0, "A"),), "ROOT " + words)
    write(tmp_path, "ben", "d", ((1, 0, "B"),), "ROOT " + words)
    assert f'<p class="kwic"{direction}>' in page(create_app(tmp_path).test_client(), "/disagreements")


def test_csv_holds_what_the_filters_leave(client):
    response = client.get("/disagreements?format=csv&kind=head")
    assert response.mimetype == "text/csv"
    assert "attachment" in response.headers["Content-Disposition"]
    assert len(response.text.splitlines()) == 1 + 3


# JSON twins


@pytest.mark.parametrize("address", ["/", "/document/letters/one", "/disagreements"])
def test_every_page_names_its_json_twin(client, address):
    text = page(client, address)
    twin = html.unescape(re.search(r'<link rel="alternate" type="application/json" href="([^"]+)"', text).group(1))
    assert isinstance(json.loads(page(client, twin)), dict)


def test_json_scores_have_the_names_of_the_report(client):
    score = client.get("/?format=json").json["scores"][0]
    assert {
        "layer", "measure", "statistic", "annotators", "document", "label", "value", "observed",
        "expected", "items", "interval", "undefined", "signature",
    } <= set(score)  # fmt: skip


def test_the_page_and_its_twin_show_the_same_figure(client):
    scores = client.get("/?format=json").json["scores"]
    laa = next(s for s in scores if (s["measure"], s["statistic"], len(s["annotators"])) == ("LAA", "masi", 3))
    assert signed_figure(laa["value"]) in plain(page(client, "/"))


# Errors


def test_unknown_addresses(client):
    assert "no page at this address" in page(client, "/nothing", 404)
    assert client.get("/nothing?format=json").json["error"] == "Not found"
    assert client.post("/").status_code == 405


class _Broken:
    def __init__(self, error):
        self.error = error

    def agreement(self):
        raise self.error


@pytest.mark.parametrize("error", [ProjectError("anna/one.txt: gone."), PermissionError(13, "Permission denied", "x")])
def test_a_project_that_cannot_be_read_is_no_fault(tmp_path, error):
    client = create_app(tmp_path, study=_Broken(error)).test_client()
    for address in ("/", "/document/x", "/disagreements"):
        text = plain(page(client, address, 503))
        assert "cannot be read just now" in text
    assert client.get("/?format=json").json["next_step"]


def test_a_fault_of_ours_is_admitted_without_its_inside(tmp_path, caplog):
    client = create_app(tmp_path, study=_Broken(ZeroDivisionError("secret"))).test_client()
    text = page(client, "/", 500)
    assert "brat-iaa made a mistake" in text and "secret" not in text
    assert "secret" in caplog.text


def test_files_that_change_show_up_at_once(root):
    client = create_app(root).test_client()
    assert client.get("/disagreements?format=json").json["count"] == 8
    write(root, "ben", "three", changed((5, 2, "JCT"), (6, 4, "PUNCT")))
    assert client.get("/disagreements?format=json").json["count"] == 9
    shutil.rmtree(root / "carla")
    shutil.rmtree(root / "ben")
    assert client.get("/").status_code == 503


# Hostile content


NAMES = [
    "<script>alert(1)", "javascript:alert(1)", "quotes\"'", "50%25", "what?", "a#b", "a&b=c", "a;b", "a+b",
    "back\\slash", "ünï", "new\nline", "%2e%2e", " blank ", "e\u0301",
]  # fmt: skip


@pytest.fixture
def hostile(tmp_path):
    text = 'ROOT <script>alert("x")</script> & "quote\' javascript:alert(2)'
    for annotator, label in (("<img>", "<script>evil"), ("ben", "javascript:alert(3)"), ('"onload="x', "\"'x")):
        for name in NAMES:
            write(tmp_path, annotator, name, ((1, 0, label), (2, 1, label)), text, "<b>pos")
    return create_app(tmp_path, brat_url="http://brat.example/", collection="/<p>/").test_client()


def test_hostile_names_labels_and_texts_stay_text(hostile):
    todo = ["/", "/disagreements"] + [f for f in addresses(page(hostile, "/")) if f.startswith("/document/")]
    assert len(todo) == 2 + len(NAMES)
    for address in todo:
        text = page(hostile, address)
        assert len(re.findall(r"<script", text)) == 1, address
        assert not re.search(r"<(img|b)\b", text), address
        assert not re.search(r"<[^>]*\son\w+\s*=", re.sub(r'"[^"]*"', '""', text)), address
        assert all(urlsplit(found).scheme in ("", "http") for found in addresses(text)), address
        for found in addresses(text):
            if not found.startswith(("#", "http:")):
                assert hostile.get(found.split("#")[0], buffered=True).status_code == 200, found


def test_hostile_parameters_stay_text(client):
    for address in (
        "/document/<script>alert(1)</script>", "/disagreements?kind=<script>", "/disagreements?a=%22%3E%3Cimg%20src=x%3E",
        "/?measure=<script>", "/disagreements?format=<script>", "/disagreements?page=<script>",
        "/document/letters/one?only=<script>", "/document/letters/one?a=<script>",
    ):  # fmt: skip
        response = client.get(address)
        assert response.status_code in (400, 404)
        assert len(re.findall(r"<script|<img", response.text)) == 1


def test_other_host_names_are_refused(root):
    client = create_app(root, hosts=("127.0.0.1", "[::1]")).test_client()
    for host, status in [
        ("127.0.0.1", 200), ("127.0.0.1:8002", 200), ("[::1]:8002", 200), ("evil.example", 400),
        ("evil.example:8002", 400), ("127.0.0.1.evil.example", 400),
    ]:
        response = client.get("/", headers={"Host": host})
        assert response.status_code == status, host
    assert "They answer to: 127.0.0.1, [::1]." in response.get_data(as_text=True)


@pytest.mark.parametrize("address", ["/", "/disagreements", "/document/letters/one", "/nothing", "/?format=json"])
def test_headers(client, address):
    headers = client.get(address).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("address", ["/", "/disagreements", "/document/letters/one"])
def test_nothing_inline_and_nothing_from_elsewhere(client, address):
    text = page(client, address)
    assert not re.search(r"\sstyle\s*=|<style|\son\w+\s*=", text)
    assert re.findall(r"<script[^>]*>", text) == ['<script src="/static/pages.js" defer>']
    assert set(re.findall(r'<link rel="stylesheet" href="([^"]+)"', text)) == {"/static/pages.css"}


# Frame


def test_mounted_below_a_prefix_every_address_keeps_it(root):
    app = create_app(root)
    client = Client(DispatcherMiddleware(Response("elsewhere", 404), {"/iaa": app}), Response)
    for address in ("/iaa/", "/iaa/document/letters/one", "/iaa/disagreements"):
        response = client.get(address)
        assert response.status_code == 200
        found = {one for one in addresses(response.text) if not one.startswith("#")}
        assert found and all(one.startswith("/iaa/") for one in found)
    assert client.get("/iaa/static/pages.css", buffered=True).status_code == 200


def test_without_brat_there_are_no_links_into_it(root):
    client = create_app(root).test_client()
    for address in ("/document/letters/one", "/disagreements"):
        assert "in brat" not in plain(page(client, address))


def test_static_folder_has_the_pages_files(client):
    assert (static_folder() / "pages.js").is_file()
    assert client.get("/static/pages.css", buffered=True).mimetype == "text/css"


def test_pages_can_be_read_without_sight_or_mouse(client):
    for address in ("/", "/document/letters/one", "/disagreements"):
        text = page(client, address)
        assert '<html lang="en">' in text and 'class="skip" href="#main"' in text
        assert len(re.findall(r"<h1[ >]", text)) == 1
        titles = re.findall(r"<title>([^<]+)</title>", text.split("</head>")[0])
        assert len(titles) == 1 and "Agreement" in titles[0]
        for table in re.findall(r'<div class="scroll"[^>]*>', text):
            assert "aria-label=" in table and 'tabindex="0"' in table


@pytest.fixture
def address(root):
    """Address of the pages, really served, with a slash at the end."""
    server = make_server("127.0.0.1", 0, create_app(root), threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.browser
def test_names_and_labels_without_end_fit_on_the_page(browser, address, root):
    name = "name_without_end_" * 12
    write(root, name, "document_" + name, changed((5, 4, "LABEL_" + name)), WORDS.replace("home", name))
    write(root, "anna", "document_" + name, ARCS, WORDS.replace("home", name))
    for path in ("", "disagreements", f"disagreements?a={name}", "document/document_" + name):
        browser.open(address + path)
        assert name in browser.execute("return document.body.textContent")
        width = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert browser.execute(width) == 0, path


@pytest.mark.browser
def test_keys_walk_through_disagreements(browser, address):
    marked = "return [...document.querySelectorAll('.current')].map(one => one.id || one.getAttribute('href'))"
    browser.open(address + "document/letters/one?a=anna&b=ben")
    body = browser.find("body")
    for keys, expected in (("j", "1"), ("n", "2"), ("j", "2"), ("k", "1"), ("\ue014", "2"), ("\ue012", "1")):
        browser.send_keys(body, keys)
        here = browser.execute(marked)
        assert f"d{expected}" in here and f"#d{expected}" in here
        assert set(here) == {f"d{expected}", f"#d{expected}"}
    browser.send_keys(body, "?")
    assert browser.execute("return document.querySelector('dialog').open")
    assert browser.log() == []


# Words


@pytest.mark.parametrize(
    "value, expected", [(0.9378, ".938"), (1, "1.000"), (0.99999, ">.999"), (-0.25, "−.250"), (0, ".000")]
)
def test_figures(value, expected):
    assert signed_figure(value) == expected


def test_counts_and_shades():
    assert count(1234567) == "1\u202f234\u202f567"
    assert plural(1, "token") == "1\u00a0token" and plural(0, "entry", "entries") == "0\u00a0entries"
    assert (shade(-1), shade(0.5), shade(1)) == ("shade0", "shade2", "shade9")
    assert (shade_of_count(0, 9), shade_of_count(1, 10**6), shade_of_count(9, 9)) == ("shade0", "shade1", "shade9")
