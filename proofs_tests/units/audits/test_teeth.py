"""Claims say how they could have come out otherwise: cases, slack, evidence, impostors."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from audits.claims.vocabulary import chance, eq, le, lt, true
from audits.engines.comparisons import Comparison
from audits.engines.optimum.problem import worst_case
from audits.ledger import (
    Claim,
    ClaimId,
    Decided,
    Form,
    Found,
    Quantifier,
    Size,
    accurate,
    between,
    blind,
    box,
    claim,
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
from audits.ledger.deciding import TOOTHLESS_LAWS, Cases
from audits.ledger.forms import Item
from audits.ledger.impostors import Blind
from audits.ledger.quantifiers import Over
from audits.ledger.running import Result
from audits.ledger.scopes import added, multisets
from reference.data.adjacency import ListedAdjacency, replace_one
from reference.data.domain import Domain
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.noise.randomized_response import RandomizedResponse
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Mechanism

pytestmark = pytest.mark.usefixtures("laws_computed_twice")

Response = Mechanism[tuple[int, ...], tuple[int, ...], Fraction]

HALF, TWO = Fraction(1, 2), Fraction(2)


def planted(
    check: Check,
    scope: Over = over(),  # noqa: B008 - immutable
    about: Callable[..., object] | None = None,
    **impostors: Callable[..., object],
) -> Claim:
    """A claim of the test; without impostors it is said to have two routes."""
    named, routes = ClaimId("CORE.test"), () if impostors else ("one", "other")
    return Claim(
        named, Form.PRINTED, "A.", "B.", scope, check, about, impostors, None, (), routes=routes
    )


def run(check: Check | Claim, scope: Over = over()) -> Result:  # noqa: B008 - immutable
    """What is found of a claim, or of a check without impostors."""
    return run_claim(check if isinstance(check, Claim) else planted(check, scope), Size.TINY)


def cases_of(check: Check | Claim, scope: Over = over()) -> Cases:  # noqa: B008 - immutable
    """What is counted of it."""
    cases = run(check, scope).cases
    assert cases is not None
    return cases


def test_cases_are_counted() -> None:
    """A bound of 1 on a probability, and a false hypothesis, say nothing."""

    def check(n: int) -> Iterator[Comparison]:
        if n > 2:
            yield chance("", HALF, Fraction(n - 2, 3))
        if n == 2:
            yield le("", 0, 1)

    result = run(planted(check, over(n=(1, 2, 4, 5, 6))))
    assert result.found is Found.HOLDS
    assert result.cases is not None
    assert (result.cases.live, result.cases.idle, result.cases.skipped) == (1, 3, 1)
    assert result.cases.slack == Fraction(1, 4)
    assert result.evidence == "computed"
    assert "n = 1, 2, 4, 5, 6; " in result.scope


def test_numbers_may_be_long() -> None:
    """Longer than Python spells them by itself, which it does not afterwards either."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(5000)  # commands that other tests called here lift the limit
    try:
        assert run(lambda: [lt("", 9**9999, 10**9999)]).found is Found.HOLDS
        assert sys.get_int_max_str_digits() == 5000
    finally:
        sys.set_int_max_str_digits(before)


def test_slack_is_a_short_number() -> None:
    """Whatever numbers were compared: rounded down."""
    short = cases_of(lambda: [chance("", Fraction(1, 3**50), HALF)]).slack
    assert short == 1 - Fraction(1, 10**12)
    assert cases_of(lambda: [chance("", Fraction(1, 3), HALF)]).slack == Fraction(1, 3)


@pytest.mark.parametrize("check", [list, lambda: [le("", 0, 1)], lambda: [chance("", HALF, TWO)]])
def test_a_claim_that_nothing_could_violate_is_vacuous(check: Check) -> None:
    """It is not as expected."""
    result = run(check)
    assert result.found is Found.VACUOUS
    assert not result.as_expected


def test_an_impostor_that_is_not_refuted_is_not_as_expected() -> None:
    """Whether the check holds of it or fails; one that is refuted shows its witness."""

    def check(square: Callable[[int], int], n: int) -> Iterator[Comparison]:
        yield eq("square", square(n), n * n)

    def square(n: int) -> int:
        return n**2

    scope = over(n=(1, 2))
    good = run(planted(check, scope, square, doubled=lambda n: 2 * n))
    assert good.as_expected
    assert [each.found for each in good.impostors] == [Found.REFUTED]
    assert good.impostors[0].witness["instance"] == "n = 1; square"
    for wrong in (square, lambda n: n / 0):
        bad = run(planted(check, scope, square, wrong=wrong))
        assert bad.found is Found.HOLDS
        assert not bad.as_expected


def evidence(items: Iterable[Item], scope: Over = over()) -> str:  # noqa: B008 - immutable
    """The evidence of a claim that says this of its only case."""
    return run(lambda **_: items, scope).evidence


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


