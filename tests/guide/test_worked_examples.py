"""Each number of a worked example is what the package computes from the example's own files."""

import re
from fractions import Fraction
from math import log, sqrt

import numpy
import pytest
from coreference_classes import added_by
from guide_examples import PAPERS, play, text
from label_projects import write
from small_projects import agreement, whole

from brat_iaa.guide.markup import Code, List, Paragraph, section, words
from brat_iaa.measures.coreference import b_cubed, ceaf_e
from brat_iaa.measures.matching import match_arcs
from brat_iaa.measures.similarities import contributions, masi
from brat_iaa.measures.student import t_quantile
from brat_iaa.places.patterns import place_patterns
from brat_iaa.study import Study

NUMBER = re.compile(r"(?<![\d.])(?:\d+/\d+|\d*\.\d+)(?!\d)")


def of_project(name, folder):
    """{(measure, statistic, annotators): Score} of a project of the guide, in its folder."""
    return whole(Study(folder / name).agreement())


def dependencies(folder):
    found = match_arcs(
        frozenset({(24, "SUBJ"), (24, "OBJ")}), frozenset({(22, "SUBJ"), (24, "JCT")})
    )
    # UAA has one common head, LOA one common label, LAA nothing.
    assert [*map(len, found[:3])] == [0, 1, 1]
    above, below = contributions("gcm", *map(as_array, (1, 2, 2)))
    return {"1/2": above[0] / below[0], "1/3": masi(1, 2, 2)}


def as_array(number):
    return numpy.array([number])


def by_hand(folder):
    """All measures of LAA of four tokens."""
    scores, pair = of_project("by_hand", folder), ("anna", "ben")
    score = scores["LAA", "alpha", pair]
    assert scores["LAA", "masi-full", pair].value == (1 + 1 + 0 + 1 / 2 * masi(1, 2, 1)) / 4
    return {
        "2/3": masi(1, 2, 1), ".667": scores["LAA", "masi", pair].value, ".500": scores["LAA", "exact", pair].value,
        "3/4": scores["LAA", "gcm", pair].value, "3/5": scores["LAA", "gcm", ("ben", "anna")].value,
        "1/3": 1 - masi(1, 2, 1), ".333": score.observed, ".905": score.expected, ".632": score.value,
    }  # fmt: skip


def trees(folder):
    scores = of_project("small_trees", folder)
    score = scores["alpha-plain", "alpha", ("anna", "ben")]
    accuracy = scores["LAS", "accuracy", ("anna", "ben")].value
    return {
        ".5": score.observed, "10/12": score.expected, ".833": score.expected, ".4": score.value,
        "4/5": accuracy, ".8": accuracy,
    }  # fmt: skip


def spans(folder):
    scores = of_project("names", folder)
    pair = ("anna", "ben")
    assert scores["f1", "overlap", pair].value == scores["span-f1", "exact", pair].value
    return {
        "1/3": scores["f1", "exact", pair].value, "4/6": scores["f1", "overlap", pair].value,
        "6/6": scores["span-f1", "overlap", pair].value,
    }  # fmt: skip


def unitizing(folder):
    scores = of_project("units", folder)
    score = scores["u-alpha", "nominal", ("anna", "ben")]
    return {
        "8/40": score.observed, ".200": score.observed, "428/1444": 1 - score.expected,
        ".704": score.expected, ".716": score.value,
    }  # fmt: skip


def labels(folder):
    scores = of_project("coders", folder)
    pair = ("one", "two")
    cohen, fleiss = (scores["kappa", name, pair] for name in ("cohen", "fleiss"))
    score, ac1 = scores["alpha", "nominal", pair], scores["ac1", "gwet", pair]
    ones = {name: (folder / "coders" / name / "d.ann").read_text().count("yes") for name in pair}
    both = sum(ones.values())
    return {
        "6/10": cohen.observed, ".6": fleiss.observed, "2/10": ones["one"] / 10, "4/10": ones["two"] / 10,
        "8/10": 1 - ones["one"] / 10, ".56": cohen.expected, ".091": cohen.value, "6/20": both / 20,
        "14/20": 1 - both / 20, ".58": fleiss.expected, ".42": ac1.expected, ".048": fleiss.value,
        ".442": score.expected, ".095": score.value, ".310": ac1.value,
    }  # fmt: skip


