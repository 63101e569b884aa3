"""What a paper says of agreement: two sentences for its text, and an appendix. Only what was
computed, with blanks for the rest.
"""

import re
from typing import NamedTuple

import numpy

from brat_iaa import __version__
from brat_iaa.config import DEPENDENCIES, signature_of
from brat_iaa.errors import ConfigError
from brat_iaa.figures import DISTANCES, chance_of, figure_name, figures_of, short_name
from brat_iaa.formats.cells import (
    ENOUGH_TREES,
    MUCH,
    count,
    enumerated,
    figure,
    figure_with_interval,
    interval_unit,
)
from brat_iaa.formats.terminal import printable
from brat_iaa.kinds import KINDS, compares_syntax
from brat_iaa.paper.annotation import shared_tables, unknown, were, what_was_annotated
from brat_iaa.paper.works import TOOL, bibliography, cite, cited_in, named_in
from brat_iaa.report.legend import cited, reworded
from brat_iaa.report.notes import left_out_notes
from brat_iaa.scores.index import leading_keys, spans_given
from brat_iaa.scores.score_table import BY_SENTENCE, same_pairs

# {what nodes are: (how the reason begins why sentences have no trees, in a paper's words)}
_NO_TREE = {
    "arcs": (r"trees: (\d+) of ", "a token has several heads"),
    "spans": (
        r"trees: in (\d+) of ",
        "phrases overlap without nesting, have gaps or go beyond the sentence",
    ),
}
# Figures of trees that leave out sentences with other words.
_EQUAL_WORDS = (("LAS", "accuracy"), ("jaccard", "brackets"))


class Paper(NamedTuple):
    """What goes into a paper, each part as the text of a file: two sentences for its text, an
    appendix, the works that both cite.
    """

    text: str
    appendix: str
    works: str


def reported(layer) -> dict:
    """{Score of a ScoreIndex that a paper reports, over all annotators: FigureRecord}; of labels on
    given spans F1 comes last, as nobody chose these.
    """
    records = [record for record in figures_of(layer.kind) if record.reported]
    if spans_given(layer.overall):
        records.sort(key=lambda record: record.measure.endswith("f1"))
    return {layer.overall[record.key]: record for record in records if record.key in layer.overall}


def _signed(score):
    """{name: value} of a signature."""
    return dict(part.partition(":")[::2] for part in score.signature.split("|"))


def layers_in(agreement) -> list:
    """ScoreIndexes of the layers of which a paper can report something."""
    if all(len(agreement.annotators_of(name)) < 2 for name in agreement.tables):
        return []  # Figures may be there, all undefined: documents differ in their texts, say.
    return [layer for layer in agreement.score_indexes if layer.overall]


def paper(agreement, layer=None, snapshot="") -> Paper:
    """The Paper; arguments as of methods()."""
    (text, *appendix), works = methods(agreement, layer, snapshot)
    return Paper(
        printable(text) + "\n",
        "\n\n".join(map(printable, appendix)) + "\n",
        bibliography(works) + "\n",
    )


def fingerprint(agreement, layer=None) -> str:
    """The fingerprint of the data of all annotators, as in the paragraph; "" if unknown."""
    first = next((index for index in layers_in(agreement) if layer in (None, index.name)), None)
    return _signed(next(iter(reported(first)))).get("data", "") if first is not None else ""


