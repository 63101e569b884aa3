"""The page of a document."""

import re

from pages_project import WORDS, page, plain, write

from brat_iaa.web import create_app


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
    assert values["carla"] == "not annotated" and values["anna"].startswith("VC ← ")


def test_a_document_says_whose_other_text_was_left_out_and_where_it_differs(root):
    write(root, "carla", "two", text=WORDS.replace("She", "He"))
    text = plain(page(create_app(root).test_client(), "/document/two"))
    assert "Excluded: carla: the texts of anna and carla differ from line 1, column 6" in text
    assert "anna and ben agree on all 6 tokens" in text


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
