"""What the draft of a document is, for random documents of every kind: every place can be decided,
nothing is lost, nothing comes back, and merging again changes nothing.
"""

from random import Random

import pytest
from projects import DrawnDocument

from brat_iaa.adjudication.files import joined, lines_in
from brat_iaa.adjudication.merge import BY_RULE, DECIDED, FOLLOWS, graph_of, merge
from brat_iaa.adjudication.rule import MAJORITY, UNANIMOUS, UNCONTRADICTED, DraftRule
from brat_iaa.adjudication.state import ANNOTATOR, BY_HAND, NOTHING, DocumentState
from brat_iaa.corpus.standoff import read_annotations
from brat_iaa.values.identity import Kinds, in_words

TEXT = "ab cd ef gh ij kl"


RULES = (
    *map(DraftRule, (UNANIMOUS, MAJORITY, UNCONTRADICTED, "2")), DraftRule(UNCONTRADICTED, (("", "x"), ("A", "y"))),
)  # fmt: skip


def each_alone(differing):
    """As the list has chains: one place for each mention."""
    return [(frozenset([slot]), ()) for slot in sorted(differing, key=in_words)]


def together(differing):
    return []


class Merging:
    """A document of a draft that is brought up to date as often as run() is called."""

    def __init__(self, text, files, rule=DraftRule(), kinds=Kinds(), listed=together):
        self.text, self.files, self.rule, self.kinds = text, dict(files), rule, kinds
        self.listed, self.decisions = listed, []
        self.data, self.written, self.past, self.base = b"", None, {}, None
        self.run()

    def run(self):
        files = {name: read_annotations(data, self.text, name) for name, data in self.files.items()}
        self.state = DocumentState(self.text, files, self.kinds, self.listed)
        merged = merge(
            self.state, self.rule, self.decisions, self.data, self.written, self.past,
            base=self.base,
        )  # fmt: skip
        self.data = self.written = joined(merged.lines, self.data)
        self.past, self.decisions = merged.past, [*self.decisions, *merged.made]
        self.places, self.told = merged.places, merged.told
        found = read_annotations(self.data, self.text, "draft")
        wrong = {problem.code for problem in found.problems}
        # Only what annotators' files have of it, too: such a line is left as it is.
        assert not wrong & {"duplicate-id", "dangling-reference", "event-without-trigger"}
        return self.data.decode()

    def decide(self, place, name):
        graph = self.state.graphs.get(name)
        choice = ANNOTATOR if name else NOTHING
        decided = self.state.decide(place.scope, choice, graph, name=name, by="lead", at="1")
        self.decisions.append(decided)
        return self.run()

    def differing(self, name):
        """What is not as in an annotator's file."""
        pair = {
            side: read_annotations(data, self.text, side)
            for side, data in (("draft", self.data), ("file", self.files[name]))
        }
        return DocumentState(self.text, pair, self.kinds).differing


def random_merging(seed, messy, listed, tokens=True):
    drawn = DrawnDocument(seed, messy=messy)
    rng, kinds = drawn.rng, Kinds(chains=frozenset(drawn.chained))
    if tokens and rng.random() < 0.3:
        arcs = None if rng.random() < 0.5 else frozenset(["r1"])
        kinds = kinds._replace(tokens=frozenset("AB"), arcs=arcs)
    if rng.random() < 0.2:
        kinds = kinds._replace(symmetric=frozenset(["r2"]))
    return drawn, Merging(drawn.text, drawn.files, rng.choice(RULES), kinds, listed)


SEEDS = pytest.mark.parametrize("seed", range(8))
EVERY = pytest.mark.parametrize("listed", [together, each_alone], ids=["together", "each alone"])


