"""A virtual environment for each library, and programs that run inside it.

The dependencies of the libraries clash with each other, so each release lives in
`.venvs/<distribution>-<version>`.  What runs inside it is a module of
`audits.conformance.workers`: it reads one JSON request a line on its standard input and answers
in the same way, so the library is never imported here.  The environment sees this project by a
link to its two packages, of which workers import modules without dependencies only.

A library that is installed next to the project (`pip install exactdp[opendp]`) is used from
there if it has no environment of its own.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import venv
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryFile
from types import TracebackType
from typing import Any, Self

import audits
import reference
from audits.writing import write


class MissingLibraryError(LookupError):
    """The library is installed nowhere that we look."""


class WorkerError(RuntimeError):
    """What went wrong inside the environment of a library."""


@dataclass(frozen=True, slots=True)
class Environment:
    """One release of a library with what it needs."""

    distribution: str
    """Its name on the package index."""

    version: str
    worker: str
    """The module of `audits.conformance.workers` that runs inside."""

    package: str
    """What is imported from it."""

    extra: tuple[str, ...] = ()
    """Further requirements, pinned."""

    exact: bool = False
    """Whether no other release will do: a person asked for this one."""

    @property
    def directory(self) -> Path:
        """Where its virtual environment is, or will be."""
        home = Path(os.environ.get("EXACTDP_ENVIRONMENTS", ".venvs"))
        return home.absolute() / f"{self.distribution}-{self.version}"

    @property
    def python(self) -> Path:
        """The interpreter of its own environment."""
        return self.directory / "bin" / "python"

    @property
    def _mark(self) -> Path:
        return self.directory / ".complete"

    @property
    def is_complete(self) -> bool:
        """Whether the environment has been made."""
        return self._mark.exists()

    def prepare(self) -> None:
        """Make the environment, unless it is complete.

        Raises:
            WorkerError: if the package index does not provide the release.
        """
        if self.is_complete:
            return
        if not self.python.exists():
            venv.create(self.directory, with_pip=True)
            write(self.directory / ".gitignore", "*\n")
        wanted = [f"{self.distribution}=={self.version}", *self.extra]
        pip = [str(self.python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        finished = subprocess.run([*pip, *wanted], capture_output=True, text=True, check=False)
        if finished.returncode:
            reason = finished.stderr.strip().splitlines()[-1:]
            raise WorkerError(f"{' '.join(wanted)} cannot be installed: {' '.join(reason)}")
        self._mark.touch()

    def interpreter(self) -> tuple[str, str]:
        """The interpreter that has the library, and the release that it has.

        Raises:
            MissingLibraryError: if there is none.
        """
        if self.is_complete:
            self._link()
            return str(self.python), self.version
        here = self._installed_here()
        if here == self.version or (here and not self.exact):
            return sys.executable, here
        release = f"{self.distribution} {self.version}"
        instead = f", only {here} is" if here else ""
        raise MissingLibraryError(
            f"{release} is not installed here{instead}, and there is no environment "
            f"{self.directory}: `exactdp conform {self.distribution}=={self.version} --prepare` "
            "makes it, from the package index"
        )

    def _installed_here(self) -> str:
        """The release that this interpreter has, the empty text for none."""
        if importlib.util.find_spec(self.package) is None:
            return ""
        try:
            return metadata.version(self.distribution)
        except metadata.PackageNotFoundError:
            return ""

    def _link(self) -> None:
        (packages,) = self.directory.glob("lib/python*/site-packages")
        for package in (audits, reference):
            target, link = Path(package.__path__[0]).absolute(), packages / package.__name__
            if not link.is_symlink() or link.readlink() != target:
                link.unlink(missing_ok=True)
                link.symlink_to(target)


class Worker:
    """A running worker: `with Worker(environment) as worker: worker.ask("call", key=value)`."""

    def __init__(self, environment: Environment) -> None:
        interpreter, self.version = environment.interpreter()
        kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
        self._name = f"{environment.distribution} {self.version}"
        self._complaints = TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115 - closed in __exit__
        self._process = subprocess.Popen(
            [interpreter, "-m", f"audits.conformance.workers.{environment.worker}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            text=True,
            env=kept,
        )

    def ask(self, call: str, **arguments: object) -> Any:
        """The answer of one call.

        Raises:
            WorkerError: with the message of the library, or if the worker ended.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps({"call": call, "arguments": arguments}) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise self._ended() from None
        line = self._process.stdout.readline()
        if not line:
            raise self._ended()
        answer = json.loads(line)
        if "error" in answer:
            raise WorkerError(f"{self._name}, {call}: {answer['error']}")
        return answer["value"]

    def _ended(self) -> WorkerError:
        """The worker is gone: with the last thing that it said."""
        self._process.wait()
        self._complaints.seek(0)
        last = self._complaints.read().strip().splitlines()[-1:]
        return WorkerError(": ".join([f"{self._name} ended unexpectedly", *last]))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._complaints.close()
