"""Figures that the setting also asks for, against slow readings of their definitions."""

import re
import unicodedata
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from random import Random
from statistics import fmean

import pytest
import slow_coefficients as slow
from element_projects import put_project, random_project
from small_projects import agreement, put, put_raw, scores_by_key, whole

from brat_iaa.phases.states import ComparedStates
from brat_iaa.report.layer_tables import layer_tables

NOTHING = (None, None, None)
NAMES, SEEDS = ("anna", "ben", "carla"), range(2)
CONF = """[entities]
Name
\tPerson
\tPlace
\t\tCity
\t\tRiver
-----
Time
[relations]
"""
LEVELS = {
    1: {"Person": "Name", "Place": "Name", "City": "Name", "River": "Name"}, 2: {"City": "Place", "River": "Place"},
}  # fmt: skip
TYPES = ("Person", "Place", "City", "River", "Time")
WORDS = ("Ana", "(Rome),", "the", "dog.", "a,b", "—", "“x”", "é")


class Spans:
    """Spans of three annotators, many a little off: {document: (text, {annotator: spans})}."""

    def __init__(self, seed):
        random, self.documents = Random(seed), {}
        for document in ("d1", "d2"):
            words = [
                random.choice(WORDS) + random.choice((" ", " ", "  ", "\n")) for _ in range(40)
            ]
            text = " ".join(words)
            base = [self._span(random, text) for _ in range(14)]
            own = {
                name: {self._like(random, text, span) for span in base if random.random() < 0.85}
                for name in NAMES
            }
            self.documents[document] = text, own

    @staticmethod
    def _span(random, text):
        start = random.randrange(len(text) - 12)
        parts = [(start, start + random.randrange(1, 12))]
        if random.random() < 0.15 and parts[0][1] + 12 < len(text):
            start = parts[0][1] + random.randrange(1, 6)
            parts.append((start, start + random.randrange(1, 6)))
        return random.choice(TYPES), tuple(parts)

    @staticmethod
    def _like(random, text, span):
        kind, parts = span
        if random.random() < 0.3:
            kind = random.choice(TYPES)
        (start, end), *rest = parts
        if random.random() < 0.4:
            start = max(0, start + random.choice((-4, -1, 1)))
        if random.random() < 0.4 and not rest:
            end = min(len(text), end + random.choice((-1, 1, 2, 5)))
        return kind, ((min(start, end - 1), end), *rest)

    def heads(self, seed):
        """{document: {annotator: {token: its heads}}}, much of it alike."""
        random, found = Random(seed), {}
        for document, (text, _) in self.documents.items():
            number = len(tokens(text))
            base = {token: random.randrange(number) for token in range(number)}
            found[document] = {
                name: {
                    token: {
                        random.randrange(number) if random.random() < 0.2 else head
                        for _ in range(random.choice((1, 1, 3)))
                    }
                    for token, head in base.items() if random.random() < 0.9
                }
                for name in NAMES
            }  # fmt: skip
        return found

    def write(self, root, heads=None):
        for document, (text, own) in self.documents.items():
            for name, spans in own.items():
                lines = [
                    f"T{number}\t{kind} {';'.join('%d %d' % part for part in parts)}\t"
                    + " ".join(text[a:b].replace("\n", " ") for a, b in parts) + "\n"
                    for number, (kind, parts) in enumerate(sorted(spans), 1)
                ]  # fmt: skip
                if heads is not None:
                    lines += [
                        f"T{100 + n}\tW {a} {b}\t{text[a:b]}\n"
                        for n, (a, b) in enumerate(tokens(text))
                    ]
                    lines += [
                        f"R{1000 * head + token}\tdep Arg1:T{100 + head} Arg2:T{100 + token}\n"
                        for token, own in heads[document][name].items() for head in own - {token}
                    ]  # fmt: skip
                put_raw(root, name, document, text, "".join(lines))
        (root / "annotation.conf").write_text(CONF, "utf-8")
        return root


def found_in(root, also, layers="[layer spans]\nkind = labels\nset = yes\n"):
    (root / "iaa.conf").write_text(f"[project]\nalso = {also}\n{layers}", "utf-8")
    return agreement(root)


