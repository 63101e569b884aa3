"""What one annotator does throughout as nobody else does is said in one line, with the share."""

from random import Random

import pytest

from brat_iaa.cli import main
from brat_iaa.study import Study

WORDS = [f"w{number}" for number in range(20)]
TEXT = " ".join(WORDS) + "\n"
BEGIN = [TEXT.index(word + "\n") if word == WORDS[-1] else TEXT.index(word + " ") for word in WORDS]


def spans(chosen, type=lambda n: "X", start=0, end=0):
    for n in chosen:
        first, last = BEGIN[n] + start, BEGIN[n] + len(WORDS[n]) + end
        yield f"T{n + 1}\t{type(n)} {first} {last}\t{TEXT[first:last]}\n"


def arcs(chosen, type=lambda n: "dep", ends="Arg1:T{} Arg2:T{}", turned=()):
    for n in chosen:
        both = (n + 2, n + 1) if n in turned else (n + 1, n + 2)
        yield f"R{n}\t{type(n)} {ends.format(*both)}\t\n"


ALL, TEN = range(20), range(0, 20, 2)


def kinds(names):
    return lambda n: names[n % len(names)]


CASES = {
    "arcs": (
        [*spans(ALL), *arcs(TEN)], [*spans(ALL), *arcs(TEN, turned=TEN[:9])],
        "9 of 10 of ben's relations are anna's the other way round.",
    ),
    "relations": (
        [*spans(ALL, kinds("AB")), *arcs(TEN[:4])], [*spans(ALL, kinds("AB")), *arcs(TEN[:4], turned=TEN)],
        "4 of 4 of ben's relations are anna's the other way round.",
    ),
    "case": (
        [*spans(ALL, kinds(["Noun", "Verb"]))], [*spans(ALL, kinds(["NOUN", "VERB"]))],
        "20 of 20 of ben's span types are anna's in another case (NOUN for Noun, VERB for Verb).",
    ),
    "language": (
        [*spans(ALL), *arcs(TEN, kinds(["obj", "subj", "det"]))],
        [*spans(ALL), *arcs(TEN, kinds(["OA", "SB", "NK"]))],
        "10 of 10 of ben's relation types are anna's by other names (OA for obj, NK for det, SB " "for subj).",
    ),
    "attributes": (
        [*spans(TEN), *(f"A{n}\tMood T{n + 1} good\n" for n in TEN)],
        [*spans(TEN), *(f"A{n}\tMood T{n + 1} gut\n" for n in TEN)],
        "10 of 10 of ben's values of Mood are anna's by other names (gut for good).",
    ),
    "offsets": (
        [*spans(TEN)], [*spans(TEN[:9], start=1, end=1), *spans(TEN[9:])],
        "9 of 10 of ben's spans are anna's, one character later.",
    ),
    "ends": (
        [*spans(TEN)], [*spans(TEN, end=-1)],
        "10 of 10 of ben's spans are anna's, with the end one character earlier.",
    ),
    "roles of events": (
        [*spans(ALL), *(f"E{n}\tX:T{n + 1} A:T{n} B:T{n + 2}\n" for n in (2, 6, 10, 14))],
        [*spans(ALL), *(f"E{n}\tX:T{n + 1} A:T{n + 2} B:T{n}\n" for n in (2, 6, 10, 14))],
        "4 of 4 of ben's events with several arguments have anna's in other roles.",
    ),
    "differences without a habit": (
        [*spans(ALL), *arcs(TEN)], [*spans(ALL), *arcs(TEN, turned=TEN[:4])], None,
    ),
    "one name for all": (
        [*spans(ALL, kinds("AABC"))], [*spans(ALL, lambda n: "Z")], None,
    ),
}  # fmt: skip


def put(root, **files):
    for name, lines in files.items():
        (root / name).mkdir(exist_ok=True)
        (root / name / "d.txt").write_text(TEXT)
        (root / name / "d.ann").write_text("".join(lines))


def test_no_habit_is_said_of_who_draws_at_random(tmp_path):
    """Other labels, however frequent anna's are, and arcs in either direction."""
    for seed in range(30):
        dice = Random(seed)
        (tmp_path / str(seed)).mkdir()
        anna = dict(enumerate(dice.choices("ABC", (seed % 10 + 1, 1, 1), k=20)))
        ben = dict(enumerate(dice.choices("XYZU"[: 2 + seed % 3], k=20)))
        turned = [n for n in TEN if dice.random() < 0.5]
        put(
            tmp_path / str(seed),
            anna=[*spans(ALL, anna.get), *arcs(TEN)],
            ben=[*spans(ALL, ben.get), *arcs(TEN, turned=turned)],
        )
        assert Study(tmp_path / str(seed)).agreement().habits == []


@pytest.mark.parametrize("anna, ben, sentence", CASES.values(), ids=CASES)
def test_a_habit_is_said_with_its_share(tmp_path, anna, ben, sentence):
    put(tmp_path, anna=anna, ben=ben)
    assert Study(tmp_path).agreement().habits == [sentence] * (sentence is not None)


def test_of_the_gold_it_is_said_if_the_gold_is_the_odd_one(tmp_path):
    anna, ben, sentence = CASES["offsets"]
    put(tmp_path, gold=anna, ben=ben, carla=ben)
    assert Study(tmp_path).agreement().habits == [
        "18 of 20 of gold's spans are ben's and carla's, one character earlier."
    ]


def test_of_three_the_odd_one_is_named_in_the_first_lines(tmp_path, capsys):
    anna, ben, sentence = CASES["arcs"]
    put(tmp_path, anna=ben, ben=anna, carla=anna)
    main(["report", str(tmp_path)])
    first = " ".join(capsys.readouterr().out.split("\n\n")[0].split())
    assert first.endswith("18 of 20 of anna's relations are ben's and carla's the other way round.")


def test_copies_of_one_annotators_files_are_said(tmp_path):
    anna, ben, _ = CASES["offsets"]
    put(tmp_path, anna=anna, ben=anna, carla=ben, gold=ben)
    assert Study(tmp_path).agreement().copies == [
        f"{both} have the same file, byte for byte: a copy?"
        for both in ("anna and ben", "gold and carla")
    ]


def test_folders_that_may_be_projects_are_said_in_the_first_lines(tmp_path, capsys):
    for folder in ("p1", "p2"):
        (tmp_path / folder).mkdir()
        put(tmp_path / folder, anna=CASES["case"][0], ben=CASES["case"][1])
    main(["report", str(tmp_path)])
    first = " ".join(capsys.readouterr().out.split("\n\n")[0].split())
    assert first.startswith(
        "p1, p2 are read as annotators. If they are projects of anna, ben, add --layout "
        "{folder}/{annotator}/{document}. p1 and p2 have the same 2 files, byte for byte: a copy?"
    )
