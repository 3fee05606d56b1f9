"""Where `claims` and `audit` keep certificates, as long as there is room for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from audits.inputs.literals import InputError
from audits.ledger import Result
from audits.runs import DirectoryInUseError, Part, Run, begin


@dataclass(slots=True)
class Kept:
    """The run that is written, if there is one, until that fails; the verdicts go on."""

    run: Run | None = None
    failure: InputError | None = None

    @classmethod
    def begin(cls, directory: str | None, size: str, selection: Sequence[str]) -> Kept:
        """A run in the directory.

        Raises:
            InputError: for a directory that cannot be taken.
        """
        if directory is None:
            return cls()
        if not directory:
            raise InputError("--certificates '': give the name of a directory")
        try:
            return cls(begin(Path(directory), size, selection))
        except DirectoryInUseError as refusal:
            raise InputError(f"--certificates {refusal}") from None
        except OSError as failure:
            raise InputError(f"--certificates {directory}: {failure.strerror}") from None

    def add(self, result: Result) -> None:
        """Write the certificates of a result."""
        self._do(lambda run: run.add(result))

    def note(self, part: Part, file: str, proof: str | None, statement: str) -> None:
        """Write the certificate of a part, if it has one."""
        self._do(lambda run: run.note(part, file, proof, statement))

    def finish(self) -> None:
        """Write the manifest."""
        self._do(Run.finish)

    def _do(self, step: Callable[[Run], object]) -> None:
        if self.run is None or self.failure is not None:
            return
        try:
            step(self.run)
        except OSError as failure:
            self.failure = InputError(
                f"--certificates {self.run.directory}: {failure.strerror}: the run there is "
                "unfinished and shows nothing; the verdicts are those that are printed"
            )
