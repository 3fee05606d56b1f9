"""The release that public rows assist, for a target; and what its corrections spend.

Two targets: a privacy loss of so many corrections together (`--eps --delta -p count=C`), or an
accuracy besides (`--accuracy --failure`), for which the corrections are derived, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from audits.asked.literals import InputError, shortened
from audits.asked.numbers import integer, rational
from audits.verdict import Json
from reference.data.domain import Domain
from reference.data.named_classes import ConceptClass
from reference.exact.exponential import LargeLossError
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.release.private_multiplicative_weights import (
    LOSSES,
    PrivateMultiplicativeWeights,
)
from reference.mechanisms.release.public_assisted_calibration import (
    PAPPlan,
    plan_for_accuracy,
    plan_for_corrections,
)
from reference.mechanisms.release.public_assisted_release import PAPRelease
from reference.mechanisms.release.weights_plan import MOST_COMPOSED
from reference.privacy.curve import PrivacyCurve

NAME = "pap-release"
USAGE = (
    "--eps --delta, -p concepts=CLASS, -p domain=SIZE, --public FILE|ROWS, and -p count=C (or "
    "--accuracy and --failure)"
)
"""What is given where its parameters are derived."""

MOST_WRITTEN = 64
"""Corrections whose optimal composition is written down."""

MOST_CORRECTIONS = MOST_COMPOSED
"""Corrections whose loss is derived from a privacy loss of all of them."""

LONGEST_EXACT, LONGEST_SAMPLED = 5_000, 10_000_000
"""Binary digits of e^(T eps/5), T the threshold: in an exact law, and where outputs are drawn."""

MOST_EXACT_THRESHOLD = 64
"""Rows, in an exact law of private multiplicative weights."""

USUAL_DELTA = Fraction(1, 10**6)
"""Where the optimal composition is told, if no delta is asked for."""


def planned_release(
    parameters: Mapping[str, str],
    targets: Mapping[str, str | None],
    rows: int | None,
    read: Callable[[str, str], Fraction],
) -> PAPPlan:
    """The parameters for a target, public rows and a number of private rows.

    Args:
        parameters: what was given with `-p`, the public rows included.
        targets: the options by name, or None where one was not given.
        rows: the number of private rows, None if there are none yet.
        read: a target from its name and text.

    Raises:
        InputError: for other parameters or targets, or too few rows of one kind.
    """
    given = {name: text for name, text in targets.items() if text is not None}
    accurate = bool({"accuracy", "failure"} & set(given))
    if wrong := _wrong(parameters, given, accurate=accurate):
        raise InputError(f"{NAME}: {wrong}")
    if rows is None and not accurate:
        raise InputError(
            f"{NAME}: give --database; without an accuracy no number of rows is needed"
        )
    eps, delta = (read(name, given[name]) for name in ("eps", "delta"))
    concepts, known = _class(parameters["concepts"]), rows or 0
    size = integer(parameters["domain"], "domain")
    listed = (row for row in parameters["public"].split(",") if row.strip())
    public = tuple(integer(row, "public") for row in listed)
    count = 0 if accurate else _corrections(parameters["count"])
    try:
        domain = Domain.of_size(size)
        if accurate:
            alpha, beta = (read(name, given[name]) for name in ("accuracy", "failure"))
            plan = plan_for_accuracy(eps, delta, alpha, beta, concepts, domain, public, known)
        else:
            plan = plan_for_corrections(eps, delta, concepts, domain, public, count, known)
    except InputError:
        raise
    except LargeLossError:
        raise InputError(f"--eps {shortened(given['eps'])}: too large for {NAME} here") from None
    except ValueError as failure:
        raise InputError(f"{NAME}: {failure}") from None
    if rows is None:
        return plan
    bits = int(plan.threshold) * plan.root.numerator.bit_length()
    if bits > LONGEST_SAMPLED:
        raise InputError(
            f"--eps {shortened(given['eps'])}: too small for {NAME} here, whose threshold is "
            f"{plan.threshold} rows then: powers of {bits} binary digits, at most "
            f"{LONGEST_SAMPLED} are computed; give a larger --eps"
        )
    if plan.suffices:
        return plan
    goal = f"for --accuracy {given['accuracy']} --failure {given['failure']}, as calibrated here"
    raise InputError(
        f"{NAME}: {rows} private rows and {len(public)} public rows are too few: "
        f"{plan.rows_needed} private rows and {plan.public_needed} public rows are needed {goal}"
    )


def _wrong(
    parameters: Mapping[str, str], given: Mapping[str, str], *, accurate: bool
) -> str | None:
    """What is missing, or not given but derived; the first such thing."""
    for name in ("eps", "delta", *(("accuracy", "failure") if accurate else ())):
        if name not in given:
            other = "accuracy" if name == "failure" else "failure"
            beside = f", which goes with --{other}" if name in {"accuracy", "failure"} else ""
            return f"give --{name}{beside}"
    missing = {
        "concepts": f"-p concepts=CLASS, {', '.join(each.value for each in ConceptClass)}",
        "domain": "-p domain=SIZE, such as 8 or 2^32",
        "public": "--public FILE|ROWS, the public rows",
    }
    for name, words in missing.items():
        if name not in parameters:
            return f"give {words}"
    for name in parameters:
        if name == "count" and accurate:
            return "-p count is derived from --accuracy and --failure: give one or the other"
        if name not in {*missing, "count"}:
            return f"-p {name} is not given with --delta: {DERIVED}"
    if not accurate and "count" not in parameters:
        return "give -p count=C, how many corrections, or --accuracy and --failure"
    return None


DERIVED = "threshold, rate and the eps of a correction are derived"


def refuse_long_numbers(mechanism: object, longest: int) -> None:
    """Refuse a release that would compute with numbers, or polynomials, that are too long.

    Raises:
        InputError: names the count, or the threshold and what it may be at this eps.
    """
    if isinstance(mechanism, PrivateMultiplicativeWeights) and longest == LONGEST_EXACT:
        weights: PrivateMultiplicativeWeights[Fraction] = mechanism
        if abs(weights.threshold) > MOST_EXACT_THRESHOLD:
            raise InputError(
                f"-p threshold={shortened(str(weights.threshold))}: at most "
                f"{MOST_EXACT_THRESHOLD} rows in an exact law, for noise up to it is listed"
            )
    if not isinstance(mechanism, PAPRelease):
        return
    release: PAPRelease[Fraction] | PAPRelease[RationalFunction] = mechanism
    if release.count > MOST_CORRECTIONS:
        raise InputError(
            f"-p count={shortened(str(release.count))}: from 0 to {MOST_CORRECTIONS} here"
        )
    root = release.eps.root
    each = max(1, root.numerator.bit_length() - 1) if isinstance(root, Fraction) else DEGREE
    if abs(release.threshold) * each > longest:
        most = longest // each
        raise InputError(
            f"-p threshold={shortened(str(release.threshold))}: from -{most} to {most} at this "
            "eps, since e^(eps/5) is raised to this power exactly"
        )


DEGREE = 25
"""What a power of the indeterminate counts for, in binary digits."""


def explained(mechanism: object, rows: int) -> list[str]:
    """What the answers of a release are, and what its threshold means, in lines."""
    if not isinstance(mechanism, PAPRelease):
        return []
    release: PAPRelease[Fraction] = mechanism
    concepts, threshold = release.listed, release.threshold
    found = [
        (
            f"answers: for each of {len(concepts)} concepts, from {concepts[0]} to "
            f"{concepts[-1]}, the mean over the rows of +1 where it is 1 and -1 where it is 0, "
            "as estimated"
        ),
        (
            f"threshold: only an answer that seems to be off by more than {threshold} rows is "
            f"corrected; rate: a correction multiplies weights by {release.rate}"
        ),
    ]
    if threshold >= rows:
        found.append(
            f"threshold: {threshold} is not below the {rows} private rows: no answer is off by "
            "more, so that only noise sets off a correction"
        )
    return found


def _corrections(text: str) -> int:
    count = integer(text, "count")
    if not 1 <= count <= MOST_CORRECTIONS:
        raise InputError(f"-p count={shortened(text)}: from 1 to {MOST_CORRECTIONS}")
    return count


def _class(text: str) -> ConceptClass:
    try:
        return ConceptClass(text)
    except ValueError:
        known = ", ".join(each.value for each in ConceptClass)
        raise InputError(f"-p concepts={shortened(text)}: one of {known}") from None


@dataclass(frozen=True, slots=True)
class Ledger:
    """What the corrections of one output spend, each and together."""

    count: int | None
    """None: the mechanism keeps no ledger."""

    each: Fraction
    """e^eps of a correction; its tests have 4/5 of eps, its answer 1/5."""

    delta: Fraction
    """Where the optimal composition is told."""

    curve: Callable[[], PrivacyCurve] | None = None
    """That of all corrections, by optimal composition."""

    name: str = "corrections, public rows are not protected"
    shares: tuple[tuple[str, Fraction], ...] = (
        ("tests", Fraction(4, 5)),
        ("answer", Fraction(1, 5)),
    )
    """Of the eps of a correction."""

    @property
    def basic(self) -> Fraction:
        """e^eps of all, by basic composition."""
        return self.each ** (self.count or 0)

    @property
    def optimal(self) -> Fraction | None:
        """The least e^eps of all at delta; None for too many corrections."""
        if not 0 < (self.count or 0) <= MOST_WRITTEN:
            return None
        found = None if self.curve is None else self.curve().exp_eps_at(self.delta)
        return found if isinstance(found, Fraction) else None

    @property
    def json(self) -> dict[str, Json]:
        """Exact numbers."""
        if self.count is None:
            return {}
        optimal = self.optimal
        ledger: dict[str, Json] = {
            "corrections": self.count,
            "exp_eps_of_each": str(self.each),
            "exp_eps_basic": str(self.basic) if self.count <= MOST_WRITTEN else None,
            "exp_eps_optimal": None if optimal is None else str(optimal),
            "delta_optimal": str(self.delta),
        }
        return {"ledger": ledger}


def ledger_of(mechanism: object, delta: str | None) -> Ledger:
    """The ledger of a release at one eps; an empty one for other mechanisms."""
    at = USUAL_DELTA if delta is None else rational(delta, "--delta")
    if isinstance(mechanism, PrivateMultiplicativeWeights):
        weights: PrivateMultiplicativeWeights[Fraction] = mechanism
        return Ledger(
            weights.online.most_epochs,
            weights.eps.exp(LOSSES),
            at,
            weights.curve,
            "epochs, each ended by an update",
            tuple(
                (name, Fraction(k, LOSSES))
                for name, k in (("threshold", 1), ("test", 2), ("answer", 1))
            ),
        )
    if not isinstance(mechanism, PAPRelease) or not isinstance(mechanism.eps.root, Fraction):
        return Ledger(None, Fraction(1), at)
    release: PAPRelease[Fraction] = mechanism
    return Ledger(release.inner.corrections, release.eps.exp(), at, release.inner.curve)
