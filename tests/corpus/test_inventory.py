"""Counts of an inventory, and the digest of types, beside a count of one record after another."""

from collections import Counter, defaultdict
from random import Random

from cases import each
from random_standoff import random_standoff

from brat_iaa.corpus.inventory import Inventory, inventory, labels_from
from brat_iaa.corpus.standoff import read_annotations


def span_counts(annotations):
    counts, places = Counter(), defaultdict(set)
    also = {"with_blank": Counter(), "named": Counter(), "triggers": Counter()}
    triggers = {event.trigger for event in annotations.events.values()}
    for span in annotations.spans.values():
        counts[span.type] += 1
        also["with_blank"][span.type] += " " in span.text
        also["named"][span.type] += span.text == span.type
        also["triggers"][span.type] += span.id in triggers
        places[span.fragments].add(span.type)
    return counts, stacked(places), {name: +own for name, own in also.items()}


def stacked(places):
    return sum(len(types) > 1 for types in places.values())


@each("seed", range(4))
def test_counts(seed):
    random, digests = Random(seed), {}
    for _ in range(100):
        text, content = random_standoff(random, random.choice((0, 0.1, 0.3)))
        annotations = read_annotations(content.encode(), text, "file.ann")
        found = inventory([annotations])
        spans, number, also = span_counts(annotations)
        assert list(found.spans.items()) == list(spans.items()) and found.stacked == number
        assert {name: getattr(found, name) for name in also} == also
        labels, places = labels_from(annotations, "type"), defaultdict(set)
        for span, type in labels:
            places[span.fragments].add(type)
        types = Counter(type for _, type in labels)
        assert list(found.types.items()) == list(types.items())
        assert found.several["type"] == stacked(places)
        relations = Counter(relation.type for relation in annotations.relations)
        assert list(found.relations.items()) == list(relations.items())
        labelled = frozenset((span.fragments, type) for span, type in labels)
        assert digests.setdefault(annotations.digest("type"), labelled) == labelled
    assert len(set(digests.values())) == len(digests)


@each("seed", range(5))
def test_files_counted_at_once_are_what_each_is_in_sum(seed):
    random, files = Random(seed), []
    for _ in range(8):
        text, content = random_standoff(random)
        files.append(read_annotations(content.encode(), text, "file.ann"))
    total = Inventory()
    for annotations in files:
        total.add(inventory([annotations]))
    assert inventory(files) == total
