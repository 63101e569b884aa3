"""Figures of one annotator's spans, attributes, relations, events or chains against the same with
random errors: the experiment of Skjærholt 2014, section 3, for layers of all kinds but trees.

Each thing that was drawn gets a random other label with probability p, and another place with
probability p: a span as many words elsewhere in the text, a relation or an argument another span at
an end, an event another trigger, a mention another chain.
"""

import re
from itertools import chain
from random import Random

from brat_iaa.corpus.inventory import labels_from
from brat_iaa.corpus.project import ParallelDocument
from brat_iaa.corpus.records import Attribute, Normalization, Note
from brat_iaa.errors import ProjectError
from brat_iaa.figures import main_keys
from brat_iaa.kinds import KINDS
from brat_iaa.layers.batch_reader import BatchReader
from brat_iaa.layers.dependencies import dependency_tables
from brat_iaa.scores.builder import ScoreBuilder
from brat_iaa.scores.index import project_scores
from brat_iaa.studies.simulation.perturbation import Simulation, on_curves, simulated_points

_SIDES = _ORIGINAL, _CHANGED = "original", "changed"
_MEANINGS = {
    "both": "random labels and places",
    "label": "random labels",
    "place": "random places",
}
_WORD = re.compile(r"\S+")


def simulate_layer(agreement, layer, annotator, repetitions=3, seed=1, progress=None):
    """Simulation of what an annotator drew in a Layer that is neither of arcs nor of trees.

    progress  function of (text, done, total)
    Raises ProjectError for the gold, if the annotator drew nothing, or if labels are found by a
    pattern.
    """
    if annotator not in agreement.annotators:
        raise ProjectError(
            f"Of {annotator} trees alone can be changed, and {layer.name} is something else. Name "
            "an annotator with --of."
        )
    given = [
        (table, _in_order(_with_labels(layer, table.annotations[annotator], part.items, annotator)))
        for document, part in agreement.parts[layer.name].items()
        if annotator in (table := agreement.tables[document]).annotators
    ]
    draw = _DRAWN[layer.kind]
    labels, drawn = [], 0
    for table, annotations in given:
        nothing_wrong = _Errors((), 0, 0, Random(0), table.text, annotations)
        draw(layer, annotations, nothing_wrong)
        labels = sorted({*labels, *nothing_wrong.had})
        drawn += nothing_wrong.asked
    if not drawn or not labels and layer.kind != "chains":
        raise ProjectError(
            f"{annotator} drew nothing in the layer {layer.name}. Name somebody else with --of."
        )
    kinds = _MEANINGS
    if layer.settings.carried:
        kinds = {"both": "random labels"}
    elif layer.kind == "chains":
        kinds = {"both": "random chains"}
    elif len(labels) < 2:
        kinds = {"both": "random places"}

    def figures_of(kind, p, repetition):
        # The same for each p: an error of a small share is one of each larger share.
        rng = Random(f"{seed} {repetition}")
        shares = p * (kind != "place"), p * (kind != "label")
        documents = []
        for table, annotations in given:
            errors = _Errors(labels, *shares, rng, table.text, annotations)
            both = {_ORIGINAL: annotations, _CHANGED: draw(layer, annotations, errors)}
            files = dict.fromkeys(_SIDES, table.files[annotator])
            documents.append(ParallelDocument(table.document, table.text, both, files, ()))
        return _figures(agreement, layer, documents)

    keys = tuple(figures_of("both", 0, 0))
    points = simulated_points(kinds, keys, figures_of, repetitions, progress)
    own = project_scores(
        [score for score in agreement.scores if score.value is not None], {layer.name}
    )
    values = {
        key: score.value for key in keys if (score := own.get(key, {}).get(agreement.annotators))
    }
    sentences = sum(len(table.sentences) for table, _ in given)
    return Simulation(
        annotator, layer.name, kinds, keys, points, (), tuple(on_curves(values, points)),
        repetitions, seed, sentences, sentences,
    )  # fmt: skip


