"""The paragraph on agreement for a paper: only what was computed, with blanks for the rest."""

from collections import Counter
from typing import Callable, NamedTuple

import numpy

from brat_iaa import __version__
from brat_iaa.config import signature_of
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
from brat_iaa.formats.latex import to_latex
from brat_iaa.formats.terminal import printable
from brat_iaa.formats.words import KIND_WORDS, figure_name, full_name, statistic_name
from brat_iaa.paper.works import BRAT, TOOL, bibliography, cite, named_in
from brat_iaa.scores.grading import COARSE, GRADED
from brat_iaa.scores.index import layers_of

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
# The figures of each kind of layer that a paper reports, those that exist, and what each is, to be
# followed by its value; a statistic of None is any. Dependencies have sentences of their own.
_REPORTED = {
    "dependencies": {
        (measure, statistic): ""
        for statistic in ("masi", "alpha")
        for measure in ("UAA", "LAA", "LOA")
    },
    "labels": {
        ("f1", "exact"): "F1 of the spans that both annotators drew with the same first and last "
        "character and the same label (Hripcsak and Rothschild, 2005)",
        ("span-f1", "exact"): "F1 of the spans alone, whatever their labels,",
        ("agreement", "raw"): "The share of the spans drawn by both that have the same label",
        ("kappa", "cohen"): "Cohen’s kappa (Cohen, 1960) on these",
        ("alpha", "nominal"): "Krippendorff’s alpha (Krippendorff, 2004) with nominal distance",
        ("alpha", "masi"): "Krippendorff’s alpha (Krippendorff, 2004) with one minus MASI as "
        "simplified by Ragheb and Dickinson (2013) as distance of sets of labels",
        ("alpha", "ordinal"): "Krippendorff’s alpha (Krippendorff, 2004) with ordinal distance",
        ("alpha", "interval"): "Krippendorff’s alpha (Krippendorff, 2004) with interval distance",
        ("ac1", "gwet"): "Gwet’s AC1 (Gwet, 2008)",
        ("ac2", None): "Gwet’s AC2 (Gwet, 2014) with weights by the order of the labels",
        ("u-alpha", "nominal"): "Krippendorff’s u-alpha of spans and gaps as units of a continuum "
        "of characters (Krippendorff et al., 2016)",
        ("gamma", "combined"): "Gamma (Mathet et al., 2015) of spans with their labels, with "
        "expected disorder from random shifts of the spans in each document, and with documents "
        "as the units drawn in its interval,",
    },
    "trees": {
        ("alpha-plain", "alpha"): "Krippendorff’s alpha over trees with the squared tree edit "
        "distance (Skjærholt, 2014)",
        ("UAS", None): "The share of tokens with the same head (UAS)",
        ("LAS", None): "The share of tokens with the same head and label (LAS)",
        ("LA", None): "The share of tokens with the same label (LA)",
        ("jaccard", None): "The share of labelled brackets that both drew",
    },
    "chains": {
        ("alpha-weighted", "weighted"): "Krippendorff’s alpha with the distances 0, .33, .67 and "
        "1 of Passonneau (2004) between sets",
        ("alpha", "nominal"): "Alpha with nominal distance",
        ("muc", "f1"): "MUC F1 (Vilain et al., 1995)",
        ("b3", "f1"): "B3 F1 (Bagga and Baldwin, 1998)",
        ("ceafe", "f1"): "CEAFe F1 (Luo, 2005)",
        ("conll", "f1"): "The mean of these three, the CoNLL F1 (Pradhan et al., 2014),",
        ("lea", "f1"): "LEA F1 (Moosavi and Strube, 2016)",
        ("mentions-f1", None): "F1 of the mentions, whatever their chains,",
    },
    "relations": {
        ("f1", "strict"): "F1 of the relations with the same start and target",
        ("f1", "one-level"): "F1 where one end may also be a parent or child of its counterpart "
        "in the dependency tree",
        ("f1", "connective"): "F1 of the relations with a connective in common",
        ("agreement-types", "strict"): "The share of the same types among the relations with the "
        "same start and target",
        ("kappa", "strict"): "Cohen’s kappa on their types",
    },
    "entity-relations": {
        ("f1", "exact"): "F1 of the relations that both annotators drew with the same type and "
        "ends (Hripcsak and Rothschild, 2005)",
        ("f1", "overlap"): "F1 where the ends need to share only a character",
    },
    "events": {
        ("event-f1", None): "F1 of the events with the same trigger, type and arguments (Hripcsak "
        "and Rothschild, 2005)",
        ("trigger-f1", "exact"): "F1 of the triggers with the same type",
        ("argument-f1", None): "F1 of the arguments with the same trigger, type and role",
    },
}
# What the items and values of each kind of layer are.
_ITEMS = {
    "labels": "the item is the span, identified by document and character offsets; its value is "
    "its label",
    "trees": "the item is the sentence; its value is its tree",
    "chains": "the item is the mention, identified by document and character offsets; its value "
    "is the set of the mentions that it corefers with",
    "relations": "the item is the discourse relation, with a start, a target, a type and a "
    "connective; relations of two annotators are matched one to one (Mírovský et al., 2010)",
    "entity-relations": "the item is the relation between two spans, with its type",
    "events": "the item is the event, with its trigger, its type and its arguments",
}
# What a setting changes in these words: {(kind, setting, its value): (words, words instead)}.
_REWORDED = {
    ("labels", "set", "yes"): [
        ("its value is its label", "its value is the set of its labels"),
        ("that have the same label", "that have the same set of labels"),
    ],
    ("relations", "direction", "any"): [
        ("the same start and target", "the same two ends, whichever of them is the start"),
    ],
    ("relations", "connectives", "equal"): [("a connective in common", "the same connective")],
}


