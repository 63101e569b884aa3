"""The paragraph for a paper: it says nothing that was not computed, and cites what it names."""

import re
import shutil
from dataclasses import replace

import discourse_projects
import label_projects
import pytest
from cases import each
from checkout import CHECKOUT, DEMO, PROJECTS
from guide_examples import play
from small_projects import agreement, put, put_raw, shipped

from brat_iaa import __version__
from brat_iaa.corpus.project import Excluded, OtherText
from brat_iaa.errors import ConfigError
from brat_iaa.formats.cells import figure, figure_with_interval
from brat_iaa.paper.annotation import unknown
from brat_iaa.paper.methods import as_text, layers_in, methods, paper
from brat_iaa.paper.reported import WORKS, bibliography, reported
from brat_iaa.study import Study

SHIPPED = [DEMO, *sorted(path for path in PROJECTS.iterdir() if path.is_dir())]
# Figures that belong to a definition: the distances of Passonneau 2004, and the level.
DEFINED = {".33", ".67", "95"}


@pytest.fixture(scope="module", params=SHIPPED, ids=lambda path: path.name)
def each_shipped(request):
    return shipped(request.param)


def test_every_figure_is_one_of_a_score(each_shipped):
    paragraphs, _ = methods(each_shipped)
    scores = [score for layer in each_shipped.score_indexes for score in layer.agreement.scores]
    known = set(DEFINED)
    for score in scores:
        numbers = [score.value, score.observed, score.expected, *(score.interval or ())]
        known.update(figure(number) for number in numbers if number is not None)
    for text in paragraphs:
        assert set(re.findall(r"(?<![\w.])(?:1\.000|>?\.\d+)", text)) <= known


def test_every_figure_and_count_that_is_reported_is_there(each_shipped):
    text = " ".join(methods(each_shipped)[0])
    counts = set(map(int, re.findall(r"\((\d+) (?:item|token|span|link|mention|chain|rel)", text)))
    scores = [score for layer in layers_in(each_shipped) for score in reported(layer)]
    assert counts <= {score.items for score in scores}
    for score in scores:
        said = figure_with_interval(score) if score.value is not None else score.undefined
        assert said in text


def test_every_work_cited_is_in_the_bibliography(each_shipped):
    paragraphs, works = methods(each_shipped)
    cited = {name for name, work in WORKS.items() if _is_cited(work, " ".join(paragraphs))}
    assert cited <= set(works)


def _is_cited(work, text):
    authors, _, year = work.cited.rpartition(", ")
    return f"{authors}, {year}" in text or f"{authors} ({year})" in text


def test_settings_are_said(tmp_path):
    for annotator, label in (("anna", "obj"), ("ben", "obl")):
        put(tmp_path, annotator, "d", "one two", f"0>1:root 1>2:{label}")
    (tmp_path / "iaa.conf").write_text(
        "[layer dependencies]\npunctuation = out\npunctuation_types = P\nlabels = obj, obl\n"
        "tokens = drawn\ndistance = jaccard\n",
        "utf-8",
    )
    _, arcs, ending = methods(agreement(tmp_path))[0]
    for said in (
        "Tokens of the types P are left out as punctuation.",
        "Only arcs labelled obj, obl count.",
        "a token that only one of two drew counts",
        "with one minus the Jaccard coefficient as distance",
        "No token has more than one head",
    ):
        assert said in arcs
    assert ending.startswith("No intervals are given: fewer than 10 sentences, too few to")


def test_settings_change_what_figures_are_said_to_be(tmp_path):
    pair = "c1 b1 cause k1", "b1 c1 cause k1"
    for name, relation in zip(("anna", "ben"), pair):
        discourse_projects.put_relations(tmp_path, name, relation)
    conf, said = discourse_projects.CONFIG, []
    for settings in (conf.format("shared"), conf.format("equal") + "direction = any\n"):
        (tmp_path / "iaa.conf").write_text(settings, "utf-8")
        said.append(" ".join(methods(Study(tmp_path).agreement())[0]))
    assert "with the same start and target is .000" in said[0]
    assert "with a connective in common is" in said[0]
    assert "with the same two ends, whichever of them is the start is 1.000" in said[1]
    assert "with the same connective is" in said[1]
    assert "same start" not in said[1] and "in common" not in said[1]


