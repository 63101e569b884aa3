"""iaa.conf: what it may say, and what is said when it is wrong."""

import os

import pytest

from brat_iaa import config
from brat_iaa.config import (
    ChainSettings,
    Config,
    DependencySettings,
    LabelSettings,
    Layer,
    RelationSettings,
    TreeSettings,
    template,
)
from brat_iaa.errors import ConfigError


def load(tmp_path, text, **overrides):
    data = text if isinstance(text, bytes) else text.encode()
    (tmp_path / "iaa.conf").write_bytes(data)
    return config.load(tmp_path, overrides)


def refused(tmp_path, text, **overrides):
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, text, **overrides)
    return str(caught.value)


def test_no_file_is_all_defaults(tmp_path):
    assert config.load(tmp_path) == Config()


def test_layers_of_several_kinds(tmp_path):
    text = """
        [layer syntax]
        kind = dependencies
        labels = dep
        [layer trees]
        several_heads = first
        primary = OBJ, SUBJ
        [layer pos]
        kind = labels
        types = W
        [layer subcat]
        kind = labels
        value = note:<(.*)>
        set = yes
        [layer coref]
        kind = chains
        relations = Coref
        [layer discourse]
        kind = relations
        start = From
        connectives = equal
    """
    found = load(tmp_path, "\n".join(line.strip() for line in text.split("\n")))
    assert found.dependencies.labels == ("dep",)
    assert found.layers == (
        Layer("syntax", "dependencies", DependencySettings(labels=("dep",))),
        Layer("trees", "trees", TreeSettings(several_heads="first", primary=("OBJ", "SUBJ"))),
        Layer("pos", "labels", LabelSettings(types=("W",))),
        Layer("subcat", "labels", LabelSettings(value="note:<(.*)>", set="yes")),
        Layer("coref", "chains", ChainSettings(relations=("Coref",))),
        Layer("discourse", "relations", RelationSettings(start="From", connectives="equal")),
    )


WRONG = {
    "unknown section": (
        "[projekt]\nname = n\n", ["line 1", "[projekt]", "Did you mean “project”", "intervals"],
    ),
    "layer without a kind": (
        "[layer deps]\n", ["line 1", "[layer deps]", "kind = labels", "dependencies (arcs between tokens)"],
    ),
    "a kind by another name": (
        "[layer a]\nkind = coreference\n",
        ["line 2", "kind = coreference: there is no such", "chains (coreference chains)"],
    ),
    "layers": ("[layers a]\nkind = labels\n", ["line 1", "Did you mean “layer NAME”?"]),
    "layer with a blank kind": (
        "[layer pos]\nkind =\n", ["line 1", "[layer pos]", "kind = labels", "chains"],
    ),
    "layer without a name": ("[layer ]\nkind = labels\n", ["line 1", "no name", "[layer pos]"]),
    "layers of one name": (
        "[layer pos]\nkind = labels\n[layer  pos]\nkind = labels\n", ["line 1", "[layer  pos]", "the same name"],
    ),
    "dependencies twice": (
        "[layer a]\nkind = dependencies\n[layer dependencies]\n",
        ["line 1", "[layer a]", "[layer dependencies]", "one"],
    ),
    "key of another kind": (
        "[layer pos]\nkind = labels\nhead = Arg1\n",
        ["line 3", "“head”", "[layer pos]", "belongs to [layer NAME] with kind = "],
    ),
    "default section": ("[DEFAULT]\nname = n\n", ["line 1", "[DEFAULT]", "Allowed: project"]),
    "unknown key": (
        "[project]\n\nanotators = a\n", ["line 3", "“anotators”", "[project]", "Did you mean “annotators”?"],
    ),
    "key of another section": ("[project]\nreveal = all\n", ["line 2", "“reveal”", "[project]"]),
    "capitals": ("[project]\nNAME = n\n", ["line 2", "“NAME”", "Did you mean “name”"]),
    "unknown value": (
        "[layer dependencies]\ntokens = Shared\n", ["line 2", "tokens = Shared", "“shared”", "drawn"],
    ),
    "unknown kind": (
        "[layer pos]\nkind = label\n", ["line 2", "kind = label", "“labels”", "Allowed: dependencies"],
    ),
    "unit of the intervals": (
        "[intervals]\nunit = tokens\n", ["line 2", "unit = tokens", "sentences, documents"],
    ),
    "layout": (
        "[project]\nlayout = {document}\n", ["line 2", "layout = {document}", "{annotator}/{document}"],
    ),
    "twice in a list": (
        "[project]\nannotators = anna, ben, anna\n", ["line 2", "“anna” stands twice"],
    ),
    "an empty list": ("[project]\nannotators = ,\n", ["line 2", "names nothing", "commas"]),
    "blanks for commas": (
        "[layer dependencies]\nlabels = OBJ SUBJ\n", ["line 2", "“OBJ SUBJ”", "commas"],
    ),
    "no section": ("name = n\n", ["line 1", "“name = n”", "no section", "[project]"]),
    "open bracket": ("[project\nname = n\n", ["line 1", "“[project”", "no section"]),
    "no value": ("[project]\nname\n", ["line 2", "“name”", "key = value"]),
    "colon": ("[project]\nname : n\n", ["line 2", "“name : n”", "key = value"]),
    "no key": ("[project]\n= n\n", ["line 2", "“= n”", "key = value"]),
    "section twice": (
        "[project]\nname = n\n[project]\n", ["line 3", "[project] is there already, at line 1"],
    ),
    "key twice": (
        "[project]\nname = n\nname = m\n", ["line 3", "“name” is set already, at line 2"],
    ),
    "indented": ("[project]\nname = n\n  root = R\n", ["line 2", "“root = R” begins with a blank"]),
    "indented below a kind": (
        "[layer pos]\nkind = labels\n  set = yes\n", ["line 2", "“set = yes” begins with a blank"],
    ),
    "a blank for a section": ("[ ]\nname = n\n", ["line 1", "unknown section [ ]"]),
    "indented below a list": (
        "[project]\nannotators = a\n  root = R\n", ["line 2", "“root = R” begins with a blank"],
    ),
    "not UTF-8": (b"[project]\nname = \xe9\n", ["byte 17", "UTF-8"]),
}  # fmt: skip


