"""Released libraries, where their environments are there (`make conformance` makes all)."""

import os
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice

import pytest

from audits.conformance.adapter import Adapter
from audits.conformance.budget import Budget
from audits.conformance.environments import MissingLibraryError, Worker
from audits.conformance.exact_law import step_dist
from audits.conformance.finding import Finding, Outcome, Strength
from audits.conformance.library import MODULES, adapter
from audits.conformance.museum.biased_division import biased_law, exact_loss
from audits.conformance.museum.exhibits import EXHIBITS, Exhibit, Visit
from audits.conformance.statistical import compare, events
from proofs_tests.nightly import at_night
from reference.exact.exponential import exp_bounds
from reference.probability.geometric import TwoSidedGeometric

pytestmark = pytest.mark.conformance

BY_DAY = "diffprivlib", "0.6.6", "geometric"
"""What is asked of the museum by day."""

everything = pytest.mark.skipif(
    os.environ.get("EXACTDP_CONFORMANCE") != "all",
    reason="minutes: set EXACTDP_CONFORMANCE=all, after `make conformance museum`",
)


def available(library: Adapter) -> Adapter:
    """The adapter, or a skip if the library is nowhere."""
    try:
        library.environment.interpreter()
    except MissingLibraryError as missing:
        pytest.skip(str(missing))
    return library


def findings(name: str, case: str, most: int | None = None) -> list[Finding]:
    """What a case of a library finds, the first of it, or all."""
    return list(islice(available(adapter(name)).findings(Budget(), case), most))


def to_the_first_refuted(found: Iterable[Finding]) -> Iterator[Finding]:
    """Findings, until one is a refutation."""
    for finding in found:
        yield finding
        if finding.outcome is Outcome.REFUTED:
            return


@pytest.fixture(scope="module")
def diffprivlib() -> Iterator[Worker]:
    """A worker inside the environment of diffprivlib."""
    with Worker(available(adapter("diffprivlib")).environment) as worker:
        yield worker


def test_the_exact_law_of_the_geometric_mechanism(diffprivlib: Worker) -> None:
    """At eps = 1: support, end atoms, symmetry, the missing k, the distance from the truth."""
    half = 2**52
    law = step_dist(
        lambda ks: diffprivlib.ask(
            "steps", name="Geometric", parameters={"epsilon": 1}, value=0, ks=list(ks)
        ),
        [(0, half), (half, half + 1), (half + 1, 2 * half)],
    )
    numbers = [x for x in law if isinstance(x, int)]
    assert sorted(numbers) == list(range(-36, 37))
    assert [law.probability(x) for x in (-36, 36)] == [Fraction(1, 2**53)] * 2
    assert law.probability("raises OverflowError") == Fraction(1, 2**53)
    assert all(law.probability(x) == law.probability(-x) for x in numbers)
    ratio = exp_bounds(Fraction(-1), 200)[0]
    truth = TwoSidedGeometric(ratio).clamped(-36, 36)
    distance = sum(abs(law.probability(x) - truth.probability(x)) for x in numbers) / 2
    assert distance < Fraction(1, 2**49)


@pytest.mark.slow
def test_selection_of_diffprivlib_is_private() -> None:
    """Randomized response, exponential mechanism, permute-and-flip: exact laws, all hold."""
    found = findings("diffprivlib", "selection")
    assert len(found) == 6
    assert {f.outcome for f in found} == {Outcome.HOLDS}
    assert {f.strength for f in found} == {Strength.EXACT_LAW}


def test_a_strict_allowance_refutes_rounding_errors() -> None:
    """With no allowance, Binary(1) exceeds e by less than 10^-15: refuted, with the witness."""
    library = available(adapter("diffprivlib"))
    found = library.findings(Budget(), "selection", Fraction(0))
    binary = next(f for f in found if f.subject.mechanism == "Binary(epsilon=1)")
    assert binary.outcome is Outcome.REFUTED
    p, q = (Fraction(str(x)) for x in _texts(binary))
    assert 0 < p - exp_bounds(Fraction(1), 128)[1] * q < Fraction(1, 10**15)


def _texts(finding: Finding) -> list[object]:
    value = finding.witness["probabilities"]
    assert isinstance(value, list)
    return list(value)


@pytest.mark.statistical
@pytest.mark.parametrize("case", ["randomized-response", *at_night("laplace", "noisy-max")])
def test_opendp_conforms(case: str) -> None:
    """The current release: declared losses are upper bounds, samples fit the exact laws.

    Of Laplace noise the scales 1 and 3; `make conformance` asks for more.
    """
    found = findings("opendp", case, 4)
    assert {f.outcome for f in found} <= {Outcome.HOLDS, Outcome.UNREFUTED}
    assert {f.strength for f in found} == {Strength.DECLARED, Strength.STATISTICAL}


@everything
@pytest.mark.statistical
@pytest.mark.parametrize("name", [n for n in MODULES if n not in {"opendp", "diffprivlib"}])
def test_other_libraries_run(name: str) -> None:
    """Every case of every library ends in findings."""
    found = list(available(adapter(name)).findings(Budget()))
    assert found
    assert not [f for f in found if f.outcome is Outcome.REFUTED and name != "dp-accounting"]


@pytest.mark.statistical
@pytest.mark.parametrize(
    ("exhibit", "version"),
    [
        pytest.param(
            e,
            v,
            id=f"{e.library}-{v}-{e.case}",
            marks=[] if (e.library, v, e.case) == BY_DAY else [everything],
        )
        for e in EXHIBITS
        for v in (*e.affected, *filter(None, [e.fixed]))
    ],
)
def test_the_museum(exhibit: Exhibit, version: str) -> None:
    """An affected release is refuted, a fixed one is not."""
    library = available(adapter(exhibit.library).at(version))
    found = to_the_first_refuted(library.findings(Budget(), exhibit.case))
    visit = Visit(exhibit, version, tuple(found))
    assert visit.as_expected


@pytest.mark.parametrize(
    ("scale", "loss"),
    [(1, "1"), (2, "1/2"), (3, "0.5040939829"), (4, "0.2922214223"), (5, "0.3390731535")],
)
def test_the_loss_of_the_biased_division(scale: int, loss: str) -> None:
    """The enclosure of e^eps, against values computed elsewhere by quadrature of the law."""
    low, high = exact_loss(scale)
    slack = Fraction(1, 10**9)
    ends = exp_bounds(Fraction(loss) - slack)[1], exp_bounds(Fraction(loss) + slack)[0]
    assert ends[0] < low <= high < ends[1]


@everything
@pytest.mark.statistical
@pytest.mark.parametrize("scale", [3, 5])
def test_an_affected_release_has_the_law_of_the_model(scale: int) -> None:
    """Samples of OpenDP 0.14.1 fit the model of its bug."""
    with Worker(available(adapter("opendp").at("0.14.1")).environment) as worker:

        def samples(count: int) -> list[int]:
            found = worker.ask("laplace", scale=float(scale), value=0, shown=24, count=count)
            return [x for x, times in found for _ in range(times)]

        found = compare(samples, events(biased_law(scale, 24)), alpha=Fraction(1, 10**9))
    assert found.refuted_by is None
