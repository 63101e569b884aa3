"""The paragraph on agreement for a paper: only what was computed, with blanks for the rest."""

from collections import Counter
from typing import NamedTuple

import numpy

from brat_iaa import __version__
from brat_iaa.config import DEPENDENCIES, signature_of
from brat_iaa.corpus.project import OtherText
from brat_iaa.errors import ConfigError
from brat_iaa.formats.cells import (
    MUCH,
    Table,
    count,
    figure,
    figure_with_interval,
    interval_unit,
)
from brat_iaa.formats.display_names import KIND_WORDS, figure_name, full_name, statistic_name
from brat_iaa.formats.latex import to_latex
from brat_iaa.formats.terminal import printable
from brat_iaa.paper.wording import REGRADINGS, WORDING
from brat_iaa.paper.works import BRAT, TOOL, bibliography, cite, named_in
from brat_iaa.scores.grading import COARSE
from brat_iaa.scores.index import layers_of
from brat_iaa.scores.kinds import LAYER_KINDS

# What no program can know of an annotation, for the authors to add.
UNKNOWN = (
    "how the documents were chosen, and from which population",
    "who the annotators are, how they were trained and paid, and whether they consented",
    "which guidelines they followed, and where these can be read",
    "whether they worked independently, and from scratch or from automatic annotation",
    "what became of the disagreements (discussion, adjudication, new guidelines)",
)
_SIMILARITY = {
    "masi": "MASI as simplified by Ragheb and Dickinson (2013)",
    "masi-full": "MASI (Passonneau, 2006)",
    "jaccard": "the Jaccard coefficient",
}


class Paper(NamedTuple):
    """What goes into a paper, each part as the text of a file."""

    paragraph: str
    table: str
    works: str


def layers_in(agreement) -> list:
    """ScoreIndexes of the layers of which a paper can report something."""
    if all(len(agreement.annotators_of(name)) < 2 for name in agreement.tables):
        return []  # Figures may be there, all undefined: documents differ in their texts, say.
    return [layer for layer in layers_of(agreement) if layer.overall]


def paper(agreement, layer=None, snapshot="") -> Paper:
    """The Paper; arguments as of methods()."""
    paragraphs, tables, works = methods(agreement, layer, snapshot)
    return Paper(
        "\n\n".join(map(printable, paragraphs)) + "\n",
        to_latex([], tables).strip() + "\n",
        bibliography(works) + "\n",
    )


def fingerprint(agreement, layer=None) -> str:
    """The fingerprint of the data of all annotators, as in the paragraph; "" if unknown."""
    first = next((index for index in layers_in(agreement) if layer in (None, index.name)), None)
    return _settings(reported(first)[0]).get("data", "") if first is not None else ""


def methods(agreement, layer=None, snapshot=""):
    """(list of paragraphs, list of Table, short names of the works that they cite)

    agreement  Agreement of two annotators or more
    layer      name of the only layer to report; None: all
    snapshot   which snapshot it is, e.g. "snapshot 2 of 2026-11-22"; "": the project as it is

    Raises ConfigError if there is no such layer, or nothing to report.
    """
    layers = [index for index in layers_in(agreement) if layer in (None, index.name)]
    if not layers:
        raise ConfigError(
            f"There is no layer “{layer}” with figures."
            if layer
            else "No layer has figures over all annotators."
        )
    paragraphs = [_data(agreement, layers)]
    paragraphs += [_PARAGRAPHS.get(index.kind, _layer)(index) for index in layers]
    regraded = [
        (layer, grading) for grading in REGRADINGS for layer in layers if grading in layer.gradings
    ]
    paragraphs += [_regraded(layer, grading) for layer, grading in regraded]
    scores = [score for index in layers for score in reported(index)]
    signatures = [score.signature for score in scores]
    paragraphs.append(_ending(agreement, scores, snapshot))
    works = named_in(signatures) + [REGRADINGS[grading].work for _, grading in regraded]
    return paragraphs, [_table(layer) for layer in layers], [*dict.fromkeys(works), BRAT, TOOL]


def reported(layer):
    """The Scores of a ScoreIndex that a paper reports, over all annotators."""
    return list(_reported(layer))


def _reported(layer):
    """{Score: what the figure is, in words}"""
    return {
        layer.overall[key]: words
        for (measure, statistic), words in WORDING[layer.kind].reported.items()
        for key in layer.overall
        if key[0] == measure and statistic in (None, key[1])
    }


def _data(agreement, layers):
    """What was annotated by how many, and what was left out."""
    tables = [
        table for name, table in agreement.tables.items() if len(agreement.annotators_of(name)) > 1
    ]
    sentences = sum(table.columns.sentences for table in tables)
    size = f"{count(len(tables), 'document')} ({count(sentences, 'sentence')}"
    if LAYER_KINDS[layers[0].kind].leads:
        tokens = max((score.items for score in reported(layers[0])), default=0)
        size += f", {count(tokens, 'token')}"
    annotators = len(agreement.annotators)
    by = sorted({len(agreement.annotators_of(table.document)) for table in tables})
    each = "" if by == [annotators] else f", each document by {_range(by)} of them"
    said = [
        f"{size}) [how they were chosen] were annotated in brat {cite(BRAT)} by "
        f"{annotators} annotators{each}."
    ]
    left_out = _left_out(agreement.excluded)
    if left_out:
        reasons = _listed([f"{number} {reason}" for reason, number in left_out.items()])
        said.append(
            f"{count(sum(left_out.values()), 'annotation')} of a document by one annotator took no "
            f"part: {reasons}."
        )
    return " ".join(said)