@SEEDS
@EVERY
def test_all_decided_for_an_annotator_leaves_nothing_against_that_annotator(seed, listed):
    drawn, merging = random_merging(seed, seed % 2, listed)
    first, who = merging.data, drawn.rng.choice(sorted(drawn.files))
    assert merging.run().encode() == first
    for place in drawn.rng.sample(merging.places, len(merging.places)):
        decided = merging.state.decide(
            place.scope, ANNOTATOR, merging.state.graphs[who], name=who, by="lead"
        )
        merging.decisions.append(decided)
    after = merging.run()
    assert merging.differing(who) == frozenset()
    assert {place.status for place in merging.places} <= {DECIDED}
    assert merging.run() == after
    merging.decisions.clear()
    assert merging.run().encode() == first, "undone, to the byte"


@SEEDS
@EVERY
def test_decisions_one_by_one_can_be_undone_each(seed, listed):
    drawn, merging = random_merging(seed + 100, seed % 2, listed)
    for place in drawn.rng.sample(merging.places, min(5, len(merging.places))):
        before = merging.data
        after = merging.decide(place, drawn.rng.choice([*sorted(drawn.files), ""]))
        assert merging.run() == after
        if drawn.rng.random() < 0.5:
            merging.decisions.pop()
            assert merging.run().encode() == before


@SEEDS
def test_edits_by_hand_stay_and_later_agreement_enters(seed):
    drawn, merging = random_merging(seed + 200, seed % 2, together, tokens=False)
    rng, graph = drawn.rng, graph_of(merging.data, merging.state)
    lines = lines_in(merging.data)
    used = {ref for record in graph.records.values() for _, ref in record.refs}
    spans = [record for record in graph.records.values() if record.kind == "span"]
    free = [span for span in spans if span.id not in used]
    gone = rng.choice(free) if free else None
    retyped = rng.choice([span for span in spans if span is not gone])
    number = retyped.drawn[0].line - 1
    id, head, words = lines[number].split("\t")
    lines[number] = f"{id}\tHAND {head.partition(' ')[2]}\t{words}"
    end = "\r" if lines[number].endswith("\r") else ""
    start, stop = drawn.offsets[37]
    by_hand = [f"T900\tNEW {start} {stop}\t{drawn.text[start:stop]}{end}", f"A900\tNeg T900{end}"]
    if gone is not None:
        lines[gone.drawn[0].line - 1] = None
    edited = "\n".join([*(line for line in lines[:-1] if line is not None), *by_hand, ""])
    merging.data = edited.encode()
    assert merging.run() == edited, "nothing else is changed"
    for name in ("y", "z"):
        merging.files[name] = merging.files["x"]
    after = merging.run()
    assert all(f"{line}\n" in after for line in by_hand) and "\tHAND " in after
    # All else is what all have now; what was edited decides on what stands on it, too.
    decided = {slot[-1] for each in merging.decisions if each.by == BY_HAND for slot in each.scope}
    left = [slot for slot in merging.differing("x") if not _touches(slot[-1], decided)]
    decided |= {slot[-1] for slot in left if slot[0] == "event"}
    needed = {whole[0][1] for _, whole in merging.told}
    assert [
        slot
        for slot in left
        if slot[0] != "chain" and not _touches(slot[-1], decided) and slot[1] not in needed
    ] == []
    assert merging.run() == after


def _touches(spot, spots):
    return spot in spots or any(isinstance(part, tuple) and _touches(part, spots) for part in spot)


def merging_of(*files, **options):
    names = "abc"
    return Merging(TEXT, {names[n]: data.encode() for n, data in enumerate(files)}, **options)


AB, CD, EF = "T1\tX 0 2\tab\n", "T2\tX 3 5\tcd\n", "T3\tX 6 8\tef\n"


# Whose agreement counts

AB_Y = AB.replace("X", "Y")


