"""Figures are right on files as people have them: text fields, line ends and texts that differ.

The figures are counted by hand: F1 = 2 x common spans / (spans of anna + spans of ben).
"""

import pytest

from brat_iaa.scores.index import layers_of
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


def figures(root, files):
    """(F1 exact, overlapping) of a project of {path: str}, and its problems' codes."""
    for path, content in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content.encode())
    agreement = Study(root).agreement()
    overall = layers_of(agreement)[0].overall
    f1 = [round(overall["f1", how].value, 12) for how in ("exact", "overlap")]
    return f1, sorted({problem.code for problem in agreement.problems})


def project(anna, ben, texts=None):
    """Files of two annotators' spans; texts: {annotator: text}"""
    texts = texts or dict.fromkeys(("anna", "ben"), "\n".join(SENTENCES) + "\n")
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
        ("take|water", 0.8, []),
        ("water|take", 0.8, []),
        ("water|anhydrous", 0.4, []),
        ("take off|off anhydrous", 0.4, ["overlapping-fragments"]),
    ],
)
def test_parts_in_any_order_are_one_span(parts, exact, codes, tmp_path):
    text = "\n".join(SENTENCES) + "\n"
    anna = standoff([span(text, "spoon"), span(text, "take|water"), span(text, "Boil")])
    ben = standoff([span(text, "spoon"), span(text, parts)])
    assert figures(tmp_path, project(anna, ben)) == ([exact, 0.8], codes)
