"""Figures are right on files as people have them: text fields, line ends and texts that differ.

The figures are counted by hand: F1 = 2 x common spans / (spans of anna + spans of ben).
"""

from hashlib import sha256

import pytest
from drafts import MadeDraft

from brat_iaa.config import Config
from brat_iaa.corpus.project_reader import ProjectReader
from brat_iaa.corpus.standoff import read_annotations
from brat_iaa.errors import ProjectError
from brat_iaa.study import Study

SENTENCES = ["Add one spoon of salt.", "Then take off anhydrous water.", "Boil it."]


def span(text, words, type="Thing", says=None):
    """(type, offsets, text field) of the first occurrence of some words; "a|b" are two parts."""
    parts = words.split("|")
    offsets = [(text.index(part), text.index(part) + len(part)) for part in parts]
    return type, offsets, " ".join(parts) if says is None else says


def standoff(spans, end="\n"):
    written = [
        f"T{number}\t{type} {';'.join('%d %d' % part for part in offsets)}\t{says}"
        for number, (type, offsets, says) in enumerate(spans, 1)
    ]
    return "".join(line + end for line in written)


def write(root, files):
    for path, content in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content.encode())


def figures(root, files):
    """(F1 exact, overlapping) of a project of {path: str}, and its problems' codes."""
    write(root, files)
    agreement = Study(root).agreement()
    overall = agreement.score_indexes[0].overall
    f1 = [round(overall["f1", how].value, 12) for how in ("exact", "overlap")]
    return f1, sorted({problem.code for problem in agreement.problems})


def project(anna, ben, texts=None):
    """Files of two annotators' spans; texts: {annotator: text}"""
    if texts is None:
        texts = dict.fromkeys(("anna", "ben"), "\n".join(SENTENCES) + "\n")
    files = {f"{name}/doc.txt": text for name, text in texts.items()}
    return {**files, "anna/doc.ann": anna, "ben/doc.ann": ben}


def test_a_span_whose_text_field_is_wrong_is_where_it_was_drawn(tmp_path):
    text = "\n".join(SENTENCES) + "\n"
    anna = standoff([span(text, "spoon"), span(text, "water")])
    ben = standoff([span(text, "spoon"), span(text, "anhydrous water", says="water")])
    assert figures(tmp_path, project(anna, ben)) == ([0.5, 1.0], ["text-mismatch"])


@pytest.mark.parametrize(
    "parts, exact, codes",
    [
        ("take|water", 0.8, []), ("water|take", 0.8, []), ("water|anhydrous", 0.4, []),
        ("take off|off anhydrous", 0.4, ["overlapping-fragments"]),
    ],
)  # fmt: skip
def test_parts_in_any_order_are_one_span(parts, exact, codes, tmp_path):
    text = "\n".join(SENTENCES) + "\n"
    anna = standoff([span(text, "spoon"), span(text, "take|water"), span(text, "Boil")])
    ben = standoff([span(text, "spoon"), span(text, parts)])
    assert figures(tmp_path, project(anna, ben)) == ([exact, 0.8], codes)


LF = "\n".join(SENTENCES) + "\n"
CRLF = LF.replace("\n", "\r\n")
BOM = "\ufeff"
DRAWN = ["spoon", "salt", "take off", "water", "Boil"]
OTHERS = ["spoon", "salt", "take", "water", "Boil", "it"]


@pytest.mark.parametrize("ann_end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "anna, ben, counted, codes",
    [
        (CRLF, CRLF, (CRLF, CRLF), []),
        (CRLF, CRLF, (LF, LF), ["counting"]),  # Git on Windows changed the texts
        (CRLF, CRLF, (CRLF, LF), ["counting"]),
        (LF, LF, (CRLF, CRLF), ["counting"]),  # or changed them back
        (CRLF, LF, (CRLF, LF), []),
        (LF, CRLF, (LF, LF), ["counting"]),
        (LF, LF.replace("\n", "\r"), (LF, LF), []),
        (LF, LF.rstrip("\n"), (LF, LF), []),
        (BOM + LF, LF, (BOM + LF, LF), []),
        (LF, BOM + CRLF, (LF, LF), ["counting"]),
        (LF, BOM + CRLF, (LF, BOM + LF), ["counting"]),
        (LF, LF, (BOM + LF, LF), ["counting"]),
    ],
)
def test_line_ends_and_byte_order_marks_change_no_figure(
    anna, ben, counted, codes, ann_end, tmp_path
):
    """5 and 6 spans, 4 in common; "take" is in "take off": 2 x 4 / 11 and 2 x 5 / 11."""
    files = project(
        standoff([span(counted[0], words) for words in DRAWN], ann_end),
        standoff([span(counted[1], words) for words in OTHERS], ann_end),
        {"anna": anna, "ben": ben},
    )
    assert figures(tmp_path, files) == ([round(8 / 11, 12), round(10 / 11, 12)], codes)