# Tolerance, slowly


def solid(character):
    return not character.isspace() and unicodedata.category(character)[0] != "P"


def core(text, start, end):
    kept = [place for place in range(start, end) if solid(text[place])]
    return (kept[0], kept[-1] + 1) if kept else (start, end)


def tokens(text):
    return [match.span() for match in re.finditer(r"\S+", text)]


def touching(text, start, end):
    return [n for n, (a, b) in enumerate(tokens(text)) if a < end and start < b and start < end]


def word(text, parts, which):
    start, end = core(text, *parts[which])
    own = touching(text, start, end)
    if not own:
        return start, end
    a, b = tokens(text)[own[which]]
    return core(text, max(a, start), min(b, end))


def whole_parts(text, parts):
    """Those that blanks alone part are one."""
    joined = [parts[0]]
    for start, end in parts[1:]:
        begin, before = joined[-1]
        if not text[before:start].strip():
            joined[-1] = begin, end
        else:
            joined.append((start, end))
    return joined


def blanks_aside(text, *both):
    one, other = (whole_parts(text, parts) for parts in both)
    return [core(text, *part) for part in one] == [core(text, *part) for part in other]


def one_token_off(text, *both):
    one, other = (whole_parts(text, parts) for parts in both)

    def near(part, counterpart):
        a, b = touching(text, *part), touching(text, *counterpart)
        if not (a and b):
            return part == counterpart
        return abs(a[0] - b[0]) <= 1 and abs(a[-1] - b[-1]) <= 1

    return len(one) == len(other) and all(map(near, one, other))


ALIKE = {
    "blanks": blanks_aside, "one-token": one_token_off,
    "first-word": lambda text, *both: len({word(text, own, 0) for own in both}) == 1,
    "last-word": lambda text, *both: len({word(text, own, -1) for own in both}) == 1,
}  # fmt: skip


def in_common(text, *both):
    """Intersection over union of the characters."""
    one, other = ({n for part in own for n in range(*part)} for own in both)
    return Fraction(len(one & other), len(one | other))


SHARES = {
    f"iou-{percent}": lambda *spans, least=Fraction(percent, 100): in_common(*spans) >= least
    for percent in (25, 50, 75, 90)
}


def slow_f1(spans, pair, alike, label=None):
    matched = number = 0
    for text, own in spans.documents.values():
        one, other = (
            {span for span in own[name] if label in (None, span[0])} for name in pair
        )  # fmt: skip
        number += len(one) + len(other)
        matched += len(one & other) + slow.largest(
            one - other,
            sorted(other - one),
            lambda i, j, text=text: (
                i[0] == j[0] and slow.share_a_character(i[1], j[1]) and alike(text, i[1], j[1])
            ),
        )
    return 2 * matched / number


@pytest.mark.parametrize("seed", SEEDS)
def test_tolerance_of_boundaries(seed, tmp_path):
    spans = Spans(seed)
    found = found_in(spans.write(tmp_path), f"{', '.join(ALIKE)}, iou, partial")
    scores = whole(found)
    of_label = {(s.statistic, s.annotators, s.label): s.value for s in found.scores if s.label}
    for way, alike in {**ALIKE, **SHARES}.items():
        of_pairs = []
        for pair in combinations(NAMES, 2):
            of_pairs.append(slow_f1(spans, pair, alike))
            assert scores["f1", way, pair].value == pytest.approx(of_pairs[-1])
            city = slow_f1(spans, pair, alike, "City")
            assert of_label[way, pair, "City"] == pytest.approx(city)
        assert scores["f1", way, NAMES].value == pytest.approx(fmean(of_pairs))
        for measure in ("f1", "span-f1"):
            exact, overlap = (scores[measure, how, NAMES].value for how in ("exact", "overlap"))
            assert exact <= scores[measure, way, NAMES].value <= overlap
    assert all(scores["f1", way, NAMES].interval for way in (*ALIKE, *SHARES, "partial"))
    # Half credit for an overlap is the middle between exact and overlapping matches.
    for measure, statistic, *about in list(scores):
        if statistic == "partial" and measure in ("f1", "span-f1"):
            own, exact, overlap = (
                scores[(measure, way, *about)] for way in ("partial", "exact", "overlap")
            )
            assert own.value == pytest.approx((exact.value + overlap.value) / 2)
            assert own.items == exact.items


