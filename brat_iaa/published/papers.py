"""The five papers, and the rows and columns of their tables."""

from brat_iaa.published.tables import (
    PublishedPaper,
    PublishedTable,
    decimal,
    each,
    figures,
    per_cent,
)

_PAIR = ("first", "second")
_WHOLE = "{:g}".format


def _minutes(value):
    return _WHOLE(round(value, 1))


_ARCS = {"layer": "dependencies", "statistic": "masi", "of": _PAIR}
_BY_PHASE = "figures of pairs: several annotators, and snapshots or directories for phases"


def _of_arcs(*measures):
    return figures({measure: {"measure": measure} for measure in measures}, **_ARCS)


_OF_SETS = figures(
    {
        "MASI": {"statistic": "masi", "of": _PAIR},
        "GCM1": {"statistic": "gcm", "of": _PAIR},
        "GCM2": {"statistic": "gcm", "of": _PAIR[::-1]},
    },
    measure="agreement",
)
RD13 = PublishedPaper(
    "RD13",
    (
        PublishedTable(
            "table 1", "p. 172", "minutes of the first phase; *: sentences without minutes are "
            "left out", (each("timed"),),
            (
                each("timed_texts"),
                figures({
                    "Time": {"statistic": "total", "star": ("-blank", bool)},
                    "Avg.": {"statistic": "average", "printed": "{:.1f}".format},
                    "Min.": {"statistic": "min"},
                    "Max.": {"statistic": "max"},
                }, source="time", measure="minutes", of=("annotator",)),
            ),
            _minutes, "a table of minutes, --minutes FILE",
        ),
        PublishedTable(
            "table 2", "p. 175", "agreement of pairs by phase, in per cent", (each("ring"),),
            (
                lambda at_hand, address: [
                    *each("labels")(at_hand, address), *_of_arcs("UAA", "LAA")(at_hand, address)
                ],
                each("phases"),
            ),
            per_cent(1), _BY_PHASE, heads=("Annotators",), beside="phases",
        ),
        PublishedTable(
            "tables 3 and 4", "p. 175", "dependencies: MASI of pairs by phase, in per cent",
            (each("pairs"),),
            (_of_arcs("UAA", "LAA", "LOA"), each("phases")), per_cent(1),
            f"dependencies, and {_BY_PHASE}", (each("texts"),), ("Ann.",), "phases",
        ),
        PublishedTable(
            "tables 5 and 6", "p. 176", "sets: MASI and GCM of pairs by phase, in per cent",
            (each("pairs"),), (_OF_SETS, each("phases")), per_cent(1),
            f"a layer of labels with set = yes, and {_BY_PHASE}",
            (each("texts"), each("sets")), ("Ann.",), "phases",
        ),
    ),
    directories="phases",
)  # fmt: skip

_TREES = "trees: dependencies, or a layer of trees in iaa.conf"
_ALPHAS = {f"α {name}": {"measure": f"alpha-{name}", "statistic": "alpha"}
           for name in ("plain", "diff", "norm")}  # fmt: skip
_LAS = {"measure": "LAS", "statistic": "accuracy"}
SK14 = PublishedPaper(
    "SK14",
    (
        PublishedTable(
            "table 1", "p. 939", "sentences and tokens of corpora", (each("corpora"),),
            (figures({name: {"statistic": name.lower()} for name in ("Sentences", "Tokens")},
                     source="syntax", measure="size", of=()),),
            str, _TREES, heads=("Corpus",), beside="annotators",
        ),
        PublishedTable(
            "table 2", "p. 940", "alphas and LAS of corpora, in per cent", (each("corpora"),),
            (figures({**_ALPHAS, "LAS": _LAS}, source="syntax"),),
            per_cent(1), _TREES, heads=("Corpus",), beside="sentences",
        ),
    ),
    directories="rows",
    picture="LAS",
)  # fmt: skip