def test_an_impostor_or_two_routes_are_named() -> None:
    """A claim that shows in no way that it could have come out otherwise is undecided."""
    for said in (eq("", TWO, 2), le("", 1, 2), private(RESPONSE, BITS, RESPONSE.guarantee)):
        two = planted(lambda said=said: [said])
        assert run(two).found is Found.HOLDS
        result = run(replace(two, routes=()))
        assert (result.found, result.as_expected) == (Found.UNDECIDED, False)
        assert isinstance(result.decided, Decided)
        assert "name a wrong variant or two routes" in result.decided.reason
    false = run(replace(planted(lambda: [lt("", 2, TWO)]), routes=()))
    assert isinstance(false.decided, Decided)
    assert (false.found, false.decided.reason) == (Found.REFUTED, "")

    def of_two(square: Callable[[int], int]) -> Iterator[Comparison]:
        yield eq("", square(2), 4)

    told_apart = planted(of_two, about=lambda n: n * n, wrong=lambda n: n**3)
    assert run(told_apart).found is Found.HOLDS
    with pytest.raises(ValueError, match="two routes"):

        @claim("CORE.test")
        def one_route() -> list[Item]:
            """A statement.

            Routes: only one.
            """
            return []


def test_what_is_true_of_any_laws_is_idle() -> None:
    """Equal laws keep every guarantee; where every outcome is good, nothing can fail."""
    nothing = Blind(RESPONSE, lambda _: (0,))
    asleep = private(nothing, BITS, RESPONSE.guarantee)
    easy = accurate(RESPONSE, BITS, lambda *_: True, HALF)
    for idle in (asleep, easy):
        result = run(lambda idle=idle, **_: [idle], over(n=(1, 2)))
        assert result.cases is not None
        assert (result.found, result.cases.live, result.cases.idle) == (Found.VACUOUS, 0, 2)
    live = private(RESPONSE, BITS, RESPONSE.guarantee)
    both = run(planted(lambda n: [asleep, live] if n else [easy], over(n=(0, 1))))
    assert both.cases is not None
    assert (both.found, both.cases.live, both.cases.idle) == (Found.HOLDS, 1, 1)


def test_the_forms_refute_and_show_slack() -> None:
    """Too small an eps, too small a failure probability, too small an optimum."""
    less = Guarantee(Fraction(3, 2), Fraction(0))
    coin = worst_case("coin", BITS, (0, 1), lambda d, y: y == d[0])
    for wrong in (
        private(RESPONSE, BITS, less),
        accurate(RESPONSE, BITS, lambda d, y: y == d, Fraction(1, 4)),
        optimal(coin, TWO, HALF),
    ):
        assert run(planted(lambda wrong=wrong: [wrong])).found is Found.REFUTED
    generous = private(RESPONSE, BITS, Guarantee(Fraction(3), Fraction(0)))
    assert cases_of(lambda: [generous]).slack == HALF


def test_slack_is_that_of_the_laws_and_of_nothing_refuted() -> None:
    """A number beside an audit is not its bound; what is refuted has none."""
    generous = private(RESPONSE, BITS, Guarantee(Fraction(3), Fraction(0)))
    assert cases_of(lambda: [le("rows", 5, 5), generous]).slack == HALF
    assert cases_of(lambda: [chance("", Fraction(1, 3), HALF), eq("", 1, 2)]).slack is None


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

    result = run(replace(planted(check, over(n=range(3))), given=positive))
    assert result.found is Found.HOLDS
    assert result.cases is not None
    assert (result.cases.live, result.cases.skipped) == (2, 1)


def test_a_box_is_searched_from_its_smallest_point() -> None:
    """The witness is a smallest counterexample, and what was covered is in the scope."""

    def check(n: int, beta: Fraction) -> Iterator[Comparison]:
        yield lt("", n * n * beta, 9)

    scope = over(box(n=range(10), beta=between(0, 1, low_in=False)))
    result = run(check, scope)
    assert result.found is Found.REFUTED
    assert result.witness["instance"] == "n = 3, beta = 1"
    assert "beta in (0, 1], 10 values from 1/1000 to 1" in result.scope
    listed = over(box(n=range(3), beta=(HALF, Fraction(1, 3))))
    assert run(check, listed).evidence == "computed"
    tried = over(box(n=range(3), beta=between(0, 1)))
    assert run(check, tried).evidence == "property-sampled"


def lemma(used: Claim) -> None:
    """Registers a claim for the length of a test."""
    REGISTERED[used.key] = used


def three(n: int) -> Iterator[Comparison]:
    """A hypothesis."""
    yield le("n >= 3", 3, n)


def silent(n: int) -> Iterator[Comparison]:
    """A hypothesis that says nothing."""
    yield from [le("n >= 3", 3, n)][:0]