@pytest.mark.parametrize("text, words", WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_said_with_its_line(tmp_path, text, words):
    message = refused(tmp_path, text)
    assert message.startswith(str(tmp_path / "iaa.conf"))
    for word in words:
        assert word in message


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo, lambda path: os.symlink("/dev/zero", path)])
def test_iaa_conf_that_is_no_plain_file(tmp_path, make):
    make(tmp_path / "iaa.conf")
    with pytest.raises(ConfigError, match="iaa.conf: cannot be read: it is no plain file"):
        config.load(tmp_path)


def test_options_replace_the_file(tmp_path):
    lines = "[project]\nroot = TOP\nname = n\n"
    found = load(tmp_path, lines, root="START", unit="documents", labels=None)
    assert (found.dependencies.root, found.unit, found.name) == ("START", "documents", "n")


def test_the_template_is_valid_and_changes_nothing(tmp_path):
    assert load(tmp_path, template.template()) == Config()


@pytest.mark.parametrize(
    "line, words",
    [
        ("reveal = score", ["line 2", "none, own, all"]), ("reveal = Own", ["line 2", "Did you mean “own”?"]),
        ("others = blind", ["Did you mean “blinded”?", "blinded, named"]), ("guests = own", ["line 2", "none, all"]),
        ("manager = lead", ["unknown setting “manager”", "Did you mean “managers”?"]),
        ("managers = lead, lead", ["“lead” stands twice"]),
        ("logins = asmith", ["“asmith” is no pair", "“login: annotator”", "asmith: anna"]),
        ("logins = a: anna, a: ben", ["“a” stands twice", "A login is one annotator's"]),
        ("logins = a: anna, b: anna", ["“anna” stands twice", "an annotator has one login"]),
        ("logins = a: adj\n[project]\ngold = adj", ["“adj” is named in gold too", "no annotator"]),
    ],
)  # fmt: skip
def test_what_is_wrong_in_access_is_said(tmp_path, line, words):
    said = refused(tmp_path, f"[access]\n{line}\n")
    for word in words:
        assert word in said


@pytest.mark.parametrize(
    "pattern",
    [
        "((?:a+)+)$",
        "<((?:.*,)*)>",
        "((?:a|b*){2,})",
        "(x(?=(?:a+)+)y)",
        "((?:a?a?){25})b",
        "((?:a|a){25})b",
        ".*.*.*x(a)",
        "a{,50}a{,50}a{,50}a{,50}a{,50}a{,50}(x)",
        "x(a*a*[ab]*)c",
        r"(\w+[a-z]*)(?:1|a)\w*x",
        "([a-z]*(?:q*|x)[a-y]*)",
        "((?:ab)*(?:ab)*a*)c",
        "(?:a*){3}(c)",
        "(?i:a*A*[aA]*)(b)",
        r"([\u4e00-\u9fff]*[\u4e00-\u9fff]*[\u4e00-\u9fff]*x)",
        # All that its own signs are is excluded.
        3 * r"[^a1 _~é\n\[\]^*()\\nx]*" + "(x)",
    ],
)
def test_a_pattern_that_may_take_years_is_refused(pattern):
    with pytest.raises(ConfigError, match="can take years"):
        config.parse(f"[layer x]\nkind = labels\nvalue = note:{pattern}\n", "iaa.conf")
