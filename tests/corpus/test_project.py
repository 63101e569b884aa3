"""Finding annotators and documents, and reading them together."""

import os

import pytest

from brat_iaa.config import Config, load
from brat_iaa.corpus.drafts import MARK
from brat_iaa.corpus.project import Excluded
from brat_iaa.corpus.project_reader import ProjectReader
from brat_iaa.corpus.reference_reader import ReferenceReader
from brat_iaa.corpus.texts import TextOfFields
from brat_iaa.errors import ConfigError
from brat_iaa.phases.contents import read_contents

LONG_AGO = 1_000_000_000
FLAT = "{annotator}/{document}"
FOLDERS = "{folder}/{annotator}/{document}"


def put(root, path, content):
    """A file of long ago, so that reading it needs no pause."""
    path = root / path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    os.utime(path, (LONG_AGO, LONG_AGO))
    return path


def put_pair(root, stem, text="anna sees ben\n", ann="T1\tNOUN 0 4\tanna\n"):
    put(root, stem + ".txt", text)
    put(root, stem + ".ann", ann)


def reader(root, layout=FLAT, annotators=None):
    return ProjectReader(root, Config(layout=layout, annotators=annotators))


def read(root, layout=FLAT, annotators=None):
    return reader(root, layout, annotators).read()


def names(project):
    return [document.name for document in project.documents]


@pytest.fixture
def two(tmp_path):
    for annotator in ("anna", "ben"):
        put_pair(tmp_path, annotator + "/doc1")
        put_pair(tmp_path, annotator + "/doc2")
    return tmp_path


@pytest.mark.parametrize("draft", ["draft", "phase1/draft"])
def test_a_draft_is_no_annotator_nor_a_folder_of_some(tmp_path, draft):
    for stem in ("phase1/anna/doc1", "phase1/ben/doc1", f"{draft}/phase1/doc1"):
        put_pair(tmp_path, stem)
    put(tmp_path, f"{draft}/{MARK}", "")
    project = read(tmp_path, FOLDERS)
    assert (project.annotators, names(project)) == (("anna", "ben"), ["phase1/doc1"])
    assert [(problem.file, problem.code) for problem in project.problems] == [(draft, "draft")]


@pytest.mark.parametrize("extra_txt", [True, False])
def test_annotator_without_ann_is_excluded_not_in_disagreement(two, extra_txt):
    (two / "ben/doc2.ann").unlink()
    if not extra_txt:
        (two / "ben/doc2.txt").unlink()
    project = read(two)
    assert project.excluded == (
        Excluded("doc2", ("ben",), "no annotation file: ben has no .ann for it"),
    )
    assert tuple(project.documents[1].annotations) == ("anna",)


@pytest.mark.parametrize("place", ["anna/doc2.txt", "texts/doc2.txt", "doc2.txt"])
def test_a_text_anywhere_serves_all(two, place):
    text = (two / "anna/doc2.txt").read_bytes()
    for path in (two / "anna/doc2.txt", two / "ben/doc2.txt"):
        path.unlink()
    put(two, place, text)
    project = read(two)
    assert (project.annotators, project.excluded, project.problems) == (("anna", "ben"), (), ())
    assert project.documents[1].text == text.decode()
    assert list(project.documents[1].annotations) == ["anna", "ben"]


def test_a_text_that_is_a_link_to_somebodys_file_serves_nobody(two, of_another_account):
    for path in two.glob("*/doc2.txt"):
        path.unlink()
    (two / "doc2.txt").symlink_to(two / "anna/doc1.txt")
    of_another_account(two / "doc2.txt")
    assert isinstance(read(two).documents[1].text, TextOfFields)


def test_where_nobody_has_the_text_it_is_what_the_fields_say(two):
    for path in two.glob("*/doc2.txt"):
        path.unlink()
    put(two, "anna/doc2.ann", "T1\tNOUN 2 6\tanna\nT2\tMWE 20 22;8 11\tat sea\n")
    put(two, "ben/doc2.ann", "T1\tNOUN 2 6\tanna\nT2\tVERB 12 16\t\n")
    one = reader(two)
    project = one.read()
    document = project.documents[1]
    assert (project.excluded, list(document.annotations)) == ((), ["anna", "ben"])
    assert document.text == "  anna  sea         at"
    assert [(p.file, p.code) for p in project.problems] == [
        ("anna/doc2.txt", "no-text"), ("ben/doc2.ann", "missing-text"),
    ]  # fmt: skip
    assert document.annotations["ben"].spans["T2"].fragments == ((12, 16),)
    assert one.read().documents[1] == document
    put(two, "ben/doc2.ann", "T2\tVERB 12 16\tsees\n")
    assert one.read().documents[1].text == "  anna  sea sees    at"
    put(two, "doc2.txt", "x" * 22)
    again = one.read()
    assert again.documents[1].text == "x" * 22
    assert {problem.code for problem in again.problems} == {"text-mismatch"}


