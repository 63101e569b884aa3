"""What projects have for the tables of papers: who and what there is, and figures by their
addresses. Figures are Scores; sizes, minutes and numbers of chains are numbers, or texts.
"""

import re
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Callable, NamedTuple

from brat_iaa.formats.cells import count
from brat_iaa.report.chain_numbers import ChainNumbers, letters
from brat_iaa.report.contents import size_table
from brat_iaa.scores.document_groups import members as documents_of_groups
from brat_iaa.scores.index import project_scores
from brat_iaa.studies.timing import minutes_of_sentences

ALL = "all"
_LAS = "LAS", "accuracy"
_IGNORED = re.compile(r"\|ignored:([1-9]\d*)")


class PhaseAtHand(NamedTuple):
    """A project at one time.

    name   shown to readers
    kinds  {name of a layer: its kind}
    whole  function that returns the Scores of the whole project
    texts  function that returns {name of a text: its Scores, as if there was nothing else}
    """

    name: str
    kinds: dict
    whole: Callable
    texts: Callable


class CorpusAtHand:
    """A project. What is asked of it for a table is {part of an address: value}.

    name       of its directory
    agreement  its Agreement
    phases     list of PhaseAtHand
    minutes    list of studies.timing.ReportedTime
    roles      (AnchoringOptions, Scores of the study of anchoring); None without roles
    trees      Agreement of its trees, or function that returns it
    """

    def __init__(self, name, agreement, phases, minutes=(), roles=None, trees=None):
        self.name, self.agreement, self.phases = name, agreement, phases
        self._minutes, self._roles, self._trees = minutes, roles, trees
        self._kept = lru_cache(None)(lambda source, *about: getattr(self, f"_{source}")(*about))

    def figures(self, address) -> dict:
        """{(layer or its kind, measure, statistic): {annotators: figure}} of an address."""
        source = address.get("source", "scores")
        about = {"scores": ("phase", "text"), "time": ("text",), "chains": ("text",)}
        return self._kept(source, *map(address.get, about.get(source, ())))

    def _scores(self, phase, text):
        at = next((one for one in self.phases if one.name == phase), self.phases[-1])
        scores, found = at.texts().get(text, ()) if text else at.whole(), {}
        for layer, kind in at.kinds.items():
            for key, of_key in project_scores(scores, {layer}).items():
                found[(layer, *key)] = of_key
                found.setdefault((kind, *key), of_key)
        return found

    def _syntax(self):
        agreement = self._trees()
        found = {}
        for layer in agreement.layers:
            if layer.kind == "trees":
                scores = agreement.scores_of(names={layer.name})
                of_trees = project_scores(scores, {layer.name})
                # Of phrase structure brackets stand in the place of tokens.
                brackets = of_trees.get(("jaccard", "brackets"))
                of_trees.setdefault(("LAS", "accuracy"), brackets or {})
                found |= {(None, *key): of_key for key, of_key in of_trees.items()}
        for _, _, sentences, tokens in size_table(agreement).records[:1]:
            found[None, "size", "sentences"] = {(): sentences}
            found[None, "size", "tokens"] = {(): tokens}
        return found

    def _anchoring(self):
        scores = self._roles[1] if self._roles else ()
        return {(None, *key): of for key, of in project_scores(scores, {"anchoring"}).items()}

    def _time(self, text):
        found: dict = {}
        first = [time for time in self._minutes if time.phase == self._minutes[0].phase]
        for annotator in dict.fromkeys(time.annotator for time in first):
            chosen = [
                time
                for time in first
                if time.annotator == annotator and time.document in self.texts[text]
            ]
            for name, value in minutes_of_sentences(chosen).items() if chosen else ():
                found.setdefault((None, "minutes", name), {})[annotator,] = value
        return found

    def _chains(self, document):
        chains, found = self.chains[document], {}
        numbers = {name: chains.chains_of(name) for name in chains.annotators}
        for name, own in numbers.items():
            for at, of_mention in enumerate(chains.numbers):
                number = of_mention.get(name)
                of_each = {"number": number, "own number": number and 1 + own.index(number)}
                for measure, value in of_each.items():
                    found.setdefault((None, measure, at), {})[name,] = value
        for name, own in {**numbers, ALL: [*chains.sets]}.items():
            found.setdefault((None, "classes", "number"), {})[name,] = len(own)
            found.setdefault((None, "classes", "chains"), {})[name,] = chains.in_letters(own)
        return found

    @cached_property
    def texts(self) -> dict:
        """{name: documents} of the groups that the settings name, else of the documents."""
        tables, groups = self.agreement.tables, self.agreement.config.groups
        return documents_of_groups(groups, tables) or {name: (name,) for name in tables}

    @cached_property
    def chains(self) -> dict:
        """{document: ChainNumbers} of the first layer of chains."""
        for layer in self.agreement.layers:
            if layer.kind == "chains":
                parts = self.agreement.parts[layer.name]
                return {document: ChainNumbers(parts, document) for document in parts}
        return {}

    # Sentences below a table.

    def note_phases(self):
        few = "Take snapshots at the end of phases, or name a directory for each."
        return [few] if len(self.phases) < 2 else []

    def note_annotators(self):
        numbers = [len(self.agreement.annotators_of(each)) for each in self.agreement.tables]
        words = count(len(self.agreement.annotators), "annotator")
        if len({*numbers}) > 1:
            mean = sum(numbers) / len(numbers)
            words += f", avg. {mean:.1f} a document (min. {min(numbers)}, max. {max(numbers)})"
        return [f"{self.name}: {words}."]

    def note_sentences(self):
        found = self._kept("syntax").get((None, *_LAS), {})
        score = found.get(max(found, key=len, default=None))
        ignored = _IGNORED.search(score.signature if score else "")
        notes = [f"{self.name}: {count(int(ignored[1]), 'sentence')} ignored."] if ignored else []
        if score and score.measure != _LAS[0]:
            notes.append(f"{self.name}: mean pairwise Jaccard similarity of brackets as LAS.")
        return notes

    # The members of axes: [(heading, {part of the address})].

    def of_texts(self, address):
        return [(name, {"text": name}) for name in self.texts]

    def of_timed_texts(self, address):
        timed = {time.document for time in self._minutes}
        return [each for each in self.of_texts(address) if timed & {*self.texts[each[0]]}]

    def of_documents(self, address):
        several = len(self.chains) > 1
        return [(name * several, {"text": name}) for name in self.chains]

    def of_narratives(self, address):
        return [(name, {"text": name}) for name in self.chains]

    def of_phases(self, address):
        return [(phase.name, {"phase": phase.name}) for phase in self.phases]

    def of_timed(self, address):
        names = dict.fromkeys(time.annotator for time in self._minutes)
        return [(name, {"annotator": name}) for name in names]

    def of_annotators(self, address):
        return [(name, {"annotator": name}) for name in self.agreement.annotators]

    def of_annotators_and_all(self, address):
        return [*self.of_annotators(address), (ALL, {"annotator": ALL})]

    def of_pairs(self, address):
        names = self.agreement.compared
        # Neighbours first: A, B; B, C; A, C.
        pairs = sorted(combinations(range(len(names)), 2), key=lambda pair: pair[1] - pair[0])
        return [_pair(names[first], names[second]) for first, second in pairs]

    def of_ring(self, address):
        names, pairs = self.agreement.compared, self.of_pairs(address)
        return pairs[:2] + [_pair(names[2], names[0])] if len(names) == 3 else pairs

    def of_labels(self, address):
        """Layers of labels; sets come last."""
        kinds, figures = self.phases[-1].kinds, self._kept("scores", None, None)
        names = [name for name, kind in kinds.items() if kind == "labels"]
        named = [
            (name, "masi" if (name, "agreement", "masi") in figures else "raw") for name in names
        ]
        return [
            (name, {"layer": name, "measure": "agreement", "statistic": statistic, "of": _PAIR})
            for name, statistic in sorted(named, key=lambda each: each[1] == "masi")
        ]

    def of_sets(self, address):
        sets = [part for _, part in self.of_labels(address) if part["statistic"] == "masi"]
        return [(part["layer"] * (len(sets) > 1), {"layer": part["layer"]}) for part in sets]

    def of_mentions(self, address):
        mentions = self.chains[address["text"]].mentions
        return [
            (letters(at), {"statistic": at, "token": words})
            for at, (_, words) in enumerate(mentions)
        ]

    def of_token(self, address):
        return [(address["token"], {})]

    def of_keys(self, address):
        """Each annotator with the gold, or each two annotators, the first as the key."""
        layers = [layer.name for layer in self.agreement.layers if layer.kind == "chains"]
        gold, names = self.agreement.config.gold, self.agreement.compared
        pairs, about = [*combinations(names, 2)], ""
        if gold:
            pairs, about = [(gold, name) for name in self.agreement.annotators], "gold/"
        return [
            (f"{response} against {key}",
             {"layer": about + layer, "first": key, "second": response})
            for layer in layers[:1]
            for key, response in pairs
        ]  # fmt: skip

    def of_golds(self, address):
        human = self.agreement.config.gold
        golds = [human, *(gold for gold, _ in self._gold_of)] if human and self._gold_of else []
        return [(gold, {"gold": gold, "human": human}) for gold in golds]

    def of_tool_golds(self, address):
        return [
            (gold, {**part, "statistic": "preference", "of": ("gold", "human")})
            for gold, part in self.of_golds(address)[1:]
        ]

    def of_approvals(self, address):
        golds = self.of_golds(address)[1:]
        tools = dict(self._gold_of)
        named = [
            (f"{tools[gold]} specific approval",
             {**part, "statistic": "specific-approval", "of": ("gold", "human")})
            for gold, part in golds
        ]  # fmt: skip
        return named + [
            ("Parser shared approval", {"statistic": "shared-approval", "of": None})
        ] * bool(golds)

    def of_tools(self, address):
        return [(tool, {"tool": tool}) for tool in (self._roles[0].anchors if self._roles else ())]

    @property
    def _gold_of(self):
        return self._roles[0].gold_of if self._roles else ()


