"""Matching of elements: the same pairs whoever of the annotators comes first."""

from random import Random

from brat_iaa.measures.element_matching import Element, one_to_one


def random_elements(random):
    chosen = random.sample([(start, end) for start in range(4) for end in range(start + 1, 6)], 5)
    return [Element(span, "L", "L", ((span,),)) for span in chosen]


def test_the_order_of_annotators_does_not_matter():
    """Several matchings are the largest; of these it is always the same one."""
    random = Random(1)
    for _ in range(2000):
        first, second = random_elements(random), random_elements(random)
        near = {i: {j for j in range(5) if random.random() < 0.4} for i in range(5)}
        turned = {j: {i for i in range(5) if j in near[i]} for j in range(5)}
        pairs = one_to_one(first, second, near)
        assert pairs == sorted((i, j) for j, i in one_to_one(second, first, turned))
