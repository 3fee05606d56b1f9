"""Codes, tracing attacks and hard databases against numbers found another way."""

from fractions import Fraction

from audits.claims.bcmnuw20.laws.stump_releases import NoisyMeans
from audits.claims.vt14.laws.fingerprinting import RoundedNoise
from proofs_tests.vectors.values import Case, cases, listed
from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.lower_bounds import interior_point_fingerprinting as interior
from reference.lower_bounds.boneh_shaw_code import BonehShawCode, CountingPirate, one_missing
from reference.lower_bounds.fingerprinting_code import SecurityGame, best_pirate, is_caught
from reference.lower_bounds.fingerprinting_experiment import Experiment as MissingUser
from reference.lower_bounds.hard_distribution import hard_distribution, success
from reference.lower_bounds.one_row_fewer import OneRowFewer
from reference.lower_bounds.random_means import RandomMean, product_rows
from reference.lower_bounds.tardos_code import BiasedCode, uniform_score
from reference.lower_bounds.tracing_attacks import MeanTracer, ReferencesTracer, Threshold
from reference.lower_bounds.tracing_experiment import Experiment, excess
from reference.lower_bounds.tracing_scores import Parts, hits, parts, sums
from reference.lower_bounds.uninformative_answers import Garbage, ZeroAnswers, most_often_hit
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.dist import Dist
from reference.probability.law import law

CODES, TRACING = "vt14_fingerprinting_codes", "bcmnuw20_tracing"
SPLICED, HARD = "bnsv15_fingerprinting", "bnsv15_hard_distribution"
NONE, QUARTER, HALF, ONE, TWO = (Fraction(x) for x in ("0", "1/4", "1/2", "1", "2"))


@cases(CODES, "boneh_shaw")
def test_best_pirates_against_boneh_shaw(case: Case) -> None:
    """By counts, by views, and as played."""
    code, team = BonehShawCode(case["users"], case["block"]), tuple(case["coalition"])
    framed = Fraction(case["framed"])
    best, ones = code.best_counts(team)
    assert best == framed == best_pirate(code, team).chance
    for pirate in (CountingPirate[Fraction](ones), best_pirate(code, team)):
        played = law(SecurityGame(code, pirate), team)
        assert 1 - played.probability_that(lambda v: is_caught(team, v)) == framed


@cases(CODES, "false_alarms")
def test_false_alarms(case: Case) -> None:
    """Scores of an innocent user, biases 1/5 and 4/5."""
    biases = Fraction(1, 5), Fraction(4, 5)
    total = BiasedCode(1, 0, biases, NONE).innocent_total(case["ones"])
    above = total.probability_that(lambda s: s > Fraction(case["threshold"]))
    assert above == Fraction(case["chance"])


@cases(CODES, "minority")
def test_the_minority_and_uniform_biases(case: Case) -> None:
    """The score x - p tells nothing of six pirates, and less of seven."""
    n = case["pirates"]
    minority = tuple(Fraction(int(0 < 2 * k < n or k == n)) for k in range(n + 1))
    assert uniform_score(minority, steep=False) == Fraction(case["score"])
    assert uniform_score(minority, steep=True) == 1


@cases(CODES, "noisy_means")
def test_who_is_accused_of_noisy_means(case: Case) -> None:
    """Three users, one column a block, e^eps = 2 on each count."""
    means = RoundedNoise(4, Epsilon(TWO, 4))
    found = law(MissingUser(BonehShawCode(3, 1), means), case["missing"])
    named = found.map(lambda verdict: verdict.accused)
    for who, chance in case["accused"].items():
        accused = Bottom.BOTTOM if who == "None" else int(who)
        assert named.probability(accused) == Fraction(chance)


def test_a_missing_user() -> None:
    """The ones of a best pirate, and how often it frames."""
    code, team = BonehShawCode(4, 6), (1, 2, 4)
    assert one_missing(code, 3)[:2] == (0, 1)
    assert code.framed(team, one_missing(code, 3)) == Fraction(131, 462)


@cases(SPLICED, "errors")
def test_best_pirates_of_spliced_words(case: Case) -> None:
    """For each goal."""
    code = interior.FingerprintingCode(tuple(case["bases"]), case["by_chance"])
    for goal in interior.Goal:
        pirate = interior.best_pirate(code, tuple(case["coalition"]), goal)
        assert pirate.chance == Fraction(case[goal.name.lower()])


@cases(SPLICED, "three_users")
def test_three_users(case: Case) -> None:
    """The smallest code for three users that is sound at all."""
    code = interior.FingerprintingCode(tuple(case["bases"]))
    pirate = interior.best_pirate(code, tuple(case["coalition"]), interior.Goal.FRAME)
    assert pirate.chance == Fraction(case["frame"])


def solver(case: Case, length: int) -> ExponentialInteriorPoint[Fraction]:
    """The exponential mechanism on all numbers of so many digits."""
    domain = Domain.of_size(case["base"] ** length)
    return ExponentialInteriorPoint(domain, Epsilon(Fraction(case["root"]), 2))


