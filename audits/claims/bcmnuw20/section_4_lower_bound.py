"""Section 4: Theorem 13 as printed, and the arithmetic of its proof."""

from operator import itemgetter

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.stump_releases import (
    PooledMeans,
    PublicMeans,
    SometimesShown,
    rare_majority_is_right,
)
from audits.claims.bcmnuw20.laws.tracing import NONE
from reference.lower_bounds.random_means import product_rows
from reference.lower_bounds.tracing_attacks import MeanTracer, Threshold
from reference.lower_bounds.tracing_experiment import Experiment


def _constants() -> Iterator[tuple[Fraction, int]]:
    """The constants of Omega, and the powers of the logarithm in Omega~, that are tried."""
    return product((ONE, Fraction(1, 10), Fraction(1, 100)), range(3))


ZEROS = ((1, ONE, 20), (1, Fraction(3, 2), 20))
"""The zero answer: n, alpha and log_4 p."""

RARE_MAJORITY = tuple(
    (n, 1 - Fraction(1, 8 * n), half_log) for n, half_log in ((31, 48), (57, 100))
)
"""Zeros, and with probability 1/(4n) the majority of n rows, times 1 - alpha."""

HIDDEN = Erratum(
    Grade.HIDDEN_HYPOTHESIS,
    "Section 4, Theorem 13: alpha is below a constant, which is below 1",
    left="1",
    right="n alpha log(p)^k/(c sqrt(p)) or m alpha^2/c, the greatest of all that is tried",
)


def _accurate() -> Iterator[Comparison]:
    """How often all answers are within alpha, for m = 0 and whatever the means are."""
    for _, alpha, _ in ZEROS:
        yield le(f"zeros, alpha = {alpha}: off by at most 1", ONE, alpha)
    for n, alpha, half_log in RARE_MAJORITY:
        right = rare_majority_is_right(n, 4**half_log, alpha)
        yield le(f"rare majority, n = {n}", 1 - alpha, right)


def _most(sizes: Sequence[tuple[int, Fraction, int]], m: int = 0) -> tuple[Fraction, str]:
    """The greatest of what is at least 1, for any of the constants and algorithms, and where."""
    found: list[tuple[Fraction, str]] = []
    for (n, alpha, half_log), (c, power) in product(sizes, _constants()):
        bound = c * 2**half_log / (alpha * Fraction(2 * half_log) ** power)
        words = f"n = {n}, m = {m}, alpha = {alpha}, p = 4^{half_log}, c = {c}, k = {power}"
        found.append((max(n / bound, m * alpha**2 / c), words))
    return max(found)


@claim("BCMNUW20.T13", over(), refuted=HIDDEN, given=_accurate)
def many_private_or_many_public_rows() -> Iterator[Comparison]:
    """For every p and alpha > 0: if A has n private and m public samples, is (1, 1/(4n))-private
    and (alpha, alpha)-accurate for stumps, then n = Omega~(sqrt(p)/alpha) or m = Omega(1/alpha^2).

    Cases: m = 0, constants c = 1, 1/10 and 1/100 and powers 0, 1, 2 of the logarithm: it is false
    for each of them and each of four algorithms. Zeros are (0, 0)-private and off by at most 1
    (`BCMNUW20.ALG.DataFree0`): alpha >= 1, n = 1. And alpha below 1 is not enough: with
    probability 1/(4n) the majority of the rows times 1 - alpha, else zeros, is (0,
    1/(4n))-private, and for alpha = 1 - 1/(8n) it is right with probability 1 - alpha, for n = 31,
    p = 2^96 and n = 57, p = 2^200 (in small in `BCMNUW20.ALG.Garbage`). For alpha below a
    constant: `BCMNUW20.T13R`.
    """
    most, where = _most((*ZEROS, *RARE_MAJORITY))
    yield le(where, 1, most)


Accused = Dist[tuple[bool, ...], Fraction]


def _each(accused: Accused, rows: int) -> list[Fraction]:
    """The probability that a row is accused, for each of the first ones."""
    return [accused.map(itemgetter(i)).probability(outcome=True) for i in range(rows)]


