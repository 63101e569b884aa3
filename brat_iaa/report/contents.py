"""What was found in a project's files, what of it is compared, and what is not and why."""

from collections import Counter
from dataclasses import fields
from typing import NamedTuple

from brat_iaa.config import LabelSettings, Layer
from brat_iaa.formats.cells import count
from brat_iaa.kinds import KINDS
from brat_iaa.layers.batch_reader import BatchReader
from brat_iaa.layers.disagreement_list import DisagreementBuilder

_NAMED = 6


def contents(agreement):
    """Lines: what the files hold, what of it is compared, what is not."""
    units = agreement.survey.units.sentence() if agreement.layers_found else ""
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
    spans = Counter({type: count_of.number for type, count_of in inventory.spans.items()})
    attributes, links = _of(inventory, "attribute"), _of(inventory, "normalization")
    notes = _of(inventory, "notes")
    parts = [
        _typed(spans, "span") + (", taken for tokens" if survey.tokens else ""),
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


def _of(inventory, place):
    """Counter of the labels of a kind of place by name."""
    return Counter(
        {
            name.partition(":")[2]: sum(labels.values.values())
            for name, labels in inventory.labels.items()
            if name.partition(":")[0] == place
        }
    )


def _typed(types, what):
    if not types:
        return ""
    most = [name for name, _ in sorted(types.items(), key=lambda item: (-item[1], item[0]))]
    shown = ", ".join(most[:_NAMED]) + (", …" if len(most) > _NAMED else "")
    of = f" of {count(len(most), 'type')}" if len(most) > 1 else ""
    return f"{count(sum(types.values()), what)}{of} ({shown})"


def compared_line(agreement):
    """ "Compared: dependencies, types (labels)." """
    names = [
        layer.name
        if layer.name == KINDS[layer.kind].words
        else f"{layer.name} ({KINDS[layer.kind].words})"
        for layer in agreement.layers
    ]
    if names:
        return f"Compared: {', '.join(names)}."
    return (
        "Nothing is compared: nobody has drawn anything that another could have drawn differently. "
        "To compare it all the same, name it as a layer: brat-agreement init writes an "
        "iaa.conf that says how."
    )


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

    def sentence(self):
        """What it is, and the setting that changes it."""
        add = f"To compare {self.them}: {_section(self.layers[0])}" if self.layers else ""
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


def would_find(agreement, layer):
    """At how many places annotators differ in a Layer that is not compared.

    None of an Agreement that has no documents: everything that was found is compared.
    """
    documents = agreement.documents
    if not documents:
        return None
    kind, tables = KINDS[layer.kind], agreement.tables
    batch = BatchReader(documents, [tables[document.name] for document in documents])
    parts = {
        document.name: part for document, part in zip(documents, kind.layer_documents(batch, layer))
    }
    builder = DisagreementBuilder()
    pooled = kind.pool(parts, agreement.annotators, lambda done, total: None)
    pooled.list_disagreements(builder, layer.name, tables)
    return builder.disagreements(tables).number_of_places


def settings_lines(agreement, layers):
    """The lines of iaa.conf that compare some Layers beside those that are compared now.

    As soon as iaa.conf names a layer, no other is compared: where it names none, all are written.
    """
    known = agreement.layers if agreement.layers_found else ()
    return "\n\n".join("\n".join(_lines(layer)) for layer in (*known, *layers))


def _lines(layer):
    """A section as init writes it: what differs from the defaults."""
    yield f"[layer {layer.name}]"
    yield f"kind = {layer.kind}"
    for setting in fields(layer.settings):
        value = getattr(layer.settings, setting.name)
        if value != setting.default:
            yield f"{setting.name} = {', '.join(value) if isinstance(value, tuple) else value}"


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
    return NotCompared(f"{count(len(names), group[0])} ({shown})", why, layers, "one")


def _section(layer):
    value = f", value = {layer.settings.value}" if KINDS[layer.kind].of_spans else ""
    return f"[layer {layer.name}] kind = {layer.kind}{value}"
