"""The blindness guarantee: what an annotator gets of a pair tells nothing of who the other is, nor
of anybody else.

Names are such that none of them can occur by chance, and every object that an Agreement holds is
looked through.
"""

import functools
import os
import shutil
import threading
from dataclasses import fields, is_dataclass, replace
from operator import itemgetter
from types import FunctionType, MethodType

import layer_projects
import numpy
import pytest
from small_projects import LONG_AGO, put, put_raw, standoff

from brat_iaa.web.viewers.viewed_project import ViewedProject
from brat_iaa.web.viewers.viewer import Viewer

ME, OTHER, THIRD, GOLD, ANCHOR, LOGIN, BOSS = (
    "Qmeq", "Xotherx", "Zthirdz", "Vgoldv", "Wanchorw", "Jloginj", "Kbossk",
)  # fmt: skip
SECRET = (OTHER, THIRD, GOLD, ANCHOR, LOGIN, BOSS)
WORDS = "a b c d / e f g / h i"
MINE = "0>1:SUBJ 1>2:OBJ 2>3:JCT 3>4:OBJ / 0>1:SUBJ 1>2:OBJ 1>3:OBJ / 0>1:ROOT 1>2:OBJ"
OTHERS = "0>1:SUBJ 1>2:JCT 1>3:JCT 3>4:OBJ / 0>1:OBJ 3>2:OBJ 1>3:OBJ / 0>1:ROOT -2"
THIRDS = "0>1:Thirdlabel 1>2:OBJ / 0>1:SUBJ / 0>1:ROOT 1>2:OBJ"
ACCESS = f"[access]\nmanagers = {BOSS}\nreveal = own\nlogins = {LOGIN}: {OTHER}\n"

_WITHOUT_TEXT = (
    bool, int, float, slice, range, type, *map(type, (threading.Lock(), threading.RLock())),
)  # fmt: skip


def strings(value, path="agreement", seen=None):
    """(path, text) of every text in an object, with the texts of keys, attributes and slots."""
    seen = {} if seen is None else seen
    if isinstance(value, (str, bytes, os.PathLike)):
        yield path, os.fsdecode(value)
        return
    if value is None or isinstance(value, (range, *_WITHOUT_TEXT)) or id(value) in seen:
        return
    seen[id(value)] = value  # held, so that no other object gets its id
    if isinstance(value, numpy.ndarray):
        assert value.dtype.kind in "iufb", path
    elif isinstance(value, dict):
        for key, own in value.items():
            yield from strings(key, f"{path} key", seen)
            yield from strings(own, f"{path}.{key if isinstance(key, str) else ''}", seen)
    elif isinstance(value, (tuple, list, set, frozenset)):
        fields = getattr(value, "_fields", range(len(value)))
        for name, own in zip(fields, value):
            yield from strings(own, f"{path}.{name}", seen)
    elif isinstance(value, (FunctionType, MethodType, functools.partial)):
        # A figure that is computed when it is read: what it is computed of.
        held = [cell.cell_contents for cell in getattr(value, "__closure__", None) or ()]
        held += [getattr(value, name, None) for name in ("__self__", "func", "args", "keywords")]
        held.append(getattr(value, "__defaults__", None))
        yield from strings(held, f"{path}()", seen)
    else:
        slots = [s for kind in type(value).__mro__ for s in getattr(kind, "__slots__", ())]
        own = {
            **getattr(value, "__dict__", {}), **{s: getattr(value, s) for s in slots if hasattr(value, s)},
        }  # fmt: skip
        # What can be looked into only in part would make this test pass for nothing.
        nothing = is_dataclass(value) or isinstance(value, (numpy.number, itemgetter))
        assert own or nothing or getattr(value, "_fields", None) == (), (
            path, type(value),
        )  # fmt: skip
        yield from strings(own, path, seen)


def leaks(value, secret=SECRET):
    """(path, text) of what holds a name. The lines of a file as they were read hold what its annotator
    wrote, a name in a comment, too: what answers say of them is looked through in test_hidden.
    """
    found = [each for each in strings(value) if ".annotations." not in each[0]]
    return [
        (path, text)
        for path, text in found
        if any(name.casefold() in text.casefold() for name in secret)
    ]


def viewer_of(root, login=ME, **more):
    return Viewer.of(ViewedProject(root, **more), login)