def small(bound: int) -> Claim:
    """1/n is at most the bound, if n is at least 3; checked for 3 and 4."""

    def check(n: int) -> Iterator[Comparison]:
        yield le("1/n", Fraction(1, n), bound)

    named = ClaimId(f"CORE.small{bound}")
    found = planted(check, over(n=(3, 4)))
    return replace(found, id=named, form=Form.CONCRETE, given=three)


CONCLUSION = (le("", 1, 2),)


def chain(bound: int, conclusion: Sequence[Item] = CONCLUSION, **at: int) -> Claim:
    """It goes through that claim, at these numbers."""
    through = step(f"CORE.small{bound}", Form.CONCRETE, **at)
    return planted(lambda: [through, *conclusion])


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize(
    ("bound", "n", "found"),
    [(1, 4, Found.HOLDS), (1, 2, Found.UNDECIDED), (0, 4, Found.UNDECIDED)],
)
def test_a_chain_is_as_strong_as_its_steps(bound: int, n: int, found: Found) -> None:
    """It breaks, and refutes nothing, where a hypothesis or what it uses is false."""
    lemma(small(bound))
    assert run(chain(bound, n=n)).found is found


@pytest.mark.usefixtures("registered")
def test_a_chain_says_how_far_its_lemmas_were_checked() -> None:
    """Its evidence is no stronger than theirs, and weaker beyond their scopes."""
    lemma(small(1))
    within, beyond = (run(chain(1, n=n)) for n in (4, 5))
    assert (within.evidence, beyond.evidence) == ("computed", "chained")
    assert "rests on CORE.small1 (concrete), checked for n = 3, 4" in beyond.scope
    sampled = replace(small(1), scope=over(drawn("n", lambda _: (4, 7), "numbers")))
    lemma(replace(sampled, id=ClaimId("CORE.small2")))
    assert run(chain(2, n=4)).evidence == "property-sampled"


@pytest.mark.usefixtures("registered")
def test_a_chain_needs_a_conclusion_and_the_variables_of_its_lemma() -> None:
    """Hypotheses alone say nothing; a variable too many is a mistake, as one too few is."""
    lemma(small(1))
    assert run(chain(1, (), n=4)).found is Found.VACUOUS
    for wrong in (chain(1, n=4, m=1), chain(1)):
        assert run(wrong).found is Found.ERROR
    lemma(replace(small(1), given=silent))
    assert run(chain(1, n=4)).found is Found.ERROR


def test_points_that_no_row_takes_are_missed() -> None:
    """The scope says that the rows of a pair of databases are not all of the domain."""
    response = RandomizedResponse(Domain.of_size(4), Epsilon(TWO))
    pair = ListedAdjacency(((0,), (3,)), ((0, 1),))
    for said in (
        private(response, pair, Guarantee(TWO, Fraction(0))),
        accurate(response, pair, lambda bits, told: bits == told, Fraction(9, 10)),
    ):
        found = run(planted(lambda said=said: [said]))
        assert ", rows at 2 of 4 points" in found.scope
    all_points = private(response, replace_one(range(4), 1), Guarantee(TWO, Fraction(0)))
    assert " points" not in run(lambda: [all_points]).scope


def test_mistakes_of_any_mechanism() -> None:
    """Twice the eps is not private, and an answer from another database is not accurate."""

    def build(eps: Epsilon[Fraction]) -> Response:
        return RandomizedResponse(Domain.of_size(2), eps)

    def keeps(build: Callable[[Epsilon[Fraction]], Response]) -> Iterator[Item]:
        response = build(Epsilon(TWO))
        yield private(response, BITS, Guarantee(TWO, Fraction(0)))
        yield accurate(response, BITS, lambda bits, told: bits == told, Fraction(1, 3))

    seen = blind(build, lambda _: (0,))
    result = run(planted(keeps, about=build, eager=twice_eps(build), blind=seen))
    assert result.found is Found.HOLDS
    assert [each.found for each in result.impostors] == [Found.REFUTED, Found.REFUTED]


@pytest.mark.parametrize(("looks", "found"), [(True, Found.HOLDS), (False, Found.UNDECIDED)])
def test_laws_that_refute_no_impostor_decide_nothing(looks: bool, found: Found) -> None:
    """A number tells the impostor apart first: still its law has to be another."""

    def check(build: Callable[[], Response]) -> Iterator[Item]:
        response = build()
        assert isinstance(response, RandomizedResponse)
        yield le("e^eps", response.eps.exp(), 2)
        yield private(response if looks else RESPONSE, BITS, Guarantee(TWO, Fraction(0)))

    wrong = RandomizedResponse(Domain.of_size(2), Epsilon(TWO * 2))
    result = run(planted(check, about=lambda: RESPONSE, wrong=lambda: wrong))
    assert [each.found for each in result.impostors] == [Found.REFUTED]
    assert result.found is found
    if not looks:
        assert isinstance(result.decided, Decided)
        assert result.decided.reason == TOOTHLESS_LAWS
