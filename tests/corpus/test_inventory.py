"""Counts of an inventory, and the digest of types, beside a count of one record after another."""

from collections import Counter, defaultdict
from random import Random

from cases import each
from random_standoff import random_standoff

from brat_iaa.corpus.inventory import Inventory, SpanCount, inventory, span_types
from brat_iaa.corpus.standoff import read_annotations


def span_counts(annotations):
    counts, places = defaultdict(SpanCount), defaultdict(set)
    triggers = {event.trigger for event in annotations.events.values()}
    for span in annotations.spans.values():
        count = counts[span.type]
        count.number += 1
        count.with_blank += " " in span.text
        count.named += span.text == span.type
        count.triggers += span.id in triggers
        places[span.fragments].add(span.type)
    return dict(counts), stacked(places)


def stacked(places):
    return sum(len(types) > 1 for types in places.values())


@each("seed", range(10))
def test_counts(seed):
    random, digests = Random(seed), {}
    for _ in range(100):
        text, content = random_standoff(random, random.choice((0, 0.1, 0.3)))
        annotations = read_annotations(content.encode(), text, "file.ann")
        found = annotations.inventory
        spans, number = span_counts(annotations)
        assert list(found.spans.items()) == list(spans.items()) and found.stacked == number
        labels, places = span_types(annotations), defaultdict(set)
        for span, type in labels:
            places[span.fragments].add(type)
        types = Counter(type for _, type in labels)
        assert list(found.types.values.items()) == list(types.items())
        assert found.types.types == types and found.types.several == stacked(places)
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
