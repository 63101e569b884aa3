"""What was found in a project's files, what of it is compared, and what is not and why."""

from collections import Counter
from typing import NamedTuple

from brat_iaa.config import LabelSettings, Layer
from brat_iaa.formats.cells import count
from brat_iaa.formats.tables import COUNT, TEXT, Table
from brat_iaa.kinds import KINDS, compares_syntax, listed
from brat_iaa.report.trees import trees_in_words

_NAMED = 6


def contents(agreement):
    """Lines: what the files hold, what of it is compared, what is not."""
    units = agreement.survey.guessed if agreement.layers_found else ""
    lines = [found_line(agreement.survey), *filter(None, [units]), compared_line(agreement)]
    missing = not_compared(agreement)
    lines += [f"Not compared: {gap.sentence()}" for gap in missing]
    if agreement.layers and agreement.layers_found and any(gap.layers for gap in missing):
        lines.append(
            "As soon as iaa.conf names a layer, only named layers are compared: "
            "brat-agreement init writes an iaa.conf with all of them."
        )
    return lines


def found_line(survey):
    """ "Found: 466 spans of 4 types (ORG, PER, LOC, MISC), 3 comments." """
    inventory = survey.inventory
    of_places: dict = {"attribute": Counter(), "normalization": Counter(), "notes": Counter()}
    for name, labels in inventory.labels.items():
        place, _, label = name.partition(":")
        of_places.setdefault(place, Counter())[label] += sum(labels.values())
    attributes, links, notes, *_ = of_places.values()
    parts = [
        _typed(inventory.spans, "span") + (", taken for tokens" if survey.tokens else ""),
        _typed(inventory.relations, "relation"),
        _typed(inventory.events, "event"),
        _typed(inventory.equivs, "* line"),
        _typed(attributes + inventory.of_relations, "attribute"),
        _typed(links, "normalization"),
        _typed(notes, "note"),
        count(inventory.comments, "comment") if inventory.comments else "",
    ]
    there = ", ".join(filter(None, parts))
    return f"Found: {there}." if there else "Found: no annotation."


def _typed(types, what):
    if not types:
        return ""
    most = [name for name, _ in sorted(types.items(), key=lambda item: (-item[1], item[0]))]
    shown = ", ".join(most[:_NAMED]) + (", …" if len(most) > _NAMED else "")
    of = f" of {count(len(most), 'type')}" if len(most) > 1 else ""
    return f"{count(sum(types.values()), what)}{of} ({shown})"


def compared_line(agreement):
    """ "Compared: dependencies, types (labels)." """
    if agreement.layers:
        return f"Compared: {', '.join(map(layer_in_words, agreement.layers))}."
    if agreement.drawn_by_one:
        return "Nothing is compared: each layer was drawn by one annotator only."
    return (
        "Nothing is compared: nobody has drawn anything that another could have drawn differently. "
        "To compare it all the same, name it as a layer: brat-agreement init writes an "
        "iaa.conf that says how."
    )


def layer_in_words(layer) -> str:
    """The name of a Layer, and what it is: "dependencies", "types (labels)"."""
    words = KINDS[layer.kind].words
    return layer.name if layer.name == words else f"{layer.name} ({words})"


class NotCompared(NamedTuple):
    """Something in the files that no layer compares.

    what    "span types VERB (245), NOUN (217)"
    why     why nothing is proposed, a sentence; "" where annotators may differ
    layers  tuple of Layer: what to add to iaa.conf, the first of a few alike; () if nothing can be
    them    "them", or "one" of several alike
    choice  whether it is something that annotators chose; comments are none
    """

    what: str
    why: str = ""
    layers: tuple = ()
    them: str = "them"
    choice: bool = True

    @property
    def may_differ(self):
        """Whether annotators chose it, and may differ in it."""
        return bool(self.choice and self.layers and not self.why)

    def sentence(self):
        """What it is, and the setting that changes it."""
        add = ""
        if self.layers:
            layer = self.layers[0]
            value = f", value = {layer.settings.value}" if KINDS[layer.kind].of_spans else ""
            add = f"To compare {self.them}: [layer {layer.name}] kind = {layer.kind}{value}"
        return " ".join(filter(None, (f"{self.what}.", self.why, add)))


