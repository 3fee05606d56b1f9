"""Section 4.2.2: a mechanism on rows drawn with replacement (Lemma 4.12)."""

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.promises import too_small
from audits.claims.bnsv15.laws.sampling import (
    WRONG_SAMPLES,
    AllOnes,
    Shown,
    all_bits,
    binomial_masses,
    events,
    last_row,
    leaking,
    most_lost,
)
from audits.evidence.certificates import EVERY_EPSILON, Range
from reference.privacy.subsampling import WithReplacement

R = RationalFunction.r()
NOTHING = R - R


WRONG[WithReplacement] = {
    **WRONG_SAMPLES,
    **too_small(WithReplacement),
    "delta for each draw alike": "group_guarantee(draw, self.size) => "
    "Guarantee(group_guarantee(draw, self.size).exp_eps, self.size * draw.delta)",
}


@claim(
    "BNSV15.ALG.Subsample",
    over(rows=sized((3, 4), (3, 4, 5), (3, 4, 5, 6)), size=(2, 3)),
    about=WithReplacement,
)
def drawn_with_replacement(build: Build, rows: int, size: int) -> Check:
    """Draw m indices independently and uniformly from the n, and run A on those rows.

    Cases: Rows that all differ, and A that shows its sample: every sequence of m of them.
    """
    found = law(build(Shown(), rows, size), tuple(range(rows)))
    for sample in product(range(rows), repeat=size):
        yield eq(f"{sample}", found.probability(sample), Fraction(1, rows**size))


@claim(
    "BNSV15.TXT.p0",
    over(rows=sized((3, 4), (3, 4, 5), (3, 4, 5, 6)), size=(2, 3)),
    about=WithReplacement,
)
def samples_without_the_last_row(build: Build, rows: int, size: int) -> Check:
    """If D and D' differ in row n only, then p(T) = p'(T) for every T without the index n, and n
    is drawn l(T) = j times with probability C(m, j) (1/n)^j (1 - 1/n)^(m-j).

    Cases: The other rows all differ, and A shows its sample.
    """
    others = tuple(range(rows - 1))
    mechanism = build(Shown(), rows, size)
    laws = [law(mechanism, (*others, last)) for last in (rows, rows + 1)]
    for sample in product(others, repeat=size):
        first, second = (each.probability(sample) for each in laws)
        yield eq(f"T = {sample}", first, second)
    for j, chance in enumerate(binomial_masses(size, Fraction(1, rows))):
        found = sum((laws[0].probability(y) for y in laws[0] if y.count(rows) == j), Fraction(0))
        yield eq(f"l(T) = {j}", found, chance)


@claim(
    "BNSV15.L4.12",
    over(
        box(
            m=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5)),
            n=sized((2, 3, 4, 6, 9, 12, 18), (*range(2, 13), 18), (*range(2, 19), 27)),
            eps=between(0, 1, low_in=False),
        )
    ),
    about=WithReplacement,
    given=lambda eps, m, n: [le("eps <= 1", eps, 1), le("n >= 2m", 2 * m, n)],
)
def sample_with_replacement_is_private(build: Build, m: int, n: int, eps: Fraction) -> Check:
    """For eps <= 1, n >= 2m and every (eps, delta)-private A on m rows, A on m rows drawn with
    replacement from n is (6 eps m/n, exp(6 eps m/n) (4m/n) delta)-private. (The electronic text
    lost the formulas; "fix eps <= 1" is restored: without it the lemma is false, and nothing else
    is there to be fixed.)

    Cases: What the sample promises, which is attained (the concrete form), is below the printed
    loss, in all of the box. For eps = 1 the mechanism that loses most, for every eps in (0, 1]:
    its own privacy on m bits, and that of the sample, as printed, with e^(6 eps m/n) a power of
    e^(eps/parts), and as it promises.
    """
    leak = leaking(exp_high(eps))
    lost = build(leak, n, m).guarantee
    factor = exp_low(6 * eps * m / n)
    yield le("e^eps'", lost.exp_eps, factor)
    yield le("delta'", lost.delta, factor * Fraction(4 * m, n) * leak.guarantee.delta)
    power = Fraction(6 * m, n)
    parts = power.denominator
    if eps < 1 or parts > 3:
        return
    printed, up_to = R ** int(power * parts), Range(high=exp_low(Fraction(1, parts)))
    for name, a in _worst(R**parts, m):
        delta = a.guarantee.delta * printed * Fraction(4 * m, n)
        yield private(a, all_bits(m), a.guarantee, name=name, over=up_to)
        sampled = build(a, n, m)
        whole = f"{name}, sampled"
        yield private(sampled, all_bits(n), Guarantee(printed, delta), name=whole, over=up_to)
        promise = f"{name}, its promise"
        yield private(sampled, all_bits(n), sampled.guarantee, name=promise, over=up_to)


def _worst(exp_eps: RationalFunction, m: int) -> list[tuple[str, Any]]:
    """What loses most, with a delta (for e^eps <= 3) and without."""
    return [("with delta", leaking(exp_eps)), ("pure", AllOnes(Guarantee(exp_eps, NOTHING), m))]


@claim(
    "BNSV15.L4.12",
    over(
        box(m=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5)), n=(2, 4, 6)),
        r=(Fraction(2), Fraction(3)),
    ),
    form=Form.CONCRETE,
    about=WithReplacement,
    given=lambda m, n, r: [le("m <= n", m, n), le("e^eps >= 1", 1, r)],
)
def most_that_a_sample_loses(build: Build, m: int, n: int, r: Fraction) -> Check:
    """For every eps and every (eps, delta)-private A on m rows, A on m rows drawn with replacement
    from n is (m ln g, delta (g^m - 1)/(r - 1))-private, r = e^eps, g = 1 + (r - 1)/n, and for
    every eps some A needs as much.

    Cases: For delta = 1/10 the best event of all private mechanisms, D and D' zeros but for one
    row; for delta = 1/1000, every eps up to ln 3, and delta = 0, every eps, mechanisms that attain
    it; they keep what the sample promises.
    """
    tenth = most_lost(Guarantee(r, TENTH), n, m)
    yield optimal(events(n, m, tenth.exp_eps), r, tenth.delta, TENTH)
    if r > 2:
        return
    for name, a in _worst(R, m):
        up_to = Range(high=Fraction(3)) if name == "with delta" else EVERY_EPSILON
        lost, sampled = most_lost(a.guarantee, n, m), build(a, n, m)
        yield private(a, all_bits(m), a.guarantee, name=name, over=up_to)
        promised = sampled.guarantee
        yield le(f"the promised e^eps, {name}", promised.exp_eps, lost.exp_eps)
        yield le(f"the promised delta, {name}", promised.delta, lost.delta)
        yield private(sampled, all_bits(n), promised, name=f"{name}, sampled", over=up_to)
        one, none = (law(sampled, d).probability(1) for d in last_row(n).databases())
        yield eq(f"attained, {name}", one, lost.exp_eps * none + lost.delta)