_CHAINS = "a layer of chains"
_BY_ANNOTATOR = {"source": "chains", "of": ("annotator",)}
PA04 = PublishedPaper(
    "PA04",
    (
        PublishedTable(
            "table 1", "section 2", "chain of each mention, numbered by each annotator",
            (each("mentions"), each("token")),
            (figures({"": {"measure": "own number"}}, **_BY_ANNOTATOR), each("annotators")),
            str, _CHAINS, (each("documents"),), ("ID", "TOKEN"),
        ),
        PublishedTable(
            "figure 2", "section 2", "the chains of each annotator, and all of them",
            (each("annotators_and_all"),),
            (figures({"N": {"statistic": "number"}, "chains": {"statistic": "chains"}},
                     measure="classes", **_BY_ANNOTATOR),),
            str, _CHAINS, (each("documents"),),
        ),
        PublishedTable(
            "table 2", "section 3.1", "the same chains by the number that they have in all",
            (each("mentions"), each("token")),
            (figures({"": {"measure": "number"}}, **_BY_ANNOTATOR), each("annotators")),
            str, _CHAINS, (each("documents"),), ("ID", "TOKEN"),
        ),
        PublishedTable(
            "table 3", "section 4", "texts: recall and precision of MUC, alpha, kappa of classes",
            (each("narratives"),),
            (figures({
                "VRec": {"measure": "muc", "statistic": "recall"},
                "VPrec": {"measure": "muc", "statistic": "precision"},
                "α": {"measure": "alpha-weighted", "statistic": "weighted"},
                "EQ κ": {"measure": "kappa", "statistic": "links"},
            }, of=_PAIR),),
            decimal(2), _CHAINS, (each("keys"),), ("Narr",),
        ),
    ),
)  # fmt: skip


def _ways(number, section, title, way, further):
    named = {
        "F1-measure on relations": "f1",
        "F1-measure on relations + types": "f1+types",
        f"F1-measure on relations + {further}": f"f1+{further.rpartition(' ')[2]}",
        f"F1-measure on rel. + types + {further.rpartition(' ')[2]}": "f1+both",
        "agreement on types": "agreement-types",
        f"agreement on {further}": f"agreement-{further.rpartition(' ')[2]}",
        "Cohen’s κ on types": "kappa",
    }
    return PublishedTable(
        f"table {number}", section, title,
        (figures({name: {"measure": measure} for name, measure in named.items()},
                 layer="relations", statistic=way),),
        (figures({"value": {}}),), decimal(2, "0"), "a layer of discourse relations",
        heads=("measure",),
    )  # fmt: skip


MI10 = PublishedPaper(
    "MI10",
    (
        _ways(1, "section 3.1", "strict match", "strict", "connectives"),
        _ways(2, "section 3.2", "one-level skipping", "one-level", "connectives"),
        _ways(3, "section 3.3", "connective-based", "connective", "start/end nodes"),
    ),
)

_METRICS = figures({name: {"measure": name} for name in ("POS", "UAS", "LA", "LAS")},
                   source="anchoring")  # fmt: skip
_CATEGORIES = figures({"POS": {"measure": "POS"}, "HIND": {"measure": "UAS"},
                       "REL": {"measure": "LA"}}, source="anchoring")  # fmt: skip
_PREFERENCE = figures({"": {"star": ("-p", lambda p: p < 0.01)},
                       "# disagreements": {"take": "items", "printed": str}})  # fmt: skip
_ROLES = "the roles of directories: --anchors, --gold-of"
_JUDGED = f"{_ROLES}, and what judges prefer: --judges FILE"
_PER_CENT_2 = per_cent(2, trimmed=True)
BE16 = PublishedPaper(
    "BE16",
    (
        PublishedTable(
            "table 1", "p. 2219", "tools on golds, in per cent",
            (
                each("golds"),
                figures({
                    "": {"statistic": "accuracy-nopunct", "of": ("gold", "tool")},
                    "Error Reduction %": {
                        "statistic": "error-reduction", "of": ("gold", "human", "tool"),
                    },
                }),
            ),
            (each("tools"), _METRICS), _PER_CENT_2, _ROLES,
        ),
        PublishedTable(
            "table 2", "p. 2220", "preference for the gold made from scratch, in per cent; "
            "*: p < .01", (each("tool_golds"), _PREFERENCE), (_CATEGORIES,), _PER_CENT_2, _JUDGED,
        ),
        PublishedTable(
            "table 3", "p. 2220", "the same where one tool alone, or all, have what was approved",
            (each("approvals"), _PREFERENCE), (_CATEGORIES,), _PER_CENT_2, _JUDGED,
        ),
        PublishedTable(
            "table 4", "p. 2221", "agreement of stages, in per cent",
            (figures({"scratch": {"statistic": "scratch"},
                      "scratch reviewed": {"statistic": "reviewed"}}),),
            (_METRICS,), _PER_CENT_2, "the stages of annotation: --scratch, --reviewed",
        ),
    ),
)  # fmt: skip

PAPERS = {paper.name: paper for paper in (RD13, SK14, PA04, MI10, BE16)}
