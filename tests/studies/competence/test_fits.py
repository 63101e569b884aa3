"""Models fitted to annotators of known quality, and the intervals of what they say."""

import numpy
import pytest

from brat_iaa.studies.competence import DAWID_SKENE, MACE, MODELS
from brat_iaa.studies.competence.dawid_skene import true_labels
from brat_iaa.studies.competence.fits import MOST_LABELS, Fit, models_of, why_not
from brat_iaa.studies.competence.questions import ARCS, LABELS, Question
from brat_iaa.studies.competence.report import caveats

LABEL_COUNT = 5


def question(codes, unit=None, about=LABELS):
    """A Question of codes; values are called by their numbers."""
    codes = numpy.asarray(codes)
    names = tuple(f"a{column}" for column in range(codes.shape[1]))
    unit = numpy.arange(len(codes)) // 5 if unit is None else unit
    zeros = numpy.zeros(len(codes), dtype=int)
    return Question(
        None, about, names, codes, int(codes.max()) + 1, unit, ("d",), zeros,
        numpy.arange(len(codes)), 0, None, str, lambda document, position, code: str(code),
    )  # fmt: skip


def simulated(seed, items, qualities, labels=LABEL_COUNT, absent=0.1):
    """(codes, truth): who errs gives another label, any being as likely."""
    random = numpy.random.default_rng(seed)
    truth = random.integers(0, labels, items)
    columns = []
    for quality in qualities:
        wrong = (truth + random.integers(1, labels, items)) % labels
        given = numpy.where(random.random(items) < quality, truth, wrong)
        columns.append(numpy.where(random.random(items) < absent, -1, given))
    codes = numpy.stack(columns, axis=1)
    kept = (codes >= 0).sum(axis=1) >= 2
    return codes[kept], truth[kept]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("seed", range(2))
def test_quality_is_recovered(seed, model):
    qualities = (0.95, 0.9, 0.75, 0.6)
    codes, truth = simulated(seed, 3000, qualities)
    fit = Fit(question(codes), model)
    figures = fit.annotators("sentences")
    assert [own.right.value for own in figures] == pytest.approx(qualities, abs=0.03)
    assert [own.items for own in figures] == (codes >= 0).sum(axis=0).tolist()
    if model == MACE:
        # Who errs here never guesses right, so MACE, in which some guesses are, knows less.
        known = [1 - (1 - quality) * LABEL_COUNT / (LABEL_COUNT - 1) for quality in qualities]
        assert [own.competence.value for own in figures] == pytest.approx(known, abs=0.04)


@pytest.mark.system
@pytest.mark.parametrize("model", MODELS)
def test_intervals_hold_the_truth(model):
    """Some 95 of 100; of 6 projects with 3 annotators at least nine tenths do."""
    qualities, held, all_of_them = (0.95, 0.85, 0.7), 0, 0
    for seed in range(6):
        codes, _ = simulated(seed, 400, qualities)
        for own, quality in zip(Fit(question(codes), model).annotators("sentences"), qualities):
            low, high = own.right.interval
            assert 0 <= low <= own.right.value <= high <= 1
            held += low <= quality <= high
            all_of_them += 1
    assert held / all_of_them >= 0.9


@pytest.mark.parametrize("model", MODELS)
def test_few_sentences_have_no_interval(model):
    codes, _ = simulated(1, 45, (0.9, 0.8, 0.7), absent=0)
    figures = Fit(question(codes), model).annotators("sentences")
    assert all(own.right.interval is None for own in figures)
    assert "fewer than 10 sentences" in figures[0].right.no_interval


