"""Query release: a number for each concept of a class, and how far it is from the mean.

A concept h with values 0 and 1 stands for the function 2 h - 1 with values -1 and +1, its mean is
E[2 h(x) - 1] under a distribution on the points, or over the rows of a data set.  A data
structure G gives each concept a number in [-1, 1]; its error is the largest |G(h) - mean of h|.  A
data set v is one, too: G'(h) is the mean of h over v.

Notation: H concepts, D masses of the points, G data structure, v data set.
Source: BCMNUW20, Definition 5, section 2.1, and Remark 9, section 2.3.
Deviations: concepts have values 0 and 1.
Degenerate inputs: an empty data set has no means and is refused, as is a class of no concept.

>>> from reference.data.concept import intervals
>>> half = (Fraction(1, 2), Fraction(1, 2))
>>> [str(m) for m in means(intervals(2), half)], release_error(intervals(2), (-1, 0, 0), half)
(['-1', '0', '1'], Fraction(1, 1))
>>> [str(m) for m in data_means(intervals(2), (0, 0, 0, 1))]
['-1', '1/2', '1']
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from reference.data.concept import Hypothesis, Masses
from reference.data.database import Database


def means(concepts: Sequence[Hypothesis], masses: Masses) -> tuple[Fraction, ...]:
    """E[2 h(x) - 1] for each concept."""
    return tuple(
        2 * sum((mass for x, mass in enumerate(masses) if h(x)), Fraction(0)) - 1 for h in concepts
    )


def data_means(concepts: Sequence[Hypothesis], rows: Database[int]) -> tuple[Fraction, ...]:
    """The mean of 2 h - 1 over the rows, for each concept.

    Raises:
        ValueError: for no row.
    """
    if not rows:
        raise ValueError("data (): a mean is over at least one row")
    return tuple(Fraction(2 * sum(map(h, rows)), len(rows)) - 1 for h in concepts)


def furthest(
    answers: Sequence[Fraction | int], wanted: Sequence[Fraction | int]
) -> Fraction | int:
    """The largest distance of an answer from what is wanted.

    Raises:
        ValueError: for no answer, or not as many as are wanted.
    """
    if not answers:
        raise ValueError("answers (): an error is that of at least one answer")
    pairs = zip(answers, wanted, strict=True)
    return max(a - b if a > b else b - a for a, b in pairs)


def release_error(
    concepts: Sequence[Hypothesis], answers: Sequence[Fraction | int], masses: Masses
) -> Fraction | int:
    """The largest |G(h) - E[2 h(x) - 1]|."""
    return furthest(answers, means(concepts, masses))
