"""Section 2.1.2: how far the privacy loss of k rounds is from its mean (Theorem 2.1.3)."""

from audits.claims.prelude import *

Case = tuple[int, Fraction, Fraction]
"""k, r = e^eps and delta'."""

CASES: tuple[Case, ...] = (
    (1, Fraction(11, 10), Fraction(2, 3)),
    (16, Fraction(11, 10), TENTH),
    (64, Fraction(21, 20), TENTH),
    (16, TWO, QUARTER),
)


def loss_beyond(k: int, r: Fraction, least: Interval) -> Fraction:
    """Pr[L > least eps], L the loss of k randomised responses of e^eps = r: (k - 2j) eps."""
    large = (j for j in range(k + 1) if least.certainly_less(k - 2 * j))
    return sum((binomial_mass(k, j, 1 / (1 + r)) for j in large), Fraction(0))


def mean_loss(k: int, r: Fraction) -> Fraction:
    """E[L] in units of eps."""
    return k * (r - 1) / (r + 1)


def deviation(k: int, slack: Fraction) -> Interval:
    """sqrt(2k ln(1/delta')), in units of eps."""
    return sqrt(2 * k * ln(1 / slack))


def in_print(slack: Fraction) -> Fraction:
    """1/delta'."""
    return 1 / slack


def needed(slack: Fraction) -> Fraction:
    """Delta'."""
    return slack


@claim(
    "VT14.TXT.hoeffding",
    over(case=CASES),
    about=in_print,
    refuted=Erratum(
        Grade.WORDING,
        "2.1.2, proof of Theorem 2.1.3, after the display 'O(sqrt(k log(1/delta'))) eps': 'is at "
        "most 1/delta'' for delta'",
        left="1/delta', the bound in print",
        right="delta', which the theorem needs",
    ),
)
def deviations_as_printed(build: Build, case: Case) -> Check:
    """By the Hoeffding bounds the probability of such a deviation is at most 1/delta'; combined
    with the union bound this gives the final bound, k delta + delta'.

    Cases: (k, e^eps, delta') = case; k randomised responses.
    """
    k, r, slack = case
    found = loss_beyond(k, r, mean_loss(k, r) + deviation(k, slack))
    yield le("as bounded", found, build(slack))
    yield le("as needed", build(slack), slack)


WRONG[needed] = {
    "as printed": in_print,
    "its square": "return slack => return slack**2",
    "its half": "return slack => return slack / 2",
    "twice": "return slack => return 2 * slack",
}


@claim("VT14.TXT.hoeffding", over(case=CASES), form=Form.CORRECTED, about=needed)
def deviations(build: Build, case: Case) -> Check:
    """By the Hoeffding bounds the privacy loss of k eps-private mechanisms is above its mean by
    more than sqrt(2k ln(1/delta')) eps with probability at most delta'.

    Cases: (k, e^eps, delta') = case; k randomised responses, the worst case for one round; the
    probability is more than half of delta' for k = 1.
    """
    k, r, slack = case
    found = loss_beyond(k, r, mean_loss(k, r) + deviation(k, slack))
    yield chance("deviation", found, build(slack))
    yield le("as needed", build(slack), slack)


def by_a_factor(mean: Fraction, off: Interval, eps: Interval) -> Interval:
    """What the loss is to be above, in units of eps: the mean times sqrt(k log(1/delta')) eps."""
    return mean * off * eps


def by_a_difference(mean: Fraction, off: Interval, _eps: Interval) -> Interval:
    """The mean and the deviation."""
    return exact(mean) + off


@claim(
    "VT14.TXT.hoeffding-factor",
    over(constant=(2, 20)),
    about=by_a_factor,
    refuted=Erratum(
        Grade.WORDING,
        "2.1.2, proof of Theorem 2.1.3: 'deviates from its expected value by a factor of more "
        "than' for 'by more than'",
        left="the probability that L is above its mean by such a factor",
        right="delta'",
    ),
)
def by_a_factor_as_printed(build: Build, constant: int) -> Check:
    """The probability that L deviates from its expected value by a factor of more than O(sqrt(k
    log(1/delta'))) eps is at most delta'.

    Cases: (delta' for 1/delta' in print.) The constant of the O is 2 or 20; k = 1, e^eps = 11/10,
    delta' = 1/10: the factor is below 1.
    """
    r, slack = Fraction(11, 10), TENTH
    least = build(mean_loss(1, r), constant * sqrt(ln(1 / slack)), ln(r))
    yield chance("deviation", loss_beyond(1, r, least), slack)


WRONG[by_a_difference] = {
    "a factor": by_a_factor,
    "a third of the deviation": "+ off => + off / 3",
    "half of the deviation, without the mean": "exact(mean) + off => off / 2",
    "the deviation times eps": "+ off => + off * _eps",
}


@claim("VT14.TXT.hoeffding-factor", over(case=CASES), form=Form.CORRECTED, about=by_a_difference)
def by_an_added_deviation(build: Build, case: Case) -> Check:
    """The probability that L exceeds its expected value by more than sqrt(2k ln(1/delta')) eps is
    at most delta'.

    Cases: (k, e^eps, delta') = case; k randomised responses.
    """
    k, r, slack = case
    least = build(mean_loss(k, r), deviation(k, slack), ln(r))
    yield chance("deviation", loss_beyond(k, r, least), slack)
