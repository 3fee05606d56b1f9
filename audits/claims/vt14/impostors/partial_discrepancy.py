"""Wrong partial discrepancies."""

from audits.claims.prelude import *

Matrix = Sequence[Sequence[Fraction | int]]


def discrepancy(
    entries: Sequence[int] = (1, 0, -1),
    norm: Callable[[list[Fraction]], Fraction] = max,
    allowed: Callable[[int, Fraction, int], bool] = lambda used, most, _: used > most,
    best: Callable[[list[Fraction]], Fraction] = min,
    *,
    sided: bool = False,
) -> Callable[[Matrix, Fraction], Fraction]:
    """Least or largest norm of Q z, over z with these entries and allowed supports."""

    def found(matrix: Matrix, share: Fraction = Fraction(1, 100)) -> Fraction:
        n = len(matrix[0])
        values = []
        for z in product(entries, repeat=n):
            if allowed(sum(map(abs, z)), share * n, n):
                sums = [
                    Fraction(sum(a * b for a, b in zip(row, z, strict=True))) for row in matrix
                ]
                values.append(norm(sums if sided else [abs(s) for s in sums]))
        return best(values)

    return found


WRONG_DISCREPANCIES: dict[str, Callable[[Matrix, Fraction], Fraction]] = {
    "z in {0, 1}": discrepancy(entries=(1, 0)),
    "support of share n or more": discrepancy(
        allowed=lambda used, most, _: used >= max(most, Fraction(1))
    ),
    "z in {-1, 1}": discrepancy(entries=(1, -1)),
    "the largest": discrepancy(best=max),
    "the sum of the entries": discrepancy(norm=lambda sums: sum(sums, Fraction(0))),
    "the least entry": discrepancy(norm=min),
    "one more in the support": discrepancy(
        allowed=lambda used, most, n: used == n or used > most + 1
    ),
}
"""On matrices that show them."""

MORE_WRONG_DISCREPANCIES = WRONG_DISCREPANCIES | {
    "without absolute values": discrepancy(sided=True),
    "any support": discrepancy(allowed=lambda used, _, __: used > 0),
    "z = 0 is allowed": discrepancy(allowed=lambda used, most, _: used == 0 or used > most),
    "the average of the entries": discrepancy(
        norm=lambda sums: sum(sums, Fraction(0)) / len(sums)
    ),
}