def _figures(agreement, layer, documents):
    """{(measure, statistic): value or None} of the main figures of a layer of two annotators."""
    config, kind = agreement.config, KINDS[layer.kind]
    tables = dependency_tables(documents, config.dependencies, _SIDES)
    parts = kind.layer_documents(BatchReader(documents, tables), layer)
    by_name = {document.name: part for document, part in zip(documents, parts)}
    pooled = kind.pool(by_name, _SIDES, lambda done, total: None, None)
    scores = [*chain.from_iterable(pooled.project_scores(ScoreBuilder(config, layer)))]
    found = project_scores(scores, {layer.name})
    return {
        key: found[key][_SIDES].value
        for key in main_keys(layer.kind)
        if _SIDES in found.get(key, {})
    }


class _Errors:
    """Random errors in one file.

    labels           to choose from
    p_label, p_place probabilities
    rng              random.Random
    had              labels that could have been changed
    asked            number of things that could have been
    """

    def __init__(self, labels, p_label, p_place, rng, text, annotations):
        self.labels, self.p_label, self.p_place, self.rng = labels, p_label, p_place, rng
        self._words = [match.span() for match in _WORD.finditer(text)]
        self._ids, self._text = list(annotations.spans), text
        self.had, self.asked = set(), 0

    def label(self, had, others=()):
        """A label, or another one; others: that are no labels of the layer"""
        self.had |= {had} - {*others}
        choice = [label for label in (*self.labels, *others) if label != had]
        return self._another(had, choice, self.p_label)

    def place(self, had, choice):
        """A place, or another one of some."""
        return self._another(had, choice, self.p_place)

    def _another(self, had, choice, p):
        self.asked += 1
        # Both numbers are drawn in any case, so that what follows is the same for each p.
        changes, which = self.rng.random() < p, self.rng.random()
        return choice[int(which * len(choice))] if changes and choice else had

    def span(self, span):
        """A Span, or one of as many words elsewhere in the text."""
        size = min(max(len(span.text.split()), 1), len(self._words))
        bounds = [(first[0], last[1]) for first, last in zip(self._words, self._words[size - 1 :])]
        elsewhere = self.place(None, [both for both in bounds if (both,) != span.fragments])
        if elsewhere is None:
            return span
        return span._replace(fragments=(elsewhere,), text=self._text[slice(*elsewhere)])

    def end(self, id, others=()):
        """The id of an end, or of another span; others: ids that it must not be"""
        return self.place(id, [other for other in self._ids if other not in (id, *others)])


def _in_order(annotations):
    """Annotations in the order of the text, then of names, whatever the order of lines."""

    def place(id):
        span, event = annotations.span_of(id), annotations.events.get(id)
        return span.fragments if span else (), (event or span).type if span else id

    def by_place(records, ends):
        return tuple(sorted(
            records, key=lambda of: ([*map(place, ends(of))], [str(value) for value in of[1:-1]])
        ))  # fmt: skip

    def by_id(records):
        return {record.id: record for record in records}

    spans = sorted(annotations.spans.values(), key=lambda span: (span.fragments, span.type))
    events = (
        event._replace(args=tuple(sorted(event.args, key=lambda arg: (arg[0], place(arg[1])))))
        for event in annotations.events.values()
    )
    equivs = (
        equiv._replace(members=tuple(sorted(equiv.members, key=place)))
        for equiv in annotations.equivs
    )
    attached = {
        name: by_place(getattr(annotations, name), lambda of: [of.target])
        for name in ("attributes", "normalizations", "notes")
    }
    return annotations._replace(
        spans=by_id(spans), equivs=by_place(equivs, lambda of: of.members),
        events=by_id(by_place(events, lambda of: [of.trigger, *(id for _, id in of.args)])),
        relations=by_place(annotations.relations, lambda of: [id for _, id in of.args]), **attached,
    )  # fmt: skip


