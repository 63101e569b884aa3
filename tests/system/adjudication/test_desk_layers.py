"""A gold of spans, labels and relations as a real brat opens it."""

import random

import layered_projects
from desks import bens_gold_in_brat, contents


def test_brat_opens_what_was_decided_and_has_nothing_to_change(brat_folder, tmp_path):
    rng = random.Random(5)
    root = layered_projects.write(rng, tmp_path / "data" / "p", documents=("a",))
    (root / "annotation.conf").write_text(
        "[entities]\nPER\nORG\nLOC\n[relations]\nworks Arg1:<ANY>, Arg2:<ANY>\n"
        "knows Arg1:<ANY>, Arg2:<ANY>\n[events]\n[attributes]\nSure Arg:<ENTITY>\n"
        "Mood Arg:<ENTITY>, Value:glad|sad\n"
    )
    before, mine, gold = bens_gold_in_brat(root, brat_folder)
    after = contents(root)
    # brat writes one more tab into a line with a reference whenever it opens one.
    after = {path: data.replace(b"\t\tentry", b"\tentry") for path, data in after.items()}
    assert after == before
    spans = [sorted(one[1:] for one in told["entities"]) for told in (mine, gold)]
    assert spans[0] == spans[1]
    counts = [
        {kind: len(told[kind]) for kind in ("relations", "attributes", "normalizations")}
        for told in (mine, gold)
    ]
    assert counts[0] == counts[1] and "Disputed" not in str(gold["comments"])
