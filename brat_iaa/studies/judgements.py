"""What judges prefer, token by token (Berzak et al. 2016, section 4).

A judgement ranks what directories say of a token's part of speech, head or label, so a gold that
it does not name has the rank of one that says the same, else the last one. Of equal ranks nothing
is preferred.
"""

import numpy

from brat_iaa.errors import ConfigError
from brat_iaa.references.pooled_references import METRICS
from brat_iaa.spelling import nearest
from brat_iaa.studies.study import read_rows

COLUMNS = ("document", "start", "end", "judge", "about", "ranking")
# What a judgement is about, by the measure of it.
ABOUT = {"POS": "POS", "UAS": "head", "LA": "label"}


class Judgements:
    """What judges preferred, from a table below the project's root: judgements of tokens of
    PooledReferences. Raises ConfigError for the first line that cannot be used.

    sentence  number of the sentence of each
    """

    def __init__(self, pooled, file, root):
        self._pooled, self._same, self._rankings, about = pooled, {}, [], []
        names, tokens, items, first = pooled.table.annotators, {}, [], {}
        for where, row in read_rows("--judges", file, COLUMNS, root=root):
            document, ranking = row["document"], _ranking(row["ranking"])
            for name in ("start", "end"):
                if not (row[name].isascii() and row[name].isdigit() and len(row[name]) < 10):
                    raise ConfigError(
                        f"{where}: {name} is “{row[name]}”, expected an offset such as 17."
                    )
            start, end = int(row["start"]), int(row["end"])
            judgement = document, start, end, row["judge"], row["about"]
            before = first.setdefault(judgement, where)
            if before != where:
                raise ConfigError(f"{where}: {row['judge']} judged this token already: {before}.")
            for what, each, known in (
                ("a document that is compared", document, pooled.tables),
                ("POS, head or label", row["about"], [*ABOUT.values()]),
                *(("an annotator, gold or anchor", name, names) for name in ranking),
            ):
                if each not in known:
                    raise ConfigError(f"{where}: “{each}” is not {what}.{nearest(each, known)}")
            if document not in tokens:
                of_table = enumerate(pooled.tables[document].tokens, pooled.first_token(document))
                tokens[document] = {
                    (token.start, token.end): number
                    for number, token in reversed([*of_table])
                    if not token.is_root
                }
            if (start, end) not in tokens[document]:
                raise ConfigError(f"{where}: “{document}” has no token from {start} to {end}.")
            items.append(tokens[document][start, end])
            self._rankings.append(ranking)
            about.append(row["about"])
        self._about = numpy.array(about)
        self._items = numpy.array(items, dtype=numpy.int64)
        self.sentence = pooled.table.sentence[self._items]

    def same(self, first, second):
        """Whether two directories say the same: judgements x METRICS, 1 or 0; -1 where either lacks
        the token, or it is punctuation.
        """
        if (first, second) not in self._same:
            tokens = self._pooled.words(first, second)
            right = numpy.full((len(self._pooled.table.sentence), len(METRICS)), -1)
            right[tokens.item] = tokens.right
            self._same[first, second] = right[self._items]
        return self._same[first, second]

    def preferred(self, gold, other, column, about):
        """(which judgements prefer one of two directories, which of them the first): booleans."""
        differ = (self.same(other, gold)[:, column] == 0) & (self._about == about)
        ranks = numpy.array(
            [
                [self._rank(row, each, column) for each in (gold, other)] if differ[row] else (0, 0)
                for row in range(len(differ))
            ]
        ).reshape(-1, 2)
        return ranks[:, 0] != ranks[:, 1], ranks[:, 0] < ranks[:, 1]

    def _rank(self, row, directory, column):
        """The rank of what a directory says: its own, else that of one that says the same, else the
        last.
        """
        ranking = self._rankings[row]
        alike = (
            rank for name, rank in ranking.items() if self.same(name, directory)[row, column] == 1
        )
        return ranking.get(directory, next(alike, len(ranking)))


def _ranking(text) -> dict:
    """{directory: rank} of “gold > a = b”."""
    ranks = ([name.strip() for name in equal.split("=")] for equal in text.split(">"))
    return {name: rank for rank, names in enumerate(ranks) for name in names}