def methods(agreement, layer=None, snapshot=""):
    """(list of paragraphs, the first for the text, the others for an appendix; short names of the
    works that they cite)

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
    paragraphs = [what_was_annotated(agreement, _tokens(agreement, layers))]
    paragraphs += [_PARAGRAPHS.get(index.kind, _layer)(index) for index in layers]
    with_coarse = [index for index in layers if index.coarse]
    paragraphs += [_coarse(index) for index in with_coarse]
    scores = [score for index in layers for score in reported(index)]
    signatures = [score.signature for score in scores]
    paragraphs.append(_ending(agreement, scores, snapshot))
    paragraphs.insert(0, _in_two_sentences(agreement, layers, scores))
    works = dict.fromkeys([*named_in(signatures), *cited_in(" ".join(paragraphs)), TOOL])
    return paragraphs, list(works)


def _in_two_sentences(agreement, layers, scores):
    """The leading figures of each layer, and how their intervals were made."""
    tables, before = shared_tables(agreement), set()
    sentences = count(sum(len(table.sentence_starts) for table in tables), "sentence")
    agreed = []
    for layer in layers:
        records = {record.key: record for record in figures_of(layer.kind)}
        keys = [key for key in leading_keys(layer.kind, layer.overall) if key in layer.overall]
        figures = [
            f"{cited(short_name(*key), records[key].works, before)} {_value(layer.overall[key])}"
            for key in keys
        ]
        agreed.append(f"on {layer.name} with {enumerated(figures)}")
    shown = next((score for score in scores if score.interval is not None), None)
    how = "No intervals are given"
    if shown is not None:
        how = (
            "Brackets hold 95% intervals from the delete-one (jackknife) variance "
            f"{cite('Efron1982')} over {interval_unit(shown)}, with Student’s t "
            f"{cite('Satterthwaite1946')}"
        )
    return (
        f"In {count(len(tables), 'document')} ({sentences}), {len(agreement.compared)} annotators "
        f"agree {'; '.join(agreed)}. {how}; appendix [X] has the details."
    )


def _tokens(agreement, layers):
    """How many tokens are compared, or have trees; None where no layer is about tokens."""
    if KINDS[layers[0].kind].leads:
        return max((score.items for score in reported(layers[0])), default=0)
    if compares_syntax(layers):
        return sum(table.sizes[0] for table in shared_tables(agreement))
    return None


def _dependencies(layer):
    settings, arcs = layer.settings, layer.agreement.pooled_layers[layer.name].view.table
    sentences = [
        "For dependencies, the item is the token, identified by document and character offsets; "
        "its value is the set of its (head, label) pairs, which is empty for a token without head."
    ]
    if settings.punctuation == "out":
        which = settings.punctuation_types
        sentences.append(
            f"Tokens of the types {', '.join(which)} are left out as punctuation."
            if which
            else "Tokens that consist of Unicode punctuation alone are left out."
        )
    else:
        sentences.append("Punctuation is included.")
    if settings.labels:
        sentences.append(f"Only arcs labelled {', '.join(settings.labels)} count.")
    if settings.token_types:
        sentences.append(f"Only spans of the types {', '.join(settings.token_types)} are tokens.")
    sentences.append(_missing(layer, settings))
    # UNDRAWN and ABSENT are negative.
    sizes = numpy.append(arcs.sizes, [0, 0])
    several = int((sizes[arcs.cells] > 1).any(axis=1).sum())
    sentences.append(
        f"{count(several, 'token')} {'has' if several == 1 else 'have'} more than one head in at "
        "least one annotation."
        if several
        else "No token has more than one head, so UAA, LAA and LOA below are what parsing calls "
        "unlabelled attachment score, labelled attachment score and label accuracy."
    )
    similar = [score for score in reported(layer) if score.statistic != "alpha"]
    alpha = [score for score in reported(layer) if score.statistic == "alpha"]
    begun = layer.agreement.pooled_layers[layer.name].begun
    over_pairs = ""
    if len(layer.agreement.compared) > 2:
        over_pairs = (
            ", and then the unweighted mean over the pairs of annotators"
            if same_pairs(begun)
            else ", each with the mean over its pairs of annotators, as documents were annotated "
            "by different pairs"
        )
    before: set = set()
    masi, distance = (
        cited(own.paper, own.works, before)
        for own in (DISTANCES["masi"], DISTANCES[settings.distance])
    )
    sentences.append(
        f"Agreement on heads (UAA), on heads with labels (LAA) and on labels (LOA) is the mean "
        f"similarity of the two sets over the tokens{over_pairs}, by {masi}: "
        f"{enumerated(_with_chance(layer, score, score.measure) for score in similar)}."
    )
    sentences.append(
        f"Krippendorff’s alpha {cite('KR04')} over all annotators together, with one minus "
        f"{distance} as distance between two sets, in which a head is written as its signed "
        "distance in tokens from the dependent, is "
        f"{enumerated(_with_chance(layer, score, score.measure) for score in alpha)}."
    )
    return " ".join(sentences)


def _missing(layer, settings):
    pooled = layer.agreement.pooled_layers[layer.name]
    missing, common = max(pooled.lacking.values(), default=(0, 0))
    if settings.tokens == "drawn":
        return (
            "Annotators drew the tokens themselves: a token that only one of two drew counts, "
            "with the empty set for the other."
        )
    if not missing:
        return "All annotators have the same tokens."
    return (
        "A token that an annotator lacks is missing there, and left out (at most "
        f"{missing:,} of the {common:,} of a pair)."
    )


_PARAGRAPHS = {DEPENDENCIES: _dependencies}


def _layer(layer):
    settings = [" = ".join(part.split(":", 1)) for part in signature_of(layer.settings)]
    called = [KINDS[layer.kind].words] if KINDS[layer.kind].words != layer.name else []
    about = f" ({'; '.join(called + settings)})" if called + settings else ""
    sentences = [f"For the layer {layer.name}{about}, {KINDS[layer.kind].paper.items}."]
    before: set = set()
    for score, record in reported(layer).items():
        words = cited(record.meaning, record.works, before)
        words = f"The {words}" if words.startswith(("share", "mean")) else words
        words = words[0].upper() + words[1:] + "," * ("," in record.meaning)
        counted = count(score.items, record.unit) if record.unit else ""
        sentences.append(f"{words} is {_with_chance(layer, score, counted=counted)}.")
    notes = left_out_notes(layer, names=False)
    return reworded(" ".join(sentences + _of_trees(layer) + notes), layer)


def _of_trees(layer):
    """Sentences on what alpha over trees, UAS, LAS and LA leave out, and on their intervals."""
    scores = [layer.overall.get(key) for key in (("alpha-plain", "alpha"), *_EQUAL_WORDS)]
    alpha = scores[0]
    if alpha is None:
        return []
    agreement, sentences = layer.agreement, []
    differing = len(agreement.by_sentence) if layer.settings.texts == "by-sentence" else 0
    if differing:
        sentences.append(
            f"The texts of annotators differ in {count(differing, 'document')}; there, the first "
            "sentence of one is compared with the first of the other, and so on."
        )
    beginning, why = _NO_TREE[layer.settings.nodes]
    absent = [re.match(beginning, excluded.reason) for excluded in agreement.excluded]
    number = sum(int(match[1]) for match in absent if match)
    if number:
        sentences.append(f"{count(number, 'sentence')} in which {why} {were(number)} left out.")
    for score in filter(None, scores[1:]):
        ignored = int(_signed(score).get("ignored", 0))
        if ignored:
            sentences.append(
                f"{count(ignored, 'sentence')} whose words differ {were(ignored)} left out of "
                f"{'the brackets' if score.measure == 'jaccard' else 'UAS, LAS and LA'}."
            )
    if len(agreement.compared) > 2:
        sentences.append(
            "Shares of tokens are means over the pairs of annotators of each sentence, weighted by "
            "its length (Skjærholt, 2014)."
        )
    if alpha.interval and alpha.items < ENOUGH_TREES:
        sentences.append(
            f"With fewer than {ENOUGH_TREES} sentences the interval of alpha over trees is too "
            "narrow: distances are squared, so a few sentences carry most of the disagreement."
        )
    return sentences


def _coarse(layer):
    """Agreement with coarse labels, and the share of the disagreement that goes away."""
    figures = []
    for key, scores in layer.coarse.items():
        if key in KINDS[layer.kind].paper.coarse:
            fine, coarse, removed = map(_value, scores)
            figures.append(
                f"{figure_name(*key)} {coarse} (with all labels {fine}; share of the disagreement "
                f"removed: {removed})"
            )
    return (
        f"To tell fine distinctions from others, agreement on {layer.name} was also measured with "
        f"coarse labels, {_coarse_in_words(layer.settings.coarse)}, as parsers are with and "
        f"without subtypes of labels {cite('Bouma2020')}: {enumerated(figures)}."
    )


def _coarse_in_words(setting):
    if "=" in setting:
        return f"in the groups {setting}"
    return f"which are the labels up to “{setting}”"


def _with_chance(layer, score, name="", counted=""):
    """ "LAA .909 [.889, .925] (observed disagreement .088, expected .960; 3 pairs, .886 to .937)":
    chance where it is corrected for.
    """
    details = [counted]
    if score.expected is not None:
        what = chance_of(score.measure)[1]
        details.append(
            f"observed {what} {figure(score.observed)}, expected {figure(score.expected)}"
        )
    details.append(_over_pairs(layer, score))
    details = "; ".join(filter(None, details))
    return f"{name} {_value(score)}".strip() + (f" ({details})" if details else "")


def _over_pairs(layer, score):
    """ "mean of 3 pairs, .886 to .937"; "" for a single pair"""
    key = score.measure, score.statistic
    of_pairs = layer.with_pairs(key)
    pairs = {frozenset(pair): of_pairs.score(key, pair) for pair in of_pairs.pairs}
    values = [score.value for score in pairs.values() if score and score.value is not None]
    if len(values) < 2:
        return ""
    low, high = figure(min(values)), figure(max(values))
    mean = "mean of " if "pairs" in _signed(score) and BY_SENTENCE not in score.signature else ""
    each = f"{low} to {high}" if low != high else f"each {low}"
    return f"{mean}{len(values)} pairs, {each}"


def _value(score):
    if score.value is None:
        return f"undefined ({score.undefined})"
    return figure_with_interval(score)


def _ending(agreement, scores, snapshot):
    """How intervals were made, which data, settings and version."""
    sentences = _intervals(scores)
    parts = _signed(scores[0])
    phase = parts.get("phase") or agreement.config.phase
    of = [f"the phase “{phase}”"] if phase else []
    of += [snapshot] if snapshot else []
    data = f" from data with the fingerprint {parts['data']}" if "data" in parts else ""
    sentences.append(
        f"Figures were computed with brat-agreement {__version__}"
        + (f", of {' ('.join(of)}{')' * (len(of) - 1)}," if of else "")
        + f"{data}. Settings of the first figure: {scores[0].signature}."
    )
    return " ".join(sentences)


def _intervals(scores):
    """Sentences on the method, level and unit of the intervals, and on what they do not cover."""
    shown = next((score for score in scores if score.interval is not None), None)
    if shown is None:
        reason = next((score.no_interval for score in scores if score.no_interval), "no figure")
        return [f"No intervals are given: {reason.replace(': ', ', ')}."]
    unit = interval_unit(shown)
    sentences = [
        "Brackets hold 95% confidence intervals from the delete-one (jackknife) variance "
        f"{cite('Efron1982')} of each figure on the logit scale for shares and on log(1 − x) for "
        f"figures corrected for chance, with {unit} as the units drawn at random and Student’s t, "
        f"whose degrees of freedom {cite('Satterthwaite1946')} come from the fourth moment of the "
        f"influences. They are about other {unit} of this kind, with the same annotators."
    ]
    if any(score.value == 1 and score.interval is not None for score in scores):
        sentences.append(
            f"Where a figure is 1, the lower bound is that of an event seen in none of the {unit}."
        )
    effects = [score.design_effect or 0 for score in scores]
    if unit == "sentences" and max(effects) > MUCH:
        sentences.append(
            "Agreement varies between documents (design effect up to "
            f"{max(effects):.1f}), so intervals for other documents would be wider."
        )
    return sentences


def as_text(agreement, snapshot=""):
    """Two sentences and an appendix, details that authors must add, and BibTeX."""
    made = paper(agreement, None, snapshot)
    parts = {
        "For the text": made.text,
        "For the appendix": made.appendix,
        "Details you must add": "\n".join(f"- {detail}" for detail in unknown(agreement)) + "\n",
        "References (BibTeX)": made.works,
    }
    return "\n".join(f"{name}\n{'=' * len(name)}\n\n{text}" for name, text in parts.items())
