"""Pages of projects whose annotators have no directories of their own beside each other."""

import pytest
from site_projects import as_login, login_in_header
from small_projects import put_raw

from brat_iaa.web import create_app
from brat_iaa.web.site import create_site

TEXT = "Ann met Bo in Ulm .\n"
DRAWN = {"anna": "T1\tP 0 3\tAnn\nT2\tP 8 10\tBo\n", "ben": "T1\tQ 0 3\tAnn\nT2\tP 8 13\tBo in\n"}
PATHS = (
    "{name}/{document}", "{document}/{name}", "{name}.{document}",
)  # fmt: skip


def made(root, path):
    for document in ("diary", "letter"):
        for name, ann in DRAWN.items():
            folder, _, file = path.format(name=name, document=document).rpartition("/")
            put_raw(
                root, folder, file, f"{document[:3]} {TEXT[4:]}", ann.replace("Ann", document[:3])
            )
    return root


@pytest.mark.parametrize("path", PATHS)
def test_all_pages_show_the_same(tmp_path, path):
    client = create_app(made(tmp_path / "p", path)).test_client()
    assert ("Found as" in client.get("/").text) == (path != PATHS[0])
    rows = client.get("/disagreements?format=json").json["places"]
    assert len(rows) == 4
    for document in {row["document"] for row in rows}:
        assert client.get(f"/document/{document}").status_code == 200


@pytest.mark.parametrize("path", PATHS)
def test_names_that_are_hidden_are_in_no_path(tmp_path, path):
    root = made(tmp_path / "data" / "p", path)
    (root / "iaa.conf").write_text("[access]\nmanagers = lead\nreveal = own\n", "utf-8")
    site = create_site(tmp_path / "data", "/", login_in_header, state_dir=tmp_path / "state")
    client = site.test_client()
    for address in ("", "disagreements", "disagreements?format=json", "disagreements/mine"):
        response = client.get(f"/p/-/{address}", headers=as_login("anna"))
        assert response.status_code == 200 and "ben" not in response.text
    assert "annotator 1" in response.text
    listed = client.get("/p/-/disagreements?format=json", headers=as_login("anna")).json
    assert listed["count"] == 4
    assert "ben" in client.get("/p/-/", headers=as_login("lead")).text
