"""CheckDP (Wang, Ding, Kifer, Zhang, CCS 2020) and ShadowDP (the same authors, PLDI 2019).

CheckDP proves its correct programs for every number of queries and every answer; here they are
decided for a few answers in {-1, 0, 1} (0 and 1 for sums), the level 0, and values seen through
cuts.  A program whose name begins with `bad` is wrong on purpose.  What LightDP (Zhang
and Kifer, POPL 2017) proves is among them: partial and smart sums, sparse vectors.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from audits.conformance.competition.entry import (
    Answers,
    Entry,
    Private,
    Recipe,
    Recorded,
    Truth,
    recipe,
)
from audits.conformance.competition.programs.maxima import NoisyMax
from audits.conformance.competition.programs.sparse_vectors import (
    AdaptiveSparseVector,
    Released,
    SparseVector,
)
from audits.conformance.competition.programs.sums import BlockCounter, NoisyCounts, NoisySum
from audits.conformance.competition.suites.neighbours import BITS, SIGNS, one_way, pair
from reference.data.adjacency import Adjacency, all_answers, one_answer

ABSTRACT = Recorded(None, "abstract of the paper", "each program within 70 s")
NOT_FOUND = Recorded(None, "none", "the paper's times were not retrieved")
VALUE, GAP, FRESH = Released.VALUE, Released.GAP, Released.FRESH
CUTS = (-1, 0, 1)

NOISY_MAX = recipe(NoisyMax, scale=2)
BAD_MAX = recipe(NoisyMax, scale=2, cuts=(-1, 0))
BAD_1 = recipe(SparseVector, threshold=2, queries=None)
BAD_2 = recipe(SparseVector, threshold=2, queries=2)
BAD_3 = recipe(SparseVector, threshold=4, queries=Fraction(4, 3), stop=1)
BAD_GAP = recipe(SparseVector, threshold=2, queries=4, stop=1, released=VALUE, cuts=(0, 1))
BAD_ADAPTIVE = recipe(AdaptiveSparseVector, stop=1, leaks=True, cuts=(0,))


def sparse(stop: int) -> Recipe:
    """The sparse vector technique."""
    return recipe(SparseVector, threshold=2, queries=4 * stop, stop=stop)


def monotone(stop: int) -> Recipe:
    """The same with half the noise, for answers that all change in one direction."""
    return recipe(SparseVector, threshold=2, queries=2 * stop, stop=stop)


def gap(stop: int) -> Recipe:
    """The technique that puts out by how much an answer is above."""
    return recipe(
        SparseVector, threshold=2, queries=4 * stop, stop=stop, released=GAP, cuts=(1, 2)
    )


def numeric(stop: int) -> Recipe:
    """The technique that puts out an answer above with fresh noise."""
    return recipe(
        SparseVector,
        threshold=3,
        queries=6 * stop,
        stop=stop,
        released=FRESH,
        fresh=3 * stop,
        cuts=CUTS,
    )


def adaptive(stop: int) -> Recipe:
    """The technique in which answers far above cost less."""
    return recipe(AdaptiveSparseVector, stop=stop, cuts=(1, 16, 17))


def entries() -> Iterator[Entry]:
    """The programs of `examples` in CheckDP's repository, and what ShadowDP adds."""
    three, sums = _all(3), one_answer(BITS, 4)
    up, total = one_way(SIGNS, 3), recipe(NoisySum, scale=1, cuts=(0, 1, 2, 3))
    block = recipe(BlockCounter, block=2, cuts=CUTS)
    yield _good("noisymax", Private(NOISY_MAX, three, 2))
    yield _bad("badnoisymax", Private(BAD_MAX, three, 2), "n eps/2 for n answers")
    yield _good("sparsevector, N = 1", Private(sparse(1), three, 4))
    yield _good("sparsevector, N = 2", Private(sparse(2), three, 8))
    yield _good("svt, one direction, N = 1", Private(monotone(1), up, 2))
    yield _good("svt, one direction, N = 2", Private(monotone(2), up, 4))
    yield _good("numsparsevector, N = 1", Private(numeric(1), three, 6))
    yield _good("numsparsevector, N = 2", Private(numeric(2), _all(2), 12))
    yield _good("gapsparsevector, N = 1", Private(gap(1), three, 4))
    yield _good("gapsparsevector, N = 2", Private(gap(2), _all(2), 8))
    yield _good("adaptivesparsevector, N = 1", Private(adaptive(1), three, 8))
    yield _good("adaptivesparsevector, N = 2", Private(adaptive(2), _all(2), 16))
    yield _good("partialsum", Private(total, sums, 1))
    yield _good("smartsum", Private(block, sums, 1, claim=2))
    yield _bad("badsparsevector1", Private(BAD_1, _all(2), 2), "no finite loss")
    yield _bad("badsparsevector2", Private(BAD_2, three, 2), "grows with n")
    yield _bad("badsparsevector3", Private(BAD_3, three, 4), "(1 + 6 N) eps/4 for many answers")
    yield _bad("badgapsparsevector", Private(BAD_GAP, _all(5), 4), "n eps/4")
    yield _bad(
        "badadaptivesparsevector",
        Private(BAD_ADAPTIVE, pair((0,) * 4, (1,) * 4), 8),
        "(3 n - 2) eps/8",
    )
    less = recipe(NoisySum, scale=Fraction(1, 2), cuts=(0, 1, 2, 3))
    yield _bad("badpartialsum", Private(less, sums, 1), "2 eps")
    bare = recipe(BlockCounter, block=2, cuts=CUTS, exact_blocks=True)
    yield _bad("badsmartsum", Private(bare, sums, 1, claim=2), "block sums are put out exactly")
    prefix = Private(recipe(NoisyCounts, scale=1, cuts=(0, 1)), sums, 1)
    yield Entry("ShadowDP", "prefixsum", prefix, Truth.HOLDS, "its verdict", NOT_FOUND)


def _all(n: int) -> Adjacency[Answers]:
    return all_answers(SIGNS, n)


def _good(name: str, question: Private) -> Entry:
    return Entry("CheckDP", name, question, Truth.HOLDS, "its verdict", ABSTRACT)


def _bad(name: str, question: Private, why: str) -> Entry:
    return Entry("CheckDP", name, question, Truth.REFUTED, f"its verdict; {why}", ABSTRACT)