def _with_labels(layer, annotations, items, annotator):
    """Annotations with the labels that stand on spans in a layer, which tables do without."""
    if not layer.settings.carried:
        return annotations
    what, _, name = layer.settings.label_source.partition(":")
    if what not in _RECORDS:
        raise ProjectError(
            f"The labels of the layer {layer.name} are found by a pattern in notes, and cannot be "
            "made up. Name another layer with --layer."
        )
    labels = items.labelled(annotator)
    records = [
        _RECORDS[what]("", name, span.id, label)
        for span in annotations.spans.values()
        for label in sorted(labels.get(span.offsets, ()))
    ]
    return annotations._replace(**{_FIELDS[what]: tuple(records)})


# Each returns annotations with errors in a layer.


def _labels(layer, annotations, errors):
    source = layer.settings.label_source
    types = layer.settings.types
    if source != "type":
        return _carried(layer, annotations, errors, source)
    spans = {
        id: errors.span(span)._replace(type=errors.label(span.type))
        if types is None or span.type in types
        else span
        for id, span in annotations.spans.items()
    }
    return annotations._replace(spans=spans)


def _carried(layer, annotations, errors, source):
    what, _, name = source.partition(":")
    labels_of: dict = {id: [] for id in annotations.spans}
    for span, label in labels_from(annotations, source):
        labels_of[span.id].append(label)
    types, records = layer.settings.types, []
    for id, labels in labels_of.items():
        for label in labels or [None]:
            if types is None or annotations.spans[id].type in types:
                label = errors.label(label, [None])
            if label is not None:
                records.append(_RECORDS[what](f"X{len(records)}", name, id, label))
    return annotations._replace(**{_FIELDS[what]: tuple(records)})


_FIELDS = {"attribute": "attributes", "normalization": "normalizations", "notes": "notes"}
_RECORDS = {
    "attribute": lambda id, name, target, label: Attribute(
        id, name, target, None if label == name else label, 0
    ),
    "normalization": lambda id, name, target, label: Normalization(
        id, "Reference", target, f"{name}:{label}", "", 0
    ),
    "notes": lambda id, name, target, label: Note(id, name, target, label, 0),
}


def _relations(layer, annotations, errors):
    types, relations = layer.settings.types, []
    for relation in annotations.relations:
        if types is None or relation.type in types:
            ends = [id for _, id in relation.args]
            side = int(errors.rng.random() < 0.5)
            ends[side] = errors.end(ends[side], ends)
            args = tuple((role, id) for (role, _), id in zip(relation.args, ends))
            relation = relation._replace(type=errors.label(relation.type), args=args)
        relations.append(relation)
    return annotations._replace(relations=tuple(relations))


def _events(layer, annotations, errors):
    types, events, spans = layer.settings.types, {}, dict(annotations.spans)
    for number, (id, event) in enumerate(annotations.events.items()):
        if types is None or event.type in types:
            args = tuple((role, errors.end(filler)) for role, filler in event.args)
            type, at = errors.label(event.type), annotations.spans[errors.end(event.trigger)]
            # A trigger has the type of its event.
            trigger = at._replace(id=f"X{number}", type=type)
            spans[trigger.id] = trigger
            event = event._replace(type=type, trigger=trigger.id, args=args)
        events[id] = event
    return annotations._replace(spans=spans, events=events)


def _discourse(layer, annotations, errors):
    """Discourse relations are events or relations, by their types."""
    return _relations(layer, _events(layer, annotations, errors), errors)


def _chains(layer, annotations, errors):
    types = layer.settings.relations or ()
    chains = [{*equiv.members} for equiv in annotations.equivs]
    for number, equiv in enumerate(annotations.equivs):
        for member in equiv.members:
            others = [place for place in range(len(chains)) if place != number]
            chains[number].discard(member)
            chains[errors.place(number, others)].add(member)
    equivs = tuple(
        equiv._replace(members=tuple(sorted(members)))
        for equiv, members in zip(annotations.equivs, chains)
    )
    relations = tuple(
        relation._replace(
            args=(relation.args[0], (relation.args[1][0], errors.end(relation.args[1][1])))
        )
        if relation.type in types
        else relation
        for relation in annotations.relations
    )
    return annotations._replace(equivs=equivs, relations=relations)


_DRAWN = {
    "labels": _labels,
    "entity-relations": _relations,
    "events": _events,
    "relations": _discourse,
    "chains": _chains,
}
