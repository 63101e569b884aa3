"""A small project as brat's users have them: spans, attributes, relations between them, events.

anna and ben differ in the document "visit" in one thing of each kind; in "party" they agree.
gold has "visit".
"""

TEXT = (
    "The old harbour inn serves grilled fish and fried potatoes.\n"
    "We loved the soup but the waiter was rude.\n"
    "Casa Pepe in Rome hired a cook and its terrace is lovely.\n"
)
PARTY = "The soup was cold.\n"
CONFIG = """[entities]
Restaurant
Food
Person
[relations]
refers_to\tArg1:<ENTITY>, Arg2:<ENTITY>
part_of\tArg1:<ENTITY>, Arg2:<ENTITY>
[events]
Hire\tWho:<ENTITY>, Whom:<ENTITY>
Serve\tWho:<ENTITY>, Whom:<ENTITY>
[attributes]
Polarity\tArg:<ENTITY>, Value:POS|NEG
Negated\tArg:<EVENT>
"""
LAYERS = """[layer spans]
kind = labels
value = type
[layer Polarity]
kind = labels
value = attribute:Polarity
types = Food, Restaurant, Person
[layer Negated]
kind = labels
value = attribute:Negated
types = Hire
[layer links]
kind = entity-relations
[layer events]
kind = events
"""
# name: (type, words; " … " between the pieces of a discontinuous span)
ANNA = {
    "inn": ("Restaurant", "old harbour inn"),
    "fish": ("Food", "grilled fish"),
    "fried": ("Food", "fried potatoes"),
    "soup": ("Food", "soup"),
    "waiter": ("Person", "waiter"),
    "casa": ("Restaurant", "Casa Pepe in Rome"),
    "cook": ("Person", "cook"),
    "hired": ("Hire", "hired"),
}
BEN = {
    "inn": ("Restaurant", "harbour inn"),
    "fish": ("Food", "grilled fish"),
    "fried": ("Restaurant", "fried potatoes"),
    "soup": ("Food", "soup"),
    "waiter": ("Person", "waiter"),
    "casa": ("Restaurant", "Casa Pepe"),
    "cook": ("Person", "cook"),
    "hired": ("Hire", "hired"),
    "its": ("Restaurant", "its"),
}


def standoff(text, spans, attributes=(), relations=(), events=()):
    """The annotation file.

    spans       {name: (type, words)}
    attributes  (type, name, value or "") of spans and events
    relations   (type, name, name)
    events      {name of the trigger: {role: name}}
    """
    ids, lines = {}, []
    for number, (name, (type, words)) in enumerate(spans.items(), 1):
        ids[name] = f"T{number}"
        places = [
            (text.index(piece), text.index(piece) + len(piece)) for piece in words.split(" … ")
        ]
        offsets = ";".join(f"{start} {end}" for start, end in places)
        lines.append(f"T{number}\t{type} {offsets}\t{words.replace(' … ', ' ')}")
    events = dict(events)
    for number, (trigger, arguments) in enumerate(events.items(), 1):
        written = [f"{spans[trigger][0]}:{ids[trigger]}"]
        written += [f"{role}:{ids[name]}" for role, name in arguments.items()]
        lines.append(f"E{number}\t{' '.join(written)}")
    ids.update({name: f"E{number}" for number, name in enumerate(events, 1)})
    for number, (type, first, second) in enumerate(relations, 1):
        lines.append(f"R{number}\t{type} Arg1:{ids[first]} Arg2:{ids[second]}\t")
    for number, (type, name, value) in enumerate(attributes, 1):
        lines.append(f"A{number}\t{type} {ids[name]} {value}".rstrip())
    return "".join(f"{line}\n" for line in lines)


FILES = {
    "anna": standoff(
        TEXT,
        ANNA,
        attributes=[
            ("Polarity", "soup", "POS"),
            ("Polarity", "waiter", "NEG"),
            ("Polarity", "inn", "POS"),
            ("Negated", "hired", ""),
        ],
        relations=[("refers_to", "fish", "inn"), ("part_of", "waiter", "soup")],
        events={"hired": {"Who": "casa", "Whom": "cook"}},
    ),
    "ben": standoff(
        TEXT,
        BEN,
        attributes=[
            ("Polarity", "soup", "NEG"),
            ("Polarity", "waiter", "NEG"),
            ("Polarity", "inn", "POS"),
        ],
        relations=[("part_of", "waiter", "soup"), ("refers_to", "its", "casa")],
        events={"hired": {"Who": "casa"}},
    ),
}
GOLD = standoff(
    TEXT,
    {**ANNA, "casa": BEN["casa"]},
    attributes=[
        ("Polarity", "soup", "POS"),
        ("Polarity", "waiter", "NEG"),
        ("Polarity", "inn", "POS"),
    ],
    relations=[("refers_to", "fish", "inn")],
    events={"hired": {"Who": "casa", "Whom": "cook"}},
)
ALIKE = standoff(PARTY, {"soup": ("Food", "soup")}, attributes=[("Polarity", "soup", "NEG")])


def make_project(root, gold=False, settings=""):
    """Write the project; gold: with the directory gold, and the setting. Returns root."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "annotation.conf").write_text(CONFIG, "utf-8")
    files = {**FILES, "gold": GOLD} if gold else FILES
    for name, visit in files.items():
        put(root, name, "visit", TEXT, visit)
        if name in FILES:
            put(root, name, "party", PARTY, ALIKE)
    if gold or settings:
        (root / "iaa.conf").write_text("[project]\ngold = gold\n" * gold + settings, "utf-8")
    return root


def put(root, annotator, document, text, annotations):
    """Write one document of one annotator."""
    (root / annotator).mkdir(exist_ok=True)
    (root / annotator / f"{document}.txt").write_text(text, "utf-8")
    (root / annotator / f"{document}.ann").write_text(annotations, "utf-8")
