"""`python -m proofs_tests.mutation`: do the claims notice small faults in the reference?

Which lines a claim runs is found first (and kept in build/mutation for the next time); then each
fault is planted in a copy of this process, and the claims that run its line are decided: those of
privacy and accuracy first, then the others, the cheapest first, until one is surprised.  Printed
are the score by module, and the faults that no claim noticed.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections import defaultdict
from collections.abc import Sequence
from hashlib import sha256
from itertools import chain
from pathlib import Path

from audits.commands.output import print_table
from audits.ledger import Claim
from proofs_tests.mutation.faults import Fault, faults
from proofs_tests.mutation.judging import (
    FOLDER,
    HOME,
    Key,
    Traced,
    decidable,
    known_of,
    shared,
    verdict,
)
from proofs_tests.mutation.planting import functions, plant


def main(words: Sequence[str]) -> int:
    """Plant faults; the status is 0 if the claims notice the share that is asked for."""
    parser = argparse.ArgumentParser(prog="mutation", description="Faults, judged by claims.")
    parser.add_argument("files", nargs="*", help="below reference/; all of it if none is given")
    parser.add_argument("--sample", type=int, help="so many of the faults, by their hashes")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--at-least", type=int, default=95, help="percent")
    asked = parser.parse_args(words)
    items, listed = decidable(), tomllib.loads(HARMLESS.read_text("utf-8"))
    known, excused = known_of(items, asked.jobs), {each["in"] for each in listed["module"]}
    harmless = {(each["in"], each["says"]) for each in listed["fault"]}
    chosen = [
        (file, fault)
        for file in sorted(FOLDER.rglob("*.py"))
        if (name := str(file.relative_to(HOME))) not in excused
        if not asked.files or any(name.startswith(each) for each in asked.files)
        for fault in faults(file.read_text("utf-8"))
        if _judges(file, fault, known)
    ]
    if asked.sample is not None and asked.sample < len(chosen):
        chosen = sorted(sorted(chosen, key=_digest)[: asked.sample], key=str)
    judged = _judged(chosen, items, known, asked.jobs)
    return _told(
        [
            (file, fault, key)
            for file, fault, key in judged
            if key is not None or _spelled(str(file.relative_to(HOME)), fault) not in harmless
        ],
        known,
        asked.at_least,
    )


HARMLESS = Path(__file__).with_name("harmless.toml")
"""Faults that change no law and no promise, and modules in which none does, with the reasons:
`[[fault]] in, says, why` and `[[module]] in, why`."""

Judged = list[tuple[Path, Fault, Key | None]]


def _judged(
    chosen: Sequence[tuple[Path, Fault]],
    items: dict[Key, Claim],
    known: dict[Key, Traced],
    jobs: int,
) -> Judged:
    living = functions(FOLDER)

    def judge(place: tuple[Path, Fault]) -> Key | None:
        file, fault = place
        judges = [(items[each.key], each) for each in _judges(file, fault, known)]
        return verdict(judges, lambda: plant(fault, file, living))

    keys = shared(judge, chosen, jobs, "faults")
    return [
        (file, fault, None if key is None else (key[0], key[1]))
        for (file, fault), key in zip(chosen, keys, strict=True)
    ]


def _digest(place: tuple[Path, Fault]) -> bytes:
    return sha256(f"{place[0].relative_to(HOME)} {place[1]}".encode()).digest()


def _judges(file: Path, fault: Fault, known: dict[Key, Traced]) -> list[Traced]:
    place = (str(file.relative_to(FOLDER)), fault.line)
    judges = [each for each in known.values() if place in each.lines]
    return sorted(judges, key=lambda each: (not each.about_laws, each.seconds))


def _told(judged: Judged, known: dict[Key, Traced], at_least: int) -> int:
    """Print the score by module, and which faults nobody noticed."""
    modules = defaultdict[str, list[tuple[Fault, Key | None]]](list)
    for file, fault, key in judged:
        modules[str(file.relative_to(HOME))].append((fault, key))
    rows = []
    for name, found in [*sorted(modules.items()), ("all", [*chain(*modules.values())])]:
        noticed = [key for _, key in found if key is not None]
        laws = sum(known[key].about_laws for key in noticed)
        rows.append([name, str(len(found)), str(len(noticed)), str(laws)])
    print_table(["module", "faults", "noticed", "by privacy or accuracy"], rows)
    survivors = [
        [f"{name}:{fault.line}", *_spelled("", fault)]
        for name, found in sorted(modules.items())
        for fault, key in found
        if key is None
    ]
    if survivors:
        print_table(["not noticed", "in", "fault"], survivors)
    count = sum(map(len, modules.values()))
    return int(100 * (count - len(survivors)) < at_least * count)


def _spelled(name: str, fault: Fault) -> tuple[str, str]:
    """How a fault is named in the list of harmless ones."""
    return f"{name} {fault.function}".strip(), f"{fault.now} for {fault.was}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
