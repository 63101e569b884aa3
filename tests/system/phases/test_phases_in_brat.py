"""Ragheb & Dickinson's four phases played through a real brat: annotators edit in it, the lead
takes the snapshots.

What is expected was worked out by hand, below.
"""

from fractions import Fraction
from itertools import combinations

import pytest
from phases_in_brat import ANNOTATORS, Annotator, Project
from small_projects import put

from brat_iaa.phases.changes import changes, count, moves
from brat_iaa.phases.differences import common_part

ANNA_BEN, ANNA_CARLA, BEN_CARLA = combinations(ANNOTATORS, 2)


@pytest.fixture
def project(brat_folder, tmp_path):
    project = Project(brat_folder, tmp_path)
    yield project
    if project.server is not None:
        project.server.close()


WORDS = "the cat sleeps / dogs saw me run / Ann and Ben left / we try to win"


def apart(anna, ben, carla):
    # the, cat, sleeps: ben takes the cat for the head, carla has another label.
    anna.draw(1, "2>1:det", "3>2:subj", "0>3:root")
    ben.draw(1, "2>1:det", "0>2:root", "2>3:subj")
    carla.draw(1, "2>1:mod", "3>2:subj", "0>3:root")
    # me: both heads, or one of them.
    anna.draw(2, "2>1:subj", "0>2:root", "2>3:obj", "4>3:subj", "2>4:comp")
    ben.draw(2, "2>1:subj", "0>2:root", "2>3:obj", "2>4:comp")
    carla.draw(2, "2>1:subj", "0>2:root", "4>3:subj", "2>4:comp")
    # and, Ben: two ways to coordinate.
    anna.draw(3, "4>1:subj", "3>2:conj", "4>3:subj", "0>4:root")
    ben.draw(3, "4>1:subj", "3>2:conj", "1>3:coord", "0>4:root")
    carla.draw(3, "4>1:subj", "1>2:conj", "1>3:coord", "0>4:root")
    # we, win: shared subject, kind of clause; carla has no token "to" and forgot win.
    anna.draw(4, "2>1:subj", "4>1:subj", "0>2:root", "4>3:inf", "2>4:xcomp")
    ben.draw(4, "2>1:subj", "0>2:root", "4>3:inf", "2>4:comp")
    carla.draw(4, "2>1:subj", "4>1:subj", "0>2:root")


def after_the_meeting(anna, ben, carla):
    ben.reverse(1, "2>3:subj")
    ben.change(1, "0>2:root", "0>3:root")
    ben.draw(4, "4>1:subj")
    carla.change(1, "2>1:mod", "2>1:det")
    carla.delete(3, "1>2:conj")
    carla.draw(3, "3>2:conj")
    carla.draw(2, "4>1:subj")  # dogs: gone too far
    carla.mark(4, 3)
    carla.draw(4, "2>3:inf")  # to: a new token, with another head
    anna.delete(3, "4>3:subj")
    anna.draw(3, "1>3:coord")


def revised(anna, ben, carla):
    ben.draw(2, "4>3:subj")
    ben.delete(3, "3>2:conj")
    ben.draw(3, "1>2:conj")  # and: a slip
    carla.delete(2, "4>3:subj")
    carla.draw(2, "2>3:obj")  # me: ben's of before
    carla.delete(2, "4>1:subj")
    carla.delete(4, "2>3:inf")
    carla.draw(4, "4>3:inf", "2>4:comp")
    anna.change(4, "2>4:xcomp", "2>4:comp")
    anna.delete(4, "4>1:subj")  # we: a slip


def discussed(anna, ben, carla):
    ben.delete(3, "1>2:conj")
    ben.draw(3, "3>2:conj")
    anna.draw(4, "4>1:subj")
    carla.draw(2, "4>3:subj")
    carla.change(4, "2>4:comp", "2>4:xcomp")  # win: carla insists


