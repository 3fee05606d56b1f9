"""The line on what was decided says no more than the verdict does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from audits.claims.standard_mechanisms.every_unit import every_unit
from audits.engines.comparisons import Comparison
from audits.evidence.verdict import Evidence
from audits.ledger import (
    Claim,
    ClaimId,
    Decided,
    Erratum,
    Failed,
    Form,
    Found,
    Grade,
    Impostor,
    NotFinitelyCheckable,
    Result,
    Size,
    drawn,
    over,
    private,
    run_claim,
    stream_loses,
    stream_private,
)
from audits.ledger.deciding import Lemma
from audits.ledger.quantifiers import Over
from audits.ledger.scopes import multisets
from audits.rendering.reading import reading
from reference.data.adjacency import ListedAdjacency, replace_one
from reference.data.domain import Domain
from reference.mechanisms.noise.randomized_response import RandomizedResponse
from reference.mechanisms.stream.continuous_above_threshold import ContinuousAboveThreshold
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee

CaseOf = Callable[..., Iterable[Any]]


def less(n: int = 1, **others: object) -> Iterable[Comparison]:
    """0 < n, which could be otherwise."""
    del others
    yield Comparison("positive", Fraction(1), "<=", Fraction(1 + n))


def claim(
    check: CaseOf, scope: Over, form: Form = Form.PRINTED, erratum: Erratum | None = None
) -> Claim:
    """A claim about nothing in particular."""
    identifier, routes = ClaimId("KLMNS20.T4.2"), ("one", "two")
    nothing: dict[str, Callable[..., object]] = {}
    found = Claim(identifier, form, "A statement.", "", scope, check, None, nothing, erratum, ())
    return replace(found, routes=routes)


def line(item: Claim, others: Iterable[Claim] = ()) -> str:
    """The line on a claim at size tiny."""
    return reading(run_claim(item, Size.TINY), [run_claim(other, Size.TINY) for other in others])


OTHERS, CASES = "Not decided for other values of", "Not decided in other cases."
MANY = [10**23 + 7 * i for i in range(6)]


@pytest.mark.parametrize(
    ("scope", "words"),
    [
        (
            over(n=(1, 2), m=(5,)),
            "for n = 1, 2 and m = 5. Not decided for other values of n and m.",
        ),
        (over(n=(1, 2, 3, 4, 5, 6, 12)), f"for n = 1, 2, 3, ..., 12 (7 values). {OTHERS} n."),
        (over(t_and_m=[(1, 2), (2, 3)]), f"for (t, m) = (1, 2), (2, 3). {OTHERS} t and m."),
        (
            over(multisets(2, 2)),
            "for databases of 1 to 2 rows over 2 points. Not decided in other cases.",
        ),
        (over(case=(1, 2)), f"in 2 cases. {CASES}"),
        (over(setting=(1, 2)), f"in 2 cases. {CASES}"),
        (over(n=MANY), f"in 6 cases. {CASES}"),
        (over(chain=[(1, 2), (2, 3)]), f"in 2 cases. {CASES}"),
        (
            over(drawn("n", lambda _: (1, 2, 3), "integers")),
            "in each of the 3 cases tried, a sample. Not decided in others.",
        ),
        (
            over(drawn("n", lambda _: (1,), "integers")),
            "in the one case tried, a sample. Not decided in others.",
        ),
    ],
)
def test_where_it_was_decided(scope: Over, words: str) -> None:
    """Values by their names, those of two names as a pair; databases are no variable to a reader.

    Long lists, tuples without names, and what says nothing, are counted; a sample is called one.
    """
    assert line(claim(less, scope)) == f"True as printed {words}"


def test_forms_are_named() -> None:
    """What is true of which; without variables, how it was decided."""
    item = claim(less, over(n=(1, 2)))
    assert line(replace(item, form=Form.CORRECTED)).startswith("True as corrected for n")
    assert line(replace(item, form=Form.CONCRETE)).startswith("True with explicit constants for n")
    assert line(claim(less, over())) == "True as printed, in the numbers that are compared."


def responses(rows: int, eps: Epsilon[Any]) -> Iterable[Any]:
    """Randomised response is private."""
    mechanism = RandomizedResponse(Domain.of_size(2), eps)
    yield private(mechanism, replace_one(range(2), rows), Guarantee.pure(eps))


def test_every_eps_is_said_where_all_audits_are_for_every_eps() -> None:
    """Not at one eps, and only of privacy where numbers stand beside it."""
    every = Epsilon[Any].indeterminate(parts=1)

    def at(eps: Epsilon[Any], *, numbers: bool = False) -> CaseOf:
        def check(rows: int) -> Iterable[Any]:
            yield from responses(rows, eps)
            if numbers:
                yield from less(rows)

        return check

    scope, tail = over(rows=(1,)), "Not decided for other values of rows."
    start, laws = "True as printed for rows = 1", "Privacy is decided on 2 databases."
    assert line(claim(at(every), scope)) == f"{start}, for every eps. {laws} {tail}"
    single = f"{start}. Privacy is decided at single values of eps. {laws} {tail}"
    assert line(claim(at(Epsilon(Fraction(2))), scope)) == single
    mixed = line(claim(at(every, numbers=True), scope))
    assert mixed == f"{start}. Privacy is decided for every eps. {laws} {tail}"


def test_audits_for_every_eps_and_at_one_are_counted() -> None:
    """In a sentence of their own."""
    every = Epsilon[Any].indeterminate(parts=1)

    def check(rows: int) -> Iterable[Any]:
        yield from responses(rows, every)
        yield from responses(rows, Epsilon(Fraction(3)))

    words = (
        "Privacy is decided for every eps in 1, at single values of eps in 1 of 2 audits. "
        "Privacy is decided on 2 databases in each of 2 audits."
    )
    assert words in line(claim(check, over(rows=(1,))))


def test_values_of_eps_that_are_listed_are_not_said_again() -> None:
    """The scope has them."""

    def check(root: Fraction) -> Iterable[Any]:
        yield from responses(1, Epsilon(root))

    words = (
        "True as printed for root = 2, 3. Privacy is decided on 2 databases in each of 2 audits. "
        "Not decided for other values of root."
    )
    assert line(claim(check, over(root=(Fraction(2), Fraction(3))))) == words


def test_a_lemma_beyond_its_scope_is_named() -> None:
    """Where it was decided itself, only that it is used."""
    decided = run_claim(claim(less, over(n=(1,))), Size.TINY)
    assert isinstance(decided.decided, Decided)
    for evidence, more in (
        (Evidence.CHAINED, " This is used in cases beyond those that were decided."),
        (Evidence.EXHAUSTIVE, ""),
    ):
        lemma = Lemma("KLMNS20.L1", "n = 1", evidence)
        chained = replace(decided, decided=replace(decided.decided, lemmas=(lemma,)))
        assert reading(chained).endswith(f"of n. It rests on KLMNS20.L1.{more}")


@pytest.mark.parametrize(
    ("grade", "words"),
    [
        (Grade.CONSTANT, "False with the printed constant."),
        (Grade.PROOF_STEP, "A step of the printed proof is false;"),
        (Grade.KNOWN_BROKEN, "False, as the literature knows"),
    ],
)
def test_what_is_false_is_false_in_its_way(grade: Grade, words: str) -> None:
    """And a corrected form is named if it is true."""

    def wrong(n: int) -> Iterable[Comparison]:
        yield Comparison("wrong", Fraction(n), "<=", Fraction(0))

    item = claim(wrong, over(n=(1,)), erratum=Erratum(grade, "Here", same_as="KLMNS20.T4.1"))
    right = claim(less, over(n=(1,)), Form.CORRECTED)
    assert line(item).startswith(words)
    assert line(item).endswith("The same error is listed at KLMNS20.T4.1.")
    assert line(item, [right]).endswith("A corrected form is true where it was decided.")
    assert not line(item, [item]).endswith("decided.")
    assert not line(item, [replace(item, form=Form.CORRECTED)]).endswith("decided.")


def test_what_is_not_decided() -> None:
    """A check that no computation makes, one that failed, and one that says nothing."""
    never = claim(less, over())
    none = replace(never, check=NotFinitelyCheckable("all of them"))
    assert line(none) == "Not decided: no finite computation decides it."
    failed = Result(never, Size.TINY, Failed("ValueError: 1"), (), 0)
    assert reading(failed).startswith("Not decided: the check ended with an error. This is un")
    toothless = replace(never, routes=())
    assert line(toothless).startswith("Not decided: neither a proof nor a counterexample")
    vacuous = claim(lambda: [Comparison("idle", Fraction(0), "<=", Fraction(1))], over())
    assert line(vacuous).startswith("Not decided: none of the cases could have")


def test_what_is_unexpected_says_so() -> None:
    """A verdict, or a wrong variant that passes."""

    def wrong(n: int) -> Iterable[Comparison]:
        yield Comparison("wrong", Fraction(n), "<=", Fraction(0))

    assert line(claim(wrong, over(n=(1,)))) == (
        "False: there is a counterexample. This is unexpected: the ledger expects 'holds'."
    )
    passes = (Impostor("harmless", Found.HOLDS, {}),)
    found = replace(run_claim(claim(less, over(n=(1,))), Size.TINY), impostors=passes)
    assert reading(found).endswith("This is unexpected: a wrong variant was not refuted.")


def test_a_loss_that_is_attained_is_not_said_of_every_number_of_answers() -> None:
    """A bound is; that a loss is as large takes enough answers."""

    def bound(**_: object) -> Iterable[Any]:
        yield stream_private(ContinuousAboveThreshold(0, every_unit(4)), 1)

    def attained() -> Iterable[Any]:
        yield stream_loses(ContinuousAboveThreshold(0, every_unit(4)), 1)

    def both() -> Iterable[Any]:
        yield from [*bound(), *attained()]

    every = "True as printed for every eps"
    assert line(claim(bound, over())) == f"{every} and every number of answers."
    assert line(claim(attained, over())) == f"{every}."
    assert line(claim(both, over())) == f"{every}, and the bound for every number of answers."
    tail = " Not decided for other values of n."
    assert line(claim(bound, over(n=(1,)))) == (
        f"True as printed for n = 1, for every eps and every number of answers.{tail}"
    )


def test_listed_pairs_and_false_hypotheses_are_told() -> None:
    """Laws on pairs that were listed are not laws on all neighbours."""

    def check(n: int) -> Iterable[Any]:
        listed = ListedAdjacency(((0,), (1,)), ((0, 1),))
        eps = Epsilon(Fraction(2))
        mechanism = RandomizedResponse(Domain.of_size(2), eps)
        yield private(mechanism, listed, Guarantee.pure(eps))
        if n > 1:
            yield private(mechanism, replace_one(range(2), 1), Guarantee.pure(eps))

    one = line(claim(check, over(n=(1,))))
    assert "Privacy is decided on 2 databases, on listed pairs of them alone." in one
    two = line(claim(check, over(n=(1, 2))))
    assert "on 2 databases in each of 3 audits, in 2 of 3 on listed pairs alone." in two

    def positive(n: int) -> Iterable[Comparison]:
        yield Comparison("n > 1", Fraction(1), "<", Fraction(n))

    half = line(replace(claim(less, over(n=(1, 2))), given=positive))
    assert "The hypothesis is false in 1 of the 2 cases." in half
