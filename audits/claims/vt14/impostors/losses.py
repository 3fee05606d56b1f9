"""Wrong definitions of the privacy loss, of its mean, and wrong bounds of both."""

from audits.claims.prelude import *
from reference.privacy.composition import SequentialComposition
from reference.privacy.divergence import Extended, Infinity
from reference.privacy.guarantee import PrivateMechanism
from reference.privacy.loss import ExtendedReal, kl_divergence, loss_ratio

Law = Dist[int, Fraction]


def finite_only(first: Law, second: Law, y: int) -> Extended:
    """An outcome that the other law never has is told to lose nothing."""
    return loss_ratio(first, second, y) if y in second.support else Fraction(1)


def not_negative(first: Law, second: Law, y: int) -> Extended:
    """The larger one of the ratio and its reciprocal."""
    found = loss_ratio(first, second, y)
    return found if isinstance(found, Infinity) else max(found, 1 / found)


def the_other_way(first: Law, second: Law, y: int) -> Extended:
    """P'(y) / P(y)."""
    found = loss_ratio(first, second, y)
    return Fraction(0) if isinstance(found, Infinity) else 1 / found


def difference(first: Law, second: Law, y: int) -> Extended:
    """1 + P(y) - P'(y)."""
    return 1 + first.probability(y) - (second.probability(y) if y in second.support else 0)


def twice_the_loss(first: Law, second: Law, y: int) -> Extended:
    """The square of the ratio."""
    found = loss_ratio(first, second, y)
    return found if isinstance(found, Infinity) else found * found


WRONG_LOSSES = {
    "the other way": the_other_way,
    "infinity is 0": finite_only,
    "never negative": not_negative,
    "a difference": difference,
    "twice the loss": twice_the_loss,
}


def common_outcomes(first: Law, second: Law) -> ExtendedReal:
    """Leaves out what the second law never has."""
    total: Interval = exact(0)
    for y in first.support & second.support:
        p, q = first.probability(y), second.probability(y)
        total = total + ln(p / q) * p
    return total


def drawn_from_the_other(first: Law, second: Law) -> ExtendedReal:
    """E[L] for y drawn from P'."""
    found = kl_divergence(second, first)
    return found if isinstance(found, Infinity) else -found


def absolute(first: Law, second: Law) -> ExtendedReal:
    """E[|L|]."""
    total: Interval = exact(0)
    for y in first.support:
        if y not in second.support:
            return Infinity.INFINITE
        p, q = first.probability(y), second.probability(y)
        total = total + ln(max(p / q, q / p)) * p
    return total


def scaled(first: Law, second: Law) -> ExtendedReal:
    """In bits."""
    found = kl_divergence(first, second)
    return found if isinstance(found, Infinity) else found / ln(2)


WRONG_MEANS = {
    "exchanged": lambda p, q: kl_divergence(q, p),
    "drawn from the other law": drawn_from_the_other,
    "common outcomes only": common_outcomes,
    "absolute values": absolute,
    "in bits": scaled,
}


def one_direction(first: Law, second: Law, x: Fraction) -> bool:
    """Looks at the losses from x to x' only."""
    return all(
        not isinstance(z := loss_ratio(first, second, y), Infinity) and z <= x for y in first
    )


def on_average(first: Law, second: Law, x: Fraction) -> bool:
    """Compares expected ratios."""
    both = ((first, second), (second, first))
    return all(
        p.support <= q.support
        and sum((p.probability(y) ** 2 / q.probability(y) for y in p), Fraction(0)) <= x
        for p, q in both
    )


def strictly(first: Law, second: Law, x: Fraction) -> bool:
    """< for <=."""
    both = ((p, q, y) for p, q in ((first, second), (second, first)) for y in p)
    ratios = (loss_ratio(*each) for each in both)
    return all(not isinstance(z, Infinity) and z < x for z in ratios)


def where_finite(first: Law, second: Law, x: Fraction) -> bool:
    """Infinite losses are left out."""
    both = ((p, q, y) for p, q in ((first, second), (second, first)) for y in p)
    ratios = (loss_ratio(*each) for each in both)
    return all(isinstance(z, Infinity) or z <= x for z in ratios)


WRONG_BOUNDED = {
    "one direction": one_direction,
    "on average": on_average,
    "<": strictly,
    "where it is finite": where_finite,
}


@dataclass(frozen=True)
class SeesTheOutput:
    """Every mechanism but the first one is run on the bit that the one before showed."""

    mechanisms: tuple[PrivateMechanism[Rows, Any, Fraction], ...]

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> tuple[object, ...]:
        shown: tuple[object, ...] = ()
        for mechanism in self.mechanisms:
            shown = (*shown, coins.run(mechanism, database))
            database = (int(str(shown[-1]).strip("(), ")[-1]) % 2,)
        return shown


@dataclass(frozen=True)
class OneRun:
    """Equal mechanisms are run once, and their output is shown again."""

    mechanisms: tuple[PrivateMechanism[Rows, Any, Fraction], ...]

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> tuple[object, ...]:
        outputs: dict[int, object] = {}
        for mechanism in self.mechanisms:
            if id(mechanism) not in outputs:
                outputs[id(mechanism)] = coins.run(mechanism, database)
        return tuple(outputs[id(mechanism)] for mechanism in self.mechanisms)


WRONG_COMPOSITIONS = {
    "each sees the output before": SeesTheOutput,
    "equal mechanisms share their coins": OneRun,
    "the first one again and again": lambda ms: SequentialComposition((ms[0],) * len(ms)),
    "in another order": lambda ms: SequentialComposition(ms[::-1]),
}
