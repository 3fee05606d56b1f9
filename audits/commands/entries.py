"""One entry of `[tool.exactdp]`, decided by the command that decides it at a terminal.

Each entry is decided in a process of its own, in the folder of the project.  So no code of one
entry touches the verdict about another, whatever it does, and what takes too long is ended.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from audits.conformance.finding import Finding, Outcome, Place, Strength, Subject
from audits.inputs.literals import shortened
from audits.inputs.numbers import TRIVIAL
from audits.inputs.project import Entry, Project
from audits.inputs.toml_keys import OPTIONS
from audits.rendering.numbers import in_words

OURS = Path(__file__).resolve().parents[2]
"""Where the packages lie."""

PROGRAM = """import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.path.append({!r})
from audits.cli import main
sys.exit(main())"""
"""The command; it hears Ctrl-C even where that is ignored."""

START = 2.0
"""Seconds until a command has begun."""

LEAST = 0.1
"""Seconds below which nothing is begun."""

GRACE = 5.0
"""Seconds that it has, after Ctrl-C, to end what it has started itself."""

STRENGTHS = {
    "mechanism": Strength.EXACT_LAW,
    "sampler": Strength.STATISTICAL,
    "function": Strength.EXACT_LAW,
}

OF_SEARCH = 0.9
"""The part of the time of a function in which its branches are followed."""

ALARM = "false alarm"
"""Where a witness has the probability that it is one."""

MOST_OUTPUTS = 6
"""Outputs of an event that are named."""


class Answer(NamedTuple):
    """What a command ended in."""

    status: int | None
    """None: it was ended when its time was over."""

    said: dict[str, Any]
    """Its JSON object, empty if there is none."""

    complaint: str
    """The last line of its own on standard error."""


WORST = ("refuted", "unfinished")
"""Of several pairs, the verdict about one that stands for all, the worst first."""

Judged = tuple[Outcome, str, str, dict[str, Any]]
"""The verdict, what is true, what remains open, and the witness."""


def decided(
    entry: Entry, project: Project, folder: Path, seconds: float, proof: Path | None = None
) -> Finding:
    """The finding about an entry, after so many seconds at most; with too few, nothing is run.

    Args:
        entry: what is decided.
        project: whose promise it is.
        folder: where the project lies.
        seconds: how long it may take.
        proof: where the certificate is written, if anywhere; samples have none.
    """
    begun = time.perf_counter()
    judged: Judged = (Outcome.UNFINISHED, "", "no time was left for it", {})
    if seconds >= LEAST:
        words = [*entry.words, "--json"]
        if proof is not None and entry.kind != "sampler":
            words.append(f"--certificate={proof}")
        if entry.kind == "function":
            words.append(f"--timeout={max(OF_SEARCH * (seconds - START), LEAST):.1f}")
        judged = _judged(entry, _answer(words, folder, seconds))
    outcome, truth, note, witness = judged
    return Finding(
        Subject(project.name, project.version, entry.name, "", entry.claim),
        STRENGTHS[entry.kind],
        outcome,
        truth,
        time.perf_counter() - begun,
        witness,
        note,
        Place(str(entry.file), entry.line),
    )


def _answer(words: list[str], folder: Path, seconds: float) -> Answer:
    """Run a command of ours in a folder; it and all its processes have ended afterwards."""
    with subprocess.Popen(  # noqa: S603 - it is ours
        [sys.executable, "-P", "-c", PROGRAM.format(str(OURS)), *words],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            out, err = process.communicate(timeout=seconds)
            status: int | None = process.returncode
        except subprocess.TimeoutExpired:
            out, err, status = b"", b"", None
        finally:  # also after Ctrl-C
            _end(process)
    lines = err.decode("utf-8", "replace").splitlines()
    ours = [line.removeprefix("exactdp: ") for line in lines if line.startswith("exactdp: ")]
    try:
        said = json.loads(out)
    except ValueError:
        said = {}
    return Answer(status, said if isinstance(said, dict) else {}, ours[-1] if ours else "")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process: by Ctrl-C, so that it ends the programs that it has started, or at once."""
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(GRACE)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _judged(entry: Entry, answer: Answer) -> Judged:
    """The verdict about an entry; an answer that is none is an error."""
    if answer.status is None:
        return Outcome.UNFINISHED, "", "no verdict in time", {}
    if answer.status not in {0, 1, 3} or not answer.said:
        how = answer.complaint or f"the command ended with exit status {answer.status}"
        return Outcome.ERROR, "", _of_keys(how, entry.kind), {}
    if entry.kind != "mechanism":
        every = answer.said["findings"]
        found = next(
            (each for verdict in WORST for each in every if each["verdict"] == verdict), every[0]
        )
        alarms = [Fraction(str(each["witness"].get(ALARM, 0))) for each in every]
        alarm = {ALARM: str(sum(alarms, Fraction(0)))} if any(alarms) else {}
        witness = found["witness"] | alarm
        said = found["truth"] if entry.kind == "function" else ""
        if found["verdict"] == "refuted" and entry.kind == "sampler":
            said = _counted(witness)
        return Outcome(found["verdict"]), said, found["note"], witness
    found = answer.said
    delta = found.get("delta") or {}
    if delta.get("low") is not None and Fraction(delta["low"]) >= 1:
        return Outcome.ERROR, "", f"it promises delta = {delta['exact']}: {TRIVIAL}", {}
    unclaimed = found.get("claim", "") is None or found.get("verdict") not in {
        *("holds", "refuted", "undecided")
    }
    if unclaimed:
        loss = found.get("loss")
        known = f" (the least is {loss['exact']} eps)" if loss is not None else ""
        return Outcome.ERROR, "", f"nothing is claimed: give claim-eps or exp-eps{known}", {}
    outcome = Outcome(found["verdict"])
    if outcome is Outcome.UNDECIDED:
        return outcome, "", str(found.get("reason", "")), {}
    if outcome is Outcome.HOLDS:
        return outcome, f"proved ({found.get('evidence', '')})", "", {}
    return outcome, _refutation(found), "", found.get("witness", {})


