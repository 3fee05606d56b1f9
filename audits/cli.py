"""The command `exactdp` (also `python -m audits`).

Every command takes `--json` (one JSON object on stdout; progress and messages on stderr).  Exit
status: 0 as expected, 1 a refutation or a claim whose verdict is not the expected one, 2 bad
input or a refused size (one line, no traceback), 3 undecided (0 with `--fail-on refuted`, and in
`audit`) or no time for a verdict, 4 an internal error: a bug of ours, in one line that says how to
report it.  Anywhere in the line, `--debug` shows the traceback, and `--plain` prints as in a pipe.

This module imports no command: each is loaded when it is the one that was typed.
"""

from __future__ import annotations

import errno
import os
import platform
import re
import shlex
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from functools import cache
from importlib import import_module
from itertools import count
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType
from typing import Annotated

import typer

from audits.commands.answer import Command, EndOfFile, output_for_answers, stream
from audits.inputs.literals import InputError, shortened

BAD_INPUT, INTERNAL_ERROR, INTERRUPTED, HUNG_UP = 2, 4, 130, 141

LONGEST_LINE = 600
"""Characters of a refusal that are shown."""

LONGEST_SHOWN = 40
"""Digits of a number in it."""

SILENT, AGAIN = 10.0, 60.0
"""Seconds of the processor before a command says that it is at work, and says so again."""

COMMANDS = {
    "list": "List the mechanisms, the claims, the papers, or the problems of `optimum`.",
    "law": "Print the exact output distribution of a mechanism on one database.",
    "privacy": "Decide whether a mechanism keeps its guarantee, or say how private it is.",
    "table": "Decide whether a table of exact probabilities is private, or say how private it is.",
    "optimum": "Find the best private mechanism for a problem, exactly, "
    "and prove that it is the best.",
    "complexity": "Tabulate what rows, rounds, errors and coalitions are worth, "
    "exactly, for one of several problems.",
    "claims": "Decide the claims of the ledger and compare the verdicts with what is expected.",
    "report": "Decide the claims and write a page for each, with certificates; an index; "
    "the errata.",
    "sample": "Run a mechanism; its randomness is compared as integers, exactly.",
    "check": "Re-check certificates with the trusted kernel.",
    "conform": "Compare another implementation with the reference, "
    "as strongly as its interface allows.",
    "audit": "Decide everything that `[tool.exactdp]` in the pyproject.toml of a project "
    "promises.",
    "new": "Write a mechanism, a claim or an engine that passes the tests, to be made into "
    "another.",
    "schema": "Print the JSON Schema of what a command prints with --json; without a name, "
    "list them.",
}
"""The commands in the order of the help text, with the first lines of their docstrings."""

SHORTHANDS = {"help": "--help", "version": "--version", "completion": "--show-completion"}
"""Words that stand for an option: `help law` is `law --help`."""

ANYWHERE = ("--debug", "--plain")
"""Options that may stand anywhere in the line."""

OF_SHELLS = ("--show-completion", "--install-completion")
"""Options after which the parser ends the process."""

SHELLS = ("bash", "zsh", "fish")
"""Those for which `completion SHELL` prints a script."""

COMPLETING = "_EXACTDP_COMPLETE"
"""The variable by which a shell asks what may follow."""

MODULES = {"list": "listing"}
"""The module in `audits.commands` of a command whose name it cannot have."""

OURS = Path(__file__).resolve().parent.parent
"""Where the packages `audits` and `reference` lie."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is returned."""
    words = sys.argv[1:] if arguments is None else arguments
    if sys.stdout is None:
        return _line("stdout is closed: there is nowhere to answer", BAD_INPUT)
    sys.set_int_max_str_digits(0)  # exact numbers are shown in full, however long
    plain = "--plain" in words
    with output_for_answers(for_good=arguments is None, plain=plain), _heard():
        status = _answered(words)
    _let_go_of_messages()
    return status


