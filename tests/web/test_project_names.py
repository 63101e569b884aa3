"""Projects whose names are those of other addresses of the site."""

import pytest
from site_projects import as_login, configure, login_in_header
from small_projects import put

from brat_iaa.web.frame import ProjectName
from brat_iaa.web.in_brat import api
from brat_iaa.web.site import create_site, site_of


@pytest.mark.parametrize(
    "project, address",
    [
        ("static", "~static"), ("api/agreement", "~api/agreement"), ("healthz", "~healthz"), ("~", "~~"), ("", "~"),
        ("deep/static", "deep/static"),
    ],
)  # fmt: skip
def test_each_has_an_address(project, address, tmp_path):
    root = (tmp_path / "data").joinpath(*project.split("/"))
    for name in ("anna", "ben"):
        put(root, name, "shared", "a b", f"0>1:root 1>2:{name}")
    configure(root, "own")
    app = create_site(tmp_path / "data", "/", login_in_header, state_dir=tmp_path / "state")
    client, lead = app.test_client(), as_login("lead")
    assert f'href="/{address}/-/"' in client.get("/", headers=lead).text
    overview = client.get(f"/{address}/-/", headers=lead)
    assert overview.status_code == 200 and f"/{address}/-/disagreements" in overview.text
    assert client.get(f"/{address}/-/document/shared", headers=lead).status_code == 200
    assert client.get(f"/{address}/-/", headers=as_login("zoe")).status_code == 403
    found = api.agreement(site_of(app), "lead", f"/{project}/anna/", "shared")
    assert found["pages"] == f"/{address}/-/document/shared?a=anna"
    # What the address is taken by is still there, and there is no second address.
    assert (
        client.get("/static/brat.js", buffered=True).status_code
        == client.get("/healthz").status_code
        == 200
    )
    assert client.get(f"/~{address}/-/", headers=lead).status_code in (403, 404)


def test_every_first_part_of_an_address_is_known(tmp_path):
    (tmp_path / "data").mkdir()
    app = create_site(tmp_path / "data", "/", login_in_header, state_dir=tmp_path / "state")
    first = {rule.rule.split("/")[1] for rule in app.url_map.iter_rules()}
    assert {part for part in first if not part.startswith("<")} == {"", *ProjectName.TAKEN}