def test_half_credit_as_nervaluate_has_it(tmp_path):
    """nervaluate 1.2.1: its strict, ent_type, exact and partial F1."""
    text = "x" * 150
    for name, documents in NERVALUATE.items():
        for number, spans in enumerate(documents):
            lines = (
                f"T{n}\t{kind} {start} {end}\t{text[start:end]}\n"
                for n, (kind, start, end) in enumerate(spans, 1)
            )
            put_raw(tmp_path, name, f"d{number}", text, "".join(lines))
    scores = whole(found_in(tmp_path, "partial"))
    for key, value in {
        ("f1", "exact"): 0.3448275862068966,
        ("f1", "overlap"): 0.6666666666666666,
        ("span-f1", "exact"): 0.39080459770114945,
        ("span-f1", "partial"): 0.5747126436781609,
    }.items():
        assert scores[(*key, ("anna", "ben"))].value == pytest.approx(value, abs=1e-15)
    # 15 with the same offsets and type, 14 more that overlap, of 47 and 40 spans.
    half = scores["f1", "partial", ("anna", "ben")]
    assert half.value == pytest.approx(2 * (15 + 14 / 2) / (47 + 40))
    assert half.signature.startswith("labels|f1|partial:HR05")


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_head_word(seed, tmp_path):
    spans = Spans(seed)
    heads = spans.heads(seed)
    layers = "[layer dependencies]\ntoken_types = W\n[layer spans]\nkind = labels\nset = yes\n"
    found = found_in(spans.write(tmp_path, heads), "head", f"{layers}types = {', '.join(TYPES)}\n")
    own_heads = {text: heads[document] for document, (text, _) in spans.documents.items()}

    def head_of(text, parts):
        inside = {
            token for token, (start, _) in enumerate(tokens(text))
            if any(a <= start < b for a, b in parts)
        }  # fmt: skip
        votes = Counter(
            token
            for of_annotator in own_heads[text].values()
            for token, own in of_annotator.items()
            if token in inside and not own <= inside
        )
        return max(sorted(votes), key=votes.get, default=None)

    def alike(text, one, other):
        return head_of(text, one) == head_of(text, other) is not None

    scores = whole(found, "spans")
    for pair in combinations(NAMES, 2):
        assert scores["f1", "head", pair].value == pytest.approx(slow_f1(spans, pair, alike))
    assert scores["f1", "exact", NAMES].value < scores["f1", "head", NAMES].value


# Spans of six documents, as nervaluate was given them.
NERVALUATE = {
    "anna": [
        [("PER", 4, 11), ("LOC", 20, 31), ("PER", 39, 46), ("PER", 53, 59), ("ORG", 67, 71),
         ("LOC", 75, 86), ("ORG", 114, 123), ("PER", 126, 130)],
        [("LOC", 8, 22), ("LOC", 37, 45), ("ORG", 51, 58), ("LOC", 61, 64), ("LOC", 72, 75),
         ("ORG", 84, 96), ("LOC", 120, 128)],
        [("PER", 2, 5), ("PER", 28, 36), ("PER", 62, 65), ("LOC", 68, 71), ("PER", 80, 87),
         ("LOC", 106, 116)],
        [("PER", 4, 16), ("ORG", 24, 33), ("LOC", 41, 50), ("ORG", 57, 70), ("ORG", 73, 78),
         ("PER", 87, 93), ("ORG", 102, 108), ("ORG", 114, 119), ("LOC", 129, 140)],
        [("ORG", 1, 15), ("PER", 22, 34), ("PER", 38, 49), ("PER", 59, 68), ("PER", 77, 81),
         ("LOC", 89, 100), ("PER", 124, 132), ("PER", 135, 149)],
        [("ORG", 5, 9), ("PER", 19, 30), ("PER", 33, 46), ("ORG", 56, 68), ("ORG", 77, 81),
         ("LOC", 86, 93), ("LOC", 97, 101), ("PER", 109, 117), ("PER", 121, 129)],
    ],
    "ben": [
        [("PER", 4, 11), ("ORG", 20, 31), ("PER", 39, 47), ("PER", 53, 59), ("LOC", 67, 69),
         ("ORG", 93, 105), ("LOC", 114, 123), ("PER", 126, 130)],
        [("LOC", 28, 32), ("PER", 37, 44), ("ORG", 52, 56), ("LOC", 61, 64), ("LOC", 72, 75),
         ("ORG", 84, 95), ("PER", 103, 111), ("LOC", 120, 127)],
        [("ORG", 10, 22), ("LOC", 43, 52), ("PER", 63, 64), ("LOC", 68, 71), ("PER", 80, 87),
         ("LOC", 91, 103)],
        [("PER", 4, 16), ("ORG", 24, 33), ("ORG", 57, 69), ("ORG", 73, 78), ("PER", 88, 91),
         ("ORG", 114, 119)],
        [("PER", 38, 47), ("PER", 59, 67), ("LOC", 89, 100), ("ORG", 106, 119), ("PER", 125, 131)],
        [("PER", 20, 29), ("PER", 34, 47), ("ORG", 57, 69), ("LOC", 86, 93), ("LOC", 97, 101),
         ("PER", 109, 118), ("PER", 121, 129)],
    ],
}  # fmt: skip


