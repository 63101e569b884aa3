"""The demo project, or a copy of it, read by a few plain splits, independent of brat_iaa.corpus."""

import shutil
from itertools import combinations

from checkout import DEMO

from brat_iaa.demo import history

ANNOTATORS = ("anna", "ben", "carla")
DOCUMENTS = ("a_letter", "first_job", "free_time", "my_city")
PAIRS = tuple(combinations(ANNOTATORS, 2))
ANNOTATED = [(a, d) for a in ANNOTATORS for d in DOCUMENTS if (a, d) != ("carla", "free_time")]


def text_of(annotator, document, project=DEMO):
    return (project / annotator / (document + ".txt")).read_bytes().decode("utf-8")


def lines_of(annotator, document, project=DEMO):
    data = (project / annotator / (document + ".ann")).read_bytes().decode("utf-8")
    assert data.endswith("\n") and "\r" not in data
    return [line.split("\t") for line in data[:-1].split("\n")]


def spans_of(annotator, document, project=DEMO):
    """{brat id: (type, start, end)}; every text must be what stands at its offsets."""
    text, spans = text_of(annotator, document, project), {}
    for fields in lines_of(annotator, document, project):
        if fields[0].startswith("T"):
            kind, start, end = fields[1].split(" ")
            assert text[int(start) : int(end)] == fields[2]
            assert fields[0] not in spans
            spans[fields[0]] = (kind, int(start), int(end))
    return spans


def arcs_of(annotator, document, project=DEMO):
    """[(start of dependent, start of head, label)], one for each line R."""
    spans, arcs = spans_of(annotator, document, project), []
    for fields in lines_of(annotator, document, project):
        if fields[0].startswith("R"):
            label, head, dependent = fields[1].split(" ")
            assert fields[2] == "" and head[:5] == "Arg1:" and dependent[:5] == "Arg2:"
            arcs.append((spans[dependent[5:]][1], spans[head[5:]][1], label))
    return arcs


def configured(section, project=DEMO):
    """{name: arguments} of a section of annotation.conf."""
    current, found = "", {}
    for line in (project / "annotation.conf").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            current = line.strip("[]")
        elif line and not line.startswith("#") and current == section:
            name, _, arguments = line.partition("\t")
            found[name] = arguments
    return found


def check_tokens(annotator, document, project=DEMO):
    """Every word is a token of a configured part of speech."""
    text, spans = text_of(annotator, document, project), spans_of(annotator, document, project)
    starts = {0} | {i + 1 for i, character in enumerate(text[:-1]) if character in " \n"}
    assert sorted(start for _, start, _ in spans.values()) == sorted(starts)
    assert {kind for kind, _, _ in spans.values()} <= set(configured("entities", project))
    for kind, start, end in spans.values():
        assert (kind == "ROOT") == (text[start:end] == "ROOT")


def check_arcs(annotator, document, project=DEMO):
    """Arcs stay in their sentence, and one of them comes from the root token."""
    text, arcs = text_of(annotator, document, project), arcs_of(annotator, document, project)
    root_tokens = {
        start
        for kind, start, _ in spans_of(annotator, document, project).values()
        if kind == "ROOT"
    }
    assert len(arcs) == len(set(arcs))
    for dependent, head, label in arcs:
        assert dependent != head and dependent not in root_tokens
        assert text.count("\n", 0, dependent) == text.count("\n", 0, head)
        assert (label == "ROOT") == (head in root_tokens)
        assert label in configured("relations", project)
    assert sorted(head for _, head, label in arcs if label == "ROOT") == sorted(root_tokens)


def played_phases(folder):
    """{phase: copy of the project as it was at its end}; the project itself is folder/now."""
    shutil.copytree(DEMO, folder / "now")
    copies = {}

    def keep(phase):
        copies[phase] = shutil.copytree(folder / "now", folder / "phases" / phase)

    history.play(folder / "now", keep)
    return copies