@contextmanager
def _heard() -> Iterator[None]:
    """Say on stderr, now and then, that there is no answer yet; where there are such timers."""
    if not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        yield
        return

    passed = count(SILENT, AGAIN)  # a mechanism that runs may not be seen to look at a clock

    def say(number: int, frame: FrameType | None) -> None:
        del number, frame
        _line(f"at work, {next(passed):g} s of computation so far; Ctrl-C ends it", 0)

    before = signal.signal(signal.SIGVTALRM, say)
    signal.setitimer(signal.ITIMER_VIRTUAL, SILENT, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _answered(words: Sequence[str]) -> int:
    """Run the command, where standard output is for its answer; the exit status is returned."""
    debug = "--debug" in words
    rest = [word for word in words if word not in ANYWHERE] or ["--help"]
    if rest[0] in SHORTHANDS:
        rest = [*rest[1:], SHORTHANDS[rest[0]]]
    for_shell = COMPLETING in os.environ or not {*rest}.isdisjoint(OF_SHELLS)
    try:
        parser = _parser(*(word for word in (_typed_so_far() or rest)[:1] if word in COMMANDS))
        with redirect_stdout(stream()), _script_of(rest):  # the parser prints the help
            status = parser(args=rest, prog_name="exactdp", standalone_mode=False)
        stream().flush()
    except (typer.Abort, KeyboardInterrupt):
        status = INTERRUPTED
    except BrokenPipeError:
        return _hung_up()
    except SystemExit as ended:  # typer makes it of a broken pipe; else somebody's code raised it
        if isinstance(ended.__context__, OSError):
            return _hung_up()
        if for_shell:
            stream().flush()
            return ended.code if isinstance(ended.code, int) else 0
        return _told(InputError("code that is not ours ended the program"), words)
    except BaseException as raised:  # noqa: BLE001 - whatever it is, it is told in one line
        failure = raised.failure if isinstance(raised, EndOfFile) else raised
        if debug:
            failure.__suppress_context__ = False  # a user's own failure lies behind a refusal
            traceback.print_exception(failure)
        return _told(failure, words)
    if status == INTERRUPTED:  # typer makes it of a KeyboardInterrupt
        sys.stderr.write("exactdp: interrupted\n")
    return status if isinstance(status, int) else 0


def _typed_so_far() -> list[str]:
    """The words of a line that a shell completes, without `exactdp`; none if it does not ask."""
    if COMPLETING not in os.environ:
        return []
    line = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS", "")
    return line.split()[1:]


@contextmanager
def _script_of(words: Sequence[str]) -> Iterator[None]:
    """Ask the parser for the script of the shell that was named, if one was.

    Raises:
        InputError: if there is no script for it.
    """
    shell, *more = words
    if more != [SHORTHANDS["completion"]]:
        yield
        return
    if shell not in SHELLS:
        raise InputError(f"completion {shortened(shell)}: one of {', '.join(SHELLS)}")
    os.environ[COMPLETING] = f"source_{shell}"
    try:
        yield
    finally:
        del os.environ[COMPLETING]


def _hung_up() -> int:
    """Nobody reads what is printed: the exit status is that of a process ended by SIGPIPE."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream().fileno())
    return HUNG_UP


def _let_go_of_messages() -> None:
    """Give up what found no room on stderr: the interpreter would try again, and exit with 120."""
    try:
        sys.stderr.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
    except AttributeError:  # there is no stderr
        return


@cache
def _parser(*typed: str) -> Callable[..., object]:
    """What reads lines that begin with a command, and runs it; made once, as it takes its time."""
    return typer.main.get_command(_app(typed))


def _app(words: Sequence[str]) -> typer.Typer:
    """The command line; where the first word is a command, only its module is imported."""
    app = typer.Typer(
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        epilog="`exactdp help COMMAND` lists the options of a command.",
        context_settings={"help_option_names": ["--help", "-h"]},
    )
    app.callback()(_global)
    typed = words[0] if words else ""
    for name, words_of_help in COMMANDS.items():
        command = _command(name) if name == typed else _named
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name, help=words_of_help, short_help=words_of_help)
        else:
            app.command(name, cls=Command, help=words_of_help, short_help=words_of_help)(command)
    return app


def _command(name: str) -> Callable[..., None] | typer.Typer:
    """The command, or the group of commands."""
    module = import_module(f"audits.commands.{MODULES.get(name, name)}")
    command: Callable[..., None] | typer.Typer = module.command
    return command


def _named() -> None:
    """A command that the help text names, and that was not typed."""


def _version(wanted: bool) -> None:
    if wanted:
        from audits.version import our_version

        typer.echo(f"exactdp {our_version()}, Python {platform.python_version()}")
        raise typer.Exit


def _global(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show the traceback of an error; goes anywhere.")
    ] = False,
    plain: Annotated[
        bool,
        typer.Option(
            "--plain", help="Tables as in a pipe: one record a line, no frames; goes anywhere."
        ),
    ] = False,
) -> None:
    """Exact laws of differentially private mechanisms, decided with certificates."""


def _told(failure: BaseException, words: Sequence[str]) -> int:
    """Tell what went wrong in one line; the exit status is returned."""
    if isinstance(failure, InputError):
        return _line(str(failure), BAD_INPUT, failure.example)
    if isinstance(failure, typer.TyperException):
        from audits.commands.refusals import refusal

        known = (*COMMANDS, *SHORTHANDS)
        return _line(refusal(failure, words, known) or "see `exactdp --help`", BAD_INPUT)
    from audits.extras import MissingExtraError
    from audits.inputs.failures import failure_words, foreign_place

    if isinstance(failure, MissingExtraError):
        return _line(str(failure), BAD_INPUT)

    if foreign_place(failure):
        return _line(failure_words(failure), BAD_INPUT)
    if isinstance(failure, OSError) and failure.filename is None and failure.errno == errno.ENOSPC:
        return _line(f"stdout: {failure.strerror}", BAD_INPUT)
    typed = shlex.join(["exactdp", *words])
    shown = typed if len(typed) <= LONGEST_LINE // 3 else f"{typed[: LONGEST_LINE // 3]} ..."
    kind, what = type(failure).__name__, " ".join(str(failure).split())[: LONGEST_LINE // 3]
    return _line(
        f"internal error, a bug of ours: {kind}: {what} (at {_place(failure)}); please report "
        f"`exactdp --version` and this command, with what --debug adds: {shown}",
        INTERNAL_ERROR,
    )


def _place(failure: BaseException) -> str:
    """The last of our own lines that was running."""
    packages = (OURS / "audits", OURS / "reference")
    places = [
        (Path(frame.filename), frame.lineno)
        for frame in traceback.extract_tb(failure.__traceback__)
        if any(Path(frame.filename).is_relative_to(package) for package in packages)
    ]
    file, line = places[-1]  # `main` at the least
    return f"{file.relative_to(OURS).as_posix()}:{line}"


def _folded(number: re.Match[str]) -> str:
    return f"{number[0][:8]}...({len(number[0])} digits)"


def _line(message: str, status: int, example: str = "") -> int:
    """One line on stderr, whatever the message contains; numbers that are long are folded.

    An example is printed behind it as it is.
    """
    line = re.sub(f"[0-9]{{{LONGEST_SHOWN + 1},}}", _folded, " ".join(message.split()))
    line = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)
    if len(line) > LONGEST_LINE:
        line = f"{line[: LONGEST_LINE // 2]} ... {line[-LONGEST_LINE // 2 :]}"
    with suppress(OSError, AttributeError):  # there may be no stderr, or no room on it
        sys.stderr.write(f"exactdp: {line}\n{example}")
    return status