@pytest.mark.parametrize("other, uncounted", [("spoon", []), ("salt", [2])])
def test_of_a_line_that_stands_there_twice_nothing_is_lost(other, uncounted, tmp_path):
    first, second = (standoff([span(LF, words)]) for words in ("spoon", other))
    layer = {"iaa.conf": "[layer spans]\nkind = labels\n"}
    write(tmp_path, {**project(first, first + second), **layer})
    found = Study(tmp_path).agreement()
    assert [problem.code for problem in found.problems] == ["duplicate-id"]
    assert [line for own in found.uncounted for line in own.lines] == uncounted


def test_alpha_of_characters_counts_a_line_end_once(tmp_path):
    """Whoever is listed first, so whichever text is taken."""
    found = []
    for number, (anna, ben) in enumerate([(LF, LF), (CRLF, LF), (LF, CRLF), (BOM + CRLF, LF)]):
        drawn = (("anna", anna, DRAWN), ("ben", ben, OTHERS))
        files = {f"{name}/d.txt": text for name, text, _ in drawn}
        for name, text, words in drawn:
            files[f"{name}/d.ann"] = standoff([span(text, own) for own in words])
        write(tmp_path / str(number), files)
        scores = Study(tmp_path / str(number)).agreement().scores
        found.append([(own.measure, own.statistic, own.label, own.value, own.items, own.missing)
                      for own in scores if own.measure.endswith("u-alpha")])  # fmt: skip
    assert found[0] and all(own == found[0] for own in found)


def test_each_document_is_counted_in_its_own_way(tmp_path):
    files = {}
    for document, counted in (("a", CRLF), ("b", LF)):
        for name, drawn in (("anna", DRAWN), ("ben", OTHERS)):
            files[f"{name}/{document}.txt"] = CRLF
            spans = [span(counted, words) for words in drawn]
            files[f"{name}/{document}.ann"] = standoff(spans)
    assert figures(tmp_path, files) == ([round(16 / 22, 12), round(20 / 22, 12)], ["counting"])


@pytest.mark.parametrize("size", [1, 100])
def test_moved_offsets_are_those_of_the_text(size, tmp_path):
    """So links into brat and sentences stay right; large files are read as arrays."""
    text, other = CRLF * size, LF * size
    spans = [
        (type, [(start + number * len(LF), end + number * len(LF))], says)
        for number in range(size)
        for type, [(start, end)], says in [span(LF, words) for words in DRAWN]
    ]
    for name, own_text in (("anna", text), ("ben", text), ("carla", other)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "doc.txt").write_bytes(own_text.encode())
        (tmp_path / name / "doc.ann").write_bytes(standoff(spans).encode())
    document = ProjectReader(tmp_path, Config()).read().documents[0]
    assert document.text == text
    for name, annotations in document.annotations.items():
        drawn = annotations.spans.values()
        assert [span.text for span in drawn] == DRAWN * size
        assert [text[span.start : span.end] for span in drawn] == DRAWN * size
        assert len({span.start for span in drawn}) == len(spans)
        assert [p.code for p in annotations.problems] == ["counting"] * (name != "carla")


@pytest.mark.parametrize("sentences", [1, 10])
def test_texts_that_are_withheld_are_not_needed(sentences, tmp_path):
    """As above; sentences are unknown, so intervals are over documents."""
    files = {}
    for number in range(sentences):
        files[f"anna/d{number}.ann"] = standoff([span(LF, words) for words in DRAWN])
        files[f"ben/d{number}.ann"] = standoff([span(LF, words) for words in OTHERS])
    exact = [round(8 / 11, 12), round(10 / 11, 12)]
    assert figures(tmp_path, files) == (exact, ["no-text"])
    score = Study(tmp_path).agreement().score_indexes[0].overall["f1", "exact"]
    assert (score.interval is None) == (sentences < 10)
    places = Study(tmp_path).agreement().places
    assert {place.token.text for place in places} == {"take", "it"}


