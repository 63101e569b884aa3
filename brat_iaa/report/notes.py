"""Notes below the figures of a layer: what they leave out, samples, prevalence, other texts."""

import re
from collections import Counter
from itertools import combinations, groupby
from operator import attrgetter

from brat_iaa.config import is_gold
from brat_iaa.figures import short_name
from brat_iaa.formats.cells import count, enumerated, figure, interval_notes, named
from brat_iaa.kinds import KINDS
from brat_iaa.scores.score_table import document_weights, same_pairs

_U_ALPHA = ("u-alpha", "nominal")
# A tenth of the text: whoever reads the figure takes it for one of all of it.
_MUCH = 0.1
# Above so many annotators with empty files their number stands for their names.
_NAMED = 5
_EMPTY = "empty document"


def notes_on(layer) -> list:
    """Notes below the figures of a ScoreIndex, beside those on intervals."""
    return [*other_text_notes(layer), *prevalence_notes(layer), *left_out_notes(layer)]


def notes_by_layer(layers, main=None) -> dict:
    """{note below the main figures of ScoreIndexes: names of its layers}, but for how intervals are
    made, which is said once.

    main  how many of the main figures there are; None: all
    """
    by_note: dict = {}
    for layer in layers:
        keys = [key for key in layer.main[:main] if key in layer.overall]
        about = interval_notes(map(layer.overall.get, keys))
        about = [note for note in about if not note.startswith("In brackets")]
        for note in (*about, *notes_on(layer)):
            by_note.setdefault(note, []).append(layer.name)
    return by_note


def left_out_notes(layer, names=True) -> list:
    """Notes on a ScoreIndex: lines that could not be read; the share of the text without u-alpha,
    if it is large; spans whose labels are not on the scale.

    names  whether to say whose lines they are
    """
    lines = [left_out for left_out in layer.agreement.uncounted if left_out.layer == layer.name]
    notes = [uncounted_sentence(lines, names)] if lines else []
    within_bounds = [
        f"F1, {name}: {figure(within[0])} to {figure(within[1])}"
        for statistic, name in (("exact", "exact"), ("overlap", "overlapping"))
        if lines
        and (KINDS[layer.kind].counted[0], statistic) in layer.overall
        and (within := bounds(layer, statistic, lines)) is not None
    ]
    if within_bounds:
        notes.append(
            "If none of them agreed, and if all did that can: " + "; ".join(within_bounds) + "."
        )
    return notes + _without_u_alpha(layer) + _off_the_scale(layer) + _in_two_chains(layer)


def if_finished(agreement, how="--empty nothing") -> str:
    """The sentence that says what leading figures would be if empty files were counted; "" where
    none would be another.

    how  what counts them
    """
    documents = Counter(name for file in agreement.empty_files for name in file.annotators)
    clauses = []
    for who, scores in groupby(agreement.if_finished, attrgetter("layer", "annotators")):
        first, *others = (
            (short_name(score.measure, score.statistic), figure(score.value)) for score in scores
        )
        values = enumerated([f"would be {first[1]}", *map(" ".join, others)])
        beside = f"beside the gold, {first[0]} of {who[1][1]}" if is_gold(who[0]) else first[0]
        clauses.append(f"{beside} {values}")
    if not clauses:
        return ""
    total, many = sum(documents.values()), len(documents) > _NAMED
    whose = enumerated(f"{count(number, _EMPTY)} of {name}" for name, number in documents.items())
    if many:
        whose = f"{count(total, _EMPTY)} of {len(documents)} annotators"
    them, they = "it" if total == 1 else "them", "they" if many else enumerated(documents)
    finished = f"{they} had finished {them}"
    if agreement.config.gold in documents:
        finished = f"{'it' if total == 1 else 'they'} had been finished"
    return f"Without {whose}; if {finished}, {', '.join(clauses)}: {how}."


def uncounted_sentence(lines, names=True) -> str:
    """Sentence on some Uncounted, of one layer or several; names: as in left_out_notes()."""
    lines_of: dict[str, set] = {}
    documents_of, reasons = {}, {}
    for left_out in lines:
        lines_of.setdefault(left_out.annotator, set()).update(
            (left_out.document, line) for line in left_out.lines
        )
        documents_of.setdefault(left_out.annotator, set()).add(left_out.document)
        reasons.setdefault(left_out.code, left_out)
    whose = [
        f"{count(len(unread), 'line')} of {name} ({named(sorted(documents_of[name]))})"
        for name, unread in lines_of.items()
    ]
    if not names:
        total = sum(len(unread) for unread in lines_of.values())
        unknown = f"could not be read, and no figure knows of them: {', '.join(reasons)}."
        return f"{count(total, 'line')} {unknown}"
    first = lines[0]
    return (
        f"{enumerated(whose)} could not be read, and no figure knows of them: "
        f"{', '.join(reasons)}. First, in {first.document} of {first.annotator}, "
        f"line {first.lines[0]}: {first.why}"
    )