def _left_out(excluded):
    """{reason without names: number of annotations, each of a document by one annotator}"""
    # A document whose trees cannot be built takes part in the other layers.
    reasons = {
        (absent.document, name): _reason(absent)
        for absent in excluded
        if not absent.reason.startswith("trees: ")
        for name in absent.annotators
    }
    return Counter(reasons.values())


def _reason(excluded):
    if isinstance(excluded, OtherText):
        return "of another text"
    if excluded.reason.startswith("in all but "):
        return f"of another text {excluded.reason.partition(':')[0]}"
    if "not begun" in excluded.reason:
        return "not begun"
    if excluded.reason.startswith("no annotation file"):
        return "for which there is no file"
    return "that cannot be read"


def _dependencies(layer):
    settings, arcs = layer.settings, layer.agreement.pooled_layers[layer.name].pooled
    said = [
        "For dependencies, the item is the token, identified by document and character offsets; "
        "its value is the set of its (head, label) pairs, which is empty for a token without head."
    ]
    if settings.punctuation == "out":
        which = settings.punctuation_types
        said.append(
            f"Tokens of the types {', '.join(which)} are left out as punctuation."
            if which
            else "Tokens that consist of Unicode punctuation alone are left out."
        )
    else:
        said.append("Punctuation is included.")
    if settings.labels:
        said.append(f"Only arcs labelled {', '.join(settings.labels)} count.")
    if settings.token_types:
        said.append(f"Only spans of the types {', '.join(settings.token_types)} are tokens.")
    said.append(_missing(layer, settings))
    several = _with_several_heads(arcs.columns)
    said.append(
        f"{count(several, 'token')} {'has' if several == 1 else 'have'} more than one head in at "
        "least one annotation."
        if several
        else "No token has more than one head, so UAA, LAA and LOA below are what parsing calls "
        "unlabelled attachment score, labelled attachment score and label accuracy."
    )
    masi = [score for score in reported(layer) if score.statistic == "masi"]
    alpha = [score for score in reported(layer) if score.statistic == "alpha"]
    over_pairs = (
        ", and then the unweighted mean over the pairs of annotators"
        if len(layer.agreement.annotators) > 2
        else ""
    )
    said.append(
        f"Agreement on heads (UAA), on heads with labels (LAA) and on labels (LOA) is the mean "
        f"similarity of the two sets over the tokens{over_pairs}, by {_SIMILARITY['masi']}: "
        f"{_listed(_with_chance(layer, score, score.measure) for score in masi)}."
    )
    said.append(
        f"Krippendorff’s alpha {cite('KR04')} over all annotators together, with one minus "
        f"{_SIMILARITY[settings.distance]} as distance between two sets, in which a head is "
        "written as its signed distance in tokens from the dependent, is "
        f"{_listed(_with_chance(layer, score, score.measure) for score in alpha)}."
    )
    return " ".join(said)


def _missing(layer, settings):
    missing = next((score.missing for score in reported(layer)), 0) or 0
    if settings.tokens == "drawn":
        return (
            "Annotators drew the tokens themselves: a token that only one of two drew counts, "
            "with the empty set for the other."
        )
    if not missing:
        return "All annotators have the same tokens."
    return f"A token that an annotator lacks is missing there ({missing} in all), and left out."


def _with_several_heads(columns):
    """Number of items on which an annotator drew several arcs."""
    sizes = numpy.append(columns.values.sizes, [0, 0])  # of EMPTY and MISSING, which are negative
    return int((sizes[columns.codes] > 1).any(axis=1).sum())


_PARAGRAPHS = {DEPENDENCIES: _dependencies}


def _layer(layer):
    """A layer of any other kind."""
    settings = signature_of(layer.settings)
    chosen = f" (settings: {', '.join(settings)})" if settings else ""
    items = WORDING[layer.kind].items
    said = [f"For the layer {layer.name} ({KIND_WORDS[layer.kind]}){chosen}, {items}."]
    for score, words in _reported(layer).items():
        said.append(f"{words} is {_with_chance(layer, score)}; {count(score.items, 'item')}.")
    return _reworded(" ".join(said), layer)


def _reworded(text, layer):
    """What is said of a layer, as its settings have it."""
    for (setting, value), changes in WORDING[layer.kind].reworded.items():
        if getattr(layer.settings, setting) == value:
            for words, instead in changes:
                text = text.replace(words, instead)
    return text