def test_the_value_of_a_span_may_be_a_set(tmp_path):
    label_projects.write(tmp_path, "a b", "note", True, anna="x,y x", ben="x y")
    said = " ".join(methods(Study(tmp_path).agreement())[0])
    assert "its value is the set of its labels." in said
    assert "The share of equal sets of labels among the spans that both annotators drew is" in said
    # {x, y} and {x}: a subset; {x} and {y}: nothing. One label is common, of three and of two.
    assert "simplified by Ragheb and Dickinson (2013), is .333 (2 items)" in said
    assert "by the global comparison method (Ragheb and Dickinson, 2013) is .400" in said


def copied(folder, name, settings="", **annotators):
    """A shipped project with further annotators: {name: whose files are taken}."""
    shutil.copytree(PROJECTS / name, folder / name)
    for added, of in annotators.items():
        shutil.copytree(PROJECTS / name / of, folder / name / added)
    (folder / name / "iaa.conf").write_text(settings, "utf-8")
    return folder / name


TREES = "[layer trees]\n"
# {project, its settings and further annotators: what its paragraph says}
SAID = {
    ("passonneau_fig1", ""): (
        "1 document (4 sentences) [how they were chosen] was annotated in brat",
        "(11 items; observed disagreement .191, expected .744; 3 pairs, .693 to .799).",
        "MUC F1 (Vilain et al., 1995) is .786 (38 links, summed over pairs and their annotators; "
        "mean of 3 pairs, .667 to .857).",
        "is .777 (mean of 3 pairs, .696 to .832).",
        "is 1.000 (66 mentions, summed over pairs and their annotators; mean of 3 pairs, each 1.000)",
    ),
    ("mirovsky_example", ""): (
        "F1 of the relations with the same start and target is .375 (16 relations of both "
        "annotators).",
        "Cohen’s kappa (Cohen, 1960) on their types is .500 (3 items; observed agreement .667,",
        "the item is a matched relation, its value is its type.",
    ),
    ("mirovsky_example", "", "C"): (
        "is .583 (48 relations, summed over pairs and their annotators; 3 pairs, .375 to 1.000).",
        "is .667 (14 items; mean of 3 pairs (Light, 1971), .500 to 1.000).",
    ),
    ("ndt1", TREES): (
        "7 documents (130 sentences, 1674 tokens)",
        "For the layer trees, the item is the sentence; its value is its tree.",
        "(130 items; observed disagreement 4.008, expected 247.802).",
        "The share of tokens with the same head and label (LAS) is .940 [.919, .956] (1674 tokens)",
        "With fewer than 200 sentences the interval of alpha over trees is too narrow",
    ),
    ("ragheb_fig3", TREES): ("1 sentence in which a token has several heads was left out.",),
    ("ndt1", "[project]\ngold = thor\n[layer dependencies]\n[layer types]\nkind = labels\n", "E"): (
        "Annotators were also compared with a gold standard [who made it, and how], which is not",
    ),
}


@pytest.mark.parametrize("case", SAID, ids="-".join)
def test_a_paragraph_says_what_is_counted_averaged_and_left_out(case, tmp_path):
    name, settings, *added = case
    first = next(path.name for path in sorted((PROJECTS / name).iterdir()) if path.is_dir())
    root = copied(tmp_path, name, settings, **dict.fromkeys(added, first))
    text = " ".join(methods(Study(root).agreement())[0])
    assert [said for said in SAID[case] if said not in text] == []


def test_labels_off_the_scale_are_said_to_be_left_out(tmp_path):
    for name, labels in (("anna", "low mid high unsure"), ("ben", "low high high low")):
        text = label_projects.text_of("a b c d")
        put_raw(tmp_path, name, "d", text, label_projects.standoff("a b c d", labels, "note"))
    conf = label_projects.settings("note", order="low, mid, high", weights="linear")
    (tmp_path / "iaa.conf").write_text(conf, "utf-8")
    (said,) = [text for text in methods(agreement(tmp_path))[0] if "For the layer" in text]
    assert "with linear weights by the order of the labels" in said
    assert "Alpha by the order of the labels, and AC2, leave out 1 of 4 spans" in said


@pytest.mark.parametrize(
    "absent, said",
    [
        (OtherText("d", ("ben",), "d.txt differs"), "(another text)"),
        (Excluded("d", ("ben",), "in all but trees: d.txt differs"), "(another text in all but trees)"),
        (
            Excluded("d", ("ben",), "in trees: most annotators have a text with more or fewer sentences"),
            "(more or fewer sentences than the others in trees)",
        ),
        (Excluded("d", ("ben",), "no span in it: not begun"), "(not begun)"),
        (Excluded("d", ("ben",), "line 3 is no annotation"), "(unreadable)"),
    ],
)  # fmt: skip
def test_why_something_was_excluded(absent, said, tmp_path):
    put(tmp_path, "anna", "d", "one two", "0>1:root 1>2:obj")
    put(tmp_path, "ben", "d", "one two", "0>1:root 1>2:obj")
    found = replace(agreement(tmp_path), excluded=(absent,))
    assert f"versions of documents, 1 was excluded {said}." in methods(found)[0][0]