@cases(HARD, "exponential")
def test_successes_on_hard_databases(case: Case) -> None:
    """On D_2, and of the reduced mechanism on D_1."""
    inner = solver(case, 2)
    assert success(inner, hard_distribution((case["base"],))) == Fraction(case["success"])
    reduced = OneRowFewer(inner, case["base"], 2)
    assert success(reduced, hard_distribution(())) == Fraction(case["reduced"])
    assert [*reduced.universe(1).databases()] == [(0,), (1,)]


@cases(HARD, "reduced")
def test_reduced_laws(case: Case) -> None:
    """For one row and for two, of two digits and of three."""
    inner = solver(case, case["digits"])
    found = law(OneRowFewer(inner, case["base"], case["digits"]), tuple(case["rows"]))
    assert [str(found.probability(k)) for k in range(case["digits"] + 1)] == case["law"]


def test_two_rows_are_tied_as_often_as_known() -> None:
    """(1/2)(1/b + 1/b^2): the second row has one digit more that may be equal, or two."""
    for base, mass in listed(HARD, "ties").items():
        databases = hard_distribution((int(base),))
        assert databases.probability_that(lambda rows: rows[0] == rows[1]) == Fraction(mass)


@cases(TRACING, "fingerprints")
def test_fingerprints(case: Case) -> None:
    """Of functions of the number of +1, for the width 1."""
    values = [*map(Fraction, case["values"])]
    f = [values[bits.bit_count()] for bits in range(1 << case["rows"])]
    assert RandomMean().fingerprint(f) == Fraction(case["fingerprint"])


@cases(TRACING, "toys")
def test_laws_of_hits(case: Case) -> None:
    """The means of the rows, all matrices of signs."""
    mean, rows = Fraction(case["mean"]), case["rows"]
    tracer = MeanTracer((mean,), TWO, Threshold.exactly(Fraction(case["tau"])))
    one = parts(
        *(mean, rows, lambda z: Dist.point(Fraction(sum(z), rows)), mean),
        lambda q: tracer.weight(0, q),
    )
    found = hits(sums(one, case["attributes"]), tracer.threshold)
    expected = {(int(kind[0]), kind[-1] == "1"): p for kind, p in case["joint"].items()}
    assert {kind: str(found.probability(kind)) for kind in found} == expected


@cases(TRACING, "experiments")
def test_experiments_on_noisy_means(case: Case) -> None:
    """One stump of mean 1/2, e^eps = 2, the threshold 0."""
    tracer, two = MeanTracer((HALF,), ONE, Threshold.exactly(0)), Epsilon(TWO)
    n, m, row = case["private"], case["public"], product_rows((HALF,))
    game: Experiment[Fraction] = Experiment(lambda w: NoisyMeans(1, w, two), row, n, m, tracer)
    assert game.expected_hits == Fraction(case["expected_hits"])
    assert game.false_positive == Fraction(case["false_positive"])
    assert game.row_accused(0, replaced=True) == game.false_positive
    assert excess(game.expected_hits, game.false_positive, Guarantee.pure(two), n, m) <= 0


@cases(TRACING, "outsiders")
def test_outsiders_and_the_constant(case: Case) -> None:
    """Errors at the clip, fair coordinates: below S^-2, which half of the square may exceed."""
    p, samples = case["attributes"], case["samples"]
    coin: Dist[Parts, Fraction] = Dist.uniform([(-ONE,), (ONE,)])
    fair = sums(coin, p)
    right = MeanTracer.sound((NONE,) * p, ONE, samples).threshold
    for name, threshold in (("right", right), ("half", Threshold(right.square / 2, right.odds))):
        above = (fair.probability(x) for x in fair if threshold.exceeded_by(x[0]))
        assert sum(above, NONE) == Fraction(case[name])
    assert Fraction(case["right"]) <= Fraction(1, samples**2)


@cases(TRACING, "figure_2")
def test_outsiders_with_reference_rows(case: Case) -> None:
    """M = 1 and answers 1 where the further row has -1: y - z twice."""
    p, samples = case["attributes"], case["samples"]
    tracer = ReferencesTracer(0, (0,), p, Fraction(1, samples))
    assert tracer.weight(0, ONE) == 2
    steps = [((Fraction(4),), QUARTER), ((NONE,), HALF), ((Fraction(-4),), QUARTER)]
    one: Dist[Parts, Fraction] = Dist.weighted(steps)
    found = sums(one, p)
    above = (found.probability(x) for x in found if tracer.threshold.exceeded_by(x[0]))
    assert sum(above, NONE) == Fraction(case["right"]) <= Fraction(1, samples)


def test_sums_next_to_an_irrational_threshold() -> None:
    """Above it, and below."""
    near = Fraction(117741002251547469, 10**17)  # sqrt(2 ln 2) to 17 digits
    assert Threshold.root_of_log(2, 2).exceeded_by(near + Fraction(1, 10**16))
    assert not Threshold.root_of_log(2, 2).exceeded_by(near - Fraction(1, 10**16))


def test_constant_answers() -> None:
    """Their promise, and how often they are hit."""
    mixed = Garbage(ZeroAnswers(2), (ONE, ONE), HALF)
    assert mixed.guarantee == Guarantee(ONE, NONE)
    assert most_often_hit(HALF, 4, Fraction(1, 16), 2) == Fraction(5, 8)
    assert most_often_hit(HALF, 4, ONE, 2) == 1
