"""Section 2.1: the privacy and the accuracy of the choosing mechanism."""

from audits.claims.prelude import *
from audits.claims.klmns20.laws.paths import passes
from audits.claims.klmns20.words import *
from audits.claims.standard_mechanisms.quality_vectors import AsWritten, Vector, growing_vectors
from audits.ledger.quantifiers import word
from reference.mechanisms.selection.quality import OccurringFrequency
from reference.mechanisms.stability.choosing_mechanism import ChoosingMechanism, choosing_threshold


def admissible(root: Fraction, delta: Fraction, beta: Fraction) -> Iterator[Comparison]:
    """The hypothesis of Lemma 2.4, eps = 4 ln(root)."""
    yield lt("0 < eps", 1, root)
    yield le("eps <= 2", root**4, low(exp(2)))
    yield lt("0 < delta", 0, delta)
    yield lt("0 < beta", 0, beta)


def _promised_loss(root: Fraction, delta: Fraction, beta: Fraction, kn: int) -> int:
    """(16/eps) ln(4 k n / (beta eps delta)), rounded down."""
    eps = 4 * ln(root)
    return (16 / eps * ln(4 * kn / (exact(beta) * eps * delta))).floor()


@claim(
    "KLMNS20.L2.4",
    over(
        box(
            n=range(1, 4),
            root=(Fraction(8, 5), Fraction(3, 2)),
            delta=(HALF, Fraction(9, 10)),
            beta=(HALF, Fraction(9, 10)),
        )
    ),
    about=ChoosingMechanism.for_target,
    given=admissible,
    refuted=Erratum(
        Grade.WORDING,
        "Section 2.1, Lemma 2.4, last sentence: for small OPT the mechanism may answer bottom, "
        "which is no solution; with any fixed solution in its place the lemma holds",
        "the probability that no solution of this quality is output",
        "beta",
    ),
)
def choosing_mechanism_as_printed(
    build: Build, n: int, root: Fraction, delta: Fraction, beta: Fraction
) -> Check:
    """For delta > 0 and 0 < eps <= 2 the choosing mechanism is (eps, delta)-private; with
    probability >= 1 - beta it outputs a solution f with q(S, f) >= OPT - (16/eps) ln(4kn / (beta
    eps delta)).

    Where: n is the number of rows, which are equal, and root is e^(eps/4).

    Cases: n equal rows, and multiplicities (k = 1): the promised quality is 0 or less, any
    solution has it, and the answer is bottom. The concrete form has a solution in its place.
    """
    mechanism = build(AsWritten(), Epsilon(root, parts=4), delta, beta)
    least = n - _promised_loss(root, delta, beta, n)
    yield accurate(
        mechanism, these([(n, 0)]), lambda q, f: not isinstance(f, Bottom) and q[f] >= least, beta
    )
    yield private(mechanism, growing_vectors(n, 2, 1, replaced=True), Guarantee(root**4, delta))


@dataclass(frozen=True, slots=True)
class AlwaysAnswers:
    """A mechanism, with the last of two solutions in place of bottom."""

    mechanism: Mechanism[Vector, int | Bottom, Fraction]

    def __call__(self, database: Vector, coins: Coins[Fraction], /) -> int:
        answer = coins.run(self.mechanism, database)
        return 1 if isinstance(answer, Bottom) else answer


@claim(
    "KLMNS20.L2.4",
    over(
        box(
            n=(1, 100),
            root=(Fraction(8, 5), Fraction(3, 2)),
            delta=(HALF, Fraction(9, 10)),
            beta=(HALF, Fraction(9, 10)),
        )
    ),
    form=Form.CONCRETE,
    about=ChoosingMechanism.for_target,
    given=admissible,
)
def with_a_solution_for_bottom(
    build: Build, n: int, root: Fraction, delta: Fraction, beta: Fraction
) -> Check:
    """Where bottom is read as some fixed solution, Lemma 2.4 holds as printed, whatever OPT is.

    Where: n is the number of rows, which are equal, and root is e^(eps/4).

    Cases: As for the printed form: one row, and all qualities of two solutions up to the
    threshold; and 100 equal rows, where OPT is larger than the loss, and the fixed solution has
    quality 0.
    """
    mechanism = AlwaysAnswers(build(AsWritten(), Epsilon(root, parts=4), delta, beta))
    least = n - _promised_loss(root, delta, beta, n)
    yield accurate(mechanism, these([(n, 0)]), lambda q, f: q[f] >= least, beta)
    most = choosing_threshold(4 * ln(root), delta, beta) + 1
    for replaced in (False, True) if n == 1 else ():
        universe = growing_vectors(most, 2, 1, replaced=replaced)
        yield private(mechanism, universe, Guarantee(root**4, delta), name=f"{replaced}")