# Tokens, slowly


def counted_tokens(spans, name, bio=False):
    """Counter of (document, token, label): once for each part of a span that it is in."""
    counted = Counter()
    for document, (text, own) in spans.documents.items():
        for kind, parts in own[name]:
            of_span = [token for part in parts for token in touching(text, *part)]
            for token in of_span:
                label = ("B-" if token == of_span[0] else "I-") + kind if bio else kind
                counted[document, token, label] += 1
    return counted


def check_chance_corrected(scores, reading, rows):
    """rows: of each item the values of all NAMES, None for none."""

    def having(columns, fewest):
        found = ([row[column] for column in columns] for row in rows)
        found = ([value for value in row if value is not None] for row in found)
        return [row for row in found if len(row) >= fewest]

    def check(measure, statistic, names, parts):
        score = scores[f"{reading}-{measure}".lstrip("-"), statistic, names]
        assert (score.value, score.observed, score.expected) == pytest.approx(parts)

    def kappa(parts, own):
        observed, expected = map(float, parts(own)) if own else (0, 1)
        if expected == 1:
            return NOTHING
        return (observed - expected) / (1 - expected), observed, expected

    def alpha(own):
        observed, expected = slow.alpha(own) if own else (0, 0)
        return (1 - observed / expected, observed, expected) if expected else NOTHING

    cohens = []
    for pair in combinations(range(3), 2):
        names, both = tuple(NAMES[column] for column in pair), having(pair, 2)
        cohens.append(kappa(slow.cohen, both))
        check("kappa", "cohen", names, cohens[-1])
        check("alpha", "nominal", names, alpha(both))
    defined = [own for own in cohens if own != NOTHING]
    check("kappa", "cohen", NAMES, tuple(map(fmean, zip(*defined))) or NOTHING)
    check("kappa", "fleiss", NAMES, kappa(slow.fleiss, having(range(3), 3)))
    check("alpha", "nominal", NAMES, alpha(having(range(3), 2)))


@pytest.mark.parametrize("also, measure", [("tokens", "token"), ("bio", "bio")])
@pytest.mark.parametrize("seed", SEEDS)
def test_tokens_in_spans(seed, also, measure, tmp_path):
    spans = Spans(seed)
    scores = whole(found_in(spans.write(tmp_path), also))
    counts = {name: counted_tokens(spans, name, also == "bio") for name in NAMES}
    for pair in combinations(NAMES, 2):
        one, other = (counts[name] for name in pair)
        f1 = 2 * sum((one & other).values()) / sum((one + other).values())
        assert scores[f"{measure}-f1", "exact", pair].value == pytest.approx(f1)
    kinds = [start + kind for kind in TYPES for start in ("", "B-", "I-")]
    rows = [
        [
            frozenset(kind for kind in kinds if counts[name][document, token, kind])
            for name in NAMES
        ]
        for document, (text, _) in spans.documents.items()
        for token in range(len(tokens(text)))
    ]  # fmt: skip
    check_chance_corrected(scores, measure, rows)
    kappa = scores[f"{measure}-kappa", "cohen", NAMES]
    assert kappa.items == len(rows) and kappa.interval


