"""Random projects with spans, their labels of all kinds, and relations between them."""

from small_projects import put_raw

CONF = """[project]
draft = gold
[layer entities]
kind = labels
[layer moods]
kind = labels
value = attribute:Mood
[layer sure]
kind = labels
value = attribute:Sure
types = PER, ORG
[layer links]
kind = labels
value = normalization:Wiki
set = yes
[layer lemmas]
kind = labels
value = notes:Lemma
[layer senses]
kind = labels
value = note:<(.*)>
[layer works]
kind = entity-relations
symmetric = knows
"""
ANNOTATORS = ("anna", "ben", "carla")
TEXT = "Ann met Bob at Acme in Rome . She smiled at him there .\n"


def words():
    starts, at = [], 0
    for word in TEXT.split():
        at = TEXT.index(word, at)
        starts.append((at, at + len(word)))
        at += len(word)
    return starts


def spans_of(rng):
    """{(start, end): {"type", "mood", …}} of one annotator."""
    known, drawn = words(), {}
    for number, (start, end) in enumerate(known):
        if rng.random() < 0.7:
            last = min(number + rng.choice((0, 0, 0, 1)), len(known) - 1)
            drawn[start, known[last][1]] = labels_of(rng)
    return drawn


def labels_of(rng):
    return {
        "type": rng.choice(("PER", "ORG", "LOC")), "mood": rng.choice((None, "glad", "sad")),
        "sure": rng.random() < 0.5, "wiki": sorted(rng.sample("12", rng.choice((0, 1, 1, 2)))),
        "lemma": rng.choice((None, "a", "b c")), "sense": rng.choice((None, "<s1>", "<s2> perhaps")),
    }  # fmt: skip


def changed(rng, drawn, share=0.3):
    """Another annotator, who does otherwise here and there."""
    other, new = {}, spans_of(rng)
    for place, own in drawn.items():
        if rng.random() >= share:
            other[place] = {
                key: value if rng.random() >= share else labels_of(rng)[key]
                for key, value in own.items()
            }
    for place in rng.sample(sorted(new), len(new) // 4):
        other.setdefault(place, new[place])
    return other


def relations_of(rng, drawn, given=()):
    kept = {
        one for one in sorted(given) if one[1] in drawn and one[2] in drawn and rng.random() < 0.7
    }
    places = sorted(drawn)
    for _ in range(3 if given else 6):
        kept.add((rng.choice(("works", "knows")), *rng.sample(places, 2)))
    return kept


def standoff(rng, drawn, relations):
    lines, ids, numbers = [], {}, dict.fromkeys("AN#R", 0)

    def add(kind, rest):
        numbers[kind] += 1
        lines.append(f"{kind}{numbers[kind]}\t{rest}\n")

    for number, place in enumerate(rng.sample(sorted(drawn), len(drawn)), 1):
        start, end = place
        ids[place] = f"T{number}"
        lines.append(f"T{number}\t{drawn[place]['type']} {start} {end}\t{TEXT[start:end]}\n")
    for label, first, second in sorted(relations):
        add("R", f"{label} Arg1:{ids[first]} Arg2:{ids[second]}\t")
    for place, own in drawn.items():
        id = ids[place]
        if own["mood"]:
            add("A", f"Mood {id} {own['mood']}")
        if own["sure"]:
            add("A", f"Sure {id}")
        for entry in own["wiki"]:
            add("N", f"Reference {id} Wiki:{entry}\tentry {entry}")
        if own["lemma"]:
            add("#", f"Lemma {id}\t{own['lemma']}")
        if own["sense"]:
            add("#", f"AnnotatorNotes {id}\t{own['sense']}")
    return "".join(lines)


def write(rng, root, documents=("a", "b"), conf=CONF):
    """A project of three annotators who agree in part."""
    for document in documents:
        first = spans_of(rng)
        linked = relations_of(rng, first)
        for name in ANNOTATORS:
            drawn = first if name == "anna" else changed(rng, first)
            relations = linked if name == "anna" else relations_of(rng, drawn, linked)
            put_raw(root, name, document, TEXT, standoff(rng, drawn, relations))
    (root / "iaa.conf").write_text(conf)
    return root