TARGETS = (
    *((Fraction(8, 5), Fraction(9, 10), Fraction(9, 10), k) for k in (1, 2)),
    (Fraction(3, 2), HALF, HALF, 1),
    (Fraction(5, 4), Fraction(1, 20), Fraction(3, 4), 1),
    (Fraction(8, 5), Fraction(1, 3), Fraction(99, 100), 48),
)
"""e^(eps/4), delta, beta and k."""


@claim(
    "KLMNS20.L2.4",
    over(
        Quantifier(
            ("root", "delta", "beta", "growth"),
            lambda _: TARGETS,
            lambda _: "(e^(eps/4), delta, beta, k) = " + ", ".join(map(word, TARGETS)),
        )
    ),
    form=Form.CORRECTED,
    about=ChoosingMechanism.for_target,
    uses=("KLMNS20.DER.CHOOSE",),
    given=admissible,
)
def choosing_mechanism_keeps_its_promise(
    build: Build, root: Fraction, delta: Fraction, beta: Fraction, growth: int
) -> Check:
    """For delta > 0 and 0 < eps <= 2 the choosing mechanism is (eps, delta)-private for replaced
    and for added rows; if OPT > L = (16/eps) ln(4kn / (beta eps delta)), it outputs a solution
    f with q(S, f) >= OPT - L with probability >= 1 - beta.

    Cases: Privacy for all k-bounded-growth qualities of two solutions up to the threshold, k <=
    2, and of one solution and k more that a row makes to appear; accuracy on one heavy and six
    light solutions, n rows in all, OPT slightly above L. The printed threshold is about twice
    what (eps, delta) needs, and L twice the threshold: both bounds are loose (twice the eps
    would still do); KLMNS20.DER.CHOOSE has the best ones.
    """
    mechanism = build(AsWritten(), Epsilon(root, parts=4), delta, beta, growth)
    most = choosing_threshold(4 * ln(root), delta, beta, growth) + 1
    kept = Guarantee(root**4, delta)
    for replaced in (False, True) if growth <= 2 else ():
        universe = growing_vectors(most, 2, growth, replaced=replaced)
        yield private(mechanism, universe, kept, name=f"{replaced}")
    appear = [((q, *(0,) * growth), (q, *(1,) * growth)) for q in range(most)]
    yield private(mechanism, neighbours(*appear), kept, name="k appear")
    n = next(
        n for n in range(16, 10**6) if n - 16 >= _promised_loss(root, delta, beta, growth * n)
    )
    loss = _promised_loss(root, delta, beta, growth * n)
    heavy = ((n - 6, 1, 1, 1, 1, 1, 1), (n - 6, 6, 0, 0, 0, 0, 0))
    yield accurate(
        mechanism,
        these(heavy),
        lambda q, f: not isinstance(f, Bottom) and q[f] >= max(q) - loss,
        beta,
    )


