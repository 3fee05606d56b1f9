"""The label class: for each concept h, whether h gives an example the label that it has.

In terms of functions and labels -1 and +1 it is (x, y) -> y h(x), and (1 - y h(x))/2 tells an
error; as here, values are 0 and 1, and the function is 1 iff h(x) = y.

Notation: H concepts, x point, y label; the example (x, y) is the point 2 x + y.
Source: BCMNUW20, Lemma 17, section 5 (Beimel, Nissim and Stemmer).
Deviations: examples are numbered.
Degenerate inputs: none is refused.

>>> from reference.data.concept import intervals
>>> [str(h) for h in label_class(intervals(2), 2)]
['1010', '0110', '0101']
"""

from __future__ import annotations

from collections.abc import Iterable

from reference.data.concept import Hypothesis, Values


def label_class(concepts: Iterable[Hypothesis], size: int) -> tuple[Values, ...]:
    """H^label, in the order of the concepts, on the examples (0, 0), (0, 1), (1, 0), ..."""
    return tuple(
        Values(tuple(int(h(x) == y) for x in range(size) for y in (0, 1))) for h in concepts
    )