_PAIR = ("first", "second")


def _pair(first, second):
    return f"{first}, {second}", {"first": first, "second": second}


class ProjectsAtHand:
    """One or several projects. corpora: list of CorpusAtHand"""

    def __init__(self, corpora):
        self._corpora = {corpus.name: corpus for corpus in corpora}

    def _corpus(self, address):
        return self._corpora[address.get("corpus", next(iter(self._corpora)))]

    def members(self, name, address) -> list:
        """[(heading, {part of an address})] of an axis, as far as an address leads."""
        if name in ("corpora", "corpora_apart"):
            apart = name == "corpora" or len(self._corpora) > 1
            return [(corpus * apart, {"corpus": corpus}) for corpus in self._corpora]
        return getattr(self._corpus(address), f"of_{name}")(address)

    def figure(self, address):
        """What stands at an address: a Score, a number or a text; None: nothing.

        Of figures of all annotators that of the most.
        """
        figures = self._corpus(address).figures(address)
        key = tuple(map(address.get, ("layer", "measure", "statistic")))
        by_annotators = figures.get(key, {})
        if address.get("of") is None:
            return by_annotators.get(max(by_annotators, key=len, default=None))
        names = tuple(address[name] for name in address["of"])
        other = names[::-1] if key[2] in _OF_BOTH else names
        return by_annotators.get(names, by_annotators.get(other))

    def notes(self, name) -> list:
        """Sentences of a name on each corpus; "" for none."""
        corpora = self._corpora.values() if name else ()
        return [note for corpus in corpora for note in getattr(corpus, f"note_{name}")()]


# Statistics that are the same whichever of two annotators comes first.
_OF_BOTH = ("masi", "raw", "weighted", "links")