# Fifteen tokens; seven have one arc, the same for everybody in every phase but where said: dogs,
# saw, run, Ann, left, try, to. The other eight (head and label, "-" for nothing), and the number of
# arcs in all:            the   cat    sleeps  me           and    Ben     we             win
# arcs 1 anna     2det  3subj  0root   2obj+4subj   3conj  4subj   2subj+4subj    2xcomp  17   ben
# 2det  0root  2subj   2obj         3conj  1coord  2subj          2comp   15   carla    2mod  3subj
# 0root   4subj        1conj  1coord  2subj+4subj    -       14 (no token "to") 2 anna     2det
# 3subj  0root   2obj+4subj   3conj  1coord  2subj+4subj    2xcomp  17   ben      2det  3subj  0root
# 2obj         3conj  1coord  2subj+4subj    2comp   16   carla    2det  3subj  0root   4subj
# 3conj  1coord  2subj+4subj    -       16 (dogs 2subj+4subj, to 2inf) 3 anna     as in 2
# 2obj+4subj   3conj          2subj          2comp   16   ben                            2obj+4subj
# 1conj          2subj+4subj    2comp   17   carla                          2obj         3conj
# 2subj+4subj    2comp   16 (dogs 2subj, to 4inf) 4 all      as in 3               2obj+4subj
# 3conj          2subj+4subj    2comp   17 (carla win 2xcomp)
#
# MASI of a token: 1 the same, 2/3 one within the other, 0 nothing in common; mean over the tokens
# that both have. GCM, F1: twice the arcs in common over the arcs of both. UAA counts the same head,
# LAA both, LOA the same label.
#
# Worked out, MASI summed over tokens (what is not named adds 1) and arcs in common:
# 1 anna-ben    cat 0, sleeps 0, me 2/3, Ben 0, we 2/3, win 1 for UAA else 0: 34/3, 31/3, 31/3 of
# 15; 12, 11, 11 of 17 + 15   anna-carla  the 1 for UAA else 0, me 2/3, and 1 for LOA else 0, Ben 0,
# win 0: 32/3, 29/3, 32/3 of 14;               12, 11, 12 of 16 + 14 (without anna's "to")
# ben-carla   the 1 for UAA, cat 0, sleeps 0, me 0, and 1 for LOA, we 2/3, win 0: 26/3, 23/3, 26/3
# of 14; 9, 8, 9 of 14 + 14 2 anna-ben    me 2/3, win 1 for UAA: 44/3, 41/3, 41/3 of 15; 16, 15, 15
# of 17 + 16   anna-carla  me 2/3, win 0, dogs 2/3, to 1 for LOA: 37/3, 37/3, 40/3; 14, 14, 15 of 17
# + 16   ben-carla   me 0, win 0, dogs 2/3, to 1 for LOA: 35/3, 35/3, 38/3; 13, 13, 14 of 16 + 16 3
# anna-ben    and 1 for LOA, we 2/3: 41/3, 41/3, 44/3; 15, 15, 16 of 16 + 17   anna-carla  me 2/3,
# we 2/3: 43/3; 15 of 16 + 16   ben-carla   me 2/3, and 1 for LOA: 41/3, 41/3, 44/3; 15, 15, 16 of
# 17 + 16 4 anna-ben    nothing: 15; 17 of 17 + 17   the others  win 1 for UAA: 15, 14, 14; 17, 16,
# 16 of 17 + 17
def thirds(*numbers, tokens=15):
    return [Fraction(number, 3 * tokens) for number in numbers]


def f1(*common, arcs):
    return [Fraction(2 * number, arcs) for number in common]


