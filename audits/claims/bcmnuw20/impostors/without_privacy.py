"""Wrong means of public rows, wrong hard distributions, and wrong bounds without privacy."""

from audits.claims.prelude import *
from reference.data.concept import Hypothesis
from reference.data.universes import replaced_rows
from reference.lower_bounds.without_privacy import (
    best_success,
    coin_distance,
    distance_bound,
    samples_for_accuracy,
    shattered_pairs,
    two_points,
)

Wrong = dict[str, Callable[..., object]]


@dataclass(frozen=True)
class OtherMeans:
    """Means of other rows than the public ones, or on another scale; the same promise."""

    concepts: tuple[Hypothesis, ...]
    domain: Domain[int]
    public: Database[int]
    rows: Callable[[Database[int], Database[int]], Database[int]]
    scale: Callable[[Fraction], Fraction]

    guarantee = Guarantee(Fraction(1), Fraction(0))
    universe = replaced_rows

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> tuple[Fraction, ...]:
        del coins
        chosen = self.rows(self.public, database)
        return tuple(self.scale(Fraction(sum(map(h, chosen)), len(chosen))) for h in self.concepts)


def itself(mean: Fraction) -> Fraction:
    """The fraction of ones."""
    return mean


def signed(mean: Fraction) -> Fraction:
    """The mean of values -1 and 1."""
    return 2 * mean - 1


def _other(
    rows: Callable[[Database[int], Database[int]], Database[int]],
    scale: Callable[[Fraction], Fraction] = signed,
) -> Callable[..., OtherMeans]:
    return lambda concepts, domain, public: OtherMeans(concepts, domain, public, rows, scale)


pooled = _other(lambda public, private: (*public, *private))
first_public = _other(lambda public, _: public[:1])
set_of_points = _other(lambda public, _: tuple(sorted({*public})))
fractions = _other(lambda public, _: public, scale=itself)
LEAKING: Wrong = {"the private rows are pooled with the public ones": pooled}

WRONG_MEANS: Wrong = {
    "the first public row alone": first_public,
    "each public point counts once": set_of_points,
    "fractions of ones": fractions,
}


def quarter_of_the_rows(concepts: int, alpha: Fraction, beta: Fraction) -> int:
    """ln(2 k/beta)/(2 alpha^2), which is for values 0 and 1."""
    return (ln(2 * concepts / beta) / alpha**2 / 2).rounded_up()


def half_of_the_rows(concepts: int, alpha: Fraction, beta: Fraction) -> int:
    """The exponent m alpha^2, without its denominator 2."""
    return (ln(2 * concepts / beta) / alpha**2).rounded_up()


def no_union(concepts: int, alpha: Fraction, beta: Fraction) -> int:
    """No union over the concepts, and one tail."""
    del concepts
    return (2 * ln(1 / beta) / alpha**2).rounded_up()


WRONG_ROWS: Wrong = {
    "the exponent of values 0 and 1": quarter_of_the_rows,
    "no 2 in the denominator of the exponent": half_of_the_rows,
}


def all_attributes(attributes: int, mean: Fraction, sign: int) -> tuple[Fraction, ...]:
    """All attributes are the first one."""
    masses = [Fraction(0)] * 2**attributes
    masses[0], masses[-1] = (1 - sign * mean) / 2, (1 + sign * mean) / 2
    return tuple(masses)


def fraction_scale(attributes: int, mean: Fraction, sign: int) -> tuple[Fraction, ...]:
    """The mean of values 0 and 1 is one half plus or minus mu."""
    return two_points(attributes, min(2 * mean, Fraction(1)), sign)


def against_uniform(attributes: int, mean: Fraction, sign: int) -> tuple[Fraction, ...]:
    """One of the two has mean 0."""
    return two_points(attributes, mean if sign > 0 else Fraction(0), sign)


def other_attributes_fair(attributes: int, mean: Fraction, sign: int) -> tuple[Fraction, ...]:
    """All other attributes are fair coins."""
    rest = 2 ** (attributes - 1)
    zero, one, *_ = two_points(1, mean, sign)
    return tuple((one if x % 2 else zero) / rest for x in range(2 * rest))


WRONG_POINTS: Wrong = {
    "all attributes follow the sign": all_attributes,
    "the mean of values 0 and 1": fraction_scale,
    "one of the two is fair": against_uniform,
    "all other attributes are fair coins": other_attributes_fair,
}


def one_sign(signs: tuple[int, ...], gamma: Fraction) -> tuple[Fraction, ...]:
    """The first sign is that of all pairs."""
    return shattered_pairs(signs[:1] * len(signs), gamma)


def twice_as_far(signs: tuple[int, ...], gamma: Fraction) -> tuple[Fraction, ...]:
    """(1 + 2 gamma)/(2k)."""
    return shattered_pairs(signs, min(2 * gamma, Fraction(1)))


def unequal_pairs(signs: tuple[int, ...], gamma: Fraction) -> tuple[Fraction, ...]:
    """A pair with a positive sign is heavier, so that its mass tells the sign."""
    masses = [(1 + s * t * gamma) for s in signs for t in (1, 0)]
    return tuple(p / sum(masses) for p in masses)


def not_normalised(signs: tuple[int, ...], gamma: Fraction) -> tuple[Fraction, ...]:
    """(1 + gamma)/k, which add up to 2."""
    return tuple(2 * p for p in shattered_pairs(signs, gamma))


WRONG_PAIRS: Wrong = {
    "one sign for all pairs": one_sign,
    "twice the gamma": twice_as_far,
    "the mass of a pair tells its sign": unequal_pairs,
    "masses add up to 2": not_normalised,
}


def undivided(samples: int, mean: Fraction) -> Fraction:
    """The distance in place of its mean with 1."""
    return min(HALF + coin_distance(samples, mean), Fraction(1))


def one_sample(samples: int, mean: Fraction) -> Fraction:
    """What one sample tells."""
    return best_success(min(samples, 1), mean)


def fraction_bound(samples: int, mean: Fraction) -> Fraction:
    """The bound for the mean mu/2."""
    return distance_bound(samples, mean / 2)


def linear_failure(alpha: Fraction, beta: Fraction) -> int:
    """(1 - alpha^2)^N <= beta."""
    low = (ln(beta) / ln(1 - alpha**2)).enclosure()[0]
    return int(low) + 1


def four_times(alpha: Fraction, beta: Fraction) -> int:
    """alpha/2 in place of alpha."""
    return samples_for_accuracy(alpha / 2, beta)
