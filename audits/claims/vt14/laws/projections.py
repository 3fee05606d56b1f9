"""Second ways to the laws, losses and errors of noisy parities and their projections."""

from audits.claims.prelude import *
from reference.data.parities import Vector


def clamped(value: Fraction, most: int) -> Fraction:
    """Moved into [-most, most]."""
    return min(max(value, Fraction(-most)), Fraction(most))


def nearest_by_hand(noisy: Vector, bits: int, rows: int) -> Vector:
    """The nearest point of n K for d <= 2: K is a square of pairs of means."""
    if bits == 1:
        return (clamped(noisy[0], rows),)
    a, b = clamped((noisy[0] + noisy[3]) / 2, rows), clamped((noisy[1] + noisy[2]) / 2, rows)
    return (a, b, b, a)


def weights(base: Fraction, width: int) -> dict[int, Fraction]:
    """The probability of each value of the noise, from its definition."""
    total = sum((base ** -(z * z) for z in range(-width, width + 1)), Fraction(0))
    return {z: base ** -(z * z) / total for z in range(-width, width + 1)}


def noises(base: Fraction, width: int, count: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every value of the noise of so many coordinates, with its probability."""
    each = weights(base, width)
    for chosen in product(each.items(), repeat=count):
        p = Fraction(1)
        for _, q in chosen:
            p *= q
        yield tuple(z for z, _ in chosen), p


def released(
    y: tuple[int, ...], bits: int, rows: int, base: Fraction, width: int
) -> dict[Vector, Fraction]:
    """The law of the release on parities y, noise by noise."""
    found: dict[Vector, Fraction] = {}
    for w, p in noises(base, width, bits**2):
        noisy = tuple(Fraction(a + z) for a, z in zip(y, w, strict=True))
        z = nearest_by_hand(noisy, bits, rows)
        found[z] = found.get(z, Fraction(0)) + p
    return found


def least_delta(base: Fraction, width: int, step: tuple[int, ...], exp_eps: Fraction) -> Fraction:
    """The sum of max(P - e^eps P', 0) over all noisy answers, P' for answers a step off."""
    each, total = weights(base, width), Fraction(0)
    for w, p in noises(base, width, len(step)):
        other = Fraction(1)
        for z, s in zip(w, step, strict=True):
            other *= each.get(z + s, Fraction(0))
        total += max(p - exp_eps * other, Fraction(0))
    return total


def beyond(base: Fraction, width: int, most: int) -> Fraction:
    """Pr[max over K of <w, z> > most], d = 2."""
    return sum(
        (p for w, p in noises(base, width, 4) if abs(w[0] + w[3]) + abs(w[1] + w[2]) > most),
        Fraction(0),
    )


def some_noise(number: int, count: int) -> Vector:
    """Rational numbers between -8 and 8 that look random, the same at each call."""
    state, found = 7919 * number + 12345, []
    for _ in range(count):
        state = (1103515245 * state + 12345) % 2**31
        found.append(Fraction(state >> 8, 2**19) - 8)
    return tuple(Fraction(z.numerator * 12 // z.denominator, 12) for z in found)
