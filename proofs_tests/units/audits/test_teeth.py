"""Claims say how they could have come out otherwise: cases, slack, evidence, impostors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from audits.claims.vocabulary import chance, eq, le, lt, true
from audits.engines.comparisons import Comparison
from audits.engines.optimum.problem import worst_case
from audits.ledger import (
    Claim,
    ClaimId,
    Form,
    Found,
    Quantifier,
    Size,
    accurate,
    between,
    blind,
    box,
    drawn,
    optimal,
    over,
    private,
    run_claim,
    sized,
    step,
    twice_eps,
)
from audits.ledger.claiming import REGISTERED, Check
from audits.ledger.forms import Item
from audits.ledger.quantifiers import Over
from audits.ledger.scopes import added, multisets
from reference.data.adjacency import replace_one
from reference.data.domain import Domain
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.noise.randomized_response import RandomizedResponse
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Mechanism

Response = Mechanism[tuple[int, ...], tuple[int, ...], Fraction]

HALF, TWO = Fraction(1, 2), Fraction(2)


def item(
    check: Check,
    scope: Over = over(),  # noqa: B008 - immutable
    about: Callable[..., object] | None = None,
    **impostors: Callable[..., object],
) -> Claim:
    """A claim of the test."""
    named = ClaimId("CORE.test")
    return Claim(named, Form.PRINTED, "A.", "B.", scope, check, about, impostors, None, ())


def test_cases_are_counted() -> None:
    """A bound of 1 on a probability, and a false hypothesis, say nothing."""

    def check(n: int) -> Iterator[Comparison]:
        if n > 2:
            yield chance("", HALF, Fraction(n - 2, 3))
        if n == 2:
            yield le("", 0, 1)

    result = run_claim(item(check, over(n=(1, 2, 4, 5, 6))), Size.TINY)
    assert result.found is Found.HOLDS
    assert result.cases is not None
    assert (result.cases.live, result.cases.idle, result.cases.skipped) == (1, 3, 1)
    assert result.cases.slack == Fraction(1, 4)
    assert result.evidence == "computed"
    assert "n = 1, 2, 4, 5, 6; " in result.scope


@pytest.mark.parametrize("check", [list, lambda: [le("", 0, 1)], lambda: [chance("", HALF, TWO)]])
def test_a_claim_that_nothing_could_violate_is_vacuous(check: Check) -> None:
    """It is not as expected."""
    result = run_claim(item(check), Size.TINY)
    assert result.found is Found.VACUOUS
    assert not result.as_expected


def test_an_impostor_that_is_not_refuted_is_not_as_expected() -> None:
    """Whether the check holds of it or fails; one that is refuted shows its witness."""

    def check(square: Callable[[int], int], n: int) -> Iterator[Comparison]:
        yield eq("square", square(n), n * n)

    def square(n: int) -> int:
        return n**2

    scope = over(n=(1, 2))
    good = run_claim(item(check, scope, square, doubled=lambda n: 2 * n), Size.TINY)
    assert good.as_expected
    assert [each.found for each in good.impostors] == [Found.REFUTED]
    assert good.impostors[0].witness["instance"] == "n = 1; square"
    for wrong in (square, lambda n: n / 0):
        bad = run_claim(item(check, scope, square, wrong=wrong), Size.TINY)
        assert bad.found is Found.HOLDS
        assert not bad.as_expected


def evidence(items: Iterable[Item], scope: Over = over()) -> str:  # noqa: B008 - immutable
    """The evidence of a claim that says this of its only case."""
    return run_claim(item(lambda **_: items, scope), Size.TINY).evidence


R = RationalFunction.r()
RESPONSE = RandomizedResponse(Domain.of_size(2), Epsilon(TWO, 1))
EVERY = RandomizedResponse(Domain.of_size(2), Epsilon(R, 1))
BITS = replace_one((0, 1), 1)


def test_evidence_is_what_the_kernel_saw() -> None:
    """Nothing is typed by hand; of several parts the weakest counts."""
    assert evidence([eq("", TWO, 2)]) == "recomputed"
    assert evidence([true("", fact=True)]) == "enumerated"
    assert evidence([le("", 1, 2)]) == "computed"
    assert evidence([le("", R, R**2)]) == "closed form"
    assert evidence([private(RESPONSE, BITS, RESPONSE.guarantee)]) == "exhaustive"
    assert evidence([private(EVERY, BITS, EVERY.guarantee)]) == "all-epsilon"
    good = accurate(RESPONSE, BITS, lambda d, y: y == d, Fraction(1, 3))
    assert evidence([good]) == "exhaustive"
    coin = worst_case("coin", BITS, (0, 1), lambda d, y: y == d[0])
    assert evidence([optimal(coin, TWO, Fraction(2, 3))]) == "LP-certified"
    assert evidence([good, le("", 1, 2)]) == "computed"
    some = over(drawn("n", lambda _: (1,), "a number"))
    assert evidence([le("", 1, 2)], some) == "property-sampled"
    assert evidence([le("", 1, 2)], over(multisets(2, 2).every(2))) == "property-sampled"


def test_the_forms_refute_and_show_slack() -> None:
    """Too small an eps, too small a failure probability, too small an optimum."""
    less = Guarantee(Fraction(3, 2), Fraction(0))
    coin = worst_case("coin", BITS, (0, 1), lambda d, y: y == d[0])
    for wrong in (
        private(RESPONSE, BITS, less),
        accurate(RESPONSE, BITS, lambda d, y: y == d, Fraction(1, 4)),
        optimal(coin, TWO, HALF),
    ):
        assert run_claim(item(lambda wrong=wrong: [wrong]), Size.TINY).found is Found.REFUTED
    generous = private(RESPONSE, BITS, Guarantee(Fraction(3), Fraction(0)))
    result = run_claim(item(lambda: [generous]), Size.TINY)
    assert result.cases is not None
    assert result.cases.slack == HALF


def test_scopes_are_described_by_what_declares_them() -> None:
    """Words and cases come from one place, at each size."""
    scope = over(added(3, sized(1, 2, 3)), t=sized((1,), (1, 2), range(9)))
    assert scope.text(Size.TINY) == (
        "databases of 1 rows over 3 points, and each row that can be added; t = 1"
    )
    assert "databases of 1 to 3 rows" in scope.text(Size.FULL)
    assert "t = 0, ..., 8" in scope.text(Size.FULL)
    assert len([*scope.cases(Size.TINY)]) == 9
    assert len([*scope.cases(Size.SMALL)]) == 2 * 3 * (3 + 6)
    assert over(n=(4, 6, 8, 10**18)).text(Size.TINY) == f"n = 4, 6, 8, {10**18}"
    thinned: Quantifier = multisets(4, 2).every(3, 1)
    assert [*over(thinned).cases(Size.TINY)] == [
        {"rows": rows} for rows in ((1,), (0, 0), (0, 3), (1, 3), (3, 3))
    ]
    assert "(each 3-th, from 1)" in over(thinned).text(Size.TINY)


def test_a_case_whose_hypothesis_is_false_is_skipped() -> None:
    """The check is not called for it."""

    def check(n: int) -> Iterator[Comparison]:
        yield le("", Fraction(1, n), 1)

    def positive(n: int) -> Iterator[Comparison]:
        yield le("n >= 1", 1, n)

    result = run_claim(replace(item(check, over(n=range(3))), given=positive), Size.TINY)
    assert result.found is Found.HOLDS
    assert result.cases is not None
    assert (result.cases.live, result.cases.skipped) == (2, 1)


def test_a_box_is_searched_from_its_smallest_point() -> None:
    """The witness is a smallest counterexample, and what was covered is in the scope."""

    def check(n: int, beta: Fraction) -> Iterator[Comparison]:
        yield lt("", n * n * beta, 9)

    scope = over(box(n=range(10), beta=between(0, 1, low_in=False)))
    result = run_claim(item(check, scope), Size.TINY)
    assert result.found is Found.REFUTED
    assert result.witness["instance"] == "n = 3, beta = 1"
    assert "beta in (0, 1], 10 values from 1/1000 to 1" in result.scope
    listed = over(box(n=range(3), beta=(HALF, Fraction(1, 3))))
    assert run_claim(item(check, listed), Size.TINY).evidence == "computed"
    tried = over(box(n=range(3), beta=between(0, 1)))
    assert run_claim(item(check, tried), Size.TINY).evidence == "property-sampled"


@pytest.fixture
def lemma() -> Iterator[Callable[[Claim], None]]:
    """Registers a claim for the length of a test."""
    before = dict(REGISTERED)
    yield lambda used: REGISTERED.update({used.key: used})
    REGISTERED.clear()
    REGISTERED.update(before)


@pytest.mark.parametrize(
    ("bound", "n", "found"),
    [(1, 5, Found.HOLDS), (1, 2, Found.REFUTED), (0, 5, Found.UNDECIDED)],
)
def test_a_chain_is_as_strong_as_its_steps(
    lemma: Callable[[Claim], None], bound: int, n: int, found: Found
) -> None:
    """It fails where a hypothesis is false at its instance, or a claim that it uses is."""

    def small(n: int) -> Iterator[Comparison]:
        yield le("1/n", Fraction(1, n), bound)

    def three(n: int) -> Iterator[Comparison]:
        yield le("n >= 3", 3, n)

    name = f"CORE.lemma{bound}{n}"
    lemma(
        replace(
            item(small, over(n=range(3, 4 + bound))),
            id=ClaimId(name),
            form=Form.CONCRETE,
            given=three,
        )
    )
    result = run_claim(item(lambda: [step(name, Form.CONCRETE, n=n)]), Size.TINY)
    assert result.found is found


def test_mistakes_of_any_mechanism() -> None:
    """Twice the eps is not private, and an answer from another database is not accurate."""

    def build(eps: Epsilon[Fraction]) -> Response:
        return RandomizedResponse(Domain.of_size(2), eps)

    def keeps(build: Callable[[Epsilon[Fraction]], Response]) -> Iterator[Item]:
        response = build(Epsilon(TWO))
        yield private(response, BITS, Guarantee(TWO, Fraction(0)))
        yield accurate(response, BITS, lambda bits, told: bits == told, Fraction(1, 3))

    seen = blind(build, lambda _: (0,))
    result = run_claim(item(keeps, about=build, eager=twice_eps(build), blind=seen), Size.TINY)
    assert result.found is Found.HOLDS
    assert [each.found for each in result.impostors] == [Found.REFUTED, Found.REFUTED]
