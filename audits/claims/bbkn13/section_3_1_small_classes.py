"""Section 3.1: Lemma 3.10, classes that represent points are not too small."""

from audits.claims.prelude import *
from audits.claims.bbkn13.words import *
from reference.lower_bounds.learning_packing import equal_columns

SMALL = over(
    t_and_k=sized(
        ((2, 0), (3, 1), (4, 1), (5, 2)),
        ((2, 0), (3, 1), (4, 1), (5, 2), (6, 2)),
        ((2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 2)),
    )
)
"""T points and k < log2 T functions."""


def worst_value(chosen: Sequence[Values], t: int) -> Fraction:
    """The least alpha for which the class represents POINT."""
    return max(representation_value(chosen, c, t) for c in points(t))


WRONG[worst_value] = {
    "under the uniform distribution": "representation_value(chosen, c, t) => "
    "min((error(c, h, (Fraction(1, t),) * t) for h in chosen), default=HALF)",
    "for the point that is represented best": "max( => min(",
}
WRONG[equal_columns] = {
    "looks at the first hypothesis only": given(equal_columns, hypotheses=lambda h: h[:1])
}


@claim("BBKN13.L3.10", SMALL, about=worst_value)
def small_classes_do_not_represent(value: Build, t_and_k: tuple[int, int]) -> Check:
    """alpha < 1/2 and H alpha-represents POINT imply |H| >= d = log2 T.

    Cases: All classes of fewer than log2 T functions, the empty one included; their value is at
    least 1/2.
    """
    t, k = t_and_k
    for chosen in combinations([*all_functions(t)], k):
        yield le(f"{[*map(str, chosen)]}", HALF, value(chosen, t))


LEAST = {2: 2, 3: 3}
"""The least number of functions of value below 1/2 for POINT, by T."""


@claim(
    "BBKN13.L3.10",
    over(t=(2, 3), k=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4))),
    form=Form.CONCRETE,
    about=worst_value,
)
def columns_are_an_antichain(value: Build, t: int, k: int) -> Check:
    """If the value is below 1/2 for every point, no column is contained in another one; so C(k,
    floor(k/2)) >= T for k = |H|, and k >= 2 for T = 2, k >= 3 for T = 3.

    Cases: All classes of k functions on T points; from these k on some have value below 1/2.  The
    bound |H| >= log2 T is smaller: 1 and 2.
    """
    found = [chosen for chosen in combinations([*all_functions(t)], k) if value(chosen, t) < HALF]
    yield true("some represent", bool(found) == (k >= LEAST[t]))
    for chosen in found:
        columns = [{i for i, h in enumerate(chosen) if h(x)} for x in range(t)]
        nested = sum(a <= b or b <= a for a, b in combinations(columns, 2))
        yield eq(f"{[*map(str, chosen)]}: contained", nested, 0)
        yield le("size", t, comb(k, k // 2))


@claim("BBKN13.A.L310.COLUMNS", SMALL, about=equal_columns)
def small_classes_have_equal_columns(columns: Build, t_and_k: tuple[int, int]) -> Check:
    """Fewer than log2 T hypotheses have two equal columns; the adversary finds them.

    Cases: All classes of k functions with 2^k < T, with repetitions.
    """
    t, k = t_and_k
    for chosen in combinations_with_replacement([*all_functions(t)], k):
        pair = columns(chosen, t)
        if pair is None:
            yield true("found", fact=False)
            continue
        one, other = (code(i for i, h in enumerate(chosen) if h(x)) for x in pair)
        yield eq(f"{[*map(str, chosen)]}", one, other)
        yield true("two points", pair[0] != pair[1])


@claim(
    "BBKN13.L3.10.collide",
    over(t=sized((2, 3), (2, 3, 4), (2, 3, 4)), k=(1, 2)),
    about=equal_columns,
)
def equal_columns_force_error(columns: Build, t: int, k: int) -> Check:
    """Equal columns j, j' leave every h with error >= 1/2 under half/half, target c_j.

    Cases: All classes of k functions with two equal columns.
    """
    for chosen in combinations([*all_functions(t)], k):
        pair = columns(chosen, t)
        if pair is not None:
            masses = [Fraction(int(x in pair), 2) for x in range(t)]
            for h in chosen:
                yield le(f"{h}", HALF, error(points(t)[pair[0]], h, masses))
