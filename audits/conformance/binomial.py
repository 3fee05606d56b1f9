"""Tails and confidence limits of the binomial law, on the safe side.

Tails are regularised incomplete beta functions, enclosed by balls of python-flint, so that a
false-alarm budget is honoured whatever the numbers: Pr[Bin(n, p) >= c] = I_p(c, n - c + 1).

Notation: n samples, c of them in an event, p its probability, alpha false-alarm probability.

>>> upper_tail(2, 2, Fraction(1, 3)) <= Fraction(1, 9) + Fraction(1, 2**40)
True
>>> limits(0, 100, Fraction(1, 100))[0]
Fraction(0, 1)
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import inf, log, log1p

from flint import arb, ctx, fmpq

MISS = Fraction(1, 1000)
"""The probability of missing a deviation as large as the stated resolution."""

ACCURATE_BITS = 42
"""Binary digits to which a tail is enclosed."""

LIMIT_BITS = 40
"""Binary digits of a confidence limit."""

TINY = 1e-300
"""In place of 0, in a search."""

Chance = tuple[Fraction, Fraction]
"""Rationals low <= p <= high."""


def is_improbable(count: int, samples: int, chance: Chance, share: Fraction) -> bool:
    """Whether either tail is at most the share (below 1/2).

    A binomial law has its median within 1 of its mean, so a tail that contains it is no case.
    """
    low, high = chance
    above = count > samples * high - 1 and _may_be_rare(count, samples, high, share)
    if above and upper_tail(count, samples, high) <= share:
        return True
    below = count < samples * low + 1 and _may_be_rare(samples - count, samples, 1 - low, share)
    return below and lower_tail(count, samples, low) <= share


def _may_be_rare(count: int, samples: int, chance: Fraction, share: Fraction) -> bool:
    """False only if a single term exceeds the share, and so the tail; a saving, no decision.

    Pr[Bin = c] >= sqrt(n / 8 c (n - c)) e^(-n KL(c/n, p)) for 0 < c < n.
    """
    p, rest = float(chance), samples - count
    if not 0 < p < 1 or not count:
        return True
    term = count * log(count / (samples * p))
    if rest:
        term += rest * (log(rest / samples) - log1p(-p))
        term += log(8 * count * rest / samples) / 2
    return -term <= log(share.numerator) - log(share.denominator) + 1e-3 + 1e-9 * abs(term)


@lru_cache(maxsize=2**14)
def upper_tail(count: int, samples: int, chance: Fraction) -> Fraction:
    """A number >= Pr[Bin(samples, chance) >= count], larger by less than 2^-40 of it."""
    if count > samples or (count > 0 and chance <= 0):
        return Fraction(0)
    if count <= 0 or chance >= 1:
        return Fraction(1)
    bits = 80
    while True:
        with ctx.workprec(bits):
            p = arb(fmpq(chance.numerator, chance.denominator))
            ball = p.beta_lower(count, samples - count + 1, regularized=1)
            if ball.is_finite() and ball.rel_accuracy_bits() > ACCURATE_BITS:
                top = ball.upper().fmpq()
                return min(Fraction(int(top.p), int(top.q)), Fraction(1))
        bits *= 2


def lower_tail(count: int, samples: int, chance: Fraction) -> Fraction:
    """A number >= Pr[Bin(samples, chance) <= count], larger by less than 2^-40 of it."""
    return upper_tail(samples - count, samples, 1 - chance)


def limits(count: int, samples: int, alpha: Fraction) -> Chance:
    """Confidence limits (Clopper and Pearson): each is wrong with probability <= alpha / 2."""
    high = 1 - lower_limit(samples - count, samples, alpha / 2)
    return lower_limit(count, samples, alpha / 2), high


def lower_limit(count: int, samples: int, alpha: Fraction) -> Fraction:
    """The largest multiple p of 2^-40 below the proportion with Pr[Bin(n, p) >= c] <= alpha.

    It is wrong as a lower confidence limit with probability at most alpha.  The tail is at most
    alpha at `low`, and more at `high`; floats only say where to look next (regula falsi on the
    logarithms, as Illinois has it), in a third of the steps of a bisection.
    """
    scale = 2**LIMIT_BITS
    low, high = 0, count * scale // samples + 1
    below, above, side = -inf, inf, 0
    while high - low > 1:
        share = below / (below - above) if -inf < below and above < inf else 0.5
        middle = min(max(low + int((high - low) * share), low + 1), high - 1)
        tail = upper_tail(count, samples, Fraction(middle, scale))
        excess = _log(tail) - _log(alpha)
        if tail <= alpha:
            low, below = middle, min(excess, -TINY)
            above, side = above / (2 if side < 0 else 1), -1
        else:
            high, above = middle, max(excess, TINY)
            below, side = below / (2 if side > 0 else 1), 1
    return Fraction(low, scale)


def _log(chance: Fraction) -> float:
    """The logarithm, however small the number is."""
    return log(chance.numerator) - log(chance.denominator) if chance else -inf


def resolution(samples: int, share: Fraction) -> Fraction:
    """A deviation of a probability that is missed with probability below `MISS`.

    By Hoeffding's inequality: with t = sqrt(ln(1/share) / 2n) + sqrt(ln(1/MISS) / 2n), a true
    probability that differs by t from the tested one falls short of the critical count with
    probability <= MISS.
    """
    with ctx.workprec(64):
        parts = [
            -arb(fmpq(a.numerator, a.denominator)).log() / (2 * samples) for a in (share, MISS)
        ]
        t = parts[0].sqrt() + parts[1].sqrt()
        top = t.upper().fmpq()
    return Fraction(int(top.p), int(top.q))
