"""Few samples do not tell distributions apart, whatever the rule or the learner."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import law_of, samples
from proofs_tests.properties.sides import at_least, at_most, exactly, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import Exponential, mechanisms
from proofs_tests.strategies.numbers import PROBABILITIES
from proofs_tests.strategies.sized import sized
from reference.data.concept import Values, all_functions, error, labelled_examples
from reference.lower_bounds import without_privacy as few
from reference.probability.coins import Mechanism

Rule = tuple[Fraction, ...]
Learner = Mechanism[Any, Values, Fraction]

INSIDE = st.sampled_from([Fraction(k, 6) for k in (3, 1, 2, 4, 5)])
RULES = st.tuples(*[PROBABILITIES] * 4)
"""With which probability the sign is said to be 1, by the sum of the sample."""

FUNCTIONS = tuple(all_functions(2))
FITTING = Exponential(
    FUNCTIONS, {(x, y): tuple(9 * (h(x) == y) for h in FUNCTIONS) for x, y in labelled_examples(2)}
)
"""A learner that fits the sample nearly always, and knows nothing else."""


@property_of(
    (
        *(few.two_points, few.best_success, few.coin_distance),
        *(few.distance_bound, few.samples_for_accuracy),
    ),
    {
        "one sample": "(1 - mean**2) ** samples => (1 - mean**2)",
        "the mean of values 0 and 1": "(1 + sign * mean) / 2 => Fraction(1, 2) + sign * mean / 4",
        "half of the distance": "Fraction(1)\n => Fraction(2)\n",
        "the failure once": "4 * beta => beta",
    },
    number=st.integers(0, 3),
    attributes=st.integers(1, 3),
    mean=INSIDE,
    beta=st.sampled_from([Fraction(1, 4), Fraction(1, 10), Fraction(2, 5)]),
    rule=RULES,
)
def test_no_rule_tells_two_points_apart(
    made: Any, number: int, attributes: int, mean: Fraction, beta: Fraction, rule: Rule
) -> Fraction:
    """On the worse of the two laws no rule is right with more than the best success.

    That is at most (1 + TV)/2, TV the distance of n samples; and TV^2 is at most its bound.

    Of so many samples as accuracy needs it is the first at which no rule may fail so rarely.
    """
    masses, best, far, bound, needed = made
    laws = [masses(attributes, mean, sign) for sign in (1, -1)]
    for law, sign in zip(laws, (1, -1), strict=True):
        assert len(law) == 2**attributes
        for bit in range(attributes):
            signed = sum(p * (1 if x >> bit & 1 else -1) for x, p in enumerate(law))
            assert signed == (-1 if bit else sign * mean)
    assert all(refused(masses, attributes, outside, 1) for outside in (-mean, 1 + mean))
    assert refused(far, -1, mean)
    assert all(refused(far, number, outside) for outside in (-mean, 1 + mean))
    wrong = ((Fraction(0), beta), (1 + mean, beta), (mean, -beta), (mean, Fraction(1, 2)))
    assert all(refused(needed, *each) for each in wrong)
    plus, minus = (dict(samples(enumerate(law[:2]), number)) for law in laws)
    right = sum(p * rule[sum(xs)] for xs, p in plus.items())
    left = sum(p * (1 - rule[sum(xs)]) for xs, p in minus.items())
    apart = sum((abs(plus[xs] - minus[xs]) for xs in plus), Fraction(0)) / 2
    assert far(number, mean) == apart
    least = needed(mean, beta)
    fits = [(1 - mean**2) ** n <= 4 * beta * (1 - beta) for n in range(least + 1)]
    assert fits == [False] * least + [True]
    slacks = (
        at_most(min(right, left), best(number, mean), "on the worse law how often it is right"),
        at_most(apart**2, bound(number, mean), "the square of the distance"),
    )
    return exactly(
        min(slacks),
        best(number, mean) == (1 + apart) / 2,
        bound(number, mean) == 1 - (1 - mean**2) ** number,
    )


@property_of(
    (few.shattered_pairs, few.sign_success, few.samples_for_pairs),
    {
        "no sample is looked at": "best_success(j, => best_success(0,",
        "twice the gamma": "1 + t * gamma => 1 + t * gamma * 2",
        "all samples are in the pair": "best_success(j, => best_success(samples,",
        "no failure": "/ gamma + beta => / gamma",
    },
    pairs=st.integers(1, 2),
    number=st.integers(0, 2),
    gamma=INSIDE,
    rule=RULES,
)
def test_no_rule_knows_a_sign(
    made: Any, pairs: int, number: int, gamma: Fraction, rule: Rule
) -> Fraction:
    """Of uniform ones the first, better than by the likelier sign for each sample."""
    masses, success, needed = made
    chances: dict[tuple[int, ...], list[Fraction]] = {}
    for signs in product((1, -1), repeat=pairs):
        law = masses(signs, gamma)
        for j, s in enumerate(signs):
            mine, other = law[2 * j : 2 * j + 2][::s]
            assert (mine + other, mine - other) == (Fraction(1, pairs), gamma / pairs)
        for xs, p in samples(enumerate(law), number):
            chances.setdefault(xs, [Fraction(0)] * 2)[signs[0] < 0] += p / 2**pairs
    best = success(pairs, number, gamma)
    b, least = Fraction(13, 40), needed(pairs, gamma / 4, Fraction(1, 10), gamma)
    fits = [(1 - gamma**2 / pairs) ** n <= 4 * b * (1 - b) for n in range(least + 1)]
    assert fits == [False] * least + [True]
    third, low = gamma / 3, Fraction(1, 10)
    assert refused(needed, 0, third, low, gamma)
    for outside in (
        (-low * gamma, low, gamma),
        (2 * gamma, 16 * low, gamma),
        (low, low, Fraction(1)),
    ):
        assert refused(needed, 2, *outside)
    assert all(refused(masses, (1,) * pairs, outside) for outside in (-gamma, 1 + gamma))
    said = {xs: rule[sum(xs) % 4] for xs in chances}
    named = sum(p * said[xs] + q * (1 - said[xs]) for xs, (p, q) in chances.items())
    slack = at_most(named, best, "how often the sign is named")
    return exactly(slack, best == sum(map(max, chances.values())))


@property_of(
    few.error_on_shattered_points,
    {
        "no coin": "** rows / 2 => ** rows",
        "a row more": "** rows / 2 => ** (rows + 1) / 2",
        "a point more": "points - 1, points) => points, points + 1)",
    },
    learner=sized(
        st.integers(0, 2),
        lambda n: mechanisms(labelled_examples(2), n, FUNCTIONS) | st.just(FITTING),
    ),
    points=st.integers(2, 4),
)
def test_no_learner_knows_what_it_has_not_seen(
    made: Callable[[int, int], Fraction], learner: tuple[int, Learner], points: int
) -> Fraction:
    """Two points: some concept leaves it the bound, half of what is not seen on the average."""
    (rows, base), half, errors = learner, (Fraction(1, 2),) * 2, []
    drawn = [*samples(enumerate(half), rows)]
    unseen = [xs for xs in product(range(points), repeat=rows) if 0 not in xs]
    for c in FUNCTIONS:
        laws = [(law_of(base, tuple((x, c(x)) for x in xs)), p) for xs, p in drawn]
        errors.append(
            sum(p * law.probability(h) * error(h, c, half) for law, p in laws for h in law)
        )
    return exactly(
        at_least(max(errors), made(2, rows), "on the worst concept the error"),
        made(points, rows) == Fraction(len(unseen), 2 * points**rows),
    )