def _regraded(layer, grading):
    """Agreement with coarse or graded labels, and the share of the disagreement that goes away."""
    regrading = REGRADINGS[grading]
    how = _coarse_in_words(layer.settings.coarse) if grading == COARSE else ""
    reported_keys = regrading.reported(WORDING[layer.kind])
    figures = [
        f"{full_name(*key)} {regrading.figure.format(*map(_value, scores))}"
        for key, scores in layer.gradings[grading].overall.items()
        if key in reported_keys
    ]
    return regrading.sentence.format(
        layer=layer.name, how=how, cited=cite(regrading.work), figures=_listed(figures)
    )


def _coarse_in_words(setting):
    if "=" in setting:
        return f"in the groups {setting}"
    return f"which are the labels up to “{setting}”"


def _with_chance(layer, score, name=""):
    """ "LAA .909 [.889, .925] (observed disagreement .088, expected .960; .886 to .937 over 3
    pairs)": chance where it is corrected for.
    """
    said = []
    if score.expected is not None:
        what = "agreement" if score.measure in ("kappa", "ac1", "ac2") else "disagreement"
        said.append(f"observed {what} {figure(score.observed)}, expected {figure(score.expected)}")
    said.append(_over_pairs(layer, score))
    said = "; ".join(filter(None, said))
    return f"{name} {_value(score)}".strip() + (f" ({said})" if said else "")


def _over_pairs(layer, score):
    """ ".886 to .937 over 3 pairs"; "" for a single pair"""
    key = score.measure, score.statistic
    pairs = {frozenset(pair): layer.score(key, pair) for pair in layer.pairs}
    values = [score.value for score in pairs.values() if score and score.value is not None]
    if len(values) < 2:
        return ""
    return f"{figure(min(values))} to {figure(max(values))} over {len(values)} pairs"


def _value(score):
    if score.value is None:
        return f"undefined ({score.undefined})"
    return figure_with_interval(score)


def _ending(agreement, scores, snapshot):
    """How intervals were made, which data, settings and version."""
    said = _intervals(scores)
    parts = _settings(scores[0])
    phase = parts.get("phase") or agreement.config.phase
    of = [f"the phase “{phase}”"] if phase else []
    of += [snapshot] if snapshot else []
    data = f" from data with the fingerprint {parts['data']}" if "data" in parts else ""
    said.append(
        f"Figures were computed with brat-agreement {__version__}"
        + (f", of {' ('.join(of)}{')' * (len(of) - 1)}," if of else "")
        + f"{data}. Settings of the first figure: {scores[0].signature}."
    )
    return " ".join(said)


def _settings(score):
    """{name: value} of a signature."""
    return dict(part.partition(":")[::2] for part in score.signature.split("|"))


def _intervals(scores):
    """Sentences on the method, level and unit of the intervals, and on what they do not cover."""
    shown = next((score for score in scores if score.interval is not None), None)
    if shown is None:
        reason = next((score.no_interval for score in scores if score.no_interval), "no figure")
        return [f"No intervals are given: {reason}."]
    unit = interval_unit(shown)
    said = [
        "Brackets hold 95 % confidence intervals from the linearised (delta-method) variance of "
        f"each figure, with {unit} as the units drawn at random and Student’s t with one degree "
        f"of freedom less than {unit}, on the logit scale for shares and on log(1 − x) for "
        f"figures corrected for chance; they are about other {unit} of this kind, with the same "
        "annotators."
    ]
    if any(score.value == 1 and score.interval is not None for score in scores):
        said.append(
            f"Where a figure is 1, the lower bound is that of an event seen in none of the {unit}."
        )
    effects = [score.design_effect or 0 for score in scores]
    if unit == "sentences" and max(effects) > MUCH:
        said.append(
            "Documents differ more than their sentences explain (design effect up to "
            f"{max(effects):.1f}), so intervals for other documents would be wider."
        )
    return said


def _table(layer):
    scores = reported(layer)
    rows = tuple(
        (
            score.measure if WORDING[layer.kind].by_measure else "",
            _statistic(layer, score),
            figure_with_interval(score) if score.value is not None else "undefined",
            figure(score.observed) if score.expected is not None else "–",
            figure(score.expected),
            str(score.items),
        )
        for score in scores
    )
    header = ("", "statistic", "value", "observed", "expected", "items")
    signatures = tuple(score.signature for score in scores)
    return Table(f"Agreement on {layer.name}", "llrrrr", header, rows, signatures=signatures)


def _statistic(layer, score):
    if WORDING[layer.kind].by_measure:
        return statistic_name(score.statistic)
    return figure_name(score.measure, score.statistic)


def _range(numbers):
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


def _listed(texts):
    *first, last = texts
    return f"{', '.join(first)} and {last}" if first else last


def as_text(agreement, snapshot=""):
    """The paragraph, what only the authors know, the table in LaTeX, and the works in BibTeX."""
    made = paper(agreement, None, snapshot)
    parts = {
        "The paragraph": made.paragraph,
        "What only you can say": "\n".join(f"- {unknown}" for unknown in UNKNOWN) + "\n",
        "The table (LaTeX)": made.table,
        "The works (BibTeX)": made.works,
    }
    return "\n".join(f"{name}\n{'=' * len(name)}\n\n{text}" for name, text in parts.items())