@cache
def _laws_of_accused() -> tuple[tuple[str, int, int, Accused], ...]:
    """Who is accused: by the means of all rows, the public ones, and of a release of one row."""
    row = product_rows((HALF, -QUARTER))
    tracer = MeanTracer((HALF, -QUARTER), ONE, Threshold.exactly(HALF))
    found: list[tuple[str, int, int, Accused]] = []
    for n, m in ((1, 0), (1, 1), (2, 0), (2, 1)):
        for name, build in (
            ("the means", lambda public: PooledMeans(2, public)),
            ("public means", lambda public: PublicMeans(2, public)),
            ("the first row", lambda public: SometimesShown(2, public, ONE)),
        ):
            game: Experiment[Fraction] = Experiment(build, row, n, m, tracer)
            found.append((f"{name}, n = {n}, m = {m}", n, m, game.accused()))
    return tuple(found)


def times_the_chance(law: Dist[int, Fraction], hits: int) -> Fraction:
    """K P[K >= k], for k = hits."""
    return hits * sum((law.probability(k) for k in law if k >= hits), NONE)


WRONG[times_the_chance] = {
    "m + 2 times": "return hits * => return (hits + 1) *",
    "more than m - 1": "if k >= hits => if k >= hits - 1",
}


@claim("BCMNUW20.T13.first", over(), about=times_the_chance)
def expected_hits(markov: Callable[[Dist[int, Fraction], int], Fraction]) -> Check:
    """The probabilities that the rows are accused add up to E[K] >= (m + 1) P[K >= m + 1].

    Cases: Exact laws for two coordinates, three releases and the tracer that knows the means; the
    sum over the rows, one by one.
    """
    for name, n, m, accused in _laws_of_accused():
        counts = accused.map(lambda a: sum(a[:-1]))
        yield le(name, markov(counts, m + 1), sum(_each(accused, n + m), NONE))


def after_public_rows(n: int, m: int) -> Fraction:
    """1 - (m + 1)/(n + m)^2."""
    return 1 - Fraction(m + 1, (n + m) ** 2)


ROWS = over(n=range(1, 21), m=range(21))
WRONG[after_public_rows] = {
    "m - 1 for m + 1": "Fraction(m + 1, => Fraction(m - 1,",
    "m for m + 1": "Fraction(m + 1, => Fraction(m,",
    "n + m is not squared": "(n + m) ** 2 => n + m",
}


@claim(
    "BCMNUW20.T13.algebra",
    ROWS,
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 4, proof of Theorem 13, display after `we can conclude that`: a misprint",
        left="(m + 1)(1 - 1/(n+m)^2) - m",
        right="1 - (m - 1)/(n+m)^2",
    ),
)
def what_the_public_rows_leave_printed(n: int, m: int) -> Check:
    """(m + 1)(1 - 1/(n + m)^2) - m = 1 - (m - 1)/(n + m)^2 >= 1 - 1/(n + m).

    Cases: n up to 20, m up to 20. It is wrong for all of them, by 2/(n + m)^2, and what follows
    from it holds all the same.
    """
    total = (n + m) ** 2
    yield eq("equality", (m + 1) * (1 - Fraction(1, total)) - m, 1 - Fraction(m - 1, total))


@claim("BCMNUW20.T13.algebra", ROWS, form=Form.CORRECTED, about=after_public_rows)
def what_the_public_rows_leave(left: Callable[[int, int], Fraction], n: int, m: int) -> Check:
    """(m + 1)(1 - 1/(n + m)^2) - m = 1 - (m + 1)/(n + m)^2 >= 1 - 1/(n + m) >= 1 - 1/n, which is
    at least 1/2 for n >= 2. (In print the fraction has m - 1.)

    Cases: n up to 20, m up to 20.
    """
    hit = (m + 1) * (1 - Fraction(1, (n + m) ** 2)) - m
    yield eq("equality", hit, left(n, m))
    yield le("n + m", 1 - Fraction(1, n + m), left(n, m))
    yield le("n", 1 - Fraction(1, n), 1 - Fraction(1, n + m))
    if n >= 2:
        yield le("1/2", HALF, 1 - Fraction(1, n))


WRONG[max] = {
    "the row that is accused least": min,
    "the last private row": lambda chances: chances[-1],
}