def bounds(layer, statistic, lines):
    """(lowest, highest) F1 of a ScoreIndex: if none of the lines that could not be read agreed, and
    if all did that the other side has anything left for; None where there are none. lines:
    Uncounted
    """
    measure, letter = KINDS[layer.kind].counted
    if not measure or layer.on_shared_spans:
        return None
    lost, of_pairs = Counter(), []
    for left_out in lines:
        if left_out.kind in (letter, "?"):
            lost[left_out.document, left_out.annotator] += len(left_out.lines)
    pooled = layer.agreement.pooled_layers[layer.name]
    elements = pooled.elements(measure)
    drawn = elements.drawn_in(list(pooled.parts))
    alike, pairs = same_pairs(pooled.begun), []
    for pair in combinations(layer.agreement.annotators, 2):
        score = (layer.pairs.get(pair) or layer.overall).get((measure, statistic))
        if score is not None and score.value is not None:
            pairs.append(pair)
        elif alike:
            return None
    weights = document_weights(pooled.begun, pairs).tolist()
    for pair in pairs:
        of_pair = elements.of(pair)
        document = elements.view.table.item_document[of_pair.item]
        there = Counter(document.tolist())
        agreed = Counter(document[of_pair.agreed[statistic]].tolist())
        both, further, size = 0, 0, 0
        for number, (document, weight) in enumerate(zip(pooled.parts, weights)):
            matched = agreed[number] / 2
            unread = [lost[document, name] for name in pair]
            own = sum(drawn[document, name] for name in pair) if any(unread) else there[number]
            size += weight * (own + sum(unread))
            both += weight * matched
            # What is left of each side, for the lines of the other; then these for each other.
            left = [drawn[document, name] - matched for name in reversed(pair)]
            taken = [min(pair_of) for pair_of in zip(unread, left)]
            further += weight * (sum(taken) + min(a - b for a, b in zip(unread, taken)))
        of_pairs.append((both, both + further, size))
    if not alike:
        of_pairs = [tuple(map(sum, zip(*of_pairs)))] if of_pairs else []
    shares = [(2 * both / size, 2 * most / size) for both, most, size in of_pairs]
    return tuple(sum(ends) / len(shares) for ends in zip(*shares)) if shares else None


def _off_the_scale(layer):
    every, ordered = (layer.overall.get(("alpha", name)) for name in ("nominal", "ordinal"))
    if None in (every, ordered) or every.items == ordered.items:
        return []
    return [
        f"Alpha by the order of the labels, and AC2, leave out {every.items - ordered.items} of "
        f"{every.items} spans: fewer than two annotators gave them a label that is in order = "
        f"{', '.join(layer.settings.order)}."
    ]


def _in_two_chains(layer):
    """Who drew two mentions on one extent, in different chains, and which of them counts."""
    pooled = layer.agreement.pooled_layers.get(layer.name)
    if layer.kind != "chains" or pooled is None or not pooled.columns.twice:
        return []
    columns = pooled.columns
    numbers = Counter(columns.annotators[column] for _, column in columns.twice)
    mention = min(mention for mention, _ in columns.twice)
    document = [*columns.tables][columns.item_document[mention]]
    whose = enumerated(f"{name} {number}" for name, number in numbers.items())
    return [
        f"Two mentions on one extent, in different chains: {whose}, first "
        f"“{columns.words[mention]}” in {document}. MUC, B3, CEAFe and LEA take the first in the "
        "file, as the CoNLL scorer does; alpha leaves the extent out. The list has all chains."
    ]


def _without_u_alpha(layer):
    score = layer.overall.get(_U_ALPHA)
    if score is None or score.value is None:
        return []
    share = score.missing / (score.items + score.missing)
    if share < _MUCH:
        return []
    return [
        f"u-alpha, cu-alpha and (k)u-alpha leave out a share of {figure(share)} of the text: "
        "sentences in which spans of one annotator overlap, and documents that one annotator "
        "alone has begun."
    ]