def not_compared(agreement):
    """List of NotCompared: what was found and is in no layer."""
    inventory, groups = agreement.survey.inventory, {}
    for proposal in agreement.uncompared:
        groups.setdefault(_group(proposal), []).append(proposal)
    gaps = [_grouped(group, proposals) for group, proposals in groups.items()]
    if inventory.of_relations:
        gaps.append(
            NotCompared(f"attributes of relations, {_typed(inventory.of_relations, 'attribute')}")
        )
    notes = [layer for layer in agreement.layers if "note" in layer.settings.label_source]
    if inventory.comments and not notes:
        comments = Layer("comments", "labels", LabelSettings("notes:AnnotatorNotes"))
        what = f"{count(inventory.comments, 'comment')} (AnnotatorNotes)"
        words = "what stands in them"
        gaps.append(NotCompared(what, layers=(comments,), them=words, choice=False))
    return gaps


def _group(proposal):
    """Proposals of one group are said in one sentence: attributes of which the same is to be
    known.
    """
    source = proposal.layer.settings.label_source.partition(":")[0]
    return (source if source != "type" else proposal.layer.name, proposal.why)


def _grouped(group, proposals):
    """The NotCompared of Proposals that are said together."""
    layers, why = tuple(proposal.layer for proposal in proposals), group[1]
    if len(proposals) == 1:
        what = proposals[0].found.removeprefix("Found: ").removesuffix(".")
        return NotCompared(what, why, layers)
    names = [layer.settings.value.partition(":")[2] for layer in layers]
    shown = ", ".join(names[:_NAMED]) + (", …" if len(names) > _NAMED else "")
    what = "note type" if group[0] == "notes" else group[0]
    return NotCompared(f"{count(len(names), what)} ({shown})", why, layers, "one")


def without_disagreement(agreement):
    """Sentences about a project of which no disagreement is listed, but for those with the gold."""
    if agreement.annotator_places:
        return []
    trees = trees_in_words(agreement)
    return [*filter(None, (no_disagreement(agreement), trees and f"{trees}."))]


def no_disagreement(agreement):
    """That the layers that list them and were compared have none; None without such a layer."""
    compared = [name for name in listed(agreement.layers) if _values(agreement, name)]
    if not compared:
        return None
    every = len(compared) == len(agreement.layers) and not agreement.drawn_by_one
    if every and not not_compared(agreement):
        between = " between annotators" if agreement.differences else ""
        return f"There is not a single disagreement{between}."
    return f"No disagreement in {' and '.join(compared)}."


def nothing_drawn(agreement):
    """That arcs are compared, but there is none; else None."""
    compared = any(layer.settings.arcs for layer in agreement.layers)
    if not compared or any(table.drew_arcs for table in agreement.tables.values()):
        return None
    labels = agreement.config.dependencies.labels
    named = ""
    if labels:
        more = ", …" if len(labels) > _NAMED else ""
        named = f" of the types in labels ({', '.join(labels[:_NAMED])}{more})"
    return f"No arc{named} was found, so there are no figures of arcs."


def _values(agreement, layer):
    """The defined figures of a layer about the whole project, of all annotators or a pair."""
    return [
        score.value
        for index in agreement.score_indexes
        for scores in (index.overall, *index.pairs.values())
        for score in scores.values()
        if index.name == layer and score.value is not None
    ]


def size_table(agreement) -> Table:
    """A row for the project, one for the documents that so many have begun, one for each annotator.

    Of a document with several texts that which is compared otherwise counts; of each annotator the
    annotator's own. Tokens are those that can have heads and count. Without rows where neither arcs
    nor trees are compared, as tokens are something else.
    """
    if not compares_syntax(agreement.layers):
        return Table("", [], [])
    whole, by_number, by_annotator = [], {}, {name: [] for name in agreement.annotators}
    for document, table in agreement.tables.items():
        size = 1, len(table.sentence_starts), table.sizes[0]
        whole.append(size)
        by_number.setdefault(len(agreement.annotators_of(document)), []).append(size)
        for with_tokens in (table, *table.others):
            for name, present in with_tokens.sizes[1].items():
                by_annotator[name].append((1, len(with_tokens.sentence_starts), present))
    parts = [("all", whole)]
    if len(by_number) > 1:
        parts += [(f"by {count(n, 'annotator')}", sizes) for n, sizes in sorted(by_number.items())]
    notes = ["Tokens: those that can have heads and count, so no root tokens."]
    if len(by_number) > 1:
        notes[0] += " By 2 annotators: the documents that so many have begun."
    if agreement.by_sentence:
        notes.append("Of documents with several texts: the text of most annotators.")
    rows = [(part, *map(sum, zip(*sizes))) for part, sizes in (*parts, *by_annotator.items())]
    columns = [TEXT("", "part"), *map(COUNT, ("documents", "sentences", "tokens"))]
    return Table("Size (as Skjærholt 2014, table 1)", columns, rows, tuple(notes))
