"""An agreement as the pages look things up in it: by name, not by walking through all scores."""

import threading
from collections import Counter, defaultdict


class Figures:
    """Indexes over one Agreement; built once, used by every request until a file changes.

    annotators   all annotators of the project
    compared     those that the figures of the whole project are about
    pairs        pairs that were compared, in the order of the annotators
    found        {document: its disagreements}
    labels, pos  labels and span types of the disagreements, with counts
    """

    def __init__(self, agreement):
        self.agreement = agreement
        self.annotators = tuple(agreement.annotators)
        self.documents = tuple(agreement.tables)
        places = {name: place for place, name in enumerate(self.annotators)}
        self.pairs = tuple(sorted(agreement.confusion, key=lambda pair: (places[pair[0]], places[pair[1]])))
        self._scores = {_key(score): score for score in agreement.scores}
        overall = [score for score in agreement.scores if _is_overall(score)]
        self.compared = max((score.annotators for score in overall), key=len, default=self.annotators)
        self.overall = [score for score in overall if score.annotators == self.compared]
        self.of_pairs = [score for score in overall if len(score.annotators) == 2]
        self.found = defaultdict(list)
        self.labels, self.pos = Counter(), Counter()
        for disagreement in agreement.disagreements:
            self.found[disagreement.document].append(disagreement)
            self.labels.update(set(disagreement.labels))
            self.pos.update(set(disagreement.token.types.values()))
        self.all_labels = {label for counts in agreement.confusion.values() for both in counts for label in both}
        self.all_labels.update(self.labels)
        self._sentences = {}

    def score(self, measure, statistic, annotators, document=None, label=None):
        """The Score, or None if the study has none. Pairs in either order, but for the directed GCM."""
        annotators = tuple(annotators)
        found = self._scores.get((measure, statistic, annotators, document, label))
        if found is None and len(annotators) == 2 and statistic != "gcm":
            found = self._scores.get((measure, statistic, annotators[::-1], document, label))
        return found

    def of_label(self, measure, statistic, label):
        return self.score(measure, statistic, self.compared, None, label)

    def of_document(self, measure, statistic, document):
        return self.score(measure, statistic, self.agreement.tables[document].annotators, document)

    def sentence_scores(self, document):
        """{sentence number: its scores} of one document, for all pairs."""
        if document not in self._sentences:
            grouped = defaultdict(list)
            for score in self.agreement.sentence_scores(document):
                grouped[score.sentence].append(score)
            self._sentences[document] = grouped
        return self._sentences[document]


def _key(score):
    return score.measure, score.statistic, tuple(score.annotators), score.document, score.label


def _is_overall(score):
    return score.document is None and score.label is None


class Project:
    """What every request starts from: the project as it is now, and links into brat.

    links  function of a disagreement that returns its Links; None without brat
    """

    def __init__(self, study, links):
        self.links = links
        self._study = study
        self._figures = None
        self._lock = threading.Lock()

    def figures(self):
        """Figures of the current agreement. Raises BratIaaError if the project cannot be read."""
        agreement = self._study.agreement()
        with self._lock:
            if self._figures is None or self._figures.agreement is not agreement:
                self._figures = Figures(agreement)
            return self._figures
