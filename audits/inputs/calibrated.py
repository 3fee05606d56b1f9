"""Mechanisms whose parameters are derived from a target: eps, delta, accuracy, failure.

`exactdp sample tree-log -p domain=... --eps X --delta Y` takes its parameters from here.
"""

from __future__ import annotations

from collections.abc import Mapping

from audits.inputs.interior_point_plans import HEAVY_PATHS, REC_PREFIX, TREE_LOG
from audits.inputs.literals import InputError, as_bad_input
from audits.inputs.mechanisms import DERIVED_ONLY
from audits.inputs.parity_plans import PARITIES
from audits.inputs.plans import Derivation, Plan, Request
from audits.inputs.release_plans import PAP_RELEASE
from audits.inputs.threshold_plans import THRESHOLDS
from audits.inputs.triangle_plans import TRIANGLES
from audits.inputs.weights_plans import PRIVATE_WEIGHTS
from reference.exact.exponential import LargeLossError

DERIVATIONS: Mapping[str, Derivation] = {
    "tree-log": TREE_LOG,
    "heavy-paths": HEAVY_PATHS,
    "rec-prefix": REC_PREFIX,
    DERIVED_ONLY: THRESHOLDS,
    "pap-release": PAP_RELEASE,
    "private-multiplicative-weights": PRIVATE_WEIGHTS,
    "gaussian-projection": PARITIES,
    "triangle-count": TRIANGLES,
}
"""By command-line name."""


def calibrated(
    mechanism: str,
    parameters: Mapping[str, str],
    targets: Mapping[str, str | None],
    rows: int | None,
) -> Plan:
    """The parameters for a target and a number of rows.

    Too few rows are refused, for every mechanism: what is asked for would not be promised, and an
    output spends the privacy loss all the same.

    Args:
        mechanism: its command-line name.
        parameters: what was given with `-p`.
        targets: the options by name, or None where one was not given.
        rows: the number of rows; if None, a number that suffices.

    Raises:
        InputError: if the mechanism has no derivation, if something that it needs is not given,
            or something else is, if there are too few rows, or if the mechanism would compute
            with numbers that are too long.
    """
    if mechanism not in DERIVATIONS:
        raise InputError(
            f"--delta: {mechanism} has no parameters to derive, leave it out; only "
            f"{', '.join(DERIVATIONS)} derive theirs"
        )
    given = {name: text for name, text in targets.items() if text is not None}
    request = Request(mechanism, parameters, given, rows)
    derivation = DERIVATIONS[mechanism]
    derivation.check(request)
    with as_bad_input(f"{mechanism}: "):
        try:
            plan = derivation.plan(request)
        except LargeLossError as failure:
            most = int(request.target("eps") * failure.share)
            raise request.refused(
                "eps", f"too large for {mechanism} here, give less than {most}"
            ) from None
    if rows is None or plan.suffices:
        return plan
    wanted = " ".join(
        f"--{name} {given[name]}" for name in ("accuracy", "failure") if name in given
    )
    goal = f" for {wanted}" if wanted else ""
    by = f" ({plan.parameters['construction']})" if "construction" in plan.parameters else ""
    raise InputError(
        f"{mechanism}: {plan.there} are too few: {plan.missing} are needed{goal}, as calibrated "
        f"here{by}"
    )
