"""Release without privacy: families of distributions that few samples do not tell apart.

Two points.  The first of p attributes has mean mu or -mu, all others are constant.  If mu > alpha
no answer is within alpha of both means, so that a release which succeeds with probability
1 - beta on both tells them apart.  With N samples in all, public or private, the best rule
succeeds on the worse one with probability (1 + TV)/2, TV the total variation distance of
Bin(N, (1 + mu)/2) and Bin(N, (1 - mu)/2), and TV^2 <= 1 - (1 - mu^2)^N.  Hence

    (1 - alpha^2)^N <= 4 beta (1 - beta)        for beta < 1/2.

Shattered pairs.  Of a shattered set of 2k points each pair has mass 1/k, divided into
(1 + gamma)/(2k) and (1 - gamma)/(2k), and a sign says which point has more.  A release that is
within alpha gives all signs but alpha k/gamma of them.  With independent fair signs no rule names
a given one rightly with a probability above the mean of (1 + TV_J)/2, J ~ Bin(N, 1/k) rows in its
pair, which is at most (1 + sqrt(1 - (1 - gamma^2/k)^N))/2.  Hence, with
b = (1 - beta) alpha/gamma + beta < 1/2,

    (1 - gamma^2/k)^N <= 1 - (1 - 2b)^2.

Shattered points.  Of v points, all alike, a fresh one is not among N samples with probability
(1 - 1/v)^N; if the concepts shatter them and have uniform labels, its label is a coin then.  So
some concept leaves every learner an expected error of (1/2) (1 - 1/v)^N.

Pseudo-code:
    1  two points: the first attribute is 1 with probability (1 + s mu)/2, s = 1 or -1
    2  shattered pairs: points 2j and 2j + 1 have masses (1 + s_j gamma)/(2k), (1 - s_j gamma)/(2k)

Notation: N samples, mu mean, alpha error, beta failure probability, k pairs, s signs.
Source: BCMNUW20, sections 1 and 1.1, and proof of Theorem 13 ("by the standard lower bound");
VT14, section 9.2.
Guarantees: BCMNUW20.ALG.TwoPoint, BCMNUW20.ALG.HardShattered, BCMNUW20.TXT.statLB,
BCMNUW20.TXT.uc, VT14.TXT.pac-lb.
Deviations: the paper cites the bounds without constants; these are worked out here.
Degenerate inputs: no samples leave one half to chance.

>>> two_points(1, Fraction(1, 2), 1)
(Fraction(1, 4), Fraction(3, 4))
>>> best_success(3, Fraction(1, 2))
Fraction(27, 32)
>>> shattered_pairs((1, -1), Fraction(1, 2))
(Fraction(3, 8), Fraction(1, 8), Fraction(1, 8), Fraction(3, 8))
>>> samples_for_accuracy(Fraction(1, 10), Fraction(1, 10))
102
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from reference.data.cover_failure import check_rows
from reference.exact.interval import ln
from reference.privacy.divergence import hockey_stick
from reference.probability.families import binomial


def two_points(attributes: int, mean: Fraction, sign: int) -> tuple[Fraction, ...]:
    """The masses of the 2^p vectors of p bits, written as integers.

    Raises:
        ValueError: unless attributes >= 1, 0 <= mean <= 1, and the sign is 1 or -1.
    """
    if attributes < 1 or not 0 <= mean <= 1 or abs(sign) != 1:
        raise ValueError(
            f"{attributes} attributes, mean {mean}, sign {sign}: at least one, in [0, 1], 1 or -1"
        )
    ones = (1 + sign * mean) / 2  # 1
    return (1 - ones, ones, *(Fraction(0),) * (2**attributes - 2))


def shattered_pairs(signs: Sequence[int], gamma: Fraction) -> tuple[Fraction, ...]:
    """The masses of the 2k points.

    Raises:
        ValueError: for no sign, one that is not 1 or -1, or a gamma outside [0, 1].
    """
    if not signs or any(abs(s) != 1 for s in signs) or not 0 <= gamma <= 1:
        raise ValueError(f"signs {tuple(signs)}, gamma {gamma}: each 1 or -1, and 0 <= gamma <= 1")
    whole = 2 * len(signs)
    return tuple((1 + t * gamma) / whole for s in signs for t in (s, -s))  # 2


def coin_distance(samples: int, mean: Fraction) -> Fraction:
    """TV of Bin(N, (1 + mu)/2) and Bin(N, (1 - mu)/2).

    Raises:
        ValueError: for a negative number of samples, or a mean outside [0, 1].
    """
    check_rows(samples)
    if not 0 <= mean <= 1:
        raise ValueError(f"mean {mean}: it lies in [0, 1]")
    return hockey_stick(
        binomial(samples, (1 + mean) / 2), binomial(samples, (1 - mean) / 2), Fraction(1)
    )


def best_success(samples: int, mean: Fraction) -> Fraction:
    """(1 + TV)/2: of the best rule that tells the sign, on the worse of the two."""
    return (1 + coin_distance(samples, mean)) / 2


def distance_bound(samples: int, mean: Fraction) -> Fraction:
    """1 - (1 - mu^2)^N, at least TV^2."""
    return 1 - (1 - mean**2) ** samples


def samples_for_accuracy(alpha: Fraction, beta: Fraction) -> int:
    """The least N with (1 - alpha^2)^N <= 4 beta (1 - beta): with fewer, no release is accurate.

    Raises:
        ValueError: unless 0 < alpha < 1 and 0 < beta < 1/2.
    """
    if not 0 < alpha < 1 or not 0 < beta < Fraction(1, 2):
        raise ValueError(f"alpha {alpha}, beta {beta}: in (0, 1), and in (0, 1/2)")
    return _fewest(1 - alpha**2, 4 * beta * (1 - beta))


def sign_success(pairs: int, samples: int, gamma: Fraction) -> Fraction:
    """Of the best rule for one sign: the mean of (1 + TV_J)/2, J ~ Bin(N, 1/k).

    Raises:
        ValueError: for no pairs, or a negative number of samples.
    """
    if pairs < 1:
        raise ValueError(f"pairs {pairs}: at least one")
    inside = binomial(samples, Fraction(1, pairs))
    return sum((inside.probability(j) * best_success(j, gamma) for j in inside), Fraction(0))


def samples_for_pairs(pairs: int, alpha: Fraction, beta: Fraction, gamma: Fraction) -> int:
    """The least N with (1 - gamma^2/k)^N <= 1 - (1 - 2b)^2: with fewer, no release is accurate.

    Raises:
        ValueError: unless pairs >= 1, 0 < alpha < gamma < 1, and b lies below 1/2.
    """
    wrong = (1 - beta) * alpha / gamma + beta
    if pairs < 1 or not 0 < alpha < gamma < 1 or not 0 < wrong < Fraction(1, 2):
        raise ValueError(
            f"{pairs} pairs, alpha {alpha}, beta {beta}, gamma {gamma}: at least one pair, "
            "0 < alpha < gamma < 1, and (1 - beta) alpha/gamma + beta < 1/2"
        )
    return _fewest(1 - gamma**2 / pairs, 1 - (1 - 2 * wrong) ** 2)


def _fewest(base: Fraction, most: Fraction) -> int:
    """The least N with base^N <= most, base in (0, 1); not more, whatever the precision."""
    low = (ln(most) / ln(base)).enclosure()[0]
    return max(-(-low.numerator // low.denominator), 0)


def error_on_shattered_points(points: int, rows: int) -> Fraction:
    """(1/2) (1 - 1/v)^n: the least expected error on v shattered points, all alike.

    Raises:
        ValueError: unless there is a point, and rows >= 0.
    """
    if points < 1 or rows < 0:
        raise ValueError(f"{points} points, {rows} rows: at least 1, at least 0")
    return Fraction(points - 1, points) ** rows / 2