@claim(
    "KLMNS20.DER.CHOOSE",
    over(s=(TWO, Fraction(3, 2)), threshold=(2, 4, 8), most=sized((5,), (7,), (9,))),
    form=Form.CONCRETE,
    about=ChoosingMechanism,
)
def choosing_mechanism_exactly(build: Build, s: Fraction, threshold: int, most: int) -> Check:
    """With an integer threshold T and s = e^(eps/4): at e^eps = s^4, delta is delta_c(s, T) = max
    over M >= 1 of Pr[not bottom | best M] s / (s + s^M) for a replaced or a removed row and two or
    more rows, s^(1-T)/2 for one; an added row costs at most a ratio of 2; Pr[bottom] <=
    s^-(OPT-T)/2; Pr[q <= OPT - A] <= (G-1) s^-A / (1 + (G-1) s^-A), G the number of candidates.

    Cases: Multiplicities over three points; every bound is attained where the databases are large
    enough.
    """
    mechanism = build(OccurringFrequency(), threshold, Epsilon(s, parts=4))
    delta = choosing_delta(s, threshold)
    alone = Guarantee(s**4, s ** (1 - threshold) / 2)
    yield private(mechanism, replace_one(range(3), 1), alone, name="one row")
    for n in range(2, most + 1):
        bound = Guarantee(s**4, delta)
        yield private(mechanism, replace_one(range(3), n), bound, name=f"n = {n}")
        pairs = add_remove_one(range(3), n, at_least=n - 1)
        yield private(
            mechanism,
            add_remove_one(range(3), n + 1, at_least=n),
            bound,
            name=f"n = {n}, removed",
            direction=Direction.BACKWARD,
        )
        yield private(
            mechanism, pairs, pure(TWO), name=f"n = {n}, added", direction=Direction.FORWARD
        )
    yield from _losses(mechanism, s, threshold, most)


def _loses_less(loss: int) -> Callable[[Rows, int | Bottom], bool]:
    return lambda rows, f: (
        isinstance(f, Bottom) or rows.count(f) > max(Counter(rows).values()) - loss
    )


def _losses(
    mechanism: Mechanism[Rows, int | Bottom, Fraction], s: Fraction, threshold: int, most: int
) -> Iterator[Item]:
    """Probabilities of bottom and of a low multiplicity, for databases of `most` rows."""
    databases = [*combinations_with_replacement(range(3), most)]
    for best in sorted({max(Counter(rows).values()) for rows in databases}):
        alike = [rows for rows in databases if max(Counter(rows).values()) == best]
        yield accurate(
            mechanism,
            these(alike),
            lambda _, f: not isinstance(f, Bottom),
            1 - passes(s, best - threshold),
            name=f"OPT = {best}",
        )
    for loss, good in product(range(1, most), (2, 3)):
        odds = (good - 1) * s**-loss
        yield accurate(
            mechanism,
            these(rows for rows in databases if len(set(rows)) == good),
            _loses_less(loss),
            odds / (1 + odds),
            name=f"G = {good}, A = {loss}",
        )


@claim(
    "KLMNS20.DER.CHOOSE",
    over(threshold=sized(range(1, 9), range(1, 17), range(1, 33)), growth=(1, 2)),
    form=Form.CORRECTED,
    about=ChoosingMechanism,
)
def choosing_mechanism_for_every_eps(build: Build, threshold: int, growth: int) -> Check:
    """For every eps the choosing mechanism is (eps/2, e^(-(T-1) eps/4)/2)-private for k = 1, and
    (3 eps/4, k e^(-(T-1) eps/4)/2)-private for all k, for replaced, added and removed rows;
    delta_c(r, T) <= 1/(2 r^(T-1)): for all M >= 1 and r >= 1, Pr[M + Lap(4/eps) >= T] r / (r +
    r^M) <= 1/(2 r^(T-1)), with equality for M = 1 at r = 1.

    Cases: All k-bounded-growth qualities of two solutions up to T + 2, for k <= T <= 3 (k = 2 and
    T = 1 have delta = 1); M below and above T.
    """
    if growth <= threshold <= 3:
        mechanism = build(AsWritten(), threshold, Epsilon.indeterminate(4), growth)
        bound = Guarantee(R ** (1 + growth), growth * R ** (1 - threshold) / 2)
        for replaced in (False, True):
            universe = growing_vectors(threshold + 2, 2, growth, replaced=replaced)
            yield private(mechanism, universe, bound, name=f"{replaced}")
    for best in range(1, 17) if growth == 1 else ():
        tail = R ** -abs(best - threshold) / 2
        above = tail if best < threshold else 1 - tail
        yield le(f"M = {best}", above * R / (R + R**best), R ** (1 - threshold) / 2)
