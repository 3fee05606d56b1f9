"""`exactdp conform --follow`: a function of a database and a random source, every branch of it."""

from __future__ import annotations

import time
from collections.abc import Hashable, Sequence

from audits.commands.output import write_json
from audits.conformance.assertions import Claim, followed
from audits.conformance.finding import Finding, Outcome, Place, Strength, Subject
from audits.conformance.samplers import SamplerError, code_of_function, in_python
from audits.evidence.labels import label
from audits.evidence.verdict import Holds, Refuted
from audits.inputs.literals import InputError
from audits.inputs.loading import code_of, user_function

SECONDS = 60.0
"""For the whole search, if nothing else is said."""


def claimed(
    eps: str | None, exp_eps: str | None, delta: str | None, allowance: str | None
) -> Claim:
    """The claim that was typed.

    Raises:
        InputError: if it is none.
    """
    if (eps is None) == (exp_eps is None):
        raise InputError("--follow: give --eps X or --exp-eps P/Q")
    try:
        return Claim.of(eps, exp_eps, delta or "0", allowance or "0")
    except (TypeError, ValueError) as failure:
        raise InputError(f"--follow: {failure}") from None


def finding(
    target: str,
    pairs: Sequence[tuple[Hashable, Hashable]],
    claim: Claim,
    seconds: float | None = None,
    certificate: str | None = None,
) -> Finding:
    """Whether a function is private on pairs of neighbours, as `assert_private` decides it.

    Where the time was over before that was known, it is unfinished.

    Args:
        target: `file.py:function` or `package.module:function`.
        pairs: of databases, which the function takes as its first argument.
        claim: what it promises.
        seconds: for the search.
        certificate: where to write the certificate of a verdict, if anywhere.

    Raises:
        InputError: if there is no such function, or it cannot be followed, with the reason.
    """
    begun = time.perf_counter()
    program = user_function(target)
    databases = [(in_python(first), in_python(second)) for first, second in pairs]
    try:
        with code_of(target):
            found = followed(program, databases, claim, timeout=seconds or SECONDS, name=target)
    except SamplerError as failure:
        raise InputError(f"{target}: {failure}") from None
    open_words = found.words.removeprefix("undecided").lstrip(",: ")
    outcome, truth, note, witness = Outcome.UNDECIDED, "", open_words, {}
    if isinstance(found.verdict, Holds):
        outcome, truth, note = Outcome.HOLDS, found.words, ""
    elif isinstance(found.verdict, Refuted):
        outcome, truth, note = Outcome.REFUTED, found.words, ""
        witness = found.verdict.witness
    elif found.stopped:
        outcome = Outcome.UNFINISHED
    if certificate is not None and isinstance(found.verdict, Holds | Refuted):
        write_json(certificate, found.verdict.certificate)
    code = code_of_function(program)
    return Finding(
        Subject(
            "function", "", target, " or ".join(f"{label(a)}, {label(b)}" for a, b in pairs),
            claim.stated,
        ),
        Strength.EXACT_LAW,
        outcome,
        truth,
        time.perf_counter() - begun,
        witness,
        note,
        None if code is None else Place(code.co_filename, code.co_firstlineno),
    )  # fmt: skip