@pytest.mark.parametrize("text", [None, LF])
def test_where_annotators_have_no_text_a_gold_is_compared_by_offsets(text, tmp_path):
    """Whether it has one, too, or not; its last span is behind those of all annotators."""
    files = {"anna/doc.ann": standoff([span(LF, words) for words in DRAWN[:3]])}
    files["gold/doc.ann"] = standoff([span(LF, words) for words in DRAWN])
    if text:
        files["gold/doc.txt"] = text
    write(tmp_path, files)
    study = Study(tmp_path)
    for _ in range(2):
        found = {(own.document, own.label): own.value for own in study.agreement().scores
                 if (own.measure, own.statistic) == ("f1", "exact")}  # fmt: skip
        assert found[None, None] == pytest.approx(6 / 8)
        (tmp_path / "anna" / "doc.txt").write_text(LF, "utf-8")


def test_no_draft_is_made_of_a_document_without_text(tmp_path):
    """Its text would be made up."""
    spans = [span(LF, words) for words in DRAWN]
    files = project(standoff(spans), standoff(spans), {})
    write(tmp_path, files)
    with pytest.raises(ProjectError, match="texts .* are missing, so there is nothing to draft"):
        MadeDraft.make(tmp_path, tmp_path / "draft")
    write(tmp_path, {"anna/b.ann": "", "ben/b.ann": files["ben/doc.ann"], "b.txt": LF})
    work = MadeDraft.make(tmp_path, tmp_path / "draft").first
    assert [*work.documents] == ["b"]
    assert ("doc", ("anna", "ben")) in {left_out[:2] for left_out in work.excluded}


@pytest.mark.parametrize("place", ["anna", "ben", "texts", "."])
def test_one_text_serves_all(place, tmp_path):
    files = project(
        standoff([span(LF, words) for words in DRAWN]),
        standoff([span(LF, words) for words in OTHERS]),
        {},
    )
    files = {**files, f"{place}/doc.txt": CRLF}
    exact = [round(8 / 11, 12), round(10 / 11, 12)]
    assert figures(tmp_path, files) == (exact, ["counting"])


COUNTED = "Anna 😀 met Žan\nin Rome.\nBen 😀 saw Eva."
TWO_FOR_LINE_ENDS = "each line end as two characters"
AFTER_A_MARK = "one more character at the start, a byte order mark"
UTF16 = "characters above U+FFFF as two, as UTF-16 has them"


@pytest.mark.parametrize(
    "before, line_end, encoding, way",
    [
        (BOM, "\n", "utf-32-le", AFTER_A_MARK), ("", "\r\n", "utf-32-le", TWO_FOR_LINE_ENDS),
        (BOM, "\r\n", "utf-32-le", f"{TWO_FOR_LINE_ENDS} and {AFTER_A_MARK}"), ("", "\n", "utf-16-le", UTF16),
        ("", "\r\n", "utf-16-le", f"{TWO_FOR_LINE_ENDS} and {UTF16}"), ("", "\n", "utf-8", "bytes of UTF-8"),
    ],
)  # fmt: skip
def test_offsets_that_count_otherwise_are_read_in_characters(before, line_end, encoding, way):
    """As Java, JavaScript and tools on Windows count them; brat counts characters."""
    unit = len("a".encode(encoding))

    def offset(at):
        return len((before + COUNTED[:at].replace("\n", line_end)).encode(encoding)) // unit

    names = ["Anna", "met Žan\nin", "Rome", "Ben", "saw|Eva", "Eva"]
    drawn = [span(COUNTED, words) for words in names]
    counted = [
        (type, [tuple(map(offset, part)) for part in parts], says.replace("\n", " "))
        for type, parts, says in drawn
    ]
    data = standoff([*counted, ("Thing", [(1, 2)], "no")]).encode()
    found = read_annotations(data, COUNTED, "d.ann")
    assert [span.fragments for span in found.spans.values()][:-1] == [
        tuple(parts) for _, parts, _ in drawn
    ]
    counting, wrong = found.problems
    assert counting.message.startswith(f"Offsets count {way}: ") and wrong.line == len(names) + 1
    assert found.sha256 == sha256(data).digest()
