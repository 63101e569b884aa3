"""Random .ann files: as brat writes them, or with lines that are seldom seen, or broken ones."""

WORDS = ("he", "x", "ROOT", "é́", "她她", "a b", "\u00a0", "a:b", " ", "\x85", "...", "q\u2028")
TYPES = ("A", "B", "he", "Größe", "ROOT", "A.long-type/of:twenty-five", "nmod:poss", "\x85")
ODD = "\t \n\r\x0b\x1c\x85\u00a0\u2028\x00:;T0R1+-_é٣"


def random_standoff(random, rarities=0.0):
    """(text, content of an .ann).

    rarities  probability of each of several rarities at each place where it may be
    """
    text, places = "", []
    for _ in range(random.randrange(1, 12)):
        places.append((len(text), len(text) + len(word := random.choice(WORDS))))
        text += word + random.choice((" ", "\n", "\r\n"))
    lines = [_span(random, text, places, number, rarities) for number in range(len(places))]
    ids = [line.split("\t")[0] for line in lines]
    for number in range(random.randrange(10)):
        ends = [random.choice(ids) for _ in range(2)]
        if random.random() < rarities:
            ends[0] = random.choice(("T99", "E1", "T01"))
        roles = ("Arg1", "Head" if random.random() < 0.1 else "Arg2")
        roles = ("Dép", "Dép") if random.random() < rarities else roles
        tail = random.choice(("", "\t", "\tzz z"))
        written = " ".join(f"{role}:{id}" for role, id in zip(roles, ends))
        lines.append(f"R{number + 1}\t{random.choice(TYPES)} {written}{tail}")
    if random.random() < 5 * rarities:
        lines += [f"E1\tA:{random.choice(ids)} Theme:T1", f"A1\tNegated {random.choice(ids)}"]
    if random.random() < 0.3:
        random.shuffle(lines)
    return text, "\n".join(lines) + ("" if random.random() < rarities else "\n")


def _span(random, text, places, number, rarities):
    start, end = places[number]
    offsets, words = f"{start} {end}", text[start:end]
    if random.random() < rarities and number + 1 < len(places):
        first, last = random.choice(places[number + 1 :])
        offsets, words = f"{offsets};{first} {last}", f"{words} {text[first:last]}"
    elif number and random.random() < 0.1:
        # On the same words as the one before.
        offsets, words = "%d %d" % places[number - 1], text[slice(*places[number - 1])]
    id = f"T{number + 1}" if random.random() >= rarities else random.choice(("T1", "T01", "TX1"))
    return f"{id}\t{random.choice(TYPES)} {offsets}\t{words}"


def broken(random, content):
    """The content with some characters put in, left out or repeated."""
    for _ in range(random.randrange(3)):
        place = random.randrange(len(content) + 1)
        kind = random.randrange(4)
        if kind == 0:
            content = content[:place] + content[place + 1 :]
        elif kind == 3:
            start = random.randrange(len(content) + 1)
            copy = content[start : start + random.randrange(30)]
            content = content[:place] + copy + content[place:]
        else:
            content = content[:place] + random.choice(ODD) + content[place + kind - 1 :]
    return content