def _of_keys(complaint: str, kind: str) -> str:
    """A complaint about options as one about the keys of the table that stand for them."""
    text = complaint.removeprefix("--follow: ")
    text = re.sub(r"(?<![\w-])-p ", "parameters: ", text)
    keys = sorted(OPTIONS[kind], key=len, reverse=True)
    return re.sub(rf"(?<![\w-])--({'|'.join(keys)})(?![\w-])", r"\1", text)


def _refutation(found: dict[str, Any]) -> str:
    """A counterexample in words: for every number of answers a run, or numbers."""
    witness = found.get("witness", {})
    for example in found.get("examples", [])[:1]:
        ours, others = (", ".join(map(_number, example[k])) for k in ("answers", "neighbours"))
        p, q = map(_number, example["probabilities"])
        at = f" at eps = {_number(example['eps'])}" if "eps" in example else ""
        output = example["output"]
        event = output if isinstance(output, str) else " or ".join(output[:MOST_OUTPUTS])
        return f"output {event} has probability {p} for answers {ours}, {q} for {others}{at}"
    if "event" not in witness:
        return "; ".join(
            f"{key} {in_words(value) if isinstance(value, dict) else shortened(str(value))}"
            for key, value in witness.items()
        )
    places = (key for key in ("eps", "root") if key in witness)
    at = "".join(f" at {key} = {_number(witness[key])}" for key in places)
    p, q = map(_number, witness["probabilities"])
    return _event(witness, p, q) + at


def _number(value: dict[str, Any] | str) -> str:
    """A number of an answer, or a text in its place; in decimals where r is known."""
    if isinstance(value, str):
        return value
    known = value["low"] is not None and "r" in (value["exact"] or "")
    return in_words({**value, "exact": None} if known else value)


def _counted(witness: dict[str, Any]) -> str:
    """The counts of an event, on samples that the search has not used."""
    p, q = witness["counts"]
    return f"{_event(witness, str(p), str(q), 'came')} times in {witness['samples']} samples"


def _event(witness: dict[str, Any], p: str, q: str, verb: str = "has probability") -> str:
    event, (first, second) = witness["event"], witness["databases"]
    with suppress(ValueError):  # unless all are numbers
        event = sorted(event, key=Fraction)
    more = f" and {len(event) - MOST_OUTPUTS} more" if len(event) > MOST_OUTPUTS else ""
    outputs = " or ".join(map(str, event[:MOST_OUTPUTS])) + more
    return f"output {outputs} {verb} {p} on {first}, {q} on {second}"
