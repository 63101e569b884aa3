"""Events: a trigger with a type, and arguments in roles."""

from dataclasses import dataclass
from typing import Optional

from brat_iaa.kinds.declaration import choice, type_names
from brat_iaa.kinds.figure_names import LEVELS, TYPES, against_gold, of_levels, of_types
from brat_iaa.kinds.figure_record import FigureRecord
from brat_iaa.kinds.kind import AnswerWords, DifferenceWords, Kind, LayerSettings, Wording, code_at


# fmt: off
@dataclass(frozen=True)
class EventSettings(LayerSettings):
    """What a layer's events are."""

    reads = "TE"
    annotations = {"event": None, "span": None}

    types: Optional[tuple[str, ...]] = type_names(
        example="Attack, Transport", records=("events",),
        help="Event types that are compared. Default: all of them.")
    numbers: str = choice(
        "drop", "keep",
        help="brat numbers several arguments of one role: Theme, Theme2. drop: the number does "
        "not count, both are the role Theme. keep: numbers belong to the names of roles, such as "
        "ARG0 and ARG1.")

    @property
    def drawn(self):
        return {"events": self.types}


_TRIGGER_F1 = FigureRecord(
    "events", "trigger-f1", "exact", "triggers, F1, exact", "triggers",
    "F1 of the triggers with the same type", "trigger", "relations#triggers", ("HR05",), True, 2)
_USUAL = (
    FigureRecord(
        "events", "event-f1", "exact", "events, F1", "events",
        "F1 of the events with the same trigger, type and arguments", "item",
        "relations#whole-events", ("HR05",), True, 1),
    _TRIGGER_F1,
    _TRIGGER_F1._replace(
        statistic="overlap", name="triggers, F1, overlapping", short=None, reported=False, narrow=0,
        meaning="F1 of the triggers that share a character, with the same type"),
    FigureRecord(
        "events", "argument-f1", "exact", "arguments, F1", "arguments",
        "F1 of the arguments with the same trigger, type and role", "argument",
        "relations#arguments", ("HR05",), True, 3),
)
FURTHER = {
    TYPES: of_types(
        "events", "roles of arguments between a trigger and a span that both connected",
        "relations#types-between-linked-spans"),
    LEVELS: of_levels(*(
        figure._replace(
            name=f"types of level #, {figure.name}",
            short=figure.short and f"{figure.short}, level #",
            narrow=figure.narrow and 10 * figure.narrow,
            meaning=f"{figure.meaning}, by types of level # of annotation.conf")
        for figure in _USUAL)),
}
_FIGURES = [
    *_USUAL, *(figure for further in FURTHER.values() for figure in further.figures),
    *against_gold("events", "event-f1", ("exact",)),
    *against_gold("events", "trigger-f1", ("exact", "overlap")),
    *against_gold("events", "argument-f1", ("exact",)),
]
KIND = Kind(
    name="events", order=7, words="events", item="event",
    help="Events: a trigger with a type, and arguments in roles.",
    settings=EventSettings,
    figures=tuple(_FIGURES),
    further=FURTHER,
    answer=(
        (AnswerWords(
            "%(who)s agree on %(figure)s of the events (F1, with all arguments)",
            ("event-f1", "exact")),),
        (AnswerWords("of the triggers %(figure)s", ("trigger-f1", "exact")),),
    ),
    paper=Wording(
        "the item is an event that any annotator drew, with its trigger, its type and its "
        "arguments"),
    drawn_items=code_at("brat_iaa.layers.events:EventItems"),
    pool=code_at("brat_iaa.scores.column_layer:ElementLayer"),
    gains=code_at("brat_iaa.places.gains:event_gains"),
    leading="event-f1",
    differences={
        "missing-event": DifferenceWords(
            "only the second annotator drew an event of this type at the trigger",
            "only the other drew the event",
            unordered="not all annotators drew an event of this type at the trigger",
            of_extent=True),
        "extra-event": DifferenceWords(
            "only the first annotator drew an event of this type at the trigger",
            "the other did not draw the event", of_extent=True),
        "argument": DifferenceWords(
            "only one of the annotators gave the event this argument",
            "an argument that not both have"),
        "events": DifferenceWords(
            "the same arguments, in different events", "the same arguments in different events",
            about="the events of %(label)s"),
    },
    together="The gold takes all events of this trigger with their arguments. Arguments that it "
    "lacks come with them.",
    draws=2,
    counted=("event-f1", "E"),
    elements=("event-f1", "trigger-f1", "argument-f1"),
)
# fmt: on
