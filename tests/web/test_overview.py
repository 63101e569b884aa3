"""The overview of a project."""

import html
import re
import shutil

import pytest
from layer_projects import project
from pages_project import make_project, page, plain, write

from brat_iaa.web import create_app, overview_view


def test_overview_shows_figures_pairs_documents_labels_and_patterns(client):
    html = page(client, "/")
    text = plain(html)
    assert "3 documents · 18 tokens compared · 4 disagreements" in text
    # In letters/one the three pairs agree on 4, 4 and 3 of 6 tokens; in three and two, 5 and 6 of 6.
    assert "LAA of anna, ben and carla: .815 (mean over 18 tokens); alpha .787." in text
    assert (
        "4 disagreements. If all disagreements on the heads of JCT were resolved, LAA would rise "
        "from .815 to .870." in text
    )
    for paragraph in ("uaa-laa-and-loa", "krippendorffs-alpha", "exact-match"):
        assert f'href="/-/guide/dependencies#{paragraph}"' in html
    assert "LAA|masi:RD13|pairs:3,by-sentence|annotators:3|documents:3|" in text
    assert "excluded" in text.lower() and "carla has no .ann" in text


def test_groups_of_documents_stand_below_the_layers(tmp_path):
    client = create_app(make_project(tmp_path)).test_client()
    assert "Groups of documents" not in page(client, "/")
    (tmp_path / "iaa.conf").write_text("[project]\ngroups = letters/*: letters, t*: others\n")
    text = plain(page(client, "/"))
    assert "letters1.611.667" in text and "others2.917.917" in text
    assert "Differences between groups of documents" in text
    body = client.get("/?format=json").json
    assert [group["group"] for group in body["groups"]] == ["letters", "others"]
    assert body["group_differences"]


def test_long_lists_come_in_pages_as_json(client, monkeypatch):
    whole = client.get("/?format=json").json
    assert (whole["page"], whole["pages"]) == (1, 1)
    monkeypatch.setattr(overview_view, "_ROWS", 100)
    pages = [client.get("/?format=json&page=%d" % number).json for number in (1, 2)]
    assert pages[1]["page"] == 2 and pages[0]["pages"] == -(-len(whole["scores"]) // 100) > 1
    assert pages[0]["scores"] + pages[1]["scores"] == whole["scores"][:200]
    short = {name for name, rows in whole.items() if name not in ("scores", "page", "pages")}
    assert all(page[name] == whole[name] for name in short for page in pages)
    assert client.get("/?format=json&page=99").status_code == 404


def test_anchors_exist(client):
    for address in ("/", "/document/letters/one", "/disagreements"):
        text = page(client, address)
        for anchor in re.findall(r'href="#([^"]+)"', text):
            assert f'id="{anchor}"' in text, (address, anchor)


def test_documents_where_it_hurts_come_first(client):
    text = page(client, "/")
    places = [text.index(f'/document/{name}"') for name in ("letters/one", "three", "two")]
    assert places == sorted(places)


def test_pair_matrix_follows_measure_and_statistic(client):
    text = page(client, "/?measure=UAA&statistic=gcm")
    assert "UAA, GCM: share of the row’s arcs" in plain(text)
    assert 'href="/disagreements?a=ben&amp;b=carla"' in text


def test_columns_sort_and_say_so(client):
    def order(address, list="labels"):
        table = page(client, address).split(f'id="{list}"')[1].split("</table>")[0]
        return re.findall(r'<th scope="row"><a[^>]*><bdi>([^<]+)</bdi>', table)

    assert order("/")[:3] == ["MOD", "OBJ", "JCT"]
    assert order("/?labels_sort=-places")[0] == "JCT"
    assert order("/?labels_sort=name") == sorted(order("/"))
    assert order("/?documents_sort=-name", "documents") == ["two", "three", "letters/one"]
    text = page(client, "/?labels_sort=-places&documents_find=T")
    assert text.count('aria-sort="descending"') == 1
    # A click on the column that sorts turns it round; what else is chosen stays.
    assert "labels_sort=places&amp;documents_find=T#labels" in text
    assert order("/?documents_find=T", "documents") == ["letters/one", "three", "two"]
    assert order("/?documents_find=hre", "documents") == ["three"]
    assert "Nothing here has “xyz” in it." in plain(page(client, "/?documents_find=xyz"))


def test_a_short_list_stays_where_a_long_one_is_turned_over(tmp_path, monkeypatch):
    monkeypatch.setattr("brat_iaa.web.listing.ALL", 2)
    client = create_app(project(tmp_path, "ndt1")).test_client()
    text = plain(page(client, "/?show=labels&labels_page=99"))
    assert re.findall(r"page of (\d+)", text) == ["13", "9"]


@pytest.mark.parametrize(
    "name", ["endpoint", "project", "snapshot", "_anchor", "_scheme", "_method"]
)
def test_links_take_nothing_for_their_own_from_the_address(client, name):
    for address, status in (("/?documents_find=t&", 200), ("/disagreements?page=9&", 404)):
        text = page(client, f"{address}{name}=x9", status)
        assert "x9" not in text and "http://localhost" not in text


@pytest.mark.parametrize("address", ["/?measure=XAA", "/?statistic=kappa", "/?labels_sort=LAA"])
def test_unknown_measures_are_refused_with_the_choices(client, address):
    text = plain(page(client, address, 400))
    assert "LAA" in text or "masi" in text or "lowest" in text


def test_two_annotators_have_no_matrix(root):
    shutil.rmtree(root / "carla")
    text = page(create_app(root).test_client(), "/")
    assert '<table class="matrix"' not in text
    assert "One pair: the figures above are those of anna and ben." in plain(text)
    assert "GCM by direction: of the first annotator's arcs" in plain(text)
    assert text.count('<div class="columns">') == 1


def test_full_agreement_is_said_in_words(tmp_path):
    for annotator in ("anna", "ben"):
        write(tmp_path, annotator, "one")
    client = create_app(tmp_path).test_client()
    for address in ("/", "/disagreements"):
        text = html.unescape(page(client, address)).replace("\u00a0", " ")
        assert "anna and ben agree on all 6 tokens." in re.sub("</?bdi>", "", text)
    assert "anna and ben agree on all 6 tokens of this document" in plain(
        page(client, "/document/one")
    )


def test_undefined_is_a_word_with_a_reason(tmp_path):
    for annotator in ("anna", "ben"):
        write(tmp_path, annotator, "one", ((1, 0, "X"),), "ROOT a")
    client = create_app(tmp_path).test_client()
    text = plain(page(client, "/"))
    assert "undefined: " in text
    assert "nan" not in text.split() and "None" not in text


def test_no_arcs_at_all_is_no_fault(tmp_path):
    for annotator in ("anna", "ben"):
        write(tmp_path, annotator, "one", ())
    (tmp_path / "iaa.conf").write_text("[layer dependencies]\n")
    client = create_app(tmp_path).test_client()
    for address in ("/", "/document/one", "/disagreements"):
        assert "None" not in plain(page(client, address))
    assert "Nobody has drawn an arc in this document yet." in plain(page(client, "/document/one"))
    assert "Nobody has drawn an arc yet: anna and ben agree only in that." in plain(
        page(client, "/")
    )