@pytest.mark.parametrize("files, unanimous, majority, two, uncontradicted, taken", [
    ((AB, AB, AB), "X", "X", "X", "X", "X"), ((AB, AB, AB_Y), "", "X", "X", "", "X"),
    ((AB, AB, ""), "", "X", "X", "X", "X"), ((AB, "", ""), "", "", "", "X", "X"),
    (("", AB, AB), "", "X", "X", "X", ""), ((AB, AB_Y, ""), "", "", "", "", "X"),
    ((AB, AB, AB_Y, AB_Y), "", "", "", "", "X"), ((AB, AB, "", ""), "", "", "X", "X", "X"),
    ((AB, AB, AB_Y, ""), "", "", "X", "", "X"),
])  # fmt: skip
def test_what_each_rule_takes_of_one_span(files, unanimous, majority, two, uncontradicted, taken):
    """Who has nothing else in the text has another span there, and so has done the document."""
    files = [own + CD for own in files]
    rules = (
        *map(DraftRule, (UNANIMOUS, MAJORITY, "2", UNCONTRADICTED)), DraftRule(taken=(("X", "a"), ("Y", "a"))),
    )  # fmt: skip
    found = []
    for rule in rules:
        merging = Merging(TEXT, {"abcd"[n]: file.encode() for n, file in enumerate(files)}, rule)
        (status,) = {place.status for place in merging.places} or {BY_RULE}
        # That it is a span is decided in any case, of which type is not.
        found.append("X" if AB in merging.data.decode() and status == BY_RULE else "")
    assert found == [unanimous, majority, two, uncontradicted, taken]


@SEEDS
def test_a_draft_of_one_annotator_has_nothing_against_that_one(seed):
    drawn, _ = random_merging(seed + 300, seed % 2, together)
    kinds, who = Kinds(chains=frozenset(drawn.chained)), drawn.rng.choice(sorted(drawn.files))
    merging = Merging(drawn.text, drawn.files, DraftRule(taken=(("", who),)), kinds)
    assert merging.differing(who) == frozenset()
    assert {place.status for place in merging.places} <= {BY_RULE, FOLLOWS}


@SEEDS
def test_what_nobody_contradicts_contradicts_nobody(seed):
    drawn, _ = random_merging(seed + 400, seed % 2, together)
    merging = Merging(
        drawn.text, drawn.files, DraftRule(UNCONTRADICTED), Kinds(chains=frozenset(drawn.chained))
    )
    taken = [place for place in merging.places if place.status == BY_RULE]
    assert all(values <= place.draft for place in taken for values in place.values.values())


def test_a_second_span_on_an_extent_that_was_put_by_hand_stays():
    merging = merging_of(AB, AB)
    merging.data = (AB + "T5\tY 0 2\tab\nA1\tNeg T5\n").encode()
    edited = merging.run()
    assert edited == AB + "T5\tY 0 2\tab\nA1\tNeg T5\n"
    merging.files = {"a": AB.replace("X", "Y").encode(), "b": AB.replace("X", "Y").encode()}
    assert merging.run() == edited


def test_two_events_in_a_circle():
    circle = "T1\tX 0 2\tab\nT2\tX 3 5\tcd\nE1\tX:T1 Cause:E2\nE2\tX:T2 Cause:E1\nA1\tNeg E1\n"
    alone = circle.replace("E1\tX:T1 Cause:E2", "E1\tX:T1").replace("A1\tNeg E1\n", "")
    assert "E2\tX:T2 Cause:E1" in merging_of(circle, circle).data.decode()
    merging = merging_of(circle, alone)
    for name in "ab":
        for place in merging.places:
            merging.decide(place, name)
        assert merging.differing(name) == frozenset()


