"""How much was annotated by how many."""

from small_projects import agreement, put, three_annotators

from brat_iaa.report.contents import size_table


def test_documents_by_the_number_of_their_annotators(tmp_path):
    assert size_table(agreement(three_annotators(tmp_path))).records == [
        ("all", 2, 2, 5),
        ("by 2 annotators", 1, 1, 2),
        ("by 3 annotators", 1, 1, 3),
        ("anna", 2, 2, 5),
        ("ben", 2, 2, 5),
        ("carla", 1, 1, 3),
    ]


def test_a_token_that_one_lacks_and_a_text_of_ones_own(tmp_path):
    (tmp_path / "iaa.conf").write_text("[layer trees]\ntexts = by-sentence\n", "utf-8")
    put(tmp_path, "anna", "one", "a b c / d", "0>1:x / 0>1:x")
    put(tmp_path, "ben", "one", "a b c / d", "0>1:x -3 / 0>1:x")
    put(tmp_path, "anna", "two", "e f", "0>1:x")
    put(tmp_path, "ben", "two", "ef", "0>1:x")
    found = agreement(tmp_path)
    assert size_table(found).records == [("all", 2, 3, 6), ("anna", 2, 3, 6), ("ben", 2, 3, 4)]
    assert size_table(found).notes[1].startswith("Of documents with several texts")