def grouped_problems(agreement) -> list:
    """[(Problem, number of others)]: of those with one code in one annotator's files, the first."""
    layout, groups = agreement.config.layout, {}
    for problem in agreement.problems:
        # What is wrong with settings has a message of its own.
        whose = layout.owner(problem.file) if "/" in problem.file else problem.message
        groups.setdefault((whose, problem.code), []).append(problem)
    return [(problems[0], len(problems) - 1) for problems in groups.values()]


def grouped_excluded(agreement) -> list:
    """[(Excluded, number of others)]: of those of one annotator for one reason, the first."""
    groups = {}
    for excluded in agreement.excluded:
        groups.setdefault((excluded.annotators, excluded.reason), []).append(excluded)
    return [(of_group[0], len(of_group) - 1) for of_group in groups.values()]


def with_further(where: str, further: int) -> str:
    """A place, and the number of others."""
    return f"{where} and {further} more" if further else where


_ALPHA, _AC1 = ("alpha", "nominal"), ("ac1", "gwet")
_ORDINAL = ("alpha", "ordinal")
# From this far apart the two lead to different conclusions, whatever threshold one has.
_APART = 0.2
# High agreement, of which Feinstein & Cicchetti 1990 ask why kappa is low.
_HIGH = 0.8


def prevalence_notes(layer) -> list:
    """Notes on a ScoreIndex: why AC1 and AC2 are far above alpha, if agreement is high and they
    are.

    With D_o <= 1 - _HIGH and AC1 <= 1 - D_o, the two are _APART only if D_e <= 1/2. The most
    frequent label has a share of at least the sum of the squared shares, so of at least 1 - D_e.
    """
    notes, alpha, ac1 = [], layer.overall.get(_ALPHA), layer.overall.get(_AC1)
    if _tell_different_stories(alpha, ac1):
        chance = figure(1 - alpha.expected)
        notes.append(
            f"AC1 is {figure(ac1.value)}, alpha {figure(alpha.value)}: one label has a share of "
            f"{chance} or more of the values. Alpha, like kappa, therefore expects agreement of "
            f"{chance} by chance (AC1: {figure(ac1.expected)}), and a few differences make it low "
            "although agreement is high (Feinstein & Cicchetti 1990). AC1 says how often "
            "annotators agree beyond guesses; alpha, whether they tell the rare labels from the "
            "frequent one. Report both, and F1 of each label."
        )
    ordinal = layer.overall.get(_ORDINAL)
    for key in layer.overall:
        if key[0] == "ac2" and _tell_different_stories(ordinal, ac2 := layer.overall[key]):
            notes.append(
                f"AC2 is {figure(ac2.value)}, alpha, ordinal {figure(ordinal.value)}: most values "
                "are equal or close on the scale, so alpha expects little disagreement by "
                "chance, and a few differences make it low although weighted agreement is high "
                f"({figure(ac2.observed)}). AC2 expects agreement of {figure(ac2.expected)}, as if "
                "labels were guessed. AC2 says how near annotators are to each other beyond "
                "guesses; alpha, whether they tell apart what does differ. Report both."
            )
    return notes


def _tell_different_stories(alpha, other):
    if None in (alpha, other) or None in (alpha.value, other.value):
        return False
    # A weighted coefficient has its own observed agreement, on the scale of its weights.
    return other.observed >= _HIGH and other.value - alpha.value >= _APART


# Of these, sentences are left out that have other tokens, or another text.
_EQUAL_WORDS = (("LAS", "accuracy"), ("jaccard", "brackets"))


def other_text_notes(layer) -> list:
    """Notes on a ScoreIndex of trees: which documents have several texts, what was left out."""
    agreement, notes = layer.agreement, []
    if layer.settings.own_texts and agreement.by_sentence:
        notes.append(
            f"Texts differ between annotators in {count(len(agreement.by_sentence), 'document')} "
            f"({named(sorted(agreement.by_sentence))}). There, sentences are compared by their "
            f"number (texts = by-sentence)."
        )
    for key in _EQUAL_WORDS:
        score = layer.overall.get(key)
        ignored = re.search(r"\|ignored:(\d+)\|", score.signature) if score is not None else None
        if ignored and int(ignored[1]):
            sentences = count(int(ignored[1]), "sentence")
            what = "UAS, LAS and LA" if key[0] == "LAS" else "The Jaccard figure"
            verb = "leave" if key[0] == "LAS" else "leaves"
            notes.append(f"{what} {verb} out {sentences} whose words differ between annotators.")
    return notes
