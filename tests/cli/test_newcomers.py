"""What a newcomer gets who types the first thing that comes to mind: the right figure, or what to
type.
"""

import os
import shutil
import stat
import zipfile

import pytest
from small_projects import put_raw

TEXT = "Ann met Bo in Ulm .\n"
ANNA = "T1\tP 0 3\tAnn\nT2\tP 8 10\tBo\n"
BEN = "T1\tP 0 3\tAnn\nT2\tP 8 13\tBo in\n"


def put(root, **files):
    """Write documents; files: {path with "__" for "/": .ann}."""
    for path, ann in files.items():
        folder, _, name = path.replace("__", "/").rpartition("/")
        put_raw(root, folder, name, TEXT, ann)
    return root


@pytest.fixture
def two(tmp_path):
    """F1 of anna and ben is 1/2."""
    return put(tmp_path / "p", anna__letter=ANNA, ben__letter=BEN)


def figure(run, *words):
    """F1 that a report prints."""
    code, out, _ = run("report", *words)
    assert code == 0
    return next(line.split()[-2] for line in out.split("\n") if "  F1, exact" in line)


def test_figures_are_right_in_front_of_any_layout(run, two, tmp_path, monkeypatch):
    assert figure(run, two) == ".500"
    monkeypatch.chdir(two)
    assert figure(run) == figure(run, ".") == figure(run, "anna", "ben") == ".500"
    assert figure(run, two / "anna", put(tmp_path / "else", carla__letter=BEN) / "carla") == ".500"
    nested = put(tmp_path / "own", letter=ANNA, ben__letter=BEN)
    assert figure(run, nested, nested / "ben") == ".500"
    assert "ben/letter" not in run("report", nested, nested / "ben")[1]
    same = put(tmp_path / "same", one__x__letter=ANNA, two__x__letter=BEN)
    assert figure(run, same / "one" / "x", same / "two" / "x") == ".500"


def test_a_gold_is_named_by_its_path_as_well(run, tmp_path):
    root = put(tmp_path / "p", gold__letter=ANNA, runs__one__letter=BEN, runs__two__letter=BEN)
    gold, one = root / "gold", root / "runs" / "one"
    for words in ([gold, one, "--gold", gold], [root, "--gold", gold]):
        assert "against the gold (gold)" in run("report", *words)[1]
    code, _, err = run("report", one, root / "runs" / "two", "--gold", gold)
    assert code == 2 and f"brat-agreement report {gold} {one} " in err


def test_two_directories_with_the_same_documents_are_named_where_there_are_more(
    run, tmp_path, monkeypatch
):
    """What a message says can be typed."""
    put(
        tmp_path, gold__brat__s__letter=ANNA, system__one__s__letter=BEN, system__two__s__letter=BEN
    )
    monkeypatch.chdir(tmp_path)
    code, _, err = run("report", "system", "--gold", "gold")
    while code == 2:
        words = err.partition("brat-agreement report ")[2].strip().rstrip(".").split()
        code, out, err = run("report", *words)
    assert words == ["gold/brat/s", "system/one/s", "--gold", "brat-s"]
    assert "against the gold (brat-s)" in out


def test_a_gold_that_has_no_document_of_the_annotators_is_said_first(run, tmp_path):
    root = put(tmp_path / "p", gold__diary=ANNA, anna__letter=ANNA, ben__letter=BEN)
    first = run("report", root)[1].split("\n\n")[0]
    assert "Nothing is compared with the gold (gold)" in " ".join(first.split())


# A zip


def zipped(path, members, packing=zipfile.ZIP_STORED):
    with zipfile.ZipFile(path, "w", packing) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def test_a_zip_is_read(run, tmp_path):
    files = {"letter.txt": TEXT, "letter.ann": ANNA}, {"letter.txt": TEXT, "letter.ann": BEN}
    members = {
        f"study/{name}/{file}": content
        for name, own in zip(("anna", "ben"), files)
        for file, content in own.items()
    }
    members = {**members, "__MACOSX/study/anna/letter.ann": "x", "study/photo.png": "x"}
    path = zipped(tmp_path / "study.zip", members)
    link = zipfile.ZipInfo("study/anna/other.ann")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(link, "/etc/hostname")
    assert figure(run, path) == ".500"
    out = run("report", path)[1]
    assert "\n\nstudy: anna and ben; 1 document," in out and "other" not in out
    assert "Found as" not in out
    windows = {name.replace("/", "\\"): content for name, content in members.items()}
    assert figure(run, zipped(tmp_path / "w.zip", windows)) == ".500"
    assert sorted(os.listdir(tmp_path)) == ["study.zip", "w.zip"]


@pytest.mark.parametrize("end", [".zip", ".tar.gz", ".tgz"])
def test_an_archive_for_each_annotator_is_read(run, tmp_path, end):
    """As brat offers a collection for download, or as people send theirs."""
    for name, drawn in (("anna", ANNA), ("ben", BEN)):
        put(tmp_path / "work", **{f"{name}__letter": drawn})
        (tmp_path / "work" / name / "picture.svg").write_text("<svg/>")
        kind = "zip" if end == ".zip" else "gztar"
        packed = shutil.make_archive(tmp_path / f"{name}-packed", kind, tmp_path / "work", name)
        os.rename(packed, tmp_path / f"{name}{end}")
    shutil.rmtree(tmp_path / "work")
    both = [tmp_path / f"{name}{end}" for name in ("anna", "ben")]
    assert figure(run, *both) == ".500"
    assert "anna and ben; 1 document," in run("report", *both)[1]
    assert "It holds what is packed: brat-agreement report " in run("report", tmp_path)[2]
    inner = zipped(tmp_path / "all.zip", {f"x/{path.name}": path.read_bytes() for path in both})
    assert figure(run, inner) == ".500"
    code, _, err = run("report", both[0])
    assert code == 2 and "Only one annotator was found" in err and "brat-iaa-" not in err
    flat = zipped(tmp_path / "flat.zip", {"letter.ann": ANNA, "letter.txt": TEXT})
    code, _, err = run("report", flat)
    assert code == 2 and f"too: brat-agreement report {flat} OTHER" in err
    both[1].write_bytes(both[1].read_bytes()[:60])
    code, _, err = run("report", *both)
    assert code == 2 and "it is damaged or cut off: copy it again" in err
    both[1].write_bytes(b"no archive")
    code, _, err = run("report", *both)
    assert code == 2 and err.count("\n") == 1 and "cannot be unpacked here" in err


@pytest.mark.parametrize("name", ["../out.ann", "/tmp/out.ann", "a/../../out.ann", "C:/out.ann"])
def test_a_zip_that_leads_out_is_refused(run, tmp_path, name):
    path = zipped(tmp_path / "p.zip", {"anna/1.ann": ANNA, "ben/1.ann": BEN, name: "x"})
    code, out, err = run("report", path)
    assert (code, out) == (2, "") and "leads out of its directory. Unpack it" in err
    assert not list(tmp_path.rglob("out.ann"))


def test_a_zip_that_would_fill_the_disk_is_refused(run, tmp_path):
    files = {"anna/1.ann": "x" * (65 << 20), "ben/1.ann": "x"}
    path = zipped(tmp_path / "p.zip", files, zipfile.ZIP_DEFLATED)
    assert "is larger than 64 MB when unpacked. Unpack it" in run("report", path)[2]
