"""Annotators and candidates for the alternative annotator test, and the test itself, counted slowly
from its definition.
"""

from math import sqrt
from random import Random


def drawn(seed, humans, items, values, lacking=0.1):
    """({human: {item: value}}, {item: value} of a candidate): a true value that each gives with a
    probability of their own, and lacks now and then.
    """
    random = Random(seed)
    right = [random.uniform(0.4, 0.95) for _ in range(humans + 1)]
    given = [{} for _ in right]
    for item in range(items):
        truth = random.randrange(values)
        for own, share in zip(given, right):
            value = truth if random.random() < share else random.randrange(values)
            if random.random() >= lacking:
                own[item] = value
    return {f"h{number}": own for number, own in enumerate(given[:-1])}, given[-1]


def graded(pred, others):
    return -sqrt(sum((pred - own) ** 2 for own in others) / len(others))


def equal(pred, others):
    return sum(pred == own for own in others) / len(others)


def indicators(humans, candidate, score):
    """{human: [(item, W_f, W_h), ...]}"""
    found = {}
    for left_out, own in humans.items():
        found[left_out] = []
        for item in own:
            others = [
                values[item] for name, values in humans.items()
                if name != left_out and item in values
            ]  # fmt: skip
            if others and item in candidate:
                f, h = score(candidate[item], others), score(own[item], others)
                found[left_out].append((item, f >= h - 1e-9, h >= f - 1e-9))
    return found
