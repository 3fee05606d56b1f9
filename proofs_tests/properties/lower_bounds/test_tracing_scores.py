"""Laws of the sums of tracing attacks, for any answers and any parts: one case after the other."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod

from hypothesis import strategies as st

from audits.ledger.edits import wrong
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.laws import distributions
from reference.lower_bounds.tracing_attacks import Threshold
from reference.lower_bounds.tracing_scores import Parts, hits, parts, sums
from reference.probability.dist import Dist

NONE, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
ANSWERS = (NONE, ONE, -HALF)
MEANS = st.sampled_from([NONE, HALF, -Fraction(1, 3), ONE])

Table = dict[tuple[int, ...], Dist[Fraction, Fraction]]


def tables(rows: int) -> st.SearchStrategy[tuple[int, Table]]:
    """For all signs of so many rows the law of an answer."""
    signs = list(product((-1, 1), repeat=rows))
    return st.tuples(*[distributions(ANSWERS, most=2)] * len(signs)).map(
        lambda laws: (rows, dict(zip(signs, laws, strict=True)))
    )


@property_of(
    parts,
    {
        "without the further row": "1 << rows + 1) => 1 << rows)",
        "fair rows": "(1 + each * mean) / 2 => Fraction(1, 2)",
        "the mean turned": "1 + each * mean => 1 - each * mean",
        "rows turned": "answer(signs[:-1]) => answer(signs[-2::-1])",
        "not centred": "(each - centre) => each",
        "no weight": "* weight(q) => * q",
        "likely answers": "chance * law.probability(q) => chance",
    },
    table=st.integers(0, 2).flatmap(tables),
    mean=MEANS,
    centre=MEANS,
    shift=MEANS,
)
def test_parts(
    made: Callable[..., Dist[Parts, Fraction]],
    table: tuple[int, Table],
    mean: Fraction,
    centre: Fraction,
    shift: Fraction,
) -> None:
    """(z_i - c) v(q) for all rows and the further one: all signs and answers."""
    rows, laws = table
    found = []
    for signs, law in laws.items():
        for further, q in product((-1, 1), law):
            z = (*signs, further)
            chance = prod((HALF + s * mean / 2 for s in z), start=ONE) * law.probability(q)
            found.append((tuple((s - centre) * (2 * q + shift) for s in z), chance))
    given = made(mean, rows, laws.__getitem__, centre, lambda q: 2 * q + shift)
    assert given == Dist.weighted(found)


VECTORS = st.integers(1, 2).flatmap(
    lambda size: st.lists(
        st.tuples(*[st.fractions(-2, 2, max_denominator=3)] * size),
        min_size=1,
        max_size=3,
        unique=True,
    ).flatmap(lambda vectors: distributions(vectors, everywhere=True, most=3))
)
adding = partial(wrong, sums)


@property_of(
    sums,
    {
        "one copy more": adding("fmpz_poly(dense) ** copies => fmpz_poly(dense) ** (copies + 1)"),
        "narrow sides": adding("copies * (high - low) + 1 for => copies * (high - low) or 1 for"),
        "lows once": adding("digit + copies * low => digit + low"),
        "rounded": adding("*(x.denominator for vector in vectors for x in vector), 1) => 1)"),
        "turned": adding("tuple(reversed(vector_sum)) => tuple(vector_sum)"),
        "in units": adding("(digit + copies * low, unit) => (digit + copies * low)"),
        "equal chances": adding("int(chance * common) => 1"),
    },
    one=VECTORS,
    copies=st.integers(0, 3),
)
def test_sums(
    made: Callable[[Dist[Parts, Fraction], int], Dist[Parts, Fraction]],
    one: Dist[Parts, Fraction],
    copies: int,
) -> None:
    """Of independent copies: added one by one."""
    found = []
    for drawn in product(one, repeat=copies):
        total = [sum((v[i] for v in drawn), NONE) for i in range(len(next(iter(one))))]
        found.append((tuple(total), prod(map(one.probability, drawn), start=ONE)))
    assert made(one, copies) == Dist.weighted(found)


@property_of(
    hits,
    {
        "all are counted": "map(above, v[:-1]) => map(above, v)",
        "a row for the further one": "above(v[-1])) => above(v[0]))",
        "a tie is above": lambda total, tau: total.map(
            lambda v: (sum(x * x >= tau.square for x in v[:-1]), v[-1] ** 2 >= tau.square)
        ),
    },
    total=VECTORS,
    tau=st.sampled_from([NONE, ONE, HALF, Fraction(1, 3)]),
)
def test_hits(
    made: Callable[[Dist[Parts, Fraction], Threshold], Dist[tuple[int, bool], Fraction]],
    total: Dist[Parts, Fraction],
    tau: Fraction,
) -> None:
    """The number of rows strictly above the threshold, and whether the further one is."""
    found = made(total, Threshold.exactly(tau))
    assert found == total.map(lambda v: (len([x for x in v[:-1] if x > tau]), v[-1] > tau))
