"""Searches that would take years are stopped in a real brat."""

from running_brat import running


def test_a_pattern_that_takes_years(brat_folder, tmp_path):
    options = {"limits": {"SEARCH": 1}, "users": {"anna": "pw"}}
    with running(brat_folder, tmp_path, **options) as brat:
        brat.ask("login", user="anna", password="pw")
        (brat.data / "p" / "anna" / "d2.txt").write_text("a" * 40)
        (brat.data / "p" / "anna" / "d2.ann").touch()
        how = {
            "collection": "/p/anna/", "document": "/NO-DOCUMENT/", "scope": "collection",
            "concordancing": "false", "context_length": "50", "match_case": "false",
        }  # fmt: skip
        found = brat.ask("searchTextInCollection", text="r.ns", text_match="regex", **how)
        assert [item[2] for item in found["items"]] == ["d1"]
        found = brat.ask("searchTextInCollection", text="(a+)+b", text_match="regex", **how)
        assert found["exception"] == "searchTooLong"
        assert "after computing for 1 seconds" in found["messages"][0][0]
