"""Lecture 9: what a concept class is a subset of, and a citation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from audits.claims.vocabulary import eq, le
from audits.engines.comparisons import Comparison
from audits.ledger import Erratum, Form, Grade, claim, over

Most = Callable[[int], int]
"""How many concepts a class can have, from d."""


def thresholds(d: int) -> set[tuple[int, ...]]:
    """All c_theta, theta = 0, ..., 2^d, as lists of values."""
    return {tuple(int(x >= t) for x in range(2**d)) for t in range(2**d + 1)}


@claim(
    "VT14.TXT.class-of-points",
    Form.PRINTED,
    over(d=(1, 2, 3)),
    about=lambda d: 2**d,
    refuted=Erratum(
        Grade.WORDING,
        "9.1, first paragraph: 'a concept class C, a subset of {0, 1}^d'; of the functions on it",
        left="the number of thresholds on {0, 1}^d, the class of section 9.2",
        right="2^d, how many concepts a subset of {0, 1}^d has at most",
    ),
)
def concepts_as_printed(build: Most, d: int) -> Iterator[Comparison]:
    """If a concept class C, a subset of {0, 1}^d, is PAC-learnable, then it is privately
    PAC-learnable: concept classes are subsets of {0, 1}^d.

    Fair: Thresholds, of which 9.2 says that they are learned.
    """
    yield le("thresholds", len(thresholds(d)), build(d))


@claim(
    "VT14.TXT.class-of-points",
    Form.CORRECTED,
    over(d=(1, 2, 3)),
    about=lambda d: 2**2**d,
    impostors={
        "2^d": lambda d: 2**d,
        "2^d + 1": lambda d: 2**d + 1,
        "4^d": lambda d: 4**d,
        "d^2": lambda d: d * d,
    },
)
def concepts_as_functions(build: Most, d: int) -> Iterator[Comparison]:
    """Concept classes are sets of functions on {0, 1}^d, 2^(2^d) of them.

    Fair: Thresholds, and all functions by enumeration.
    """
    yield le("thresholds", len(thresholds(d)), build(d))
    yield eq("all functions", sum(1 for _ in product((0, 1), repeat=2**d)), build(d))


YEARS = {1: 2010, 15: 2006, 21: 2014, 26: 2011, 28: 1995, 30: 1998}
"""Of publication, by the numbers of the bibliography."""

Cited = Callable[[], int]
"""Where the general proof is, by its number."""


@claim(
    "VT14.TXT.gt-source",
    Form.PRINTED,
    over(),
    about=lambda: 28,
    refuted=Erratum(
        Grade.WORDING,
        "9.2, after the display of CC and the sample complexity: 'giving a more general proof "
        "[28]'; [28], of 1995, relates VC(C) to communication; the proof is that of [21]",
        left="the year of [15], which defines differential privacy",
        right="the year of [28]",
    ),
)
def proof_as_cited(build: Cited) -> Iterator[Comparison]:
    """Omega(d) bits for greater-than give a more general proof [28] that private learning of
    thresholds requires Omega(d) samples.

    Fair: A proof about private learning is not older than the definition of privacy, [15].
    """
    yield le("years", YEARS[15], YEARS[build()])


@claim(
    "VT14.TXT.gt-source",
    Form.CORRECTED,
    over(),
    about=lambda: 21,
    impostors={"as printed": lambda: 28, "the bound for greater-than": lambda: 30},
)
def proof_by_communication(build: Cited) -> Iterator[Comparison]:
    """Omega(d) bits for greater-than give a more general proof [21] that private learning of
    thresholds requires Omega(d) samples.

    Fair: A proof about private learning is not older than the definition of privacy, [15], and
    that communication bounds its sample complexity is shown in the text from [21].
    """
    yield le("years", YEARS[15], YEARS[build()])
