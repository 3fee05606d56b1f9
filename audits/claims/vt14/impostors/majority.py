"""Wrong words on databases that a part of the answers fits."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.reconstruction import signs
from reference.lower_bounds.reconstruction import largest_distance
from reference.lower_bounds.subset_sums import Bits, subset_sum


def largest(
    needed: Callable[[int, int], int] = lambda k, m: 2 * m - k,
    width: Fraction = Fraction(2),
    *,
    inclusive: bool = False,
) -> Callable[..., int]:
    """How many rows have to be close, and how close."""

    def found(queries: Sequence[Bits], error: Fraction, share: Fraction = ONE) -> int:
        k, best = len(queries), 0
        for z in signs(len(queries[0])):
            offs = [abs(subset_sum(q, z)) for q in queries]
            close = sum(
                off < width * error or (inclusive and off == width * error) for off in offs
            )
            if close >= needed(k, ceil(share * k)):
                best = max(best, sum(map(abs, z)))
        return best

    return found


WRONG_LARGEST: dict[str, Callable[..., Any]] = {
    "rho k rows": largest(lambda _, m: m),
    "more than 2 rho k - k rows": largest(lambda k, m: 2 * m - k + 1),
    "2 rho k - k - 1 rows": largest(lambda k, m: 2 * m - k - 1),
    "all rows": largest(lambda k, _: k),
    "half of the rows": largest(lambda k, _: k // 2),
    "within E": largest(width=ONE),
    "within 2E, inclusive": largest(inclusive=True),
    "rho does not matter": lambda queries, error, _: largest_distance(queries, error),
}


def WRONG_EXPONENTS(  # noqa: N802 - a table, of the function it is about
    exponent: Callable[..., Any],
) -> dict[str, Callable[[int], Any]]:
    """Other parts of good answers, errors and numbers of queries."""

    def of(
        answered: Fraction = Fraction(51, 100), parts: int = 1, factor: int = 60
    ) -> Callable[[int], Any]:
        def build(root: int) -> tuple[Any, int]:
            error = parts * (root // 10_000)
            return exponent(answered, error, factor, root), error

        return build

    return {
        "half of the answers": of(Fraction(1, 2)),
        "49 %": of(Fraction(49, 100)),
        "50.5 %": of(Fraction(101, 200)),
        "n queries": of(factor=1),
        "50 n queries": of(factor=50),
        "five times the error": of(parts=5),
    }
