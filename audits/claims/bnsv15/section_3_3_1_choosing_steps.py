"""Section 3.3.1, Appendix A: the facts of the proof that the choosing mechanism is private."""

from audits.claims.prelude import *
from audits.claims.bnsv15.section_3_3_1_choosing_mechanism import (
    IN_64_PARTS,
    ROOTS,
    TENTHS,
    admissible,
    eps_at,
    in_64_parts,
    ratio,
)
from audits.claims.standard_mechanisms.every_eps import NOTHING, R
from audits.claims.standard_mechanisms.quality_vectors import AsWritten, Vector, growing_vectors
from reference.mechanisms.stability.choosing_mechanism import ChoosingMechanism, choosing_threshold

LARGE_DELTA = (Fraction(1), TENTHS, Fraction(1, 20))


@dataclass(frozen=True, slots=True)
class Halts:
    """Whether a mechanism returns bottom."""

    mechanism: Mechanism[Vector, int | Bottom, Any]

    def __call__(self, database: Vector, coins: Coins[Any], /) -> bool:
        return isinstance(coins.run(self.mechanism, database), Bottom)


@claim(
    "BNSV15.L3.6.F0",
    over(threshold=sized((1, 2, 3), range(1, 5), range(1, 7)), k=(1, 2)),
    about=ChoosingMechanism,
)
def test_of_the_choosing_mechanism(build: Build, threshold: int, k: int) -> Check:
    """Pr[bottom on S] <= e^(eps/4) Pr[bottom on S'] for neighbours, and the same of any other
    answer.

    Cases: Every eps and integer threshold; all quality functions of two solutions up to two more
    than the threshold with OPT >= 1 on both databases: the paper does not say what is drawn after
    the test if no solution has quality 1. The ratio e^(eps/4) is approached, not attained.
    """
    mechanism = Halts(build(AsWritten(), threshold, Epsilon.indeterminate(4), k))
    universe = growing_vectors(threshold + 2, 2, k, replaced=True, kept=any)
    yield private(mechanism, universe, Guarantee(R, NOTHING))


def large(s: Fraction, delta: Fraction, beta: Fraction, growth: int) -> int:
    """The least integer OPT >= (4/eps) ln(4k / (beta eps delta)): case (b) of the proof."""
    return (ln(ratio(s, delta, beta, growth)) / ln(s)).ceil()


@claim(
    "BNSV15.L3.6.F1",
    over(
        box(
            root=IN_64_PARTS,
            delta=(TENTHS, Fraction(1, 20)),
            beta=(Fraction(1), Fraction(1, 10)),
            growth=(1, 2, 10),
        )
    ),
    about=ChoosingMechanism.for_target,
    given=in_64_parts,
)
def new_solutions_are_rare(
    build: Build, root: Fraction, delta: Fraction, beta: Fraction, growth: int
) -> Check:
    """Fact 1: if OPT(S) >= (4/eps) ln(4k / (beta eps delta)), a solution with quality >= 1 on S
    and 0 on a neighbour is output on S with probability at most delta/k, since at most e^(eps/4)
    beta eps delta / (4k).

    Cases: Such a solution has quality 1; beside a best one only, where its share is largest; OPT
    from the least that is allowed to twice the threshold. e^(eps/64) = root.
    """
    s = root**16
    least = large(s, delta, beta, growth)
    bound = s / ratio(s, delta, beta, growth)
    yield le("delta/k", high(bound), delta / growth)
    mechanism = build(AsWritten(), eps_at(root), delta, beta, growth)
    most = 2 * choosing_threshold(4 * ln(s), delta, beta, growth)
    vectors = tuple((best, 1) for best in sorted({*range(least, least + 3), most // 2, most}))
    yield accurate(mechanism, ListedAdjacency(vectors, ()), lambda _, f: f != 1, low(bound))


@claim(
    "BNSV15.L3.6.F2",
    over(box(s=ROOTS, delta=LARGE_DELTA, beta=(Fraction(1), TENTHS), growth=(1, 2))),
    about=ChoosingMechanism.for_target,
    given=admissible,
)
def old_solutions_keep_their_probability(
    build: Build, s: Fraction, delta: Fraction, beta: Fraction, growth: int
) -> Check:
    """Fact 2: if OPT(S) >= (4/eps) ln(4k / (beta eps delta)), a solution with quality >= 1 on both
    neighbours has Pr[f on S] <= e^eps Pr[f on S'].

    Cases: All quality functions of two solutions, from the least such OPT to two more: where both
    have quality >= 1 on all databases, their whole laws; where one appears, the other one.
    e^(eps/4) = s.
    """
    least = large(s, delta, beta, growth)
    mechanism = build(AsWritten(), Epsilon(s, parts=4), delta, beta, growth)
    both = growing_vectors(
        least + 2, 2, growth, replaced=True, kept=lambda v: max(v) >= least and min(v) >= 1
    )
    yield private(mechanism, both, Guarantee(s**4, Fraction(0)))
    for first, second in _ordered(least + 2, growth):
        if max(first) >= least and (not all(first) or not all(second)):
            p, q = law(mechanism, first), law(mechanism, second)
            for f in range(2):
                if first[f] and second[f]:
                    bound = s**4 * q.probability(f)
                    yield le(f"{first}, {second}: {f}", p.probability(f), bound)


def _ordered(most: int, growth: int) -> Iterator[tuple[Vector, Vector]]:
    """Pairs of neighbours, in both orders."""
    universe = growing_vectors(most, 2, growth, replaced=True)
    vectors: Sequence[Vector] = [*universe.databases()]
    for i, j in universe.index_pairs():
        yield vectors[i], vectors[j]
        yield vectors[j], vectors[i]


def normaliser(vector: Vector, s: Fraction) -> Fraction:
    """The sum of e^(eps q/4) over the solutions of quality >= 1."""
    return sum((s**q for q in vector if q >= 1), Fraction(0))


WRONG[normaliser] = {
    "weights e^(eps q)": "s**q => s**(4 * q)",
    "weights e^(eps q/2)": "s**q => s**(2 * q)",
    "one more": "Fraction(0) => Fraction(1)",
}


@claim(
    "BNSV15.L3.6.F3",
    over(box(s=ROOTS, delta=LARGE_DELTA, beta=(Fraction(1), TENTHS), growth=(1, 2))),
    about=normaliser,
    given=admissible,
)
def normalisers_are_close(
    total: Build, s: Fraction, delta: Fraction, beta: Fraction, growth: int
) -> Check:
    """Fact 3: if OPT(S) >= (4/eps) ln(4k / (beta eps delta)), the sum of e^(eps q(S', h)/4) over h
    with q(S', h) >= 1 is at most e^(eps/2) times that on S, for a neighbour S'.

    Cases: All quality functions of two solutions, from the least such OPT to two more; and one
    best solution beside which k appear. e^(eps/4) = s.
    """
    least = large(s, delta, beta, growth)
    yield eq("of qualities 2, 1, 0", total((2, 1, 0), s), s**2 + s)
    for first, second in _ordered(least + 2, growth):
        if max(first) >= least:
            yield le(f"{first}, {second}", total(second, s), s**2 * total(first, s))
    few, more = (least, *(0,) * growth), (least, *(1,) * growth)
    yield le(f"{growth} appear", total(more, s), s**2 * total(few, s))
