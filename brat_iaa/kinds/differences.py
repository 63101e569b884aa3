"""What may differ between two annotators at an item, with all that is said of it."""

from brat_iaa.record import FrozenRecord


class DifferenceWords(FrozenRecord):
    """A kind of disagreement.

    meaning    seen from a pair, in its order
    in_brat    seen from the first of the pair, whose document is open
    unordered  of annotators in no order, for whom extra is the same as missing; "": as meaning
    absent     what is said of an annotator who has nothing; "": of arcs
    about      what a pattern of one label is about; ""
    of_extent  whether one annotator did not draw it, or drew other boundaries, so that what stands
               on it cannot agree
    """

    meaning: str
    in_brat: str
    unordered: str = ""
    absent: str = ""
    about: str = ""
    of_extent: bool = False


# fmt: off
DIFFERENCES = {
    "head": DifferenceWords(
        "same label, different heads", "different head", about="the heads of %(label)s"),
    "label": DifferenceWords(
        "drawn at the same place, with different labels", "different label"),
    "head+label": DifferenceWords(
        "different heads and labels", "different head and label"),
    "missing-arc": DifferenceWords(
        "only the second annotator drew an arc", "only the other drew an arc",
        unordered="not all annotators drew the arc"),
    "extra-arc": DifferenceWords(
        "only the first annotator drew an arc", "the other drew no arc"),
    "reversed": DifferenceWords(
        "the same two ends, the other way round", "the same two ends, the other way round",
        about="the direction of %(label)s"),
    "token": DifferenceWords(
        "one annotator lacks the token or its head", "a token that not both have"),
    "missing-span": DifferenceWords(
        "only the second annotator drew the span", "only the other drew the span",
        unordered="not all annotators drew the span", absent="no such span", of_extent=True),
    "extra-span": DifferenceWords(
        "only the first annotator drew the span", "the other did not draw the span",
        absent="no such span", of_extent=True),
    "missing-label": DifferenceWords(
        "only the second annotator labelled the document", "only the other labelled the document",
        unordered="not all annotators labelled the document", absent="no label", of_extent=True),
    "extra-label": DifferenceWords(
        "only the first annotator labelled the document", "the other did not label the document",
        absent="no label", of_extent=True),
    "boundaries": DifferenceWords(
        "overlapping spans with the same label, different first or last character",
        "different first or last character", about="the extent of %(label)s", of_extent=True),
    "boundaries+label": DifferenceWords(
        "overlapping spans, different labels and extent", "different label and extent",
        of_extent=True),
    "chain": DifferenceWords(
        "the mention corefers with others", "different coreference", absent="in no chain"),
    "missing-relation": DifferenceWords(
        "only the second annotator drew the relation", "only the other drew the relation",
        unordered="not all annotators drew the relation", absent="no such relation"),
    "extra-relation": DifferenceWords(
        "only the first annotator drew the relation", "the other did not draw the relation",
        absent="no such relation"),
    "connective": DifferenceWords(
        "same relation, different connectives", "different connectives", absent="no connective"),
    "nodes": DifferenceWords(
        "same connective, different ends of the relation", "different ends of the relation",
        about="the ends of %(label)s"),
    "ends": DifferenceWords(
        "same relation type, different ends", "different ends of the relation",
        about="the ends of %(label)s"),
    "role": DifferenceWords(
        "same relation or argument, different roles", "different role"),
    "missing-event": DifferenceWords(
        "only the second annotator drew an event of this type at the trigger",
        "only the other drew the event",
        unordered="not all annotators drew an event of this type at the trigger",
        absent="no such event", of_extent=True),
    "extra-event": DifferenceWords(
        "only the first annotator drew an event of this type at the trigger",
        "the other did not draw the event", absent="no such event", of_extent=True),
    "argument": DifferenceWords(
        "only one of the annotators gave the event this argument", "an argument that not both have",
        absent="no such argument"),
    "events": DifferenceWords(
        "the same arguments, in different events", "the same arguments in different events",
        about="the events of %(label)s"),
}
# fmt: on
# Kinds of difference between annotators in no order: extra for one is missing for the other.
UNORDERED_MEANINGS = {
    kind: difference.unordered or difference.meaning
    for kind, difference in DIFFERENCES.items()
    if not kind.startswith("extra-")
}
