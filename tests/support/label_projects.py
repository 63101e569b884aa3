"""Small projects with labels on spans: a sentence of words, and a label for each word.

words   "a b / c"          a sentence a line
labels  "N V / -"          "-" no span on the word; "." a span without a label; else its label
"""

from small_projects import put_raw


def text_of(words):
    return "".join(f"{sentence}\n" for sentence in words.split(" / "))


def standoff(words, labels, place="type", first_id=1, order=None):
    """The annotation file.

    place      where labels stand: "type", "attribute", "normalization" or "note" (in pointed
               brackets)
    first_id   number of the first id of each kind
    order      function that is given the list of lines and changes their order
    """
    lines, start, number = [], 0, first_id
    for sentence, own in zip(words.split(" / "), labels.split(" / ")):
        own = own.split()
        assert len(own) == len(sentence.split()), (sentence, own)
        for word, label in zip(sentence.split(), own):
            if label != "-":
                kind = label if place == "type" else "W"
                lines.append(f"T{number}\t{kind} {start} {start + len(word)}\t{word}\n")
                if place != "type" and label != ".":
                    lines.append(_label_line(place, number, label))
                number += 1
            start += len(word) + 1
    if order is not None:
        order(lines)
    return "".join(lines)


def _label_line(place, number, label):
    return {
        "attribute": f"A{number}\tPos T{number} {label}\n",
        "normalization": f"N{number}\tReference T{number} WordNet:{label}\tentry\n",
        "note": f"#{number}\tAnnotatorNotes T{number}\t<{label}>\n",
    }[place]


VALUES = {
    "type": "type", "attribute": "attribute:Pos", "normalization": "normalization:WordNet", "note": "note:<(.*)>",
}  # fmt: skip


def settings(place="type", many=False, name="pos", **more):
    """The iaa.conf of a project that compares nothing but the labels."""
    lines = [f"[layer {name}]", "kind = labels", f"value = {VALUES.get(place, place)}"]
    lines += ["set = yes"] if many else []
    lines += [f"{key} = {value}" for key, value in more.items()]
    return "\n".join(lines) + "\n"


def write(root, words, place="type", many=False, document="d", style=None, conf=None, **labels):
    """A project of one document; labels: {annotator: labels of the words}."""
    for annotator, own in labels.items():
        put_raw(
            root, annotator, document, text_of(words), standoff(words, own, place, **(style or {}))
        )
    (root / "iaa.conf").write_text(settings(place, many) if conf is None else conf, "utf-8")
    return root


def put_frames(root, second="."):
    """The example of Ragheb & Dickinson 2013, section 4.1.1, with a third who is like A1.

    second  what A2 gives the first verb; "." nothing
    """
    frames = {
        "A1": "SUBJ SUBJ SUBJ,PRED", "A2": f"{second} SUBJ SUBJ,OBJ", "A3": "SUBJ SUBJ SUBJ,PRED",
    }  # fmt: skip
    for name, own in frames.items():
        put_raw(root, name, "d", text_of("runs sees is"), standoff("runs sees is", own, "note"))
    (root / "iaa.conf").write_text(settings("note", many=True), "utf-8")
    return root