def test_tokens_as_other_programs_have_them(tmp_path):
    """bratiaa 0.1.4, exact_match_token_evaluation(); scikit-learn 1.9.1, cohen_kappa_score()."""
    text = (
        "The University of Jena and Human Rights Watch, in Weimar and Jena.\nGoethe wrote there.\n"
    )
    drawn = {
        "anna": "ORG University of Jena/LOC Jena/ORG Human Rights Watch/LOC Weimar and Jena/PER Goethe",
        "ben": "ORG The University of Jena/ORG Jena/ORG Human Rights Wat/LOC Weimar/LOC Goethe/" "PER Goethe wrote",
    }  # fmt: skip
    for name, spans in drawn.items():
        lines = ""
        for number, (kind, words) in enumerate((s.split(" ", 1) for s in spans.split("/")), 1):
            start = text.index(words)
            lines += f"T{number}\t{kind} {start} {start + len(words)}\t{words}\n"
        put_raw(tmp_path, name, "d", text, lines)
    scores = whole(found_in(tmp_path, "tokens"))
    assert scores["token-f1", "exact", NAMES[:2]].value == pytest.approx(2 * 8 / (11 + 12))
    kappa = scores["token-kappa", "cohen", NAMES[:2]]
    assert (kappa.value, kappa.items) == (pytest.approx(0.4409937888198758), 15)


# Levels, slowly


@pytest.mark.parametrize("seed", SEEDS)
def test_types_of_each_level(seed, tmp_path):
    spans = Spans(seed)
    found = found_in(spans.write(tmp_path), "levels")
    scores = whole(found)
    assert {key[0] for key in scores if "level" in key[0]} == {
        f"level{number}-{measure}" for number in LEVELS for measure in ("f1", "kappa", "alpha")
    }
    for number, above in LEVELS.items():
        drawn = {
            name: {
                (document, above.get(kind, kind), parts)
                for document, (_, own) in spans.documents.items()
                for kind, parts in own[name]
            }
            for name in NAMES
        }
        for pair in combinations(NAMES, 2):
            one, other = (drawn[name] for name in pair)
            f1 = 2 * len(one & other) / (len(one) + len(other))
            assert scores[f"level{number}-f1", "exact", pair].value == pytest.approx(f1)
        given = {name: {} for name in NAMES}
        for name, own in drawn.items():
            for document, kind, parts in own:
                given[name].setdefault((document, parts), set()).add(kind)
        items = set().union(*given.values())
        check_chance_corrected(
            scores,
            f"level{number}",
            [
                [item in own and frozenset(own[item]) or None for own in given.values()]
                for item in items
            ],
        )


# Of relations and events: as if the files had the types of the level

ABOVE = {"P": "Any", "Q": "Any", "Foo": "Bond", "Sym": "Bond", "Go": "Do", "Say": "Do"}
MORE_TYPES = """[entities]
Any
\tP
\tQ
[relations]
Bond\tArg1:Any, Arg2:Any
\tFoo\tArg1:Any, Arg2:Any
\tSym\tArg1:Any, Arg2:Any
Bar\tArg1:Any, Arg2:Any
[events]
Do\tTheme:Any
\tGo\tTheme:Any
\tSay\tTheme:Any
"""


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    "kind, sort, measures",
    [
        ("entity-relations", "relations", ("f1",)), ("events", "events", ("event-f1", "trigger-f1", "argument-f1")),
    ],
)  # fmt: skip
def test_levels_of_relations_and_events(kind, sort, measures, seed, tmp_path):
    made, settings = random_project(seed, sort, ("Arg1", "Arg2")), f"[layer it]\nkind = {kind}\n"
    of_level = {
        document: {
            name: re.sub(rf"\b({'|'.join(ABOVE)})\b", lambda found: ABOVE[found[0]], content)
            for name, content in own.items()
        }
        for document, own in made.items()
    }
    root = put_project(tmp_path / "p", made, f"[project]\nalso = levels\n{settings}")
    (root / "annotation.conf").write_text(MORE_TYPES, "utf-8")
    found = scores_by_key(agreement(root))
    same = scores_by_key(agreement(put_project(tmp_path / "q", of_level, settings)))
    compared = {
        (f"level1-{measure}", *about): score
        for (measure, *about), score in same.items() if measure in measures
    }  # fmt: skip
    assert compared and compared.keys() == {key for key in found if key[0].startswith("level")}
    for key, score in compared.items():
        own = found[key]
        assert (own.value, own.items, own.undefined) == (score.value, score.items, score.undefined)
        assert own.interval == score.interval and "|types:" in own.signature


