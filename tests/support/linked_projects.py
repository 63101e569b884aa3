"""Random projects with chains and events: nested ones, several at a trigger, with attributes."""

from layered_projects import ANNOTATORS, TEXT, words
from small_projects import put_raw

CONF = """[project]
draft = gold
[layer spans]
kind = labels
[layer past]
kind = labels
value = attribute:Past
[layer works]
kind = entity-relations
[layer chains]
kind = chains
relations = Equiv
[layer events]
kind = events
"""


def first(rng):
    """What one annotator drew.

    spans   {(start, end): type}, triggers left out
    events  {number: (trigger, type, past, [(role, place or number of an event)])}
    chains  [set of places]
    works   {(place, place)}
    """
    places = rng.sample(words(), 9)
    spans = {place: rng.choice(("PER", "ORG")) for place in places[:6]}
    events = {}
    for number, trigger in enumerate(rng.choices(places[6:], k=4)):
        args = [("Who", rng.choice(sorted(spans)))]
        if events and rng.random() < 0.6:
            args.append(("After", rng.choice(sorted(events))))
        kind = next((one[1] for one in events.values() if one[0] == trigger), None)
        kind = kind or rng.choice(("Meet", "Go"))
        events[number] = trigger, kind, trigger[0] % 2 == 0, args
    members = rng.sample(sorted(spans), 6)
    return {
        "spans": spans, "events": events, "chains": [set(members[:3]), set(members[3:5])],
        "works": {tuple(rng.sample(sorted(spans), 2)) for _ in range(2)},
    }  # fmt: skip


def changed(rng, drawn):
    """Another annotator, who does otherwise here and there."""
    spans = {
        place: kind if rng.random() < 0.7 else "ORG"
        for place, kind in drawn["spans"].items()
        if rng.random() < 0.85
    }
    spans.update({place: "PER" for place in rng.sample(words(), 1) if place not in triggers(drawn)})
    events = {}
    types = {}
    for number, (trigger, kind, past, args) in drawn["events"].items():
        if rng.random() < 0.2 or trigger in spans:
            continue
        kind = types.setdefault(trigger, kind if rng.random() < 0.8 else "Go")
        kept = [
            (role, end)
            for role, end in args
            if rng.random() < 0.8 and (end in spans or end in events)
        ]
        events[number] = trigger, kind, past if rng.random() < 0.7 else not past, kept
    pasts = {}
    for number, (trigger, kind, past, args) in events.items():
        events[number] = trigger, kind, pasts.setdefault(trigger, past), args
    chains = [{one for one in chain if one in spans} for chain in drawn["chains"]]
    if rng.random() < 0.6:
        moved = rng.choice(sorted(spans))
        for chain in chains:
            chain.discard(moved)
        rng.choice(chains).add(moved)
    if rng.random() < 0.2:
        chains = [set().union(*chains)]
    works = {one for one in drawn["works"] if spans.keys() >= set(one) and rng.random() < 0.7}
    return {"spans": spans, "events": events, "chains": chains, "works": works}


def triggers(drawn):
    return {trigger for trigger, *_ in drawn["events"].values()}


def standoff(rng, drawn, joined="*"):
    """joined: "*" or "R", how a file says that mentions corefer."""
    lines, ids, number = [], {}, 0
    kinds = {trigger: kind for trigger, kind, *_ in drawn["events"].values()}
    spans = {**drawn["spans"], **kinds}
    for number, place in enumerate(rng.sample(sorted(spans), len(spans)), 1):
        start, end = place
        ids[place] = f"T{number}"
        lines.append(f"T{number}\t{spans[place]} {start} {end}\t{TEXT[start:end]}\n")
    named = {number: f"E{number + 1}" for number in drawn["events"]}
    past = {}
    for number, (trigger, kind, is_past, args) in drawn["events"].items():
        ends = "".join(f" {role}:{named[end] if end in named else ids[end]}" for role, end in args)
        lines.append(f"{named[number]}\t{kind}:{ids[trigger]}{ends}\n")
        past.setdefault(trigger, (named[number], is_past))
    links = 0
    for a, b in sorted(drawn["works"]):
        links += 1
        lines.append(f"R{links}\tworks Arg1:{ids[a]} Arg2:{ids[b]}\t\n")
    for chain in drawn["chains"]:
        members = rng.sample(sorted(chain), len(chain))
        if joined == "*" and len(members) > 1:
            lines.append(f"*\tEquiv {' '.join(ids[one] for one in members)}\n")
        for a, b in zip(members, members[1:]) if joined == "R" else ():
            links += 1
            lines.append(f"R{links}\tEquiv Arg1:{ids[a]} Arg2:{ids[b]}\t\n")
    for number, (id, is_past) in enumerate(past.values(), 1):
        if is_past:
            lines.append(f"A{number}\tPast {id}\n")
    return "".join(lines)


def write(rng, root, documents=("a", "b"), conf=CONF, joined="*"):
    """A project of three annotators who agree in part."""
    for document in documents:
        drawn = first(rng)
        for name in ANNOTATORS:
            own = drawn if name == "anna" else changed(rng, drawn)
            put_raw(root, name, document, TEXT, standoff(rng, own, joined))
    (root / "iaa.conf").write_text(conf)
    return root