_COARSE = {"dependencies": (("LAA", "masi"), ("LOA", "masi"), ("LAA", "alpha"))}
_GRADED = {
    "dependencies": (("LAA", "masi"), ("LAA", "alpha"), ("LOA", "alpha")),
    "trees": (("alpha-plain", "alpha"), ("LAS", "accuracy")),
}
_OF_SPANS = (("f1", "exact"), ("alpha", "nominal"), ("alpha", "masi"))


class Regrading(NamedTuple):
    """How a paper tells of figures with coarse labels, or with labels graded by distances.

    work      short name of the work that is cited
    reported  function of a kind of layer: the keys of the figures
    figure    what stands behind a figure's name, made of three Scores
    sentence  with {layer}, {how}, which says what is coarse, {cited} and {figures}
    """

    work: str
    reported: Callable
    figure: str
    sentence: str


_REGRADINGS = {
    COARSE: Regrading(
        "Bouma2020",
        lambda kind: _COARSE.get(kind, _OF_SPANS),
        "{1} (with all labels {0}; share of the disagreement removed: {2})",
        "To tell fine distinctions from others, agreement on {layer} was also measured with coarse "
        "labels, {how}, as parsers are with and without subtypes of labels {cited}: {figures}.",
    ),
    GRADED: Regrading(
        "Artstein2008",
        lambda kind: _GRADED.get(kind, (*_OF_SPANS, ("ac1", "gwet"))),
        "{1} (with equal labels only {0}; share of the disagreement that is near: {2})",
        "Agreement on {layer} was also measured with disagreements weighted by distances between "
        "labels {cited}, which were fixed as [why, and by whom]: {figures}.",
    ),
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
    paragraphs += [
        _dependencies(index) if index.kind == "dependencies" else _layer(index) for index in layers
    ]
    regraded = [
        (layer, grading) for grading in _REGRADINGS for layer in layers if grading in layer.gradings
    ]
    paragraphs += [_regraded(layer, grading) for layer, grading in regraded]
    scores = [score for index in layers for score in reported(index)]
    signatures = [score.signature for score in scores]
    paragraphs.append(_ending(agreement, scores, snapshot))
    works = named_in(signatures) + [_REGRADINGS[grading].work for _, grading in regraded]
    return paragraphs, [_table(layer) for layer in layers], [*dict.fromkeys(works), BRAT, TOOL]


def reported(layer):
    """The Scores of a ScoreIndex that a paper reports, over all annotators."""
    return list(_reported(layer))


def _reported(layer):
    """{Score: what the figure is, in words}"""
    return {
        layer.overall[key]: words
        for (measure, statistic), words in _REPORTED[layer.kind].items()
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
    if layers[0].kind == "dependencies":
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


def _layer(layer):
    """A layer of any other kind."""
    settings = signature_of(layer.settings)
    chosen = f" (settings: {', '.join(settings)})" if settings else ""
    said = [f"For the layer {layer.name} ({KIND_WORDS[layer.kind]}){chosen}, {_ITEMS[layer.kind]}."]
    for score, words in _reported(layer).items():
        said.append(f"{words} is {_with_chance(layer, score)}; {count(score.items, 'item')}.")
    return _reworded(" ".join(said), layer)


def _reworded(text, layer):
    """What is said of a layer, as its settings have it."""
    for (kind, setting, value), changes in _REWORDED.items():
        if kind == layer.kind and getattr(layer.settings, setting) == value:
            for words, instead in changes:
                text = text.replace(words, instead)
    return text


def _regraded(layer, grading):
    """Agreement with coarse or graded labels, and the share of the disagreement that goes away."""
    regrading = _REGRADINGS[grading]
    how = _coarse_in_words(layer.settings.coarse) if grading == COARSE else ""
    reported_keys = regrading.reported(layer.kind)
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
            score.measure if layer.kind == "dependencies" else "",
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
    if layer.kind == "dependencies":
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
