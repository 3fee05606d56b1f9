"""Section 1.4: the VC dimension and the size of a class."""

from audits.claims.prelude import *
from reference.data.concept import Hypothesis, all_functions
from reference.data.dimensions import vc_dimension


@claim(
    "BNSV15.TXT.vclog",
    over(size=(1, 2, 3), number=sized(range(1, 4), range(1, 5), range(1, 9))),
    about=vc_dimension,
    impostors={
        "sets that no concept leaves out": lambda concepts, size: sum(
            any(c(x) for c in concepts) for x in range(size)
        ),
        "one more": lambda concepts, size: vc_dimension(concepts, size) + 1,
        "one less": lambda concepts, size: max(0, vc_dimension(concepts, size) - 1),
    },
)
def dimension_is_at_most_a_logarithm(
    rule: Callable[[Sequence[Hypothesis], int], int], size: int, number: int
) -> Check:
    """The VC dimension of a class C is at most log2 |C|: 2^VC(C) <= |C|.

    Fair: All classes of so many functions on up to three points; attained by the class of all
    functions on one point, on two, and on three.
    """
    functions = [*all_functions(size)]
    for i, concepts in enumerate(combinations(functions, number)):
        yield le(f"class {i}", 2 ** rule(concepts, size), number)
    yield eq("all functions", 2 ** rule(functions, size), len(functions))
