"""Projects with relations between spans, or events: at random, or brat's corpora, changed."""

import random as random_numbers
import re
from collections import defaultdict
from fractions import Fraction

import pytest
from chain_projects import Writer
from differences import ends_of
from small_projects import agreement, put_raw, whole

WORDS = "Ana Lopez left Grenoble ( France ) for the UN in Rome\n"


def order(annotators):
    """Settings that name the annotators in this order."""
    return f"[project]\nannotators = {', '.join(annotators)}\n"


def compared(root, settings, contents):
    """The Agreement of one document; contents: {annotator: .ann}."""
    put_project(root, {"d": contents}, order(contents) + settings)
    return agreement(root)


def share(matched, first, second):
    """F1 of so many matches."""
    return pytest.approx(float(Fraction(2 * matched, first + second)))


def described(found):
    """What can be read of disagreements without ids and lines."""
    return [
        (
            one.document, one.token.text, one.kind, one.labels,
            tuple(" → ".join(end.text for end in ends) for ends in ends_of(one)),
        )
        for one in found.differences
    ]  # fmt: skip


def records(content):
    """A reader of its own: {id: (type, offsets)} of spans, [(id, type, args)] of R, of E lines."""
    spans, relations, events = {}, [], []
    for line in content.splitlines():
        id, _, rest = line.partition("\t")
        if id[:1] == "T":
            kind, places = rest.split("\t")[0].split(" ", 1)
            spans[id] = kind, tuple(tuple(map(int, part.split())) for part in places.split(";"))
        elif id[:1] in ("R", "E"):
            kind, *args = rest.split()
            (relations if id[0] == "R" else events).append(
                (id, kind, [tuple(arg.split(":")) for arg in args])
            )
    return spans, relations, events


def shuffled(content, seed):
    """The same file with other ids and its lines in another order."""
    draw = random_numbers.Random(seed)
    lines = content.splitlines(keepends=True)
    draw.shuffle(lines)
    return re.sub(
        r"\b([TRE])(\d+)\b", lambda m: m.group(1) + str(int(m.group(2)) + 70), "".join(lines)
    )


def check_names_do_not_matter(root, made, settings, found, seed):
    """Nor do ids and the order of lines. found is the Agreement of the project made."""
    names = ("anna", "ben", "carla")
    renamed = dict(zip(names, random_numbers.Random(seed).sample(["zoe", "yan", "al"], 3)))
    others = {
        document: {renamed[name]: shuffled(content, seed) for name, content in own.items()}
        for document, own in made.items()
    }
    other = agreement(put_project(root, others, order(renamed.values()) + settings))
    assert described(other) == described(found)
    same = {key[:2]: score.value for key, score in whole(other).items()}
    assert same == {key[:2]: score.value for key, score in whole(found).items()}


def random_file(draw, writer, roles, kind):
    """Spans, most of them everybody's and some with two parts, and what stands between them."""
    ids = [writer.span("P", word) for word in range(2)]
    for _ in range(2):
        words = sorted(draw.sample(range(4), draw.choice((1, 2))))
        ids.append(writer.span(draw.choice("PQ"), *words))
    for _ in range(draw.randint(0, 6)):
        if kind == "relations":
            own = roles if draw.random() < 0.9 else ("From", "To")
            writer.relation(draw.choice(("Foo", "Bar", "Sym")), *draw.choices(ids, k=2), own)
        else:
            own = draw.choice(("Go", "Say"))
            args = {
                role: draw.choice(ids) for role in draw.sample(roles, draw.randint(0, len(roles)))
            }
            ids.append(
                writer.event(own, writer.span(own, *draw.choice(((5,), (5, 6), (7,)))), **args)
            )
    return writer.content()


def random_project(seed, kind, roles, annotators=("anna", "ben", "carla"), documents=3):
    """{document: {annotator: .ann}}; not everybody has every document."""
    draw, made = random_numbers.Random(seed), defaultdict(dict)
    for number in range(documents):
        present = draw.sample(annotators, draw.randint(1, len(annotators)))
        # Two have one in common, so that there is something to compare.
        for annotator in annotators if number == 0 else present:
            writer = Writer(WORDS)
            made[f"d{number}"][annotator] = random_file(draw, writer, roles, kind)
    return made


def put_project(root, made, settings):
    for document, own in made.items():
        for annotator, content in own.items():
            put_raw(root, annotator, document, WORDS, content)
    (root / "iaa.conf").write_text(settings, "utf-8")
    return root
