"""Few samples do not tell distributions apart, whatever the rule or the learner."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from proofs_tests.properties.measured import law_of, samples
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import mechanisms
from proofs_tests.strategies.numbers import PROBABILITIES
from reference.data.concept import Values, all_functions, labelled_examples
from reference.data.database import Database
from reference.lower_bounds.without_privacy import (
    best_success,
    coin_distance,
    distance_bound,
    error_on_shattered_points,
    samples_for_accuracy,
    samples_for_pairs,
    shattered_pairs,
    sign_success,
    two_points,
)
from reference.probability.coins import Mechanism

Number = Callable[..., Fraction]
Masses = Callable[..., tuple[Fraction, ...]]

INSIDE = st.integers(1, 5).map(lambda k: Fraction(k, 6))
SAMPLES = st.integers(0, 3)
FUNCTIONS = tuple(all_functions(2))


@property_of(
    (two_points, best_success, coin_distance),
    {
        "the mean of values 0 and 1": "(1 + sign * mean) / 2 => Fraction(1, 2) + sign * mean / 4",
        "a sample less": (
            "coin_distance(samples, mean) => coin_distance(max(samples - 1, 0), mean)"
        ),
        "half of the distance": "Fraction(1)\n => Fraction(2)\n",
    },
    number=SAMPLES,
    attributes=st.integers(1, 3),
    mean=PROBABILITIES,
    rule=st.tuples(*[PROBABILITIES] * 4),
)
def test_no_rule_tells_two_points_apart(
    parts: tuple[Masses, Number, Number],
    number: int,
    attributes: int,
    mean: Fraction,
    rule: tuple[Fraction, ...],
) -> Fraction:
    """On the worse of them with more than (1 + TV)/2; TV is a sum over all samples."""
    masses, best, far = parts
    plus, minus = masses(attributes, mean, 1), masses(attributes, mean, -1)
    assert len(plus) == len(minus) == 2**attributes
    for law, sign in ((plus, 1), (minus, -1)):
        for bit in range(attributes):
            ones = sum((p for x, p in enumerate(law) if x >> bit & 1), Fraction(0))
            assert ones - (sum(law) - ones) == (-1 if bit else sign * mean)
    chances = [dict(samples(law[:2], number)) for law in (plus, minus)]
    said = {xs: rule[sum(xs)] for xs in product((0, 1), repeat=number)}
    right = sum((p * said[xs] for xs, p in chances[0].items()), Fraction(0))
    left = sum((p * (1 - said[xs]) for xs, p in chances[1].items()), Fraction(0))
    apart = (
        sum(
            (
                abs(chances[0].get(xs, Fraction(0)) - chances[1].get(xs, Fraction(0)))
                for xs in said
            ),
            Fraction(0),
        )
        / 2
    )
    assert far(number, mean) == apart
    assert best(number, mean) == (1 + apart) / 2
    return best(number, mean) - min(right, left)


@property_of(
    (distance_bound, samples_for_accuracy),
    {
        "a sample less": "** samples => ** max(samples - 1, 0)",
        "the mean for its square": "mean**2 => mean",
        "the failure once": "4 * beta => beta",
        "alpha for its square": "1 - alpha**2 => 1 - alpha",
        "a sample more": "return _fewest( => return 1 + _fewest(",
    },
    number=SAMPLES,
    mean=INSIDE,
    beta=st.sampled_from([Fraction(1, 10), Fraction(1, 4), Fraction(2, 5)]),
)
def test_samples_that_accuracy_needs(
    parts: tuple[Number, Callable[..., int]], number: int, mean: Fraction, beta: Fraction
) -> Fraction:
    """TV^2 is at most its bound; with one sample fewer than needed no rule fails so rarely."""
    bound, needed = parts
    assert bound(number, mean) + (1 - mean * mean) ** number == 1
    least = needed(mean, beta)
    enough = [(1 - mean * mean) ** n <= 1 - (1 - 2 * beta) ** 2 for n in range(least + 1)]
    assert enough == [False] * least + [True]
    if least:
        assert best_success(least - 1, mean) < 1 - beta
    return bound(number, mean) - coin_distance(number, mean) ** 2


@property_of(
    (shattered_pairs, sign_success, samples_for_pairs),
    {
        "twice the gamma": "1 + t * gamma => 1 + t * gamma * 2",
        "half of the pairs": "Fraction(1, pairs) => Fraction(1, 2 * pairs)",
        "all samples are in the pair": "best_success(j, => best_success(samples,",
        "as of one pair": "gamma**2 / pairs => gamma**2",
        "half of b": "1 - 2 * wrong => 1 - wrong",
        "no failure": "/ gamma + beta => / gamma",
    },
    pairs=st.integers(1, 2),
    number=st.integers(0, 2),
    gamma=INSIDE,
    rule=st.tuples(*[PROBABILITIES] * 4),
)
def test_no_rule_knows_a_sign(
    parts: tuple[Masses, Number, Callable[..., int]],
    pairs: int,
    number: int,
    gamma: Fraction,
    rule: tuple[Fraction, ...],
) -> Fraction:
    """Of uniform ones the first, better than by the likelier sign for each sample."""
    masses, success, needed = parts
    chances: dict[tuple[int, ...], list[Fraction]] = {}
    for signs in product((1, -1), repeat=pairs):
        law = masses(signs, gamma)
        for j, s in enumerate(signs):
            mine, other = law[2 * j : 2 * j + 2][::s]
            assert (mine + other, mine - other) == (Fraction(1, pairs), gamma / pairs)
        for xs, p in samples(law, number):
            chances.setdefault(xs, [Fraction(0)] * 2)[signs[0] < 0] += p / 2**pairs
    best = success(pairs, number, gamma)
    assert best == sum(map(max, chances.values()))
    assert (2 * best - 1) ** 2 <= 1 - (1 - gamma**2 / pairs) ** number
    alpha, beta = gamma / 4, Fraction(1, 10)
    least = needed(pairs, alpha, beta, gamma)
    b = Fraction(9, 10) / 4 + Fraction(1, 10)
    assert (1 - gamma**2 / pairs) ** least <= 4 * b * (1 - b)
    assert not least or (1 - gamma**2 / pairs) ** (least - 1) > 4 * b * (1 - b)
    named = (p * rule[sum(xs) % 4] + q * (1 - rule[sum(xs) % 4]) for xs, (p, q) in chances.items())
    return best - sum(named, Fraction(0))


@property_of(
    error_on_shattered_points,
    {
        "a row less": "** rows / 2 => ** (rows - 1) / 2",
        "no coin": "** rows / 2 => ** rows",
        "a point more": "points - 1, points) => points, points + 1)",
    },
    learner=st.integers(0, 2).flatmap(
        lambda n: st.tuples(st.just(n), mechanisms(labelled_examples(2), n, FUNCTIONS))
    ),
)
def test_no_learner_knows_what_it_has_not_seen(
    bound: Number,
    learner: tuple[int, Mechanism[Database[tuple[int, int]], Values, Fraction]],
) -> Fraction:
    """Two points: some concept leaves it the bound; a consistent one all of them on average."""
    rows, base = learner
    half, worst, average = Fraction(1, 2), Fraction(0), Fraction(0)
    for c in FUNCTIONS:
        error = Fraction(0)
        for xs, p in samples((half, half), rows):
            law = law_of(base, tuple((x, c(x)) for x in xs))
            for h in law:
                error += p * law.probability(h) * sum(h(x) != c(x) for x in (0, 1)) / 2
            average += p * (2 - len({*xs})) / 4 / 4
        worst = max(worst, error)
    assert bound(2, rows) == average
    unseen = [xs for xs in product(range(3), repeat=rows) if 0 not in xs]
    assert bound(3, rows) == Fraction(len(unseen), 2 * 3**rows)
    return worst - bound(2, rows)
