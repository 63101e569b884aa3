"""Which relation types are symmetric, as brat's annotation.conf says."""

import os

import pytest

from brat_iaa.corpus.annotation_conf import symmetric_types


def types(folder, text):
    data = text if isinstance(text, bytes) else text.encode()
    (folder / "annotation.conf").write_bytes(data)
    return set(symmetric_types(folder))


def test_symmetric_and_symmetric_transitive(tmp_path):
    assert types(
        tmp_path,
        "[entities]\nProtein\n[relations]\n"
        "Equiv\tArg1:Protein, Arg2:Protein, <REL-TYPE>:symmetric-transitive\n"
        "Married Arg1:Person, Arg2:Person, <REL-TYPE>:symmetric\n"
        "Parent Arg1:Person, Arg2:Person\n"
        "Before Arg1:Event, Arg2:Event, <REL-TYPE>:transitive\n"
        "[events]\nMeet Who:Person, <REL-TYPE>:symmetric\n",
    ) == {"Equiv", "Married"}


def test_types_below_others_inherit(tmp_path):
    assert types(
        tmp_path,
        "[relations]\n"
        "Same Arg1:A, Arg2:A, <REL-TYPE>:symmetric\n"
        " Alike <INHERIT>\n"
        "  Twin\t<INHERIT>\n"
        " Other Arg1:A, Arg2:A\n"
        "  Further <INHERIT>\n"
        "Last <INHERIT>\n",
    ) == {"Same", "Alike", "Twin"}


@pytest.mark.parametrize(
    "written, name",
    [
        ("Bound|Binds to|B\tArg1:A, Arg2:A", "Bound"), ("!Bound Arg1:A, Arg2:A", "Bound"),
        ("Gebunden-ä Arg1:A, Arg2:A", "Gebunden-_"), ("Is bound\tArg1:A, Arg2: A", "Is_bound"),
    ],
)  # fmt: skip
def test_names_as_brat_writes_them_into_its_files(tmp_path, written, name):
    assert types(tmp_path, f"[relations]\n{written}, <REL-TYPE>:symmetric\n") == {name}


def test_the_nearest_file_upwards_counts(tmp_path):
    own = tmp_path / "project" / "anna"
    own.mkdir(parents=True)
    assert "Far" not in symmetric_types(own)
    types(tmp_path, "[relations]\nFar Arg1:A, Arg2:A, <REL-TYPE>:symmetric\n")
    assert symmetric_types(own) == {"Far"}
    types(tmp_path / "project", "[relations]\nNear Arg1:A, Arg2:A, <REL-TYPE>:symmetric\n")
    assert symmetric_types(own) == symmetric_types(own / "not" / "there") == {"Near"}
    (own / "annotation.conf").mkdir()  # brat cannot read it either, and looks further
    assert symmetric_types(own) == {"Near"}


def test_a_hostile_file_costs_nothing(tmp_path):
    good = "[relations]\nLike Arg1:A, Arg2:A, <REL-TYPE>:symmetric\n"
    deep = "".join(f"{' ' * depth}T{depth} <INHERIT>, <INHERIT>\n" for depth in range(500))
    assert types(tmp_path, good + deep + "[" * 300_000 + "\n" + "a|" * 200_000) == {"Like"}
    assert types(tmp_path, b"\n" * 1_000_000 + good.encode()) == set()
    (tmp_path / "annotation.conf").unlink()
    os.mkfifo(tmp_path / "annotation.conf")
    assert "Like" not in symmetric_types(tmp_path)
