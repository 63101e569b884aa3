"""The tables a linguist reads: which scores stand where, as cells of text."""

from brat_iaa.config import DEPENDENCIES
from brat_iaa.corpus.project import NoFile
from brat_iaa.formats.cells import count, enumerated, named
from brat_iaa.formats.tables import SENTENCE, TEXT, Table
from brat_iaa.kinds import KINDS
from brat_iaa.places.patterns import place_patterns
from brat_iaa.report.answer import answers, in_words
from brat_iaa.report.contents import (
    contents,
    layer_in_words,
    nothing_drawn,
    size_table,
    without_disagreement,
)
from brat_iaa.report.layer_tables import FEW, brief_tables, layer_tables
from brat_iaa.report.notes import (
    grouped_excluded,
    grouped_problems,
    if_finished,
    uncounted_sentence,
    with_further,
)
from brat_iaa.report.patterns import pattern_table
from brat_iaa.report.places import in_words as places_in_words
from brat_iaa.report.places import places_between
from brat_iaa.scores.dependencies import TOKENS_MISSING

SHOWN_PROBLEMS = 10
SHOWN_EXCLUDED = 15


def tables(agreement):
    """List of Table for the whole report: the figures, what is left out, where agreement is lowest,
    then the rest.

    Dependencies come first, then each layer of another kind, then the gold.
    If there is one annotator only, there is no agreement, and nothing but the gold.
    """
    from brat_iaa.report.document_groups import group_tables
    from brat_iaa.report.gold_tables import gold_tables

    layers = [] if agreement.alone else agreement.score_indexes
    made = [table for layer in layers for table in layer_tables(layer)]
    # Below the first figures of the layer that leads, else on top.
    excluded, problems = _left_out_tables(agreement, SHOWN_EXCLUDED, SHOWN_PROBLEMS)
    made.insert(any(KINDS[layer.kind].leads for layer in layers), excluded)
    beside = gold_tables(agreement)
    if beside:
        where = f" with the gold ({agreement.config.gold})"
        listed = agreement.gold_places
        beside.append(pattern_table(place_patterns(listed), listed, where))
    made += group_tables(agreement) + beside
    made += [size_table(agreement), problems]
    return [table for table in made if table.records]


def brief(agreement):
    """List of Table for two screens: the main figures, and the first rows of what is lowest."""
    layers = [] if agreement.alone else agreement.score_indexes
    made = brief_tables(layers) if layers else []
    listed = agreement.places if agreement.alone else agreement.annotator_places
    made.append(pattern_table(agreement.patterns, listed, "", FEW))
    if agreement.config.gold:
        from brat_iaa.report.gold_tables import brief_gold_tables

        made += brief_gold_tables(agreement)
    made += _left_out_tables(agreement, FEW, FEW, "--all")
    return [table for table in made if table.records]


def summary(agreement, answers_first=False):
    """Lines that say what was compared, and what to know before reading on.

    answers_first  whether the answer of the first layer comes first, in a sentence as on the
                   overview
    """
    if agreement.alone:
        return _summary_of_one(agreement)
    layers = agreement.score_indexes
    answered = answers(layers, agreement.patterns)[:1] if answers_first else ()
    compared = [
        table for name, table in agreement.tables.items() if len(agreement.annotators_of(name)) > 1
    ]
    sentences = sum(len(table.sentence_starts) for table in compared)
    counted = [count(len(compared), "document"), count(sentences, "sentence")]
    for layer in layers:
        if layer.kind == DEPENDENCIES:
            items = max((layer.overall[key].items for key in layer.main[:1]), default=0)
            counted.append(count(items, "token"))
    differ = f"; {places_in_words(*numbers)}" if any(numbers := places_between(agreement)) else ""
    compared = f"{', '.join(counted)} compared{differ}"
    lines = [f"{agreement.project}: {enumerated(agreement.compared)}; {compared}"]
    found = agreement.config.found
    unsure = found.lines if answered and found.unsure else ()
    lines += (*(() if unsure else found.lines), *contents(agreement))
    lines += (
        _caveats_in_words(agreement),
        " ".join(without_disagreement(agreement)),
        nothing_drawn(agreement),
    )
    in_short = [in_words(answer, agreement.compared) for answer in answered]
    beside = filter(None, (*left_aside(agreement), if_finished(agreement)))
    (in_short or lines).extend([*drawn_by_one(agreement), *agreement.habits, *beside])
    # What may make the answers worth nothing comes before them.
    doubts = [*unsure, *agreement.copies]
    return [*doubts, *in_short, *[""] * bool(doubts or in_short), *filter(None, lines)]


def drawn_by_one(agreement) -> list:
    """["Only anna drew relations.", ...]: whoever has not begun a layer does not disagree."""
    return [
        f"Only {named_side(agreement, name)} drew {layer_in_words(layer)}."
        for layer, name in agreement.drawn_by_one
    ]


