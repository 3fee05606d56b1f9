"""`exactdp optimum`: the best private mechanism for a problem, with a certificate."""

from __future__ import annotations

import traceback
from collections.abc import Hashable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from audits.commands import completions, optimum_at_eps, options
from audits.commands.answer import say
from audits.commands.interruption import killable
from audits.commands.optimum_curve import UNDECIDED, curve_of, exponential, show_curve, titled
from audits.commands.output import (
    print_json,
    print_table,
    refuse_undrawn,
    working,
    write_json,
    write_text,
)
from audits.engines.optimum.algebraic import AlgebraicNumber
from audits.engines.optimum.basis import SearchFailedError
from audits.engines.optimum.bracket import bracket
from audits.engines.optimum.certificates import (
    optimum_certificate,
    optimum_facts,
    piece_certificate,
    piece_facts,
)
from audits.engines.optimum.export import mechanism_csv, mechanism_json
from audits.engines.optimum.optimum import Optimum, solve
from audits.engines.optimum.parametric import Parametric, solve_for_all
from audits.engines.optimum.problem import Problem
from audits.engines.optimum.stated import Size
from audits.evidence.verdict import Json, objection
from audits.inputs.failures import failure_words
from audits.inputs.literals import InputError
from audits.inputs.mechanisms import parameters
from audits.inputs.numbers import rational
from audits.inputs.problems import CATALOGUE, build
from audits.rendering.decimals import about
from audits.rendering.numbers import enclosed_json, number_json
from reference.exact.polynomial import polynomial
from reference.exact.rational_function import RationalFunction

AnyProblem = Problem[Hashable, Hashable]


OF_CURVES = ("-p", "--exp-eps", "--delta", "--curve", "--plot", "--json")
"""What a curve reads."""


@killable()
def command(
    context: typer.Context,
    problem: Annotated[
        str,
        typer.Argument(
            help=f"{', '.join(CATALOGUE)}; a file.json; or file.py:function.",
            autocompletion=completions.problems,
        ),
    ],
    parameter: options.Parameters = None,
    exp_eps: Annotated[
        str | None, typer.Option("--exp-eps", metavar="P/Q", help="e^eps, a rational >= 1.")
    ] = None,
    eps: options.Eps = None,
    delta: Annotated[
        str, typer.Option("--delta", metavar="P/Q", help="delta, from 0 to 1.")
    ] = "0",
    all_eps: options.AllEps = False,
    curve: Annotated[
        str | None,
        typer.Option(
            "--curve",
            metavar="KEY=LO..HI",
            help="Tabulate over a parameter or exp-eps, which is not given elsewhere.",
        ),
    ] = None,
    plot: Annotated[
        str | None,
        typer.Option(
            "--plot", metavar="FILE", help="Draw the curve (or over eps).", callback=refuse_undrawn
        ),
    ] = None,
    mechanism: Annotated[
        str | None,
        typer.Option("--mechanism", metavar="FILE", help="Write the mechanism (.json or .csv)."),
    ] = None,
    certificate: options.CertificateFile = None,
    symmetry: Annotated[bool, typer.Option(help="Use the symmetries of the problem.")] = True,
    as_json: options.AsJson = False,
) -> None:
    """Find the best private mechanism for a problem, exactly, and prove that it is the best."""
    given = parameters(parameter or [])
    small = rational(delta, "--delta")
    if curve is not None or plot is not None:
        options.refuse_others(context, OF_CURVES, "--curve or --plot")
    _refuse_contradictions(exp_eps, eps, curve, plot, mechanism, certificate, all_eps=all_eps)
    real = optimum_at_eps.loss(eps or "0")
    try:
        if curve is not None or plot is not None:
            along, points = curve_of(problem, given, curve, exp_eps, small)
            show_curve(
                titled(problem, given, exp_eps, small), along, points, plot, as_json=as_json
            )
            return
        made = build(problem, given)
        if all_eps:
            _for_all(made, small, certificate, as_json=as_json, symmetric=symmetry)
            return
        x = exponential(exp_eps or "1")
        with working("solving"):
            at_eps = bracket(made, real, small, symmetric=symmetry) if real else None
            found = at_eps.below if at_eps else solve(made, x, small, symmetric=symmetry)
    except InputError:
        raise
    except (ValueError, SearchFailedError) as refused_input:
        raise InputError(str(refused_input)) from None
    except BaseException as failure:
        if isinstance(failure, typer.Exit) or not _runs_through(failure, problem):
            raise
        raise InputError(f"{problem}: {failure_words(failure)}") from None
    if mechanism is not None:
        _write_mechanism(mechanism, found)
    if at_eps is not None:
        known = _answer(found, None)
        optimum_at_eps.report(at_eps, known, certificate, as_json=as_json)
    proof = optimum_certificate(found)
    refused = objection(proof, optimum_facts(found))
    if certificate is not None:
        write_json(certificate, proof)
    answer = _answer(found, refused)
    if as_json:
        print_json(answer)
    else:
        _print(found, answer)
    raise typer.Exit(UNDECIDED if found.value is None or refused else 0)


def _runs_through(failure: BaseException, problem: str) -> bool:
    """Whether the user's own file was running: the symmetries of a problem are functions."""
    file = problem.rpartition(":")[0]
    frames = traceback.extract_tb(failure.__traceback__)
    return any(frame.filename == file for frame in frames)