def only_pair(root, **more):
    """The Agreement of ME and OTHER: the partner who has the label or documents of OTHER."""
    viewer = viewer_of(root, **more)
    return {partner.shown: viewer.pair(partner.shown).agreement() for partner in viewer.partners()}


@pytest.fixture
def project(tmp_path):
    """Three annotators, gold and anchor, broken files and all that leads to messages with names."""
    root = tmp_path / "project"
    for name, marks in (
        (ME, MINE),
        (OTHER, OTHERS),
        (THIRD, THIRDS),
        (GOLD, MINE),
        (ANCHOR, OTHERS),
    ):
        put(root, name, "shared", WORDS, marks)
    put(root, ME, "mine_only", WORDS, MINE)
    put(root, OTHER, "secret_others_only", WORDS, OTHERS)
    put(root, THIRD, "secret_thirds_only", WORDS, OTHERS)
    put(root, OTHER, "Shared", WORDS, OTHERS)
    # Texts that differ, missing and broken files, on each side.
    for name, words in ((ME, "a b"), (OTHER, "a Xotherxtext")):
        put(root, name, "texts_differ", words, "0>1:SUBJ")
    for name in (ME, OTHER, THIRD):
        for document in ("no_text", "bad_text", "closed", "empty", "bad_lines", "spans_only"):
            put(root, name, document, WORDS, MINE)
    (root / OTHER / "no_text.txt").unlink()
    (root / OTHER / "bad_text.txt").write_bytes(b"\xff")
    (root / OTHER / "closed.ann").unlink()
    (root / OTHER / "closed.ann").mkdir()
    (root / OTHER / "empty.ann").write_bytes(b"")
    put(root, OTHER, "spans_only", WORDS, "")
    lines = (
        standoff(WORDS, OTHERS)
        + f"T1\tW 0 1\tx\nR99\tOBJ Arg1:T1 Arg2:T777\nnonsense {OTHER}\nT98\tW 900 901\t{OTHER}\n"
    )
    put_raw(
        root,
        OTHER,
        "bad_lines",
        "ROOT a b c d\nROOT e f g\nROOT h i\n",
        lines + f"#1\tAnnotatorNotes T2\tby {OTHER}\n",
    )
    os.symlink("/etc/hostname", root / OTHER / "leads_out.ann")
    os.mkdir(os.fsencode(root / OTHER) + b"/\xff\xfe")
    (root / "iaa.conf").write_text(
        f"[project]\ngold = {GOLD}\ngroups = shared: {OTHER}\nexcluded = {ANCHOR}\n"
        f"[layer dependencies]\nlabels = SUBJ, "
        f"OBJ, JCT, ROOT, Thirdlabel\n" + ACCESS
    )
    for path in root.glob("*/*"):
        os.utime(path, (LONG_AGO, LONG_AGO), follow_symlinks=False)
    return root


def test_the_search_for_names_finds_them(project):
    """What a manager gets is full of them; else the tests below would show nothing."""
    viewer = viewer_of(project, BOSS)
    found = viewer.everything()
    assert all(
        any(name in text for _, text in strings(found)) for name in (OTHER, THIRD, GOLD, ANCHOR)
    )
    # Each for itself: what several parts hold is only looked at once.
    for part in ("differences", "problems", "excluded", "config", "scores", "references"):
        assert leaks(getattr(found, part)), part


def test_nothing_tells_who_the_other_is(project):
    pairs = only_pair(project)
    assert len(pairs) == 2
    for shown, found in pairs.items():
        assert found.differences and found.scores
        assert leaks(found) == []
        assert found.annotators == found.config.annotators == (ME, shown)
        assert {name for pair in found.confusion("dependencies") for name in pair} == {ME, shown}
        assert {file.split("/")[0] for d in found.differences for file in d.files} == {ME, shown}
        assert (found.config.gold, found.config.references, found.config.excluded) == (None, (), ())
        assert found.config.groups == () and found.groups == []
        assert found.config.access.managers == () == found.config.access.logins


def test_only_what_both_have_begun_is_there(project):
    pairs = only_pair(project)
    by_documents = {tuple(sorted(found.tables)): found for found in pairs.values()}
    # The first is OTHER, whose other files are broken or not begun; the second is THIRD.
    assert set(by_documents) == {
        ("bad_lines", "no_text", "shared"),
        ("bad_lines", "bad_text", "closed", "empty", "no_text", "shared", "spans_only"),
    }
    for found in pairs.values():
        texts = {text for _, text in strings(found)}
        assert not any("secret" in text or "mine_only" in text for text in texts)
        assert not any(text == "Shared" for text in texts)


