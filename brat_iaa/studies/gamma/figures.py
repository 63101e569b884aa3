"""Gamma of layers in which annotators choose the spans: spans are aligned, and may differ a little.

Source: Mathet, Widlöcher & Métivier 2015; see disorder.py. What shifts at random is all of an
annotator's spans in a document, so documents are what intervals take as drawn: expected disorder
has no parts that belong to sentences.
"""

import re
from math import nan

from brat_iaa.errors import Undefined
from brat_iaa.formats.cells import interval_unit
from brat_iaa.layers.label_columns import NO_LABEL, shown
from brat_iaa.measures.shared_work import in_order
from brat_iaa.scores.builder import NO_FIGURE
from brat_iaa.scores.score_table import groups_of
from brat_iaa.studies.gamma.disorder import SEED, Continuum, Disorder, Gamma, disorder_or_reason
from brat_iaa.studies.gamma.packing import TOO_MANY

GAMMA = "gamma", "combined"


def project_scores(tables, annotators, builder, progress, executor) -> list:
    """List of Score: all annotators, then their pairs."""
    _compute(tables, annotators, progress, executor)
    return [_score(builder, group, tables) for group in groups_of(annotators)]


def document_scores(tables, annotators, builders, progress) -> list:
    """For each document a list of Score: all its annotators, then their pairs."""
    _compute(tables, annotators, progress, None)
    groups = [groups_of(_present(table, annotators)) for table in tables]
    return [
        [_score(builder, group, [table]) for group in of_document if len(group) > 1]
        for builder, of_document, table in zip(builders, groups, tables)
    ]


def notes(layer):
    """How far off the sample of random texts may be, and what gamma leaves out."""
    if GAMMA not in layer.overall:
        return []
    score = layer.overall[GAMMA]
    named = re.search(r"\|random-texts:(\d+)\|sampling-se:([^|]+)", score.signature)
    notes = []
    if named:
        notes.append(
            f"Expected disorder of gamma: from {named[1]} random texts, in which spans are "
            f"shifted. Standard error of gamma that comes from it: {float(named[2]):.1g}."
        )
        if score.interval is not None:
            notes.append(f"The interval of gamma draws {score.units} documents, and includes it.")
        else:
            notes.append(f"Gamma has no interval: {score.no_interval}.")
    left_out = int(re.search(r"\|left-out:(\d+)", score.signature)[1])
    if left_out:
        notes.append(f"Documents that gamma leaves out: {left_out}; {TOO_MANY}.")
    return notes


def in_paper(text, scores) -> str:
    """Text with the parameters of gamma, by its signature, where it says {gamma}."""
    gamma = next((score for score in scores if score.measure == "gamma"), None)
    return text.replace("{gamma}", "" if gamma is None else _parameters(gamma))


def _parameters(gamma):
    parts = dict(part.partition(":")[::2] for part in gamma.signature.split("|"))
    what, alpha, beta, empty = parts["dissimilarity"].split(",")
    unit = f", its interval over {interval_unit(gamma)}" if gamma.interval else ""
    return (
        f" ({' and '.join(what.split('+'))} dissimilarity with α = {alpha}, β = {beta} and "
        f"Δ = {empty.partition(':')[2]}, expected disorder from {parts['random-texts']} random "
        f"texts in which the spans of each document are shifted{unit})"
    )


def continuum(table, annotators) -> Continuum:
    """The spans of some annotators in a LabelTable as units; each label of a span is one, unless
    it is a set.

    A span of several parts reaches from the start of the first to the end of the last.
    """
    sets = table.layer.settings.set == "yes"
    units = [
        [
            (min(fragments)[0], max(end for _, end in fragments), label)
            for fragments, labels in table.given[name].items()
            for label in ([shown(labels)] if sets else sorted(labels) or [NO_LABEL])
        ]
        for name in annotators
    ]
    drawn = [[unit for unit in of_annotator if unit[0] < unit[1]] for of_annotator in units]
    return Continuum(drawn, len(table.table.text))


def _compute(tables, annotators, progress, executor):
    """Compute the disorders that LabelTables lack; they stay there until the file changes.

    progress  function of (done, total)
    executor  a concurrent.futures.Executor that computes disorders, or None
    """
    lacking = [
        (table, group)
        for table in tables
        for group in dict.fromkeys(_present(table, group) for group in groups_of(annotators))
        if len(group) > 1 and group not in table.computed
    ]
    tasks = (continuum(table, group) for table, group in lacking)
    results = in_order(disorder_or_reason, tasks, len(lacking), executor)
    for done, ((table, group), result) in enumerate(zip(lacking, results)):
        progress(done, len(lacking))
        table.computed[group] = result


def _present(table, annotators):
    return tuple(name for name in annotators if name in table.annotators)


def _score(builder, group, tables):
    compared, reasons, missing = [], [], 0
    for table in tables:
        present = _present(table, group)
        result = table.computed.get(present)
        if isinstance(result, Disorder):
            compared.append(result)
        else:
            missing += sum(map(len, continuum(table, present).units))
            reasons += [] if result is None else [str(result)]
    gamma, about = Gamma(compared), (*GAMMA, group)
    try:
        result, error = gamma.score(), gamma.error
    except Undefined as undefined:
        reason = reasons[0] if reasons and not gamma.items else str(undefined)
        source = _source(gamma, len(reasons), nan)
        return builder.score(*about, source, NO_FIGURE, gamma.items, missing, reason)
    (figure,) = builder.figures(gamma.estimate())
    source, chance = _source(gamma, len(reasons), error), result[1:]
    return builder.score(*about, source, figure, gamma.items, missing, None, *chance)


def _source(gamma, left_out, error):
    """Source of a score; error: standard error of gamma from the draws, or nan."""
    source = (
        "gamma:Mathet2015|dissimilarity:positional+nominal,1,1,empty:1"
        f"|expected:shifts,seed:{SEED}|random-texts:{gamma.draws}"
    )
    if error == error:
        source += f"|sampling-se:{error:.2g}"
    return source + f"|left-out:{left_out}"