def scales(folder):
    """Ordinal alpha of four items."""
    score = of_project("sure", folder)["alpha", "ordinal", ("one", "two")]
    assert score.value == pytest.approx(1 - (37 / 8) / 10)
    places = {"low": 3 / 2, "mid": 5, "high": 15 / 2}
    steps = places["mid"] - places["low"], places["high"] - places["mid"]
    return {
        "3/2": places["low"], "4/2": 2, "7/2": steps[0], "5/2": steps[1], "1/2": 1 / 2, "49/4": steps[0] ** 2,
        "25/4": steps[1] ** 2, ".128": score.observed, ".278": score.expected, ".537": score.value,
    }  # fmt: skip


# The chains of RA1 and RA2 in Passonneau 2004, Table 2.
_OF_TWO = ("AD BEFL CH GJK", "AD BEFL C GK H J")


def chains(folder):
    three = ("RA1", "RA2", "RA3")
    scores = of_project("passonneau_fig1", folder)
    score, pair = scores["alpha-weighted", "weighted", three], ("RA1", "RA2")
    key, response = (list(map(set, chains.split())) for chains in _OF_TWO)
    shares = {mention: above for mention, (above, _) in added_by(b_cubed, key, response).items()}
    matched = added_by(ceaf_e, key, response)
    metrics = {
        name: [scores[name, part, pair].value for part in ("recall", "precision", "f1")]
        for name in ("muc", "b3", "ceafe", "lea")
    }
    return {
        "21/110": score.observed, ".191": score.observed, ".744": score.expected, ".743": score.value,
        ".74": score.value, "5/7": metrics["muc"][0], "5/6": metrics["muc"][2], "1/2": float(shares["C"]),
        "2/3": float(shares["G"]), "1/3": float(shares["J"]), "26/33": metrics["b3"][0], ".788": metrics["b3"][0],
        ".881": metrics["b3"][2], "4/5": float(sum(matched[mention][0] for mention in "GJK")),
        "13/15": metrics["ceafe"][0], ".867": metrics["ceafe"][0], "26/45": metrics["ceafe"][1],
        ".578": metrics["ceafe"][1], ".693": metrics["ceafe"][2], "7/11": metrics["lea"][0],
        ".636": metrics["lea"][0], "8/11": metrics["lea"][1], ".727": metrics["lea"][1], ".679": metrics["lea"][2],
        ".803": scores["conll", "f1", pair].value,
    }  # fmt: skip


def discourse(folder):
    scores = of_project("mirovsky_example", folder)
    pair = ("A", "B")
    assert scores["agreement-types", "strict", pair].value == pytest.approx(2 / 3)
    assert scores["agreement-types", "connective", pair].value == pytest.approx(4 / 6)
    assert scores["agreement-nodes", "connective", pair].value == pytest.approx(2 / 6)
    return {
        "3/8": scores["f1", "strict", pair].value, "1/2": scores["kappa", "strict", pair].value,
        "3/4": scores["f1", "connective", pair].value,
    }  # fmt: skip


def relations(folder):
    own = {
        score.statistic: score.value
        for score in Study(folder / "facts").agreement().scores
        if score.layer == "relations" and score.whole
    }
    assert own["exact"] == 0
    return {"2/3": own["overlap"]}


def events(folder):
    scores = of_project("acquisitions", folder)
    pair = ("anna", "ben")
    assert scores["trigger-f1", "exact", pair].value == 1
    assert scores["event-f1", "exact", pair].value == 0
    return {"2/3": scores["argument-f1", "exact", pair].value}


def gold(folder):
    scores = of_project("checked_names", folder)
    precision, recall, f1 = (
        scores[measure, "exact", ("ref", "anna")].value for measure in ("precision", "recall", "f1")
    )
    return {
        "2/3": precision, ".667": precision, "2/4": recall, ".5": recall, "4/7": f1, ".571": f1,
    }  # fmt: skip


def anchoring(folder):
    from brat_iaa.studies.anchoring import error_reduction, mcnemar

    x, h = 91.86, 87.29
    chi2, p = mcnemar(25, 10)
    return {
        "91.86": x, "87.29": h, "35.96": error_reduction(x, h), "6.43": chi2, ".011": p,
    }  # fmt: skip