# What connects two spans, slowly

SENTENCE = "a b c d e f\n"


def connections(seed, symmetric=False):
    """{(sentence, two words): {annotator: types by which the words are connected}}"""
    random, made = Random(seed), {}
    for sentence in range(24):
        for ends in random.sample([*permutations(range(6), 2)], 4):
            kind = random.choice("PQR")
            for name in NAMES:
                drawn = {random.choice("PQR") if random.random() < 0.3 else kind}
                if random.random() < 0.1:
                    drawn.add(random.choice("PQR"))
                if random.random() < 0.8:
                    turned = symmetric and random.random() < 0.5
                    made.setdefault((sentence, ends[:: -1 if turned else 1]), {})[name] = drawn
    return made


def write_connections(root, made, sort):
    """An R line for each of them; or an event at the first of the words, with an argument."""
    for name in NAMES:
        lines = [
            f"T{n + 1}\tW {2 * n} {2 * n + 1}\t{SENTENCE[2 * (n % 6)]}\n" for n in range(6 * 24)
        ]
        drawn = [
            (kind, *(6 * sentence + word + 1 for word in ends))
            for (sentence, ends), own in made.items()
            for kind in sorted(own.get(name, ()))
        ]
        if sort != "events":
            lines += [f"R{n}\t{kind} Arg1:T{a} Arg2:T{b}\n" for n, (kind, a, b) in enumerate(drawn)]
        else:
            lines += [f"E{n}\tW:T{a} {kind}:T{b}\n" for n, (kind, a, b) in enumerate(drawn)]
        put_raw(root, name, "d", SENTENCE * 24, "".join(lines))


@pytest.mark.parametrize("sort, symmetric", [("entity-relations", "P"), ("entity-relations", ""),
                                             ("events", ""), ("dependencies", "")])  # fmt: skip
@pytest.mark.parametrize("seed", SEEDS)
def test_types_between_spans_that_both_connected(seed, sort, symmetric, tmp_path):
    """Where a type has no direction, none of them has one; of two types there is no value."""
    made = connections(seed, bool(symmetric))
    write_connections(tmp_path, made, sort)
    layer = f"[layer it]\nkind = {sort}\n" + f"symmetric = {symmetric}\n" * bool(symmetric)
    scores = whole(found_in(tmp_path, "types", layer))
    pairs = {}
    for (sentence, ends), own in made.items():
        together = pairs.setdefault((sentence, tuple(sorted(ends)) if symmetric else ends), {})
        for name, kinds in own.items():
            together.setdefault(name, set()).update(kinds)
    rows = [
        [min(own[name]) if len(own.get(name, ())) == 1 else None for name in NAMES]
        for own in pairs.values()
    ]
    check_chance_corrected(scores, "", rows)
    for pair in combinations(range(3), 2):
        both = [[row[column] for column in pair] for row in rows]
        both = [row for row in both if None not in row]
        score = scores["agreement", "raw", tuple(NAMES[column] for column in pair)]
        assert score.items == len(both) > 15
        assert score.value == pytest.approx(sum(x == y for x, y in both) / len(both))
    assert scores["kappa", "cohen", NAMES].interval and scores["alpha", "nominal", NAMES].interval


