"""What a paper says of agreement: nothing that was not computed, and it cites what it names."""

import re

import pytest
from cases import each
from checkout import CHECKOUT, DEMO, PROJECTS
from small_projects import agreement, put, shipped

from brat_iaa import __version__
from brat_iaa.formats.cells import figure, figure_with_interval
from brat_iaa.paper.methods import layers_in, methods, reported
from brat_iaa.paper.works import WORKS, bibliography

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


def test_the_text_is_two_sentences(each_shipped):
    """Of each layer the leading figure, and how intervals were made."""
    text = methods(each_shipped)[0][0]
    assert len(re.findall(r"\.(?= [A-Z]|$)", text)) == 2
    assert all(f"on {layer.name} with " in text for layer in layers_in(each_shipped))
    assert ("(Efron, 1982)" in text) == ("Brackets hold" in text)


def test_labels_of_given_tokens_lead_with_agreement_and_kappa():
    """Nobody chose the tokens, so F1 comes last."""
    text, *appendix = methods(shipped(PROJECTS / "ndt1"))[0]
    assert "on types with agreement .998 [.991, >.999] and kappa (Cohen, 1960) .998" in text
    of_types = appendix[2]
    order = [
        of_types.index(words) for words in ("share of equal", "Cohen’s kappa", "F1 of the labels")
    ]
    assert order == sorted(order)


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
    text, _, arcs, ending = methods(agreement(tmp_path))[0]
    assert text.count(". ") == 1 and "No intervals are given" in text
    for said in (
        "Tokens of the types P are left out as punctuation.",
        "Only arcs labelled obj, obl count.",
        "a token that only one of two drew counts",
        "with one minus the Jaccard coefficient as distance",
        "No token has more than one head",
    ):
        assert said in arcs
    assert ending.startswith("No intervals are given: fewer than 10 sentences, too few to")


# {project, its settings and further annotators: what its paragraph says}


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


def test_a_paragraph_names_nobody(each_shipped):
    names_nobody(each_shipped)


def test_a_paragraph_names_nobody_whose_lines_could_not_be_read():
    damaged = shipped(PROJECTS.parent / "gallery" / "awkward")
    assert "could not be read" in names_nobody(damaged)


def names_nobody(agreement):
    text = " ".join(methods(agreement)[0])
    for name in agreement.annotators:
        assert len(name) < 2 or not re.search(rf"\b{re.escape(name)}\b", text)
    return text