@pytest.mark.parametrize(
    "text, where, shown",
    [
        ("anna sees  ben\n", "line 1, column 11 (character 10)", ['has "ben', 'has " ben']),
        ("\ufeffanna\r\n sees ben\r\n", "line 1, column 5 (character 4)", [r'ben has "\n sees']),
        ("anna sees ben\nmore", "line 2, column 1 (character 14)", ["has its end", 'has "more"']),
        ("anna sees\u00a0ben\n", "line 1, column 10 (character 9)", ['" ben', '"<U+00A0>ben']),
    ],
)
def test_one_other_text_takes_the_document_from_its_annotator_only(two, text, where, shown):
    put(two, "ben/doc2.txt", text)
    put_pair(two, "carla/doc1")
    put_pair(two, "carla/doc2")
    project = read(two)
    assert names(project) == ["doc1", "doc2"]
    assert tuple(project.documents[1].annotations) == ("anna", "carla")
    ((document, annotators, reason),) = project.excluded
    assert (document, annotators) == ("doc2", ("ben",))
    assert "anna and ben differ" in reason and "no two annotators" not in reason
    for words in [where, *shown]:
        assert words in reason


@pytest.mark.parametrize(
    "texts, kept, compared_with",
    [
        ("xyy", ("ben", "carla"), "ben"),  # the first annotator is the one who slipped
        ("xyxy", ("anna", "carla"), "anna"),  # equally many: those with the first annotator
        ("xyyx", ("anna", "dora"), "anna"),
        ("xyzz", ("carla", "dora"), "carla"),
        ("xyzyz", ("ben", "dora"), "ben"),
    ],
)
def test_the_text_of_most_annotators_is_compared(texts, kept, compared_with, tmp_path):
    annotators = ("anna", "ben", "carla", "dora", "emil")[: len(texts)]
    for annotator, text in zip(annotators, texts):
        put_pair(
            tmp_path, annotator + "/doc", text + "nna sees ben\n", "T1\tNOUN 0 4\t%snna\n" % text
        )
    project = read(tmp_path)
    (document,) = project.documents
    assert tuple(document.annotations) == tuple(document.files) == kept
    assert document.text[0] == texts[annotators.index(compared_with)]
    assert [found.annotators for found in project.excluded] == [
        (annotator,) for annotator in annotators if annotator not in kept
    ]
    for found in project.excluded:
        assert (
            "the texts of %s and %s differ from line 1, column 1"
            % (compared_with, found.annotators[0])
            in found.reason
        )
    # Whose text is not compared has no annotation to complain of either.
    assert project.problems == ()