def test_types_of_linked_spans_by_hand(tmp_path):
    """Both linked four pairs of spans, each another one, too, and named two of the four alike.
    Each named two lives, and two works. Kappa: Ao = 2/4, Ae = 2/4 · 2/4 + 2/4 · 2/4 = 1/2.
    Alpha: Do = 2/4, De = 2 · 4 · 4 / (8 · 7) = 4/7.
    """
    words = "a b c d e f\n"
    spans = "".join(f"T{n}\tX {2 * n} {2 * n + 1}\t{words[2 * n]}\n" for n in range(6))
    for name, drawn in {
        "anna": "lives 0 1/works 1 2/lives 2 3/works 3 4/lives 4 5",
        "ben": "lives 0 1/lives 1 2/works 2 3/works 3 4/lives 5 4",
    }.items():
        lines = ""
        for n, relation in enumerate(drawn.split("/"), 1):
            kind, first, second = relation.split()
            lines += f"R{n}\t{kind} Arg1:T{first} Arg2:T{second}\n"
        put_raw(tmp_path, name, "d", words, spans + lines)
    scores = whole(found_in(tmp_path, "types", "[layer it]\nkind = entity-relations\n"))
    kappa, alpha = (scores[key + (("anna", "ben"),)] for key in LINKED)
    assert (kappa.value, kappa.observed, kappa.expected, kappa.items) == (0, 0.5, 0.5, 4)
    assert (alpha.value, alpha.observed) == (pytest.approx(1 / 8), 0.5)
    assert alpha.expected == pytest.approx(4 / 7)


def test_labels_of_arcs_that_both_drew_by_hand(tmp_path):
    """Both drew four arcs, ben a fifth one, and three have the same label. Anna gave each label to
    one of the four, ben JCT to two of them, OBJ to none. A phase in which ben gives OBJ is better.
    """
    words, arcs = "Dogs chase cats today", "2>1:SUBJ 0>2:root 2>3:{} 2>4:JCT{}"
    for state, label in (("p", "JCT"), ("q", "OBJ")):
        for name, marks in (
            ("anna", arcs.format("OBJ", "")),
            ("ben", arcs.format(label, " 3>4:MOD")),
        ):
            put(tmp_path / state, name, "d", words, marks)
    states = [found_in(tmp_path / state, "types", "[layer dependencies]\n") for state in "pq"]
    scores, pair = whole(states[0]), ("anna", "ben")
    kappa, alpha = (scores[key + (pair,)] for key in LINKED)
    assert scores["agreement", "raw", pair].value == 0.75
    assert (kappa.value, kappa.expected, kappa.items) == (pytest.approx(2 / 3), 0.25, 4)
    assert (alpha.observed, alpha.expected) == (0.25, pytest.approx(46 / 56))
    assert alpha.value == pytest.approx(1 - 14 / 46)
    changed = {one[1:3]: one for one in ComparedStates(*states).differences}
    assert (changed[LINKED[0]].before, changed[LINKED[0]].after) == (pytest.approx(2 / 3), 1)
    assert changed["LAA", "exact"].items == (4, 4)
    (index,) = states[0].score_indexes
    table = next(table for table in layer_tables(index) if "both drew" in table.title)
    assert [row[:2] for row in table.rows][:3] == [
        ("agreement", ".750"), ("Cohen's kappa", ".667"), ("Fleiss' kappa", ".652"),
    ]  # fmt: skip
    assert "labels of arcs that both drew" in table.glossary[0]


LINKED = ("kappa", "cohen"), ("alpha", "nominal")


def test_where_nobody_linked_the_same_spans_it_says_so(tmp_path):
    spans = "T1\tX 0 1\ta\nT2\tX 2 3\tb\n"
    for name, ends in (("anna", "Arg1:T1 Arg2:T2"), ("ben", "Arg1:T2 Arg2:T1")):
        put_raw(tmp_path, name, "d", "a b\n", f"{spans}R1\tlives {ends}\n")
    layer = "[layer it]\nkind = entity-relations\n"
    scores = whole(found_in(tmp_path, "types", layer))
    reasons = [scores[key + (("anna", "ben"),)].undefined for key in LINKED]
    assert reasons == ["no item with a value of each annotator", "no item with at least two values"]
    scores = whole(found_in(tmp_path, "types", f"{layer}symmetric = lives\n"))
    reasons = {scores[key + (("anna", "ben"),)].undefined for key in LINKED}
    assert reasons == {"every value is the same"}
