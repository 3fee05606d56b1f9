"""Sample sizes of the release that public rows assist with one thing wrong."""

from audits.claims.prelude import *
from reference.mechanisms.release.public_assisted_calibration import SampleSizes, sample_sizes
from reference.mechanisms.release.weights_plan import enough_rows


def _sizes(given: tuple[Fraction, ...]) -> SampleSizes:
    """The right ones."""
    d, p, alpha, beta, eps, delta = given
    return sample_sizes(int(d), int(p), alpha, beta, eps, delta)


def half_of_the_public_rows(*given: Fraction) -> SampleSizes:
    """m/2."""
    found = _sizes(given)
    return replace(found, public_rows=found.public_rows // 2)


def half_of_the_private_rows(*given: Fraction) -> SampleSizes:
    """n/2, with the radius that so many rows allow."""
    found = _sizes(given)
    return replace(found, private=found.private.with_rows(found.private.rows // 2))


def whole_accuracy(*given: Fraction) -> SampleSizes:
    """Multiplicative weights at alpha, not alpha/2."""
    _, _, alpha, beta, *loss = given
    found = _sizes(given)
    private = enough_rows(found.points, found.private.queries, alpha, beta / 2, *loss)
    return replace(found, private=private)


def one_concept_per_row(*given: Fraction) -> SampleSizes:
    """m concepts in the cover whatever the dimension is."""
    _, _, alpha, beta, *loss = given
    found = _sizes(given)
    k = max(1, found.public_rows)
    return replace(found, private=enough_rows(found.points, k, alpha / 2, beta / 2, *loss))


def loss_of_one_correction(*given: Fraction) -> SampleSizes:
    """Each correction has the loss of the whole."""
    eps = given[4]
    found = _sizes(given)
    root = 1 + eps / 5
    return replace(found, private=replace(found.private, root=root))


def constants_of_the_lemma(*given: Fraction) -> SampleSizes:
    """The rows of Lemma 7 as printed, at alpha/2 and beta/2; answers off by alpha/4 each."""
    _, _, alpha, failure, eps, delta = given
    found = _sizes(given)
    if found.points == 1:
        return found
    a, b = alpha / 2, failure / 2
    spread = 200 * sqrt(ln(found.points) * ln(2 / delta)) / (exact(eps) * a**2)
    tests = ln(found.private.queries) + ln(128 * ln(found.points) / (a**2 * b))
    rows = (spread * tests).rounded_up()
    return replace(found, private=replace(found.private, rows=rows, radius=a / 4 * rows // 1))