def test_the_third_changes_nothing(project, tmp_path):
    """Two projects that differ in everybody but the pair give the same answer, so nothing of others
    is in it.
    """
    alone = tmp_path / "alone" / "project"
    shutil.copytree(project, alone, symlinks=True)
    for name in (THIRD, GOLD, ANCHOR):
        shutil.rmtree(alone / name)
    (alone / "iaa.conf").write_text(
        "[layer dependencies]\nlabels = SUBJ, OBJ, JCT, ROOT, Thirdlabel\n" + ACCESS
    )
    ((_, expected),) = only_pair(alone).items()
    (found,) = [found for found in only_pair(project).values() if len(found.tables) == 3]
    same = [
        [
            (s.measure, s.statistic, s.document, s.label, s.value, s.items, s.interval)
            for s in a.scores
        ]
        for a in (found, expected)
    ]
    assert same[0] == same[1]
    assert [(d.document, d.token.start, d.kind, d.labels) for d in found.differences] == [
        (d.document, d.token.start, d.kind, d.labels) for d in expected.differences
    ]
    assert sorted(e.document for e in found.excluded) == sorted(
        e.document for e in expected.excluded
    )
    assert len(found.problems) == len(expected.problems)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.system] * (name == "ndt1"))
        for name in layer_projects.SETTINGS
    ],
)
def test_layers_of_every_kind_keep_the_names(tmp_path, name):
    root = layer_projects.project(tmp_path, name)
    annotators = sorted(path.name for path in root.iterdir() if path.is_dir())
    for old, new in zip(annotators, (ME, OTHER, THIRD)):
        (root / old).rename(root / new)
    with open(root / "iaa.conf", "a", encoding="utf-8") as file:
        file.write(ACCESS)
    pairs = only_pair(root)
    assert pairs
    for shown, found in pairs.items():
        assert found.differences and {s.layer for s in found.scores} == {
            layer.name for layer in found.layers
        }
        assert leaks(found) == []
        assert leaks(found.sentence_scores(next(iter(found.tables)))) == []
        assert {d.annotators for d in found.differences} == {(ME, shown)}


def test_every_field_of_an_agreement_is_looked_through(project):
    """Guards the search above: fields that a later version adds are met by it too."""
    (found, *_) = only_pair(project).values()
    marked = replace(found, config=found.config._replace(name=f"x{THIRD}x"))
    assert [text for _, text in leaks(marked)] == [f"x{THIRD}x"]
    others = dict.fromkeys((field.name for field in fields(found)), {"x": (OTHER,)})
    for name, value in others.items():
        assert leaks(replace(found, **{name: value}))


ENTITIES = "T1\tFood 4 9\tpizza\nT2\tPlace 13 20\tLuigi's\n"
MEAL = "The pizza at Luigi's was good , the wine was not .\n"
DRAWN = ENTITIES + "R1\tSECRET Arg1:T1 Arg2:T2\n"


def two(tmp_path, **documents):
    """A project of ME and OTHER; documents: name=(mine, the other's)."""
    for name, files in documents.items():
        for annotator, content in zip((ME, OTHER), files):
            put_raw(tmp_path, annotator, name, MEAL, content)
    (tmp_path / "iaa.conf").write_text("[access]\nreveal = own\n")
    viewer = viewer_of(tmp_path)
    return {
        document: own
        for partner in viewer.partners()
        for own in [viewer.pair(partner.shown).agreement()]
        for document in own.tables
    }


def test_relations_between_given_spans_are_not_shown_before_one_has_drawn_any(tmp_path):
    found = two(tmp_path, both=(DRAWN, DRAWN), given=(ENTITIES, DRAWN.replace("SECRET", "HIDDEN")))
    assert set(found) == {"both"}
    assert not any("HIDDEN" in text for _, text in strings(found["both"]))


def test_what_the_other_draws_in_a_document_not_begun_changes_nothing_in_others(tmp_path):
    """Spans alone in both; drawing arcs in another document must not take this one away."""
    before = two(tmp_path / "before", one=(ENTITIES, ENTITIES), two=(ENTITIES, ENTITIES))
    after = two(tmp_path / "after", one=(ENTITIES, ENTITIES), two=(ENTITIES, DRAWN))
    assert set(before) == {"one", "two"} and set(after) == {"one"}
    assert after["one"].layers == before["one"].layers