@pytest.mark.system
@pytest.mark.parametrize("seed, model", [*enumerate(MODELS)])
def test_order_does_not_matter(seed, model):
    codes, _ = simulated(seed, 300, (0.9, 0.8, 0.6))
    fit = Fit(question(codes), model)
    order = numpy.random.default_rng(seed).permutation(len(codes))
    other = Fit(question(codes[order][:, ::-1], (numpy.arange(len(codes)) // 5)[order]), model)
    assert other.of_given == pytest.approx(fit.of_given[order][:, ::-1], abs=1e-4, nan_ok=True)
    pairs = zip(fit.annotators("sentences"), reversed(other.annotators("sentences")))
    for own, again in pairs:
        assert again.right.value == pytest.approx(own.right.value, abs=1e-4)
        assert again.right.interval == pytest.approx(own.right.interval, abs=1e-3)


def test_tables_of_errors():
    codes, truth = simulated(4, 2000, (0.9, 0.9, 0.9))
    # The third calls every second 1 a 2.
    confused = (truth == 1) & (codes[:, 2] == 1) & (numpy.arange(len(codes)) % 2 == 0)
    codes[confused, 2] = 2
    errors = {
        (cell.annotator, cell.true, cell.given): cell
        for cell in Fit(question(codes), DAWID_SKENE).errors()
    }
    cell = errors["a2", "1", "2"]
    assert cell.rate == pytest.approx(0.45, abs=0.1)
    assert cell.items == pytest.approx(confused.sum(), rel=0.2)
    assert sum(one.items for one in errors.values()) == pytest.approx((codes >= 0).sum())
    for annotator in ("a0", "a1", "a2"):
        for true in "01234":
            rates = [errors[annotator, true, given].rate for given in "01234"]
            assert sum(rates) == pytest.approx(1) and min(rates) > 0
    assert Fit(question(codes), MACE).errors() == []


def test_labels_do_not_change_places():
    codes, _ = simulated(2, 500, (0.9, 0.7, 0.6))
    assert Fit(question(codes), DAWID_SKENE).labels_changed_places == []


@pytest.mark.parametrize("model", MODELS)
def test_items_on_which_annotators_differ(model):
    codes, _ = simulated(3, 400, (0.95, 0.8, 0.6, 0.7))
    fit = Fit(question(codes), model)
    differing = {one.row: one for one in fit.differing()}
    assert list(differing) == sorted(differing)
    for row, given in enumerate(codes.tolist()):
        given = [code for code in given if code >= 0]
        assert (row in differing) == (len(set(given)) > 1)
        likely = fit.probabilities(row)
        assert {code for code, _ in likely} == set(given)
        assert sum(probability for _, probability in likely) <= 1 + 1e-9
        if row in differing:
            one = differing[row]
            assert (one.code, one.probability) == pytest.approx(likely[0])
            most = max(map(given.count, given))
            leading = {code for code in given if given.count(code) == most}
            assert one.votes == (leading.pop() if len(leading) == 1 else None)


def test_two_reliable_annotators_outweigh_three_who_guess():
    random = numpy.random.default_rng(5)
    truth = random.integers(0, 4, 2000)
    poor = [numpy.where(random.random(2000) < 0.35, truth, random.integers(0, 4, 2000))
            for _ in range(3)]  # fmt: skip
    good = [numpy.where(random.random(2000) < 0.97, truth, random.integers(0, 4, 2000))
            for _ in range(2)]  # fmt: skip
    codes = numpy.stack(good + poor, axis=1)
    against = (codes[:, 0] == codes[:, 1]) & (codes[:, 2:] == codes[:, 2:3]).all(axis=1)
    against &= codes[:, 0] != codes[:, 2]
    assert against.sum() > 10
    for model in MODELS:
        fit = Fit(question(codes), model)
        chosen = {one.row: one for one in fit.differing()}
        right = [chosen[row].code == truth[row] for row in numpy.flatnonzero(against).tolist()]
        assert numpy.mean(right) > 0.9


def test_which_model_for_what():
    codes, _ = simulated(1, 50, (0.9, 0.9, 0.9))
    assert models_of(question(codes), MODELS) == list(MODELS)
    assert models_of(question(codes, about=ARCS), MODELS) == [MACE]
    many = question(numpy.repeat(numpy.arange(MOST_LABELS + 1), 3).reshape(-1, 3))
    assert "too many" in why_not(many, DAWID_SKENE) and why_not(many, MACE) is None


def heads(seed, sentences, qualities):
    """Codes of heads near by, of 12 words, and labels; who errs draws another of all."""
    random, rows = numpy.random.default_rng(seed), []
    for dependent in numpy.tile(numpy.arange(12), sentences):
        true = (numpy.clip(dependent + random.choice([-2, -1, 1, 2]), 0, 11), random.integers(5))
        row = []
        for quality in qualities:
            given = true if random.random() < quality else None
            while given is None or (given == true and given is not true):
                given = (random.integers(12), random.integers(5))
            row.append((given[0] - dependent) * 5 + given[1])
        rows.append(row)
    return numpy.unique(rows, return_inverse=True)[1].reshape(-1, len(qualities))


@pytest.mark.parametrize(
    "qualities, said",
    [((0.9, 0.64, 0.36), True), ((0.98, 0.9, 0.8), False), ((0.9, 0.64, 0.36, 0.8), False)],
)
def test_heads_by_three_who_differ_much_are_said_to_mislead(qualities, said):
    """Where nothing is said, the figures are right."""
    fit = Fit(question(heads(1, 100, qualities), about=ARCS), MACE)
    assert any("takes the best one for worse" in caveat for caveat in caveats(fit)) == said
    off = numpy.abs(numpy.array(fit.shares_right) - qualities)
    assert (off[0] > 0.1) == said
    assert said or (off < 0.04).all()


def test_the_most_likely_of_several_starts_is_taken():
    """Labels by random guessers, where EM from the votes stops at a lower maximum."""
    random = numpy.random.default_rng(55)
    qualities = random.uniform(0.3, 0.9, random.integers(3, 6))
    labels = int(random.integers(2, 7))
    codes, _ = simulated(55, int(random.integers(30, 300)), qualities, labels)
    fit = Fit(question(codes), DAWID_SKENE)
    counts = (codes[:, :, None] == numpy.arange(labels)).astype(float)
    from_votes = true_labels(counts, smoothing=1.0)
    starts = (
        numpy.random.default_rng(seed).dirichlet(numpy.ones(labels), len(counts))
        for seed in range(10)
    )
    others = [true_labels(counts, smoothing=1.0, start=start).path[-1] for start in starts]
    assert max(others) > from_votes.path[-1] + 0.1
    assert fit.result.path[-1] == pytest.approx(max(others), abs=1e-3)
    # The labels are still those that annotators call so.
    assert fit.labels_changed_places == []
    assert Fit(question(codes), DAWID_SKENE).result.path == fit.result.path
