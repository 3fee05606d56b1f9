"""`python -m proofs_tests.mutation`: do the claims notice small faults in the reference?

Each fault is planted in a copy of this process, and the claims that run its statement are
decided, the cheapest first, until one is surprised.  Which statements a claim runs is found
before, first of the claims near the module.  That is kept in build/mutation, as the verdicts are:
what was interrupted goes on where it stopped.  Printed are a line for each fault, the score, and
what nobody noticed.  Or nothing judges them but the properties of their modules.
"""

import argparse
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from audits.commands.output import print_table
from proofs_tests.mutation.drawing import drawn, package
from proofs_tests.mutation.faults import Fault, faults
from proofs_tests.mutation.judging import By, Verdict
from proofs_tests.mutation.running import Options, Run
from proofs_tests.mutation.testing import properties_of
from proofs_tests.mutation.tracing import FOLDER, HOME

HARMLESS = Path(__file__).with_name("harmless.toml")
"""Faults that change no law and no promise, and modules of which claims see nothing, with the
reasons: `[[fault]] in, says, why`, perhaps with `turn`, and `[[module]] in, why`."""


def main(words: Sequence[str]) -> int:
    """Plant faults; the status is 0 if the share is noticed that is required."""
    parser = argparse.ArgumentParser(prog="mutation", description="Faults, judged by claims.")
    parser.add_argument("files", nargs="*", help="modules, or folders of them; none: reference")
    parser.add_argument("--sample", type=int, help="so many of the faults, drawn by package")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--tests", action="store_true", help="let tests judge what is left")
    parser.add_argument("--properties", action="store_true", help="let nothing else judge")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--minutes", type=float, help="after which nothing is begun any more")
    parser.add_argument("--each", type=float, default=60, help="seconds of claims for a fault")
    parser.add_argument("--at-least", type=int, default=95, help="percent")
    given = parser.parse_args(words)
    chosen = list[Fault]()
    for name in given.files or [FOLDER]:
        path = (HOME / name).resolve()
        if not path.exists() or not path.is_relative_to(HOME / FOLDER):
            parser.error(f"{name!r}: neither a module nor a folder in {FOLDER}/")
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            place = file.relative_to(HOME).as_posix()
            if not given.properties or properties_of(place):
                chosen += faults(file.read_text("utf-8"), place)
    if given.sample is not None:
        chosen = drawn(chosen, given.sample, given.seed)
    options = Options(given.jobs, given.minutes, given.each, given.tests, given.properties)
    run = Run(chosen, options)
    found = dict[Fault, Verdict]()
    for fault, said in run.verdicts():
        found[fault] = said
        left = f", {said.left} claims that may run it not decided" if said.left else ""
        _line(f"{len(found)}/{len(chosen)} {fault}: {said.by.value} {said.who}{left}")
    score = Score(chosen, found, options)
    score.print()
    return int(100 * score.noticed < given.at_least * score.judged)


class Score:
    """Who noticed how many faults."""

    def __init__(
        self, chosen: Sequence[Fault], found: Mapping[Fault, Verdict], options: Options
    ) -> None:
        self._properties = options.properties
        listed = tomllib.loads(HARMLESS.read_text("utf-8"))
        by_claims_alone = not (options.tests or options.properties)
        unseen = {each["in"] for each in listed["module"]} if by_claims_alone else set[str]()
        by_module = len({package(fault) for fault in chosen}) == 1
        self.survivors = list[tuple[Fault, Verdict]]()
        self._counts = defaultdict[str, Counter[str]](Counter)
        for fault in chosen:
            said = found.get(fault)
            kind = said.by.value if said else NOT_ASKED
            if said and said.by is By.NOBODY:
                if fault.file in unseen or any(map(fault.listed, listed["fault"])):
                    kind = IS_HARMLESS
                else:
                    self.survivors.append((fault, said))
            for name in (fault.file if by_module else package(fault), "all"):
                self._counts[name][kind] += 1
        every = self._counts["all"]
        self.judged = sum(every[by.value] for by in By)
        self.noticed = self.judged - len(self.survivors)
        self._by_claims = self.noticed - every[By.TESTS.value]

    def print(self) -> None:
        """Print the counts, and which faults nobody noticed."""
        kinds = [*(by.value for by in By), IS_HARMLESS, NOT_ASKED]
        names = [*sorted(self._counts.keys() - {"all"}), "all"]
        rows = [[name, *(str(self._counts[name][kind]) for kind in kinds)] for name in names]
        print_table(["", *kinds], rows)
        if self.survivors:
            rows = [[str(f), str(f.turn), str(said.left)] for f, said in self.survivors]
            print_table(["not noticed", "turn", "claims that may run it, not decided"], rows)
        _line(f"of {self.judged} faults, but for harmless ones:")
        if not self._properties:
            _line(f"claims notice {_share(self._by_claims, self.judged)}")
        judges = "properties" if self._properties else "claims and tests"
        _line(f"{judges} notice {_share(self.noticed, self.judged)}")


IS_HARMLESS = "harmless"
NOT_ASKED = "not judged"


def _share(part: int, whole: int) -> str:
    tenths = 1000 * part // max(whole, 1)
    return f"{part} ({tenths // 10}.{tenths % 10} %)"


def _line(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
