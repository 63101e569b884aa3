"""A gold of chains and events as a real brat opens it."""

import random

import linked_projects
from desks import bens_gold_in_brat, contents


def test_brat_opens_what_was_decided_and_has_nothing_to_change(brat_folder, tmp_path):
    root = linked_projects.write(random.Random(3), tmp_path / "data" / "p", documents=("a",))
    (root / "annotation.conf").write_text(
        "[entities]\nPER\nORG\n[relations]\nworks Arg1:<ANY>, Arg2:<ANY>\n"
        "Equiv Arg1:<ANY>, Arg2:<ANY>, <REL-TYPE>:symmetric-transitive\n[attributes]\n"
        "Past Arg:<EVENT>\n[events]\nMeet Who*:<ANY>, After*:<ANY>\nGo Who*:<ANY>, After*:<ANY>\n"
    )
    before, mine, gold = bens_gold_in_brat(root, brat_folder)
    assert contents(root) == before and "Disputed" not in str(gold["comments"])
    for kind in ("entities", "triggers"):
        assert sorted(one[1:] for one in mine[kind]) == sorted(one[1:] for one in gold[kind])
    for kind in ("events", "equivs", "attributes", "relations"):
        assert len(mine[kind]) == len(gold[kind]), kind
