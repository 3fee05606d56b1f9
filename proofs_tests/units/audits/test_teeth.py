"""Claims say how they could have come out otherwise: cases, slack, evidence, impostors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

import pytest

from audits.claims.vocabulary import chance, eq, le, true
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
    claims,
    drawn,
    optimal,
    over,
    private,
    run_claim,
    sized,
)
from audits.ledger.claiming import Check
from audits.ledger.forms import Item
from audits.ledger.quantifiers import Over
from audits.ledger.scopes import added, multisets
from reference.data.adjacency import replace_one
from reference.data.domain import Domain
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.noise.randomized_response import RandomizedResponse
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee

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
    thinned: Quantifier = multisets(4, 2).every(3, 1)
    assert [*over(thinned).cases(Size.TINY)] == [
        {"rows": rows} for rows in ((1,), (0, 0), (0, 3), (1, 3), (3, 3))
    ]
    assert "(each 3-th, from 1)" in over(thinned).text(Size.TINY)


def test_what_is_about_something_has_impostors() -> None:
    """Every claim in the new form that is about a mechanism, a reduction or an attack."""
    kinds = {"mechanism", "construction", "reduction", "privacy", "accuracy", "lower-bound"}
    toothless = [
        known.key
        for known in claims()
        if callable(known.check) and known.entry.kind in kinds and not known.impostors
    ]
    assert toothless == []
