"""Section 1.4: the VC dimension and the size of a class."""

from audits.claims.prelude import *
from reference.data.concept import all_functions
from reference.data.dimensions import vc_dimension

WRONG[vc_dimension] = {
    "sets that no concept leaves out": "is_shattered(grown := (*chosen, x), known) => "
    "(grown := (*chosen, x)) and any(c(x) for c in known)",
    "one more": "return dimension => return dimension + 1",
    "one less": "return dimension => return max(0, dimension - 1)",
    "the number of points": "return dimension => return size",
}


@claim(
    "BNSV15.TXT.vclog",
    over(size=(1, 2, 3), number=sized(range(1, 4), range(1, 5), range(1, 9))),
    about=vc_dimension,
)
def dimension_is_at_most_a_logarithm(rule: Build, size: int, number: int) -> Check:
    """The VC dimension of a class C is at most log2 |C|: 2^VC(C) <= |C|.

    Cases: All classes of so many functions on up to three points; attained by the class of all
    functions on one point, on two, and on three.
    """
    functions = [*all_functions(size)]
    for i, concepts in enumerate(combinations(functions, number)):
        yield le(f"class {i}", 2 ** rule(concepts, size), number)
    yield eq("all functions", 2 ** rule(functions, size), len(functions))
