"""Section 2.1.1: databases k rows apart (Theorem 2.1.1)."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import R, attained, bits, every
from audits.ledger import Quantifier
from audits.ledger.quantifiers import Sized
from reference.privacy.group import group_path, guarantee_between


def pairs(points: int, rows: Sized[int]) -> Quantifier:
    """`first` and `second`: all pairs of sequences of so many rows."""
    return Quantifier(
        ("first", "second"),
        lambda size: product(product(range(points), repeat=rows.at(size)), repeat=2),
        lambda size: f"pairs of sequences of {rows.at(size)} rows over {points} points",
    )


WRONG[group_path] = {
    "the first k places": "tuple(path) => "
    "tuple((*second[:i], *first[i:]) for i in range(len(path)))",
    "all places": "if a != b: => if True:",
    "all rows at once": "tuple(path) => tuple(dict.fromkeys((first, second)))",
    "one move less": "tuple(path) => tuple(path[:-1] or path)",
    "the other way": "tuple(path) => tuple(path[::-1])",
}


@claim("VT14.ALG.GroupPath", over(pairs(3, sized(3, 3, 4))), about=group_path)
def path_of_neighbours(path: Build, first: Rows, second: Rows) -> Check:
    """For databases at distance k there are x_0 = x, ..., x_k = x', each of which is obtained from
    the one before by changing at most one row.

    Cases: The distance is found by a search through neighbours, and never by counting places;
    every step changes one row, and no step is left out.
    """
    found, universe = path(first, second), replace_one(range(3), len(first), ordered=True)
    yield eq("length", len(found), 1 + (universe.distance(first, second) or 0))
    yield true("from x", found[0] == first)
    yield true("to x'", found[-1] == second)
    for i, (here, there) in enumerate(pairwise(found)):
        yield true(f"step {i}", universe.are_adjacent(here, there))


@dataclass(frozen=True, slots=True)
class OnesChain:
    """Yes with the probability a_s, s the number of ones; a_0 = 0, a_(s+1) = e^eps a_s + delta."""

    step: Guarantee[Fraction]

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> bool:
        chance = Fraction(0)
        for _ in range(sum(database)):
            chance = self.step.exp_eps * chance + self.step.delta
        return coins.draw(bernoulli(chance))


def as_printed(guarantee: Guarantee[Fraction], first: Rows, second: Rows) -> Guarantee[Fraction]:
    """(k eps, e^(k eps) delta)."""
    exp_eps = guarantee.exp_eps ** differing(first, second)
    return Guarantee(exp_eps, exp_eps * guarantee.delta)


Chain = tuple[Fraction, Fraction, int]

SHALLOW: tuple[Chain, ...] = (
    (Fraction(3, 2), TENTH, 2),
    (Fraction(11, 10), TENTH, 3),
    (ONE, TENTH, 2),
)
"""e^eps, delta, k."""


@claim(
    "VT14.T2.1.1",
    over(chain=SHALLOW),
    refuted=Erratum(
        Grade.CONSTANT,
        "Section 2.1.1, Theorem 2.1.1, and the last line of its proof: the delta of k steps is "
        "delta (1 + e^eps + ... + e^((k-1) eps)), which is more than e^(k eps) delta if e^(k eps) "
        "(2 - e^eps) > 1, as for small eps; k e^(k eps) delta would do",
    ),
    about=as_printed,
)
def printed_group_privacy(promise: Build, chain: Chain) -> Check:
    """If M is (eps, delta)-private, then M(x) and M(x'), k = d(x, x') rows apart, are (k eps,
    e^(k eps) delta)-indistinguishable.

    Cases: (e^eps, delta, k) = chain; k bits; yes with a probability that is e^eps times as large
    and delta more for each one, from 0 on: (eps, delta)-private for one bit.
    """
    exp_eps, delta, k = chain
    step = Guarantee(exp_eps, delta)
    zeros, ones = (0,) * k, (1,) * k
    yield private(OnesChain(step), bits(k), step, name="one row")
    yield private(OnesChain(step), pair(zeros, ones), promise(step, zeros, ones))


CHAINS: tuple[Chain, ...] = (
    *SHALLOW,
    (TWO, Fraction(1, 20), 2),
    (TWO, Fraction(1, 40), 4),
    (Fraction(3), Fraction(1, 80), 3),
    (Fraction(5, 4), Fraction(1, 7), 1),
)


K = "hamming_distance(first, second)"
WRONG[guarantee_between] = {
    "k from the histograms": wrong(
        guarantee_between,
        f"group_guarantee(guarantee, {K}) => "
        "group_guarantee(guarantee, (Counter(first) - Counter(second)).total())",
        Counter=Counter,
    ),
    "k delta": "guarantee.delta + x * delta => guarantee.delta + delta",
    "e^(k eps) delta": as_printed,
    "the last power only": "at_most_one(delta)) => x ** (distance - 1) * guarantee.delta)",
    "one term more": "at_most_one(delta)) => at_most_one(guarantee.delta + x * delta))",
    "one row": f"group_guarantee(guarantee, {K}) => guarantee",
}


ALL_CHAINS = over(chain=sized(CHAINS, CHAINS, (*CHAINS, (Fraction(9, 8), Fraction(1, 100), 8))))


@claim(
    "VT14.T2.1.1",
    ALL_CHAINS,
    form=Form.CORRECTED,
    about=guarantee_between,
    clause="the least guarantee",
)
def group_privacy(promise: Build, chain: Chain) -> Check:
    """If M is (eps, delta)-private, then M(x) and M(x'), k = d(x, x') rows apart, are (k eps,
    delta (e^(k eps) - 1)/(e^eps - 1))-indistinguishable (k delta for eps = 0; told as 1 if it is
    more), and nothing less holds.

    Cases: (e^eps, delta, k) = chain, as for the printed form, where the loss is attained by the
    event yes.
    """
    exp_eps, delta, k = chain
    step = Guarantee(exp_eps, delta)
    mechanism, zeros, ones = OnesChain(step), (0,) * k, (1,) * k
    found = promise(step, zeros, ones)
    yield private(mechanism, bits(k), step, name="one row")
    yield private(mechanism, pair(zeros, ones), found, name="k rows")
    capped = guarantee_between(Guarantee(exp_eps, Fraction(2, 3)), (0, *zeros), (1, *ones))
    yield eq("at most 1", capped.delta, 1)
    none = promise(step, ones, ones)
    yield eq("no row: eps", none.exp_eps, 1)
    yield eq("no row: delta", none.delta, 0)
    p, q = (law(mechanism, rows).probability(True) for rows in (ones, zeros))
    yield eq("attained", p, exp_eps**k * q + found.delta)
    yield eq("the sum", found.delta * (exp_eps - 1), delta * (exp_eps**k - 1))


@claim(
    "VT14.T2.1.1",
    ALL_CHAINS,
    form=Form.CORRECTED,
    about=guarantee_between,
    clause="what is printed",
)
def least_delta_and_print(promise: Build, chain: Chain) -> Check:
    """This delta is at most k e^((k-1) eps) delta; what is printed is enough for eps > 0 if and
    only if e^(k eps) (2 - e^eps) <= 1.
    """
    exp_eps, delta, k = chain
    least = promise(Guarantee(exp_eps, delta), (0,) * k, (1,) * k).delta
    yield le("at most", least, k * exp_eps ** (k - 1) * delta)
    if exp_eps > 1:
        enough = least <= exp_eps**k * delta
        yield eq("print is enough", enough, exp_eps**k * (2 - exp_eps) <= 1)


@claim(
    "VT14.T2.1.1",
    over(other=((1, 0), (1, 1), (0, 0))),
    form=Form.CORRECTED,
    about=guarantee_between,
    clause="every eps",
)
def group_privacy_for_every_eps(promise: Build, other: Rows) -> Check:
    """For delta = 0 that is so for every eps.

    Cases: Randomized response for each of two rows in order, between (0, 1) and another database;
    to (1, 0), 2 eps is attained.
    """
    response = RandomizedResponse(Domain.of_size(2), every(1))
    between = promise(pure(R), (0, 1), other)
    yield private(response, pair((0, 1), other), between)
    yield attained(response, (0, 1), other, lambda y: y == (0, 1), between.exp_eps)
