"""A type checker finds what would fail when a user's program runs, and nothing in one that runs."""

import subprocess
import sys

import pytest
from checkout import CHECKOUT

PROGRAM = """\
import brat_iaa as iaa

demo = "brat_iaa/demo/project"
agreement = iaa.read(demo, annotators=["anna", "ben"], unit="documents")
names: list[str] = agreement.annotators
score = agreement.score("LAA", annotators=names, label="SUBJ")
value: float = score["value"] or 0.0
if score["low"] is not None and score["high"] is not None:
    value += score["high"] - score["low"]
words = [place["token"].lower() for place in agreement.places if place["layer"] in agreement.layers]
hardest = max(agreement.documents, key=lambda document: document["places"])
confused = [pair["items"] + 1 for pair in agreement.confusion("dependencies")]
gained = [pattern["label_1"] for pattern in agreement.patterns]
left_out = [problem["file"] for problem in agreement.problems]
values = [str(item["anna"]) for item in agreement.items]
picture = agreement.plot("documents")
title: str = picture.title + picture.sentence + picture.svg + agreement.methods()
changed = [own["change"] for own in iaa.compare(agreement, demo).differences]
numbers = [taken["number"] + 1 for taken in iaa.snapshots(demo)]
found = iaa.measures.alpha([["a", "b"], ["a", None]], distance="nominal", unit=[1, 2])
both: float = float(found) + float(iaa.measures.kappa(["a", "b"], ["a", "c"]))
try:
    iaa.read("no project")
except iaa.BratIaaError as error:
    print(error)
"""

MISUSES = (
    "iaa.raed(demo)", "iaa.read(1)", "iaa.read(demo, annotator='anna')", "iaa.read(demo, unit='words')",
    "iaa.read(demo, units='characters')", "iaa.read(demo, graph='trees')", "iaa.read(demo, snapshot='first')",
    "iaa.read(demo, annotators=1)", "iaa.snapshots(state='s')", "iaa.compare(agreement)", "iaa.compare(agreement, 1)",
    "agreement.scors", "agreement.scores()", "agreement.scores[0].value", "agreement.score()",
    "agreement.score('LAA', 'anna')", "agreement.score('LAA', labels='SUBJ')", "agreement.places['token']",
    "agreement.confusion(1)", "agreement.layers[0]", "agreement.annotators()", "agreement.methods.upper()",
    "agreement.plot('pie')", "agreement.plot().show()", "agreement.plot().save()",
    "iaa.compare(agreement, agreement).change", "iaa.measures.alfa([['a'], ['b']])",
    "iaa.measures.alpha([['a'], ['b']], distance='nearest')", "iaa.measures.alpha([['a'], ['a']]).value + 1",
    "iaa.measures.alpha(1)", "iaa.measures.kappa(['a'])", "iaa.measures.kappa(['a'], ['a'], weights='cubic')",
    "iaa.measures.f1()", "raise iaa.BratIaaErorr",
)  # fmt: skip


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """{number of the line: what mypy --strict says} of the program and the misuses behind it."""
    path = tmp_path_factory.mktemp("program") / "program.py"
    misuses = [f"def misuse_{number}() -> None: {own}\n" for number, own in enumerate(MISUSES)]
    path.write_text(PROGRAM + "".join(misuses), "utf-8")
    strict = ["--strict", "--config-file=", "--cache-dir", str(path.parent), str(path)]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *strict], cwd=CHECKOUT, capture_output=True, text=True
    )
    lines = [line.split(":", 2) for line in done.stdout.splitlines() if "program.py:" in line]
    return {int(number): words for _, number, words in lines}


@pytest.mark.system  # it takes long
def test_what_runs_is_right_and_each_misuse_is_found(said):
    end = PROGRAM.count("\n")
    assert {line: words for line, words in said.items() if line <= end} == {}
    assert [own for line, own in enumerate(MISUSES, end + 1) if line not in said] == []


def test_the_program_runs_and_each_misuse_fails(monkeypatch):
    monkeypatch.chdir(CHECKOUT)
    names = {}
    exec(PROGRAM, names)
    runs = []
    for misuse in MISUSES:
        try:
            exec(misuse, names)
            runs.append(misuse)
        except Exception:
            pass
    assert runs == []