def test_what_iaa_conf_answers_is_not_asked(tmp_path):
    settings = "[layer dependencies]\n[project]\ngold = gold\n"
    plain = unknown(shipped(PROJECTS / "ndt1"))
    root = copied(tmp_path, "ndt1", settings, gold="thor")
    asked = unknown(Study(root).agreement())
    assert (
        "whether they worked independently, and from scratch or from automatic annotation" in plain
    )
    assert set(asked) - set(plain) == {"who made the gold standard, and how"}


def test_texts_that_differ_are_said(tmp_path):
    play("trees", "texts-that-differ", tmp_path, lambda words, lines: None)
    text = " ".join(methods(Study(tmp_path / "own_words").agreement())[0])
    assert "The texts of annotators differ in 1 document; there, the first sentence of one" in text
    assert "1 sentence whose words differ was left out of UAS, LAS and LA." in text


def test_what_is_undefined_is_said_in_words(tmp_path):
    for annotator in ("anna", "ben"):
        put(tmp_path, annotator, "d", "one", "0>1:root")
    _, arcs, _ = methods(agreement(tmp_path))[0]
    assert "LAA undefined (every value is the same)" in arcs
    assert not re.search(r"\bnan\b", as_text(agreement(tmp_path)))


def test_without_a_common_document_there_is_nothing_to_report(tmp_path):
    for annotator, documents in (("anna", ("d1",)), ("ben", ("d2",)), ("gold", ("d1", "d2"))):
        for document in documents:
            put(tmp_path, annotator, document, "one two", "0>1:root 1>2:x")
    (tmp_path / "iaa.conf").write_text("[project]\ngold = gold\n", "utf-8")
    found = agreement(tmp_path)
    assert found.annotators == ("anna", "ben") and layers_in(found) == []
    with pytest.raises(ConfigError, match="No layer has figures"):
        as_text(found)


def test_each_layer_reports_a_figure(each_shipped):
    assert all(reported(layer) for layer in each_shipped.score_indexes if layer.overall)


# Fields without which a reader cannot find the work; what classic styles do not print, too.
FIELDS = {
    "inproceedings": ("author", "title", "booktitle", "pages", "year"),
    "article": ("author", "title", "journal", "volume", "number", "pages", "year", "doi"),
    "book": ("author", "title", "edition", "address", "publisher", "year"),
    "misc": ("author", "title", "howpublished", "year", "url"),
}


@each("name", WORKS)
def test_an_entry_says_all_that_finds_the_work(name):
    kind, key, body = re.fullmatch(
        r"@(\w+)\{([\w-]+),\n(.*)\n\}", bibliography([name]), re.S
    ).groups()
    fields = dict(re.findall(r"^  (\w+) = \{(.+)\},?$", body, re.M))
    assert key == name and not set(FIELDS[kind]) - set(fields)
    year = re.search(r"\d{4}$", WORKS[name].cited)
    assert year is None or year[0] == fields["year"]


def test_the_citation_file_names_this_version():
    assert f"\nversion: {__version__}\n" in (CHECKOUT / "CITATION.cff").read_text("utf-8")


def test_one_layer(each_shipped):
    for layer in layers_in(each_shipped):
        made = paper(each_shipped, layer.name)
        entries = made.works.strip().split("\n\n")
        assert set(entries) <= set(paper(each_shipped).works.strip().split("\n\n"))
    with pytest.raises(ConfigError, match="no layer “none”"):
        paper(each_shipped, "none")


def test_a_snapshot_says_its_phase_and_number():
    of_phase = shipped(DEMO)
    ending = methods(of_phase, None, "snapshot 2 of 2026-11-22")[0][-1]
    assert "of the phase “1 apart” (snapshot 2 of 2026-11-22), from data" in ending


def test_a_paragraph_names_nobody(each_shipped):
    text = " ".join(methods(each_shipped)[0])
    for name in each_shipped.annotators:
        if len(name) < 2:
            continue
        assert not re.search(rf"\b{re.escape(name)}\b", text)