def places(folder):
    found = Study(folder / "ndt1").agreement().of_layers({"dependencies"})
    first = place_patterns(found.places, found)[0]
    gain = first.gains["LAA"]
    items = next(s.items for s in found.scores if s.measure == "LAA" and s.whole)
    return {
        "18/1674": first.places / items, ".011": gain.after - gain.before, ".940": gain.before, ".950": gain.after,
    }  # fmt: skip


def intervals(folder):
    sentences = ["a b c d"] * 10
    wrong = ["N N N N"] * 8 + ["N N N V"] * 2
    root = write(folder / "ten", " / ".join(sentences), one=" / ".join(["N N N N"] * 10),
                 two=" / ".join(wrong))  # fmt: skip
    (score,) = (s for s in agreement(root).scores if s.statistic == "raw" and s.whole)
    x, alike, other = score.value, log(34 / 2), log(35 / 1)
    middle = (8 * alike + 2 * other) / 10
    se = sqrt(9 / 10 * (8 * (alike - middle) ** 2 + 2 * (other - middle) ** 2))
    fourth = 8 * 0.005**4 + 2 * 0.02**4
    nu = 2 * 0.001**2 / (fourth - 0.001**2 / 10)
    t = float(t_quantile(as_array(nu))[0])
    assert score.degrees == pytest.approx(nu)
    return {
        "38/40": x, ".95": x, ".005": (4 - x * 4) / 40, ".02": (x * 4 - 3) / 40, ".001": 8 * 0.005**2 + 2 * 0.02**2,
        "2.833": alike, "3.555": other, "2.978": middle, ".867": se, ".000000325": fourth, "8.89": nu, "2.266": t,
        "2.944": log(38 / 2), "1.964": t * se, ".727": score.interval[0], ".993": score.interval[1], "9/10": 9 / 10,
    }  # fmt: skip


def candidates(folder):
    from brat_iaa.studies.alternative_annotator import rejected, t_by_items

    d = numpy.array([1] * 4 + [-1] * 6 + [0] * 30)
    error = d.std(ddof=1) / sqrt(40)
    p = [t_by_items(d, 0.15), 0.0102, 0.11]
    bounds = [i / 3 * 0.05 / (1 + 1 / 2 + 1 / 3) for i in (1, 2, 3)]
    given = {".15": 0.15, ".0102": 0.0102, ".11": 0.11, "36/40": 0.9, ".90": (d <= 0).mean()}
    return {
        **given, ".05": -d.mean(), ".0797": error, "2.511": (0.15 - d.mean()) / error, ".0082": p[0],
        ".667": sum(rejected(p)) / 3, **dict(zip((".0091", ".0182", ".0273"), bounds)),
    }  # fmt: skip


# Where each example stands.
EXAMPLES = {
    dependencies: f"{PAPERS}#example-7",
    by_hand: "dependencies#example-four-tokens",
    labels: "labels#example-ten-items",
    scales: "labels#example-a-scale",
    spans: "spans#example-names",
    unitizing: "spans#example-units",
    relations: "relations#example-facts",
    events: "relations#example-acquisitions",
    discourse: "relations#example-connectives",
    chains: "chains#example-eleven-mentions",
    trees: "trees#example-two-sentences",
    intervals: "intervals#example-ten-sentences",
    places: "disagreements#example-three-patterns",
    gold: "gold#example-names-against-a-gold-standard",
    anchoring: "studies#example-error-reduction",
    candidates: "studies#example-40-items",
}


def prose(blocks):
    """What an example says beside its files, and the commands that are run."""
    for block in blocks:
        if isinstance(block, Code) and not block.kind:
            yield block.text
        elif isinstance(block, Paragraph):
            yield words(block.spans)
        elif isinstance(block, List):
            yield from map(words, block.items)


def value_of(printed):
    """The number, and how much it may be rounded."""
    if "/" in printed:
        return float(Fraction(printed)), 1e-12
    return float(printed), 0.5 * 10 ** -len(printed.partition(".")[2])


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.__name__)
def test_numbers_are_what_the_package_computes(example, tmp_path):
    name, _, anchor = EXAMPLES[example].partition("#")
    play(name, anchor, tmp_path, lambda command, lines: None)
    known = example(tmp_path)
    assert set(NUMBER.findall("\n".join(prose(section(text(name), anchor))))) == set(known)
    for printed, computed in known.items():
        value, rounding = value_of(printed)
        assert computed == pytest.approx(value, abs=rounding * 1.000001), printed
