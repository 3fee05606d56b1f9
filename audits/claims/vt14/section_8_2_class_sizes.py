"""Section 8.2 and 9.2: the number of concepts and the VC dimension."""

from audits.claims.prelude import *
from reference.data.class_masks import EveryClass
from reference.data.named_classes import upper_thresholds


def printed(d: int, dimension: int) -> int:
    """(2^d)^VC, the most concepts."""
    return 1 << d * dimension


def corrected(d: int, dimension: int) -> int:
    """(2^d)^VC, and one more if VC is 1."""
    return printed(d, dimension) + (dimension == 1)


PLACE = (
    "For VC(C) = 1 a class may have 2^d + 1 concepts, such as thresholds, the example of section "
    "9.2; 2^(d VC) is right for every other dimension"
)


@claim(
    "VT14.TXT.sauer",
    over(d=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5, 6))),
    about=printed,
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        f"Section 8.2, proof of Theorem 8.2.2, fact 2. {PLACE}",
        left="the number of thresholds on 2^d points",
        right="(2^d)^VC, VC = 1",
    ),
)
def size_as_printed(most: Build, d: int) -> Check:
    """|C| <= (2^d)^VC(C).

    Cases: Thresholds on {0, 1}^d.
    """
    concepts = upper_thresholds(1 << d)
    yield le(f"d = {d}", len(concepts), most(d, vc_dimension(concepts, 1 << d)))


def sauer(points: int, dimension: int) -> int:
    """The number of sets of at most VC points: what Sauer, Shelah and Perles prove."""
    return sum(comb(points, k) for k in range(dimension + 1))


SIZE = "printed(d, dimension) + (dimension == 1)"
WRONG[corrected] = {
    "as printed": f"{SIZE} => printed(d, dimension)",
    "one more for every dimension": f"{SIZE} => printed(d, dimension) + 1",
    "2^d VC": f"{SIZE} => (1 << d) * dimension + (dimension <= 1)",
    "(2^d + 1)^VC": f"{SIZE} => ((1 << d) + 1) ** dimension",
    "one less": f"{SIZE} => {SIZE} - 1",
    "2^VC": f"{SIZE} => 1 << dimension",
}


@claim(
    "VT14.TXT.sauer",
    over(d=sized((0, 1), (0, 1, 2), (0, 1, 2)), far=sized((6,), (8,), (10,))),
    form=Form.CORRECTED,
    about=corrected,
)
def size_by_dimension(most: Build, d: int, far: int) -> Check:
    """|C| <= (2^d)^VC(C) unless VC(C) = 1, and |C| <= 2^d + 1 then, for classes on {0, 1}^d with d
    >= 1; both are attained.

    Cases: All classes on 2^d points; for d up to `far` the sum of Sauer, Shelah and Perles, for
    every dimension up to 2^d; on 2^d points it is attained by the sets of at most VC points.
    """
    size = 1 << d
    every = EveryClass(size)
    largest: dict[int, int] = {}
    for mask in every.classes:
        v = every.vc(mask)
        largest[v] = max(largest.get(v, 0), mask.bit_count())
    for v, number in largest.items():
        yield eq(f"d = {d}, VC = {v}: sum", number, sauer(size, v))
        if d:
            yield le(f"d = {d}, VC = {v}", number, most(d, v))
            ball = every.mask(f for f in range(1 << size) if f.bit_count() <= v)
            yield eq(f"d = {d}, VC = {v}: attained", ball.bit_count(), number)
            yield eq(f"d = {d}, VC = {v}: its dimension", every.vc(ball), v)
    for each in range(1, far + 1):
        for v in range(min(1 << each, 12) + 1):
            yield le(f"2^{each} points, VC = {v}", sauer(1 << each, v), most(each, v))
    for each in range(1, far + 1):
        yield eq(f"2^{each} points, VC = 1: attained", most(each, 1), sauer(1 << each, 1))
        yield eq(f"2^{each} points, VC = 0: attained", most(each, 0), 1)
    yield eq("2 points, VC = 2: attained", most(1, 2), 4)


@claim(
    "VT14.TXT.vc-log",
    over(d=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5, 6))),
    about=printed,
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        f"Section 9.2, second paragraph: log |C| <= d VC(C). {PLACE}",
        left="the number of thresholds on 2^d points",
        right="2^(d VC), VC = 1",
        same_as="VT14.TXT.sauer",
    ),
)
def logarithm_as_printed(most: Build, d: int) -> Check:
    """VC(C) <= log2 |C| <= d VC(C).

    Cases: Thresholds on {0, 1}^d; powers of two for logarithms.
    """
    concepts = upper_thresholds(1 << d)
    v = vc_dimension(concepts, 1 << d)
    yield le(f"d = {d}: left", 1 << v, len(concepts))
    yield le(f"d = {d}: right", len(concepts), most(d, v))


def fewest(dimension: int) -> int:
    """2^VC."""
    return 1 << dimension


LOGARITHM = Parts(least=fewest, most=corrected)
WRONG[LOGARITHM] = {
    "as printed": LOGARITHM.but(most=printed),
    "VC + 1 on the left": LOGARITHM.but(least="1 << dimension => 2 << dimension"),
    "half of d on the right": LOGARITHM.but(most=f"{SIZE} => ({SIZE}) // 2"),
    "2^VC + 1 on the left": LOGARITHM.but(least="1 << dimension => (1 << dimension) + 1"),
    "2^VC for both": LOGARITHM.but(most=f"{SIZE} => 1 << dimension"),
}


@claim(
    "VT14.TXT.vc-log", over(d=sized((1,), (1, 2), (1, 2))), form=Form.CORRECTED, about=LOGARITHM
)
def logarithm_by_dimension(parts: Parts, d: int) -> Check:
    """VC(C) <= log2 |C| for every class; log2 |C| <= d VC(C) unless VC(C) = 1, and |C| <= 2^d + 1
    then.

    Cases: All classes on 2^d points; both sides are attained, by all functions on VC points and by
    thresholds.
    """
    size = 1 << d
    every = EveryClass(size)
    for mask in every.classes:
        v, number = every.vc(mask), mask.bit_count()
        yield le(f"{mask}: left", parts.least(v), number)
        yield le(f"{mask}: right", number, parts.most(d, v))
    thresholds = every.mask((1 << size) - (1 << t) for t in range(size + 1))
    yield eq("thresholds", thresholds.bit_count(), parts.most(d, every.vc(thresholds)))
    cube = every.mask(range(1 << size))
    yield eq("all functions", cube.bit_count(), parts.least(every.vc(cube)))