def test_the_chain_of_one_mention_leaves_those_behind_together():
    every = AB + CD + EF + "T4\tX 9 11\tgh\n"
    one, other = "*\tCoref T1 T2 T3 T4\n", "*\tCoref T1 T2\n"
    merging = merging_of(
        every + one, every + one, every + other, rule=DraftRule(MAJORITY), listed=each_alone
    )
    assert one in merging.data.decode()
    before, (mention,) = merging.data, [
        place for place in merging.places if ("chain", "Coref", ((0, 2),)) in place.scope
    ]  # fmt: skip
    after = merging.decide(mention, "c")
    assert "*\tCoref T1 T2\n" in after and "*\tCoref T3 T4\n" in after
    statuses = [place.status for place in merging.places]
    assert statuses.count(DECIDED) == 2, "at both mentions of the chain that was taken"
    merging.decisions.pop()
    assert merging.run().encode() == before


def test_links_that_chain_mentions_are_cut_with_the_chain():
    every = AB + CD + EF
    one = "R1\tCoref Arg1:T1 Arg2:T2\t\nR2\tCoref Arg1:T2 Arg2:T3\t\n"
    kinds = Kinds(chains=frozenset(["Coref"]))
    merging = merging_of(every + one, every + one, every, rule=DraftRule(MAJORITY), kinds=kinds,
                         listed=each_alone)  # fmt: skip
    (mention,) = [p for p in merging.places if ("chain", "Coref", ((0, 2),)) in p.scope]
    assert "Coref Arg1:T2 Arg2:T3" in (after := merging.decide(mention, "c"))
    assert "Arg1:T1" not in after


def test_what_was_decided_holds_until_somebody_looks_but_agreement_enters():
    merging = merging_of(AB, AB.replace("X", "Y"))
    merging.decide(merging.places[0], "a")
    merging.files["b"] = AB.replace("X", "Z").encode()
    assert "T1\tX 0 2" in merging.run() and merging.places[0].status == "changed"
    merging.files["a"] = AB.replace("X", "V").encode()
    assert "T1\tX 0 2" in merging.run() and merging.places[0].status == "changed"
    merging.files["b"] = merging.files["a"]
    assert "T1\tV 0 2" in merging.run() and merging.places == []


def test_a_gold_follows_annotators_no_more():
    merging = merging_of(AB + CD, AB + CD.replace("X", "Y"))
    merging.base = (AB + "T2\tX 3 5\tcd\n").encode()
    merging.files = {"a": (AB.replace("X", "Q") + CD).encode(), "b": AB.encode()}
    assert merging.run().count("\tX ") == 2
    (place,) = [each for each in merging.places if ("span", ((3, 5),)) in each.scope]
    assert "cd" not in merging.decide(place, "b")
    merging.decisions.clear()
    assert merging.run().count("\tX ") == 2


def test_what_dangles_goes_and_is_told():
    relation = "R1\tr Arg1:T1 Arg2:T2\t\n"
    merging = merging_of(AB + CD + relation, AB + CD + relation, AB, rule=DraftRule(MAJORITY))
    assert relation in merging.data.decode()
    (span,) = [each for each in merging.places if ("span", ((3, 5),)) in each.scope]
    assert relation not in merging.decide(span, "c")
    assert merging.run() == AB


def test_new_ids_are_above_all_that_ever_were():
    merging = merging_of(AB + CD, AB, rule=DraftRule())
    merging.data = (AB + "T7\tZ 6 8\tef\n").encode()
    merging.run()
    merging.data = AB.encode()
    merging.run()
    assert "T8\tX 3 5\tcd\n" in merging.decide(merging.places[0], "a")


@pytest.mark.parametrize("seed", range(6))
def test_the_order_of_annotators_does_not_matter(seed):
    drawn = DrawnDocument(seed)
    names = sorted(drawn.files)
    Random(seed).shuffle(names)
    files = dict(zip(sorted(drawn.files), (drawn.files[name] for name in names)))
    kinds = Kinds(chains=frozenset(drawn.chained))
    one, other = (Merging(drawn.text, of, DraftRule(), kinds) for of in (drawn.files, files))
    pair = {
        side: read_annotations(each.data, drawn.text, side)
        for side, each in (("one", one), ("other", other))
    }
    assert DocumentState(drawn.text, pair, kinds).differing == frozenset()
