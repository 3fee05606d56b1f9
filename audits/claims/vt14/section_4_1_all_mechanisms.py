"""Section 4.1: no private mechanism is blatantly non-private, against all mechanisms."""

from audits.claims.prelude import *
from audits.engines.optimum.problems.reconstruction import recovered_part, recovery

R = RationalFunction.r()

E_ABOVE = Fraction(2719, 1000)
"""More than e; a larger e^eps only admits more mechanisms."""


def listed(n: int, r: Fraction, delta: Fraction, wrong: int = 0) -> Fraction:
    """What neighbours of x allow: (r (k + 1) + n delta)/(r + n - k), for k wrong rows."""
    return (r * (wrong + 1) + n * delta) / (r + n - wrong)


LISTED = "(r * (wrong + 1) + n * delta) / (r + n - wrong)"
WRONG[listed] = {
    "delta is forgotten": given(listed, delta=ZERO),
    "half of delta": given(listed, delta=lambda delta: delta / 2),
    "half of eps": given(listed, r=Fraction(1649, 1000)),
    "e^-eps for e^eps": given(listed, r=lambda r: 1 / r),
    "as for one row": given(listed, n=1, wrong=0),
    "k, not k + 1": "wrong + 1 => wrong",
    "all rows are lost": f"{LISTED} => ZERO",
    "3/4": f"{LISTED} => Fraction(3, 4)",
}


@claim(
    "VT14.TXT.dp-not-bnp", over(n=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5))), about=listed
)
def not_blatant(bound: Build, n: int) -> Check:
    """Any (1, 0.1)-private mechanism is not blatantly non-private: whatever is computed from it
    differs from x in at most n/100 rows with probability 0.759 at most for some x, 0.619 from n =
    2 on, and 0.16 from n = 100 on.

    Cases: All mechanisms that name a database of n bits (attacks are post-processing), at
    2719/1000 > e. For larger n: A_j being the chance of j wrong rows, averaged over x, flips of
    each bit say that the sum over j <= k of (n - j) A_j is at most n delta + r times the sum over
    j <= k + 1 of j A_j. One row attains 0.758, so that "high probability" has to mean more.
    """
    yield lt("e", exp_high(1), E_ABOVE)
    most = bound(n, E_ABOVE, TENTH)
    yield optimal(recovery(n, n // 100), E_ABOVE, most, TENTH)
    yield le("some rows", most, Fraction(759, 1000) if n == 1 else Fraction(619, 1000))
    if n == 1:
        for people in (*range(2, 100), 100, 199, 200, 10**4, 10**6):
            most = bound(people, E_ABOVE, TENTH, people // 100)
            yield le(f"{people}", most, Fraction(619, 1000) if people < 100 else Fraction(4, 25))


def whole(n: int, r: Any, delta: Any) -> Any:
    """All rows: delta + (1 - delta) (r/(1 + r))^n."""
    return delta + (1 - delta) * (r / (1 + r)) ** n


def part(r: Any, delta: Any) -> Any:
    """The expected part of the rows: (r + delta)/(1 + r)."""
    return (r + delta) / (1 + r)


OPTIMA = Parts(whole=whole, part=part, listed=listed)
WHOLE = "delta + (1 - delta) * (r / (1 + r)) ** n"
WRONG[OPTIMA] = {
    "delta in addition": OPTIMA.but(whole="(1 - delta) * (r => (r"),
    "delta for each row": OPTIMA.but(whole=f"{WHOLE} => ((r + delta) / (1 + r)) ** n"),
    "without delta": OPTIMA.but(whole=f"{WHOLE} => (r / (1 + r)) ** n"),
    "one row": OPTIMA.but(whole=given(whole, n=1)),
    "r - 1": OPTIMA.but(whole="r / (1 + r) => (r - 1) / r"),
    "the part with twice delta": OPTIMA.but(part=given(part, delta=lambda delta: 2 * delta)),
    "the part without delta": OPTIMA.but(part=given(part, delta=ZERO)),
    "the part with delta in addition": OPTIMA.but(
        part="return (r + delta) / (1 + r) => return r / (1 + r) + delta"
    ),
    "neighbours without delta": OPTIMA.but(listed=given(listed, delta=ZERO)),
    "twice as many neighbours": OPTIMA.but(listed=given(listed, n=lambda n: 2 * n)),
    "neighbours no farther": OPTIMA.but(listed="wrong + 1 => (wrong or 1)"),
}


@claim(
    "VT14.TXT.dp-not-bnp",
    over(
        n=sized((1, 2), (1, 2, 3), (1, 2, 3, 4)),
        privacy=((Fraction(2), ZERO), (Fraction(3), TENTH), (E_ABOVE, TENTH)),
    ),
    form=Form.CONCRETE,
    about=OPTIMA,
)
def optima(parts: Parts, n: int, privacy: tuple[Fraction, Fraction]) -> Check:
    """The best (eps, delta)-private mechanism names all n bits with probability delta +
    (1 - delta) (r/(1 + r))^n, r = e^eps; all but k with probability at most (r (k + 1) + n
    delta)/(r + n - k); and the best expected part of the rows that are right is (r + delta)/(1 +
    r), for every n.

    Cases: Worst case over x; equal optima of a mechanism and a dual, also for all r >= 1 at
    delta = 0 and n = 1; k = 1 for three rows and more at eps = 0. (The first formula is found
    here; the notes have none.)
    """
    r, delta = privacy
    yield exactly(recovery(n), r, parts.whole(n, r, delta), delta)
    yield exactly(recovered_part(n), r, parts.part(r, delta), delta)
    yield optimal(recovery(n), r, parts.listed(n, r, delta), delta)
    if n > 1:
        yield optimal(recovery(n + 1, 1), ONE, parts.listed(n + 1, ONE, delta, 1), delta)
    for people in (1, 2, 5):
        row = parts.listed(people, r, delta) * (r + people) - people * delta
        yield eq(f"n = {people}", row, r)
    if n == 1 and not delta:
        one = RationalFunction.of(1)
        yield exactly_between(recovery(n), Fraction(1), None, parts.whole(n, R, one - one))
