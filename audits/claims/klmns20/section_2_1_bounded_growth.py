"""Section 2.1: bounded growth, and what the choosing mechanism is."""

from audits.claims.prelude import *
from audits.claims.klmns20.laws.paths import passes
from audits.claims.klmns20.words import *
from audits.claims.standard_mechanisms.quality_vectors import Vector
from reference.mechanisms.selection.quality import OccurringFrequency
from reference.mechanisms.stability.choosing_mechanism import ChoosingMechanism, choosing_threshold

SMALL = [*(d for n in range(3) for d in combinations_with_replacement((0, 1), n))]
"""The databases of at most two rows over two points."""


def _grows_by_one(q: Vector) -> Iterator[Comparison]:
    """Conditions 1 and 2: q(empty) = 0, and an added row changes q by 0 or 1."""
    value = dict(zip(SMALL, q, strict=True))
    yield eq("empty", value[()], 0)
    for rows, x in product(SMALL[:3], (0, 1)):
        step = value[plus(rows, x)] - value[rows]
        yield le("not lower", 0, step)
        yield le("by one", step, 1)


def _one_replaced(first: Rows, second: Rows) -> bool:
    """Whether one row is replaced by another."""
    return len(first) == len(second) and sum((Counter(first) - Counter(second)).values()) == 1


WRONG[_one_replaced] = {
    "a row is replaced, and one added": (
        "len(second) and => len(second) + 1 and",
        "Counter(first) - Counter(second) => Counter(second) - Counter(first)",
    ),
    "two rows are replaced": " and sum((Counter(first) - Counter(second)).values()) == 1 => ",
}


@claim(
    "KLMNS20.D.BG",
    over(q=[*product(range(3), repeat=len(SMALL))]),
    form=Form.CONCRETE,
    about=_one_replaced,
    given=_grows_by_one,
)
def bounded_growth_has_sensitivity_one(near: Build, q: Vector) -> Check:
    """If q(empty, f) = 0 and an added row changes each q(S, f) by 0 or 1, then the sensitivity of
    q is at most 1 for replaced rows too, and q(S, f) is at most the number of rows.

    Cases: All functions (of one f) on the databases of two rows over two points.
    """
    value = dict(zip(SMALL, q, strict=True))
    for first, second in product(SMALL, repeat=2):
        if near(first, second):
            yield lt(f"{first}, {second}", value[first] - value[second], 2)
    for rows in SMALL:
        yield lt(f"{rows}", value[rows], len(rows) + 1)


FREQUENCY = OccurringFrequency()
WRONG[FREQUENCY] = {
    "counts the rows that are not larger": lambda rows: {
        x: sum(row <= x for row in rows) for x in range(5)
    },
    "counts a row once": lambda rows: dict.fromkeys(rows, 1),
}


@claim("KLMNS20.EX2.3", over(added(5, sized(3, 4, 6), least=0)), about=FREQUENCY)
def multiplicity_is_of_bounded_growth(quality: Build, rows: Rows, x: int) -> Check:
    """Multiplicity is 0 on the empty database, and an added row raises one multiplicity, by 1:
    1-bounded growth.

    Where: x is the row that is added.

    Cases: All candidates; those that do not occur have quality 0.
    """
    before, after = quality(rows), quality(plus(rows, x))
    for f in range(5):
        yield eq(f"f = {f}", after.get(f, 0), before.get(f, 0) + (f == x))
    yield eq("empty", max(quality(()).values(), default=0), 0)


WRONG[choosing_threshold] = {
    "forgets beta": given(choosing_threshold, beta=1),
    "forgets the growth": given(choosing_threshold, growth=1),
    "has 4/eps before the logarithm": "8 / loss => 4 / loss",
}


@claim(
    "KLMNS20.ALG.CHOOSE",
    over(
        box(
            root=(
                Fraction(8, 5),
                Fraction(3, 2),
                Fraction(5, 4),
                Fraction(101, 100),
                Fraction(20),
            ),
            delta=(Fraction(9, 10), HALF, Fraction(1, 2**20)),
            beta=(Fraction(9, 10), HALF, Fraction(1, 2**20)),
            growth=(1, 2, 10),
        )
    ),
    about=choosing_threshold,
)
def threshold_of_the_choosing_mechanism(
    threshold: Build, root: Fraction, delta: Fraction, beta: Fraction, growth: int
) -> Check:
    """The choosing mechanism is built from eps, delta, beta and k, with the threshold (8/eps)
    ln(4k / (beta eps delta)) rounded up, or 1 if that is less; e^(eps/4) = root.

    Cases: The logarithm is enclosed. Only for eps > 2 can it be less than 1.
    """
    eps = 4 * ln(root)
    printed = 8 / eps * ln(4 * growth / (beta * delta * eps))
    found = threshold(eps, delta, beta, growth)
    if high(printed) <= 1:
        yield eq("1", found, 1)
        return
    yield le("not lower", high(printed), found)
    yield lt("by less than one", found - 1, low(printed))


@claim(
    "KLMNS20.ALG.CHOOSE",
    over(multisets(3, sized(4, 6, 8), least=0), threshold=(1, 2, 4)),
    form=Form.CONCRETE,
    about=ChoosingMechanism,
)
def choosing_mechanism(build: Build, rows: Rows, threshold: int) -> Check:
    """With an integer threshold T and s = e^(eps/4): bottom unless best + Lap(4/eps) >= T, which
    has probability 1 - s^-(best-T)/2 for best >= T and s^(best-T)/2 otherwise; then f with
    probability proportional to s^q(f) among the f with q(f) >= 1.

    Cases: Multiplicities below, at and above the thresholds; s = 3/2.
    """
    s = Fraction(3, 2)
    dist = law(build(OccurringFrequency(), threshold, Epsilon(s, parts=4)), rows)
    best = max((rows.count(x) for x in rows), default=0)
    passed = passes(s, best - threshold) if rows else Fraction(0)
    total = sum(s ** rows.count(x) for x in set(rows))
    yield eq("bottom", dist.probability(BOTTOM), 1 - passed)
    for x in sorted(set(rows)):
        yield eq(f"f = {x}", dist.probability(x), passed * s ** rows.count(x) / total)
