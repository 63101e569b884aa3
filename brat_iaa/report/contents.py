"""What was found in a project's files, what of it is compared, and what is not and why."""

from collections import Counter

from brat_iaa.formats.cells import count
from brat_iaa.formats.words import KIND_WORDS

_NAMED = 6


def contents(agreement):
    """Lines: what the files hold, what of it is compared, what is not."""
    lines = [found_line(agreement.found), compared_line(agreement)]
    return lines + [f"Not compared: {words}" for words in not_compared(agreement)]


def found_line(found):
    """ "Found: 466 spans of 4 types (ORG, PER, LOC, MISC), 3 comments." """
    own = found.inventory
    spans = Counter({type: count_of.number for type, count_of in own.spans.items()})
    attributes, links = _of(own, "attribute"), _of(own, "normalization")
    notes = _of(own, "notes")
    parts = [
        _typed(spans, "span") + (", taken for tokens" if found.tokens else ""),
        _typed(own.relations, "relation"),
        _typed(own.events, "event"),
        _typed(own.equivs, "* line"),
        _typed(attributes + own.of_relations, "attribute"),
        _typed(links, "normalization"),
        _typed(notes, "note"),
        count(own.comments, "comment") if own.comments else "",
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
        one.name if one.name == KIND_WORDS[one.kind] else f"{one.name} ({KIND_WORDS[one.kind]})"
        for one in agreement.layers
    ]
    if names:
        return f"Compared: {', '.join(names)}."
    return (
        "Nothing is compared: nobody has drawn anything that another could have drawn differently. "
        "To compare it all the same, name it as a layer: brat-iaa init writes an "
        "iaa.conf that says how."
    )


def not_compared(agreement):
    """Sentences about what was found and is in no layer, each with the setting that changes it."""
    own, groups = agreement.found.inventory, {}
    for proposal in agreement.found.proposals:
        if not any(_covers(layer, proposal.layer) for layer in agreement.layers):
            groups.setdefault(_group(proposal), []).append(proposal)
    sentences = [_sentence(group, proposals) for group, proposals in groups.items()]
    if own.of_relations:
        sentences.append(f"attributes of relations, {_typed(own.of_relations, 'attribute')}.")
    notes = [
        layer
        for layer in agreement.layers
        if layer.kind == "labels" and "note" in layer.settings.value
    ]
    if own.comments and not notes:
        sentences.append(
            f"{count(own.comments, 'comment')} (AnnotatorNotes). To compare what "
            f"stands in them: [layer comments] "
            "kind = labels, value = notes:AnnotatorNotes"
        )
    return sentences


def _group(proposal):
    """Proposals of one group are said in one sentence: attributes of which the same is to be
    known.
    """
    value = proposal.layer.settings.value if proposal.layer.kind == "labels" else "type"
    place = value.partition(":")[0]
    return (place, proposal.why) if place != "type" else (proposal.layer.name, proposal.why)


def _sentence(group, proposals):
    first, why = proposals[0], group[1]
    if len(proposals) == 1:
        what, them = first.found.replace("Found: ", "", 1), "them"
    else:
        names = [one.layer.settings.value.partition(":")[2] for one in proposals]
        shown = ", ".join(names[:_NAMED]) + (", …" if len(names) > _NAMED else "")
        what, them = f"{count(len(names), group[0])} ({shown}).", "one"
    return " ".join(filter(None, (what, why, f"To compare {them}: {_section(first.layer)}")))


def _covers(layer, proposed):
    """Whether a layer compares what another would."""
    if layer.kind == "labels" == proposed.kind:
        return layer.settings.value == proposed.settings.value
    return layer.kind == proposed.kind or (layer.kind, proposed.kind) == ("trees", "dependencies")


def _section(layer):
    value = f", value = {layer.settings.value}" if layer.kind == "labels" else ""
    return f"[layer {layer.name}] kind = {layer.kind}{value}"