def test_a1_and_a2_are_read_one_behind_the_other_as_brat_shows_them(two):
    lines = ["T1\tProtein 0 4\tanna", "T2\tEvent 5 9\tsees", "E1\tEvent:T2 Agent:T1"]
    for name in ("anna", "ben"):
        put(two, f"{name}/shared.txt", "anna sees ben")
    put(two, "anna/shared.a1", lines[0])  # without a line end
    put(two, "anna/shared.a2", "\n".join([*lines[1:], "E2\tEvent:T9"]) + "\n")
    put(two, "ben/shared.a2", lines[1] + "\nA1\n")
    put_pair(two, "ben/doc1", ann="T1\tNOUN 0 4\tanna\n")
    put(two, "ben/doc1.a2", "T1\tX 0 1\ta\n")  # brat reads the .ann alone
    project = read(two)
    shared = project.documents[-1]
    assert names(project) == ["doc1", "doc2", "shared"]
    assert [*shared.annotations["anna"].spans] == ["T1", "T2"]
    assert [*shared.annotations["anna"].events] == ["E1"]
    # In shared tasks all sides have the same .a1, and systems write the .a2 alone.
    assert [*shared.annotations["ben"].spans] == ["T1", "T2"]
    assert [(p.file, p.line, p.code) for p in project.problems] == [
        ("anna/shared.a2", 3, "event-without-trigger"), ("ben/shared.a2", None, "given"),
        ("ben/shared.a2", 2, "malformed-line"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "encode, codes",
    [
        (lambda lines: lines.replace("\n", "\r").encode(), []), (lambda lines: lines.encode("utf-16"), ["utf-16"]),
        (lambda lines: b"\xef\xbb\xbf" + lines.encode(), ["byte-order-mark"]),
    ],
    ids=["CR", "UTF-16", "BOM"],
)  # fmt: skip
def test_lines_are_read_whatever_program_has_saved_them(two, encode, codes):
    put(two, "ben/doc1.ann", encode("T1\tNOUN 0 4\tanna\nT2\tNOUN 10 13\tben\n"))
    project = read(two)
    assert [*project.documents[0].annotations["ben"].spans] == ["T1", "T2"]
    assert [problem.code for problem in project.problems] == codes


def test_symbolic_links_are_followed_but_not_in_circles(two):
    elsewhere = two.parent / (two.name + "-elsewhere")
    put_pair(elsewhere, "doc3")
    for annotator in ("anna", "ben"):
        (two / annotator / "linked").symlink_to(elsewhere, target_is_directory=True)
        (two / annotator / "circle").symlink_to(two / annotator, target_is_directory=True)
    (elsewhere / "up").symlink_to(two / "anna", target_is_directory=True)
    assert "linked/doc3" in names(read(two))


@pytest.fixture
def of_another_account(monkeypatch):
    """A function that lets a link belong to somebody else, whom no file belongs to."""
    lstat, links = os.lstat, set()

    def of_somebody(path, **options):
        status = lstat(path, **options)
        if os.fspath(path) not in links:
            return status
        return os.stat_result([*status[:4], status.st_uid + 4321, *status[5:]])

    monkeypatch.setattr(os, "lstat", of_somebody)
    return lambda path: links.add(os.fspath(path))


def test_a_link_of_one_account_to_a_file_of_another_is_not_followed(two, of_another_account):
    """Else whoever may write into the project reads with the rights of the command."""
    elsewhere = two.parent / (two.name + "-elsewhere")
    put_pair(elsewhere, "doc3")
    for annotator, link in (("anna", "linked"), ("ben", "linked")):
        (two / annotator / link).symlink_to(elsewhere, target_is_directory=True)
        of_another_account(two / annotator / link)
    (two / "anna" / "doc4.ann").symlink_to(elsewhere / "doc3.ann")
    (two / "carla").symlink_to(elsewhere)
    of_another_account(two / "anna" / "doc4.ann")
    of_another_account(two / "carla")
    project = read(two)
    assert names(project) == ["doc1", "doc2"] and project.annotators == ("anna", "ben")
    assert sorted(one.file for one in project.problems if one.code == "leads-out") == [
        "anna/doc4.ann", "anna/linked", "ben/linked", "carla"
    ]  # fmt: skip
    left_out = read_contents(two).left_out
    assert sorted(left_out) == ["anna/doc4.ann", "anna/linked", "ben/linked", "carla"]
    (elsewhere / "iaa.conf").write_text("[project]\nannotators = zed\n")
    (two / "iaa.conf").symlink_to(elsewhere / "iaa.conf")
    of_another_account(two / "iaa.conf")
    with pytest.raises(ConfigError, match="iaa.conf: is a link of one account"):
        load(two)


def test_names_that_differ_only_by_case(two):
    put_pair(two, "anna/Doc3")
    put_pair(two, "ben/doc3")
    if len(list((two / "anna").glob("*.ann"))) != 3:
        pytest.fail("the file system merges these names")
    project = read(two)
    assert {"doc1", "doc2", "Doc3", "doc3"} == set(names(project))
    assert len(project.excluded) == 2


def test_names_whose_accents_are_encoded_otherwise_are_one_document(two):
    """macOS takes letters and accents apart, and copies of its files keep such names."""
    ours, theirs = "\u00e9t\u00e9", "e\u0301te\u0301"
    for name, document in (("anna", ours), ("ben", theirs), ("gold", theirs)):
        put_pair(two, f"{name}/{document}")
    config = Config(annotators=("anna", "ben"), gold="gold")
    project = ProjectReader(two, config, ("gold",)).read()
    assert names(project) == ["doc1", "doc2", ours] and not project.excluded
    assert project.documents[2].files["ben"] == f"ben/{theirs}.ann"
    (problem,) = project.problems
    assert problem.file == f"ben/{theirs}.ann" and "e\\u0301te\\u0301" in problem.message
    assert names(ReferenceReader(two, config).read(project)) == [ours]
    # Who has both has two documents.
    put_pair(two, f"ben/{ours}")
    assert names(ProjectReader(two, config, ("gold",)).read()) == ["doc1", "doc2", theirs, ours]


def test_name_that_is_not_utf8_is_reported(two):
    (two / "anna" / os.fsdecode(b"caf\xe9.ann")).write_bytes(b"")
    project = read(two)
    (problem,) = project.problems
    assert (problem.file, problem.code) == ("anna", "name-not-utf8")
    problem.message.encode()
    assert names(project) == ["doc1", "doc2"]


def test_a_directory_that_lets_nobody_in(two, monkeypatch):
    def refusing(function):
        def call(path, *args, **keywords):
            if str(path).startswith(str(two / "ben") + os.sep):
                raise PermissionError(13, "Permission denied")
            return function(path, *args, **keywords)

        return call

    with monkeypatch.context() as patch:
        # Tests may run as root, whom no permission stops.
        for name in ("stat", "open"):
            patch.setattr(os, name, refusing(getattr(os, name)))
        project = read(two)
    assert project.excluded == (
        Excluded("doc1", ("ben",), "ben/doc1.txt cannot be read: permission denied"),
        Excluded("doc2", ("ben",), "ben/doc2.txt cannot be read: permission denied"),
    )


def test_nothing_is_written(two):
    before = {path: path.stat().st_mtime_ns for path in two.rglob("*")}
    read(two)
    assert {path: path.stat().st_mtime_ns for path in two.rglob("*")} == before