@claim("BCMNUW20.T13.pigeon", over(), about=max)
def some_private_row_is_accused(chosen: Callable[[list[Fraction]], Fraction]) -> Check:
    """If the probabilities that the private rows are accused add up to at least 1/2, then one of
    them is at least 1/(2n).

    Cases: Exact laws for two coordinates, among them of a release that shows the first row only;
    those that add up to less are left out. The bound is attained by n equal probabilities.
    """
    for name, n, _, accused in _laws_of_accused():
        chances = _each(accused, n)
        if sum(chances, NONE) >= HALF:
            yield le(name, Fraction(1, 2 * n), chosen(chances))
    for n in range(1, 6):
        alike = [Fraction(1, 2 * n)] * n
        yield le(f"{n} alike", Fraction(1, 2 * n), chosen(alike))
        yield le(
            f"one of {n}", Fraction(1, 2 * n), chosen([HALF, *alike[1:-1], *[NONE] * (n > 1)])
        )


def accused_at_most(n: int, exp_eps: Fraction) -> Fraction:
    """e^eps/n^2 + 1/(4n)."""
    return exp_eps / n**2 + Fraction(1, 4 * n)


WRONG[accused_at_most] = {
    "1/n for 1/n^2": "exp_eps / n**2 => exp_eps / n",
    "delta = 1/(2n)": "Fraction(1, 4 * n) => Fraction(1, 2 * n)",
    "delta = 0": "+ Fraction(1, 4 * n) => + 0",
    "e^(2 eps)": "exp_eps / n**2 => exp_eps**2 / n**2",
}


@claim("BCMNUW20.T13.final", over(n=range(2, 41)), about=accused_at_most)
def too_many_rows_for_privacy(most: Callable[[int, Fraction], Fraction], n: int) -> Check:
    """1/(2n) <= e^eps/n^2 + 1/(4n) if and only if ln(n/4) <= eps: for eps = 1 it is false for
    n >= 11.

    Cases: Equality at e^eps = n/4 and not above or below it; true for n = 10 and false for n = 11,
    since 10 < 4e < 11.
    """
    if n >= 4:
        at = Fraction(n, 4)
        yield eq("e^eps = n/4", Fraction(1, 2 * n), most(n, at))
        yield lt("below", most(n, at - Fraction(1, 100)), Fraction(1, 2 * n))
    if n >= 11:
        yield lt("eps = 1", most(n, exp_high(1)), Fraction(1, 2 * n))
    else:
        yield le("eps = 1", Fraction(1, 2 * n), most(n, exp_low(1)))


Sizes = Callable[[int, int, int, int], bool]


def public_or_total(m: int, n: int, t: int, r: int) -> bool:
    """Many public rows or many rows in all."""
    return 2 * m >= t or n + m > r


WRONG[public_or_total] = {
    "many in all": "return 2 * m >= t or n + m > r => return n + m > r + t",
    "m >= t": "return 2 * m >= t => return m >= t",
    "many public and many in all": ">= t or n => >= t and n",
}


@claim(
    "BCMNUW20.TXT.lb-private-informal",
    over(),
    refuted=replace(HIDDEN, place="Section 1.1: alpha is below a constant, as in Theorem 13"),
    given=_accurate,
)
def in_other_words_printed() -> Check:
    """Section 1.1 has total samples, where Theorem 13 has private ones: either Omega(1/alpha^2)
    public or Omega~(sqrt(p)/alpha) total samples are needed.

    Cases: The algorithms against Theorem 13 have no public samples, and n in all.
    """
    most, where = _most((*ZEROS, *RARE_MAJORITY))
    yield le(where, 1, most)


@claim(
    "BCMNUW20.TXT.lb-private-informal",
    over(t=(2, 4, 10), r=(3, 5, 12)),
    form=Form.CORRECTED,
    about=public_or_total,
)
def in_other_words(informal: Sizes, t: int, r: int) -> Check:
    """For alpha below a constant: either Omega(1/alpha^2) public or Omega~(sqrt(p)/alpha) total
    samples are needed, since m >= t/2 or n > r. Section 1.2: of t rows that are detected one is
    private if m <= t - 1.

    Cases: What is shown is that it follows from the theorem as corrected, `BCMNUW20.T13R`. Total
    is less than is proved: m >= t/2 or n > r implies that m >= t/2 or n + m > r, for all m, n up
    to r + t + 3. In section 1.2 t is the number of hits, in the proof half of t.
    """
    for m, n in product(range(t + 2), range(r + t + 4)):
        if 2 * m >= t or n > r:
            yield true(f"m = {m}, n = {n}", informal(m, n, t, r))
    for m in range(t):
        yield le(f"m = {m}", 1, t - m)