FIGURES = {  # phase: {pair: (MASI of UAA, LAA, LOA; GCM of the same)}
    1: {
        ANNA_BEN: (thirds(34, 31, 31), f1(12, 11, 11, arcs=32)),
        ANNA_CARLA: (thirds(32, 29, 32, tokens=14), f1(12, 11, 12, arcs=30)),
        BEN_CARLA: (thirds(26, 23, 26, tokens=14), f1(9, 8, 9, arcs=28)),
    },
    2: {
        ANNA_BEN: (thirds(44, 41, 41), f1(16, 15, 15, arcs=33)),
        ANNA_CARLA: (thirds(37, 37, 40), f1(14, 14, 15, arcs=33)),
        BEN_CARLA: (thirds(35, 35, 38), f1(13, 13, 14, arcs=32)),
    },
    3: {
        ANNA_BEN: (thirds(41, 41, 44), f1(15, 15, 16, arcs=33)),
        ANNA_CARLA: (thirds(43, 43, 43), f1(15, 15, 15, arcs=32)),
        BEN_CARLA: (thirds(41, 41, 44), f1(15, 15, 16, arcs=33)),
    },
    4: {
        ANNA_BEN: (thirds(45, 45, 45), f1(17, 17, 17, arcs=34)),
        ANNA_CARLA: (thirds(45, 42, 42), f1(17, 16, 16, arcs=34)),
        BEN_CARLA: (thirds(45, 42, 42), f1(17, 16, 16, arcs=34)),
    },
}
CHANGES = {  # phase: {pair: {status: tokens}, (moved of those resolved: first, second, both)}
    2: {
        ANNA_BEN: ({"resolved": "cat sleeps Ben we", "remaining": "me win"}, (1, 3, 0)),
        ANNA_CARLA: (
            {"resolved": "the and Ben", "remaining": "me win", "regressed": "dogs", "new": "to"},
            (1, 2, 0),
        ),
        BEN_CARLA: (
            {
                "resolved": "the cat sleeps and we",
                "remaining": "me win",
                "regressed": "dogs",
                "new": "to",
            },
            (3, 2, 0),
        ),  # fmt: skip
    },
    3: {
        ANNA_BEN: ({"resolved": "me win", "regressed": "and we"}, (1, 1, 0)),
        ANNA_CARLA: ({"resolved": "dogs to win", "remaining": "me", "regressed": "we"}, (0, 2, 1)),
        BEN_CARLA: ({"resolved": "dogs to win", "remaining": "me", "regressed": "and"}, (0, 3, 0)),
    },
    4: {
        ANNA_BEN: ({"resolved": "and we"}, (1, 1, 0)),
        ANNA_CARLA: ({"resolved": "me we", "regressed": "win"}, (1, 1, 0)),
        BEN_CARLA: ({"resolved": "me and", "regressed": "win"}, (1, 1, 0)),
    },
}


def test_four_phases(project):
    for name in ANNOTATORS:
        put(project.root, name, "four", WORDS, "/ / / -3" if name == "carla" else "")
    project.start()
    people = [Annotator(project, name, "four", WORDS) for name in ANNOTATORS]
    lead = project.person("lead")
    for number, play in enumerate((apart, after_the_meeting, revised, discussed), 1):
        play(*people)
        assert lead.take(f"{number} {play.__name__}") == (number, None)
    kept = project.snapshots
    agreements = {one.number: kept.agreement(one.number) for one in kept.list()}
    assert list(agreements) == [1, 2, 3, 4]
    for number, of_pairs in FIGURES.items():
        assert figures(agreements[number]) == {
            (measure, statistic, pair): pytest.approx(float(value), abs=1e-12)
            for pair, (masi, gcm) in of_pairs.items()
            for statistic, values in (("masi", masi), ("gcm-f1", gcm))
            for measure, value in zip(("UAA", "LAA", "LOA"), values)
        }
        assert figures(kept.state(number)) == figures(agreements[number])
        kept.verify(number)
    for number, of_pairs in CHANGES.items():
        both = agreements[number - 1], agreements[number]
        check_changes(changes(*both, common_part(*both)), of_pairs)


def figures(found):
    return {
        (score.measure, score.statistic, score.annotators): score.value
        for score in found.scores
        if score.statistic in ("masi", "gcm-f1")
        and len(score.annotators) == 2
        and score.document is score.label is score.sentence is None
    }


def check_changes(found, of_pairs):
    tokens, moved, counts = {}, moves(found), count(found, "annotators")
    for change in found:
        for one in change.pairs:
            own = tokens.setdefault(one.annotators, {}).setdefault(one.status, set())
            own.add(change.place.token.text)
    for pair, (statuses, who) in of_pairs.items():
        assert tokens[pair] == {status: set(words.split()) for status, words in statuses.items()}
        assert {status: number for status, number in counts[(pair,)].items() if number} == {
            status: len(words.split()) for status, words in statuses.items()
        }
        assert tuple(moved[pair].values()) == (*who, 0)
