"""Which layers a project seems to have: what a new iaa.conf begins with."""

from collections import Counter

from brat_iaa.config import DependencySettings, Proposal, RelationSettings

_NAMED = 6
# What directories of a reference are usually called.
_GOLD = ("gold", "adjudicated", "reference")


def proposals(project):
    """{kind: Proposal} from the types that a Project's files hold.

    Layers whose meaning is plain from the files are active; others stand there as comments.
    """
    annotations = [own for document in project.documents for own in document.annotations.values()]
    relations = Counter(relation.type for own in annotations for relation in own.relations)
    equivs = Counter(equiv.type for own in annotations for equiv in own.equivs)
    events = Counter(event.type for own in annotations for event in own.events.values())
    roles = Counter(
        role.rstrip("0123456789") for own in annotations for event in own.events.values() for role, _ in event.args
    )
    triggers = {event.trigger for own in annotations for event in own.events.values()}
    spans = Counter(
        span.type
        for own in annotations
        for span in own.spans.values()
        if span.type != DependencySettings.root and span.id not in triggers and span.type not in events
    )
    found = {}
    if relations:
        found["dependencies"] = Proposal(True, f"Found: relations, {_named(relations)}.", {})
    if equivs:
        found["chains"] = Proposal(True, f"Found: * lines, {_named(equivs)}.", {"relations": _joined(equivs)})
    if events:
        found["relations"] = _relations(events, roles)
    if len(spans) > 1:
        alone = not any(proposal.active for proposal in found.values())
        words = f"Found: spans of several types, {_named(spans)}."
        found["labels"] = Proposal(alone, words, {} if alone else {"types": _joined(spans)})
    if not any(proposal.active for proposal in found.values()):
        found["dependencies"] = Proposal(True, "", {})
    return found


def gold_among(names):
    """The directory that is probably the gold, or None."""
    return next((name for usual in _GOLD for name in names if name.casefold() == usual), None)


def _relations(events, roles):
    """Events are taken for discourse relations if their roles are named so."""
    usual = (RelationSettings.start, RelationSettings.target)
    words = f"Found: events, {_named(events)}."
    if all(roles[role] for role in usual):
        return Proposal(True, words, {"types": _joined(events)})
    values = {"types": _joined(events)}
    if len(roles) > 1:
        values.update(zip(("start", "target"), (role for role, _ in roles.most_common(2))))
    return Proposal(False, words + " If they are discourse relations, let this section in.", values)


def _joined(types):
    return ", ".join(sorted(types))


def _named(types):
    """"subst (352), verb (211) and 4 more" """
    shown = [f"{name} ({number})" for name, number in types.most_common(_NAMED)]
    more = f" and {len(types) - _NAMED} more" if len(types) > _NAMED else ""
    return ", ".join(shown) + more
