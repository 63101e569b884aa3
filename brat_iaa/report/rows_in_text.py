"""Rows on places as lines that a linguist can read."""

from brat_iaa.formats.terminal import printable


def by_sentence(rows, sentences, kinds, values) -> str:
    """Lines grouped by document and sentence.

    rows       dicts with the keys WHERE_FIELDS
    sentences  {(document, number): text of the sentence}, or None; where there is no text, only the
               number is shown
    kinds      function of a row that returns in what it differs
    values     function of a row that returns lines on what annotators have
    """
    out, sentence = [], None
    several = len({row["layer"] for row in rows}) > 1
    for row in rows:
        if (row["document"], row["sentence"]) != sentence:
            out += [""] if out else []
            sentence = row["document"], row["sentence"]
            out.append(f"{row['document']}, sentence {row['sentence']}")
            text = (sentences or {}).get(sentence)
            out += [f"  {text.strip()}"] if text else []
        layer = f"{row['layer']}, " if several else ""
        out.append(f"  “{row['token']}” ({row['start']}–{row['end']}): {layer}{kinds(row)}")
        out += values(row)
    return "".join(printable(line) + "\n" for line in out)
