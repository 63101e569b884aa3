"""The page of a document."""

import html
import re

from pages_project import WORDS, page, plain, write

from brat_iaa.web import create_app, listing


def test_document_shows_both_sides_and_links(client):
    text = page(client, "/document/letters/one?a=anna&b=ben")
    assert "2 disagreements" in plain(text)
    assert 'id="d1"' in text and 'href="#d1"' in text
    assert "http://brat.example/index.xhtml#/corpus/anna/letters/one?focus=R1" in html.unescape(
        text
    )
    assert "http://brat.example/diff.xhtml" in text


def test_document_can_be_seen_from_the_other_side(client):
    both = ("a=anna&b=carla", "a=carla&b=anna")
    texts = [page(client, f"/document/letters/one?{pair}") for pair in both]
    kinds = [
        re.findall(r'<li [^>]*id="d\d".*?class="kind"[^>]*>([^<]+)<', text, re.S) for text in texts
    ]
    assert kinds == [["extra-arc", "head+label"], ["missing-arc", "head+label"]]
    there, back = (
        client.get(f"/document/letters/one?{pair}&format=json").json["sentences"][0]["places"]
        for pair in both
    )
    assert there == back
    values = {value["annotator"]: value["value"] for value in back[0]["values"]}
    assert values["carla"] == "no arc" and values["anna"].startswith("VC ← ")


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


def test_a_document_says_whose_other_text_was_left_out_and_where_it_differs(root):
    write(root, "carla", "two", text=WORDS.replace("She", "He"))
    text = plain(page(create_app(root).test_client(), "/document/two"))
    assert "Excluded: carla: the texts of anna and carla differ from line 1, column 6" in text
    assert "anna and ben agree on all 6 tokens" in text


def test_a_document_with_two_texts_of_two_annotators_says_why_nothing_is_compared(root):
    write(root, "ben", "three", text=WORDS.replace("She", "He"))
    client = create_app(root).test_client()
    text = plain(page(client, "/document/three"))
    assert "Only anna annotated this text of the document: there is nothing to compare yet." in text
    assert "the texts of anna and ben differ" in text
    assert "so no two annotators can be compared in it" in text
    assert "the texts of anna and ben differ" in plain(page(client, "/"))


def test_what_one_annotator_alone_has_is_not_counted_as_compared(root):
    write(root, "anna", "alone")
    text = plain(page(create_app(root).test_client(), "/"))
    assert "3 documents · 18 tokens compared" in text
    assert "alone" in text


def test_long_lists_of_what_was_left_out_are_cut_and_can_be_had_in_full(root, monkeypatch):
    monkeypatch.setattr(listing, "FIRST", 1)
    for number in range(3):
        write(root, "anna", f"alone{number}")
    client = create_app(root).test_client()
    reasons = "has no .ann for it"
    assert page(client, "/").count(reasons) == 1
    assert "and 2 more" in page(client, "/")
    assert 'href="/?show=excluded#excluded"' in page(client, "/")
    assert page(client, "/?show=excluded").count(reasons) == 7


def test_long_documents_have_pages_and_sentences_find_theirs(tmp_path, monkeypatch):
    text = "\n".join([WORDS] * 3)
    lines = {"anna": [], "ben": []}
    for annotator, label in (("anna", "A"), ("ben", "B")):
        spans = list(re.finditer(r"\S+", text))
        for number, word in enumerate(spans, 1):
            kind = "ROOT" if word.group() == "ROOT" else "Token"
            lines[annotator].append(
                f"T{number}\t{kind} {word.start()} {word.end()}\t{word.group()}"
            )
        lines[annotator] += [
            f"R{n}\t{label} Arg1:T{7 * n - 5} Arg2:T{7 * n - 4}\t" for n in (1, 2, 3)
        ]
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
