"""Files of CoNLL-U for tests: written in short, or drawn from a seed."""

import os
from random import Random

from small_projects import LONG_AGO

FORMS = "do nt le de du can not sees Bo a an é 子"
LABELS = ("nsubj", "nsubj:pass", "obl", "punct", "conj")


def conllu(*sentences):
    """Content of a file: a sentence is its comments and words, between " / "; columns are separated
    by blanks, and those left out are _. A sentence "1 He he PRON _ _ 2 nsubj / 2 sees" has two
    words.
    """
    lines = []
    for sentence in sentences:
        for row in sentence.split(" / "):
            cells = row.split()
            lines.append(row if row[0] == "#" else "\t".join(cells + ["_"] * (10 - len(cells))))
        lines.append("")
    return "\n".join(lines) + "\n"


def put_file(root, path, content):
    """Write a file of long ago; content: str or bytes."""
    path = root / path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    os.utime(path, (LONG_AGO, LONG_AGO))


def put_treebank(root, seed, annotators=("anna", "ben", "carla"), enhanced=False):
    """Write a random project: sentences that some lack, tokens of several words, words that are
    divided otherwise, and heads, tags, features and notes that differ.

    enhanced  whether there are DEPS, and empty nodes
    """
    random = Random(seed)
    for document in ("d0", "d1"):
        sentences = [_sentence(random, number) for number in range(random.randint(2, 5))]
        for number, annotator in enumerate(annotators):
            own = [one for one in sentences if not (number and random.random() < 0.15)]
            written = "".join(_written(random, one, bool(number), enhanced) for one in own)
            put_file(root, f"{annotator}/{document}.conllu", written or "\n")
    return root


def _sentence(random, number):
    """(number, tokens): of each token its form, its words, and whether a blank follows."""
    tokens = []
    for _ in range(random.randint(1, 6)):
        kind, blank = random.random(), random.random() < 0.7
        if kind < 0.2:
            words = random.choice((("du", ["de", "le"]), ("dont", ["do", "nt"])))
            tokens.append((*words, blank))
        else:
            form = random.choice(FORMS.split())
            tokens.append((form, [form], blank))
    return number, tokens


def _written(random, sentence, other, enhanced):
    number, tokens = sentence
    if other and random.random() < 0.2:
        # Some tokens are one word for this annotator.
        tokens = [
            (form, words if random.random() < 0.5 else [form], b) for form, words, b in tokens
        ]
    size = sum(len(words) for _, words, _ in tokens)
    rows = [f"# sent_id = s{number}"] * (random.random() < 0.8)
    if random.random() < 0.7:
        rows.append("# text = " + "".join(form + " " * b for form, _, b in tokens).strip())
    word = 0
    for form, words, blank in tokens:
        misc = "_" if blank else "SpaceAfter=No"
        if len(words) > 1:
            columns = ["_"] * 7
            rows.append("\t".join([f"{word + 1}-{word + len(words)}", form, *columns, misc]))
            misc = "_"
        for one in words:
            word += 1
            rows.append("\t".join(_row(random, word, one, size, enhanced, misc)))
    if enhanced and random.random() < 0.3:
        deps = f"{random.randint(1, size)}:conj"
        rows.append("\t".join([f"{size}.1", "ghost", *["_"] * 6, deps, "_"]))
    return "\n".join(rows) + "\n\n"


def _row(random, word, form, size, enhanced, misc):
    heads = [head for head in range(size + 1) if head != word]
    head, deps = random.choice(heads), "_"
    if enhanced:
        some = {random.choice([*heads, f"{size}.1"]) for _ in range(random.randint(0, 2))}
        deps = "|".join(f"{head}:{random.choice(LABELS)}" for head in sorted(map(str, some)))
        # A head that is no node of the sentence is none.
        deps = deps or "_"
    feats = random.choice(("_", "Case=Nom", "Case=Acc|Number[psor]=Sing", "Case=Nom|Typo=Yes"))
    notes = random.choice(("_", "_", "Gloss=x", "Gloss=a\\pb|Kind=y z"))
    misc = "|".join(part for part in (misc, notes) if part != "_") or "_"
    head = random.choice((str(head), "_")) if random.random() < 0.1 else str(head)
    return (
        str(word), form, random.choice((form, form.lower(), "_")), random.choice("NVX"),
        random.choice(("NN", ",", "_")), feats, head, random.choice(LABELS), deps, misc,
    )  # fmt: skip