def _refuse_contradictions(
    exp_eps: str | None,
    eps: str | None,
    curve: str | None,
    plot: str | None,
    mechanism: str | None,
    certificate: str | None,
    *,
    all_eps: bool,
) -> None:
    if all_eps and any((exp_eps, eps, curve, plot, mechanism)):
        raise InputError("--all-eps goes with -p, --delta and --certificate only")
    if exp_eps and eps:
        raise InputError("--exp-eps and --eps: give one of them")
    if not (all_eps or exp_eps or eps or curve or plot):
        raise InputError(
            "give --exp-eps P/Q, --eps X, --all-eps, --curve KEY=LO..HI or --plot FILE"
        )
    if plot and exp_eps and not curve:
        raise InputError("--plot draws a curve: leave out --exp-eps, or add --curve KEY=LO..HI")
    if mechanism is not None and not mechanism.endswith((".csv", ".json")):
        raise InputError(f"--mechanism {mechanism}: the name ends in .json or .csv")
    if mechanism is not None and mechanism == certificate:
        raise InputError(f"--mechanism and --certificate name one file, {mechanism}: give two")


def _answer(found: Optimum[Hashable, Hashable], refused: str | None) -> dict[str, Json]:
    universe = found.problem.universe
    answer: dict[str, Json] = {
        "problem": found.problem.name,
        "optimum": None if found.value is None or refused else number_json(found.value),
        "lower": number_json(found.lower),
        "upper": number_json(found.upper),
        "goal": "least loss" if found.problem.loss else "greatest score",
        "exp_eps": number_json(found.exp_eps),
        "delta": number_json(found.delta),
        "databases": universe.database_count,
        "pairs": universe.pair_count,
        "outcomes": len(found.problem.outcomes),
        "symmetries": list[Json](found.symmetries),
        "size": {"stated": _size(found.stated), "solved": _size(found.solved)},
        "seconds": f"{found.seconds:.3f}",
        "certificate": "refused" if refused else "accepted",
    }
    if refused:
        answer["reason"] = refused
    elif found.value is None:
        answer["reason"] = "no exact basis was found; lower and upper are proved"
        answer["gap"] = number_json(found.gap)
    return answer


def _size(size: Size) -> dict[str, Json]:
    return {"rows": size.rows, "columns": size.columns, "nonzeros": size.nonzeros}


def _print(found: Optimum[Hashable, Hashable], answer: Mapping[str, Json]) -> None:
    if answer["optimum"] is None:
        optimum = f"between {found.lower} and {found.upper} ({answer['reason']})"
    else:
        optimum = f"{found.lower} = {about(found.lower)}"
    before, after = found.stated, found.solved
    what = "least loss" if found.problem.loss else "optimum"
    print_table(
        ["", ""],
        [
            ["problem", found.problem.name],
            ["e^eps, delta", f"{found.exp_eps}, {found.delta}"],
            [what, optimum],
            ["certificate", f"{answer['certificate']} by the kernel"],
            ["databases", f"{answer['databases']}, {answer['pairs']} ordered pairs"],
            ["symmetries", ", ".join(found.symmetries) or "none"],
            ["program as stated", _words(before)],
            ["program solved", _words(after)],
            ["seconds", str(answer["seconds"])],
        ],
    )


def _words(size: Size) -> str:
    return f"{size.rows} rows, {size.columns} columns, {size.nonzeros} non-zeros"


def _write_mechanism(file: str, found: Optimum[Hashable, Hashable]) -> None:
    if file.endswith(".csv"):
        write_text(file, mechanism_csv(found))
    else:
        write_json(file, mechanism_json(found))


def _for_all(
    problem: AnyProblem,
    delta: Fraction,
    certificate: str | None,
    *,
    as_json: bool,
    symmetric: bool,
) -> None:
    with working("solving"):
        found = solve_for_all(problem, delta, symmetric=symmetric)
    refusals: list[str] = []
    files: list[Json] = []
    for number, piece in enumerate(found.pieces, start=1):
        proof = piece_certificate(found, piece)
        refused = objection(proof, piece_facts(found, proof))
        if refused is not None:
            refusals.append(f"piece {number}: {refused}")
        if certificate is not None:
            target = Path(certificate)
            name = str(target.with_name(f"{target.stem}.{number}{target.suffix}"))
            write_json(name, proof)
            files.append(name)
    answer = _pieces(found)
    answer["certificates"] = "refused" if refusals else f"{len(found.pieces)} accepted"
    if refusals:
        answer["reason"] = "; ".join(refusals)
    if files:
        answer["files"] = files
    if as_json:
        print_json(answer)
    else:
        print_table(
            ["from e^eps =", "to", "optimum, r = e^eps"],
            [
                [str(start), "infinity" if end is None else str(end), str(function)]
                for start, end, function in found.functions()
            ],
            title=f"{problem.name}, delta {delta}: {answer['certificates']} by the kernel",
        )
        if files:
            say(f"certificates, one for each row: {', '.join(map(str, files))}")
    raise typer.Exit(UNDECIDED if refusals else 0)


def _pieces(found: Parametric[Hashable, Hashable]) -> dict[str, Json]:
    return {
        "problem": found.problem.name,
        "delta": number_json(found.delta),
        "optimum": [
            {"from": _end(start), "to": _end(end), "value": number_json(function)}
            for start, end, function in found.functions()
        ],
    }


def _end(number: AlgebraicNumber | None) -> Json:
    """An end of an interval of e^eps, exactly: a number, or a root of a polynomial in r."""
    if number is None:
        return None
    if number.rational is not None:
        return number_json(number.rational)
    equation = RationalFunction(polynomial(number.coefficients), polynomial([1]))
    named: dict[str, Json] = {"exact": f"root of {equation}"}
    return enclosed_json(number.within(Fraction(1, 2**40))) | named