def named_side(agreement, name) -> str:
    """The name of an annotator, or what is said of the gold."""
    return f"the gold ({name})" if name == agreement.config.gold else name


def in_no_figure(agreement) -> str:
    """The sentence that names the annotators who are in no pair; "" without any."""
    left = [name for name in agreement.annotators if name not in agreement.compared]
    if not left:
        return ""
    who = enumerated(left)
    return f"In no figure of agreement: {who}, with no document that another has begun."


def left_aside(agreement) -> list:
    """Sentences on annotators, files and tokens that are in no figure."""
    lacking = [each for each in agreement.problems if each.code == TOKENS_MISSING]
    more = f" and {len(lacking) - 2} more such pairs" if len(lacking) > 2 else ""
    words = "; ".join(problem.message.partition(";")[0] for problem in lacking[:2])
    sentences = (
        "" if agreement.alone else in_no_figure(agreement),
        excluded(agreement),
        f"In no figure: {words}{more}." if lacking else "",
        _gold_apart(agreement),
        *(
            f"{problem.file}: {problem.message}"
            for problem in agreement.problems
            if problem.code == "no-directory"
        ),
    )
    return [sentence for sentence in sentences if sentence]


def _gold_apart(agreement):
    gold = agreement.config.gold
    common = any({gold} < {*table.annotators} for table in agreement.references.values())
    if gold is None or common:
        return ""
    return f"Nothing is compared with the gold ({gold}): it has begun none of these documents."


def _summary_of_one(agreement):
    """Lines for the top if no two annotators are compared, but each with the gold."""
    both = [
        table
        for table in agreement.references.values()
        if agreement.config.gold in table.annotators and len(table.annotators) > 1
    ]
    documents = count(len(both), "document")
    lines = [
        f"{agreement.project}: {enumerated(agreement.annotators)}; {documents} compared with the "
        "gold",
        *agreement.config.found.lines,
        *agreement.copies,
        only_one(agreement),
        *left_aside(agreement),
        if_finished(agreement),
        *drawn_by_one(agreement),
        *agreement.habits,
    ]
    return [line for line in (*lines, _caveats_in_words(agreement)) if line]


def only_one(agreement):
    """The sentence that says why there is no agreement."""
    gold, names = agreement.config.gold, agreement.annotators
    if len(names) > 1:
        return (
            f"No two of {enumerated(names)} have begun the same document, so there is no "
            f"agreement. The figures say how near each is to the gold ({gold})."
        )
    return (
        f"There is only one annotator, {names[0]}, so there is no agreement. The figures say how "
        f"near {names[0]} is to the gold ({gold})."
    )


def _caveats_in_words(agreement):
    sentences = caveats(agreement)
    return " ".join((*sentences, "Details below.")) if sentences else ""


def excluded(agreement) -> str:
    """The sentence on annotators' files that are in no figure; "" without any. What empty files
    would change if_finished() tells.
    """
    told = agreement.empty_files if agreement.if_finished else ()
    files = [
        left for left in agreement.excluded if left not in told and not isinstance(left, NoFile)
    ]
    return f"Excluded: {left_out(files)}." if files else ""


def caveats(agreement):
    """Sentences to know beside any figure: lines that could not be read, problems."""
    sentences = []
    if agreement.uncounted:
        sentences.append(uncounted_sentence(agreement.uncounted))
    if agreement.problems:
        sentences.append(f"{count(len(agreement.problems), 'problem')} in the files.")
    return sentences


def left_out(excluded):
    """Such as “1 document of carla (diary), 2 documents of ben (letter, mail)” of Excluded."""
    by_annotators = {}
    for document, annotators, _ in excluded:
        for annotator in annotators or ("all",):
            by_annotators.setdefault(annotator, set()).add(document)
    return ", ".join(
        f"{count(len(documents), 'document')} of {annotator} ({named(sorted(documents))})"
        for annotator, documents in by_annotators.items()
    )


def excluded_table(grouped) -> Table:
    """A row for each (Excluded, number of others alike)."""
    rows = [
        (with_further(document, further), ", ".join(annotators), reason)
        for (document, annotators, reason), further in grouped
    ]
    return Table("Excluded", [TEXT("document"), TEXT("annotators"), SENTENCE("reason")], rows)


def problem_table(grouped) -> Table:
    """A row for each (Problem, number of others alike)."""
    rows = [
        (
            with_further(problem.file + (f":{problem.line}" if problem.line else ""), further),
            problem.code,
            problem.message,
        )
        for problem, further in grouped
    ]
    return Table("Problems in the files", [TEXT("where"), TEXT("code"), SENTENCE("what")], rows)


def _left_out_tables(agreement, excluded, problems, where="--format json"):
    """Excluded and problems; so many rows of either."""
    return [
        excluded_table(grouped_excluded(agreement)).truncated("", excluded, where),
        problem_table(grouped_problems(agreement)).truncated("problems", problems, where),
    ]
