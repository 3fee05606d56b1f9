"""`exactdp optimum --eps`: the optimum between two numbers that are certified."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

import typer

from audits.commands.answer import say
from audits.commands.optimum_curve import UNDECIDED
from audits.commands.output import print_facts, print_json, write_json
from audits.commands.stream_examples import beside
from audits.engines.optimum.bracket import Bracket
from audits.evidence.verdict import Json, objection
from audits.inputs.numbers import between
from audits.rendering.numbers import enclosed_json, in_words, number_json
from reference.exact.rational_function import RationalFunction

LARGEST_EPS = 20
"""Beyond it the search in floating point finds nothing."""

ENDS = ("below", "above")

NOTE = (
    "One end is attained by a mechanism at a rational number below e^eps, so it is private at\n"
    "eps; the other is a bound on all mechanisms at one above. Exact ends: --json."
)


def loss(text: str) -> Fraction:
    """Eps as it was typed.

    Raises:
        InputError: if it is no number, or too large for a search in floating point.
    """
    return between(text, "--eps", 0, LARGEST_EPS)


def report(
    found: Bracket[Hashable, Hashable],
    known: dict[str, Json],
    certificate: str | None,
    *,
    as_json: bool,
) -> None:
    """Print what is proved, write the two certificates, and exit.

    Args:
        found: the optimum between two numbers.
        known: the answer at the rational number below e^eps.
        certificate: the certificates are written beside this file, if anywhere.
        as_json: whether the answer is one JSON object.
    """
    refusals: list[str] = []
    files: list[str] = []
    for name, (proof, facts) in zip(ENDS, found.proofs(), strict=True):
        if refused := objection(proof, facts):
            refusals.append(f"{name}: {refused}")
        if certificate is not None:
            files.append(beside(certificate, name))
            write_json(files[-1], proof)
    known.pop("reason", None)
    known.pop("gap", None)
    answer = known | {
        "optimum": None if refusals else enclosed_json((found.lower, found.upper)),
        "lower": number_json(found.lower),
        "upper": number_json(found.upper),
        "eps": number_json(found.eps),
        "exp_eps": number_json(RationalFunction.r(), found.eps) | {"exact": f"e^({found.eps})"},
        "seconds": f"{found.below.seconds + found.above.seconds:.3f}",
        "certificate": "refused" if refusals else "accepted",
    }
    if refusals:
        answer["reason"] = "; ".join(refusals)
    if files:
        answer["files"] = list[Json](files)
    if as_json:
        print_json(answer)
    else:
        _print(found, answer, "; ".join(refusals), files)
    raise typer.Exit(UNDECIDED if refusals else 0)


def _print(
    found: Bracket[Hashable, Hashable], answer: dict[str, Json], refusal: str, files: list[str]
) -> None:
    below, optimum = found.below, answer["optimum"]
    what = "least loss" if below.problem.loss else "optimum"
    print_facts(
        below.problem.name,
        [
            ("eps", str(found.eps)),
            ("delta", str(below.delta)),
            (what, in_words(optimum) if isinstance(optimum, dict) else refusal),
            ("certificates", f"{answer['certificate']} by the kernel"),
        ],
    )
    say(NOTE)
    if files:
        say(f"certificates: {', '.join(files)}")
