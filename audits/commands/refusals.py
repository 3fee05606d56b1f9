"""What the parser of the command line refuses, in our words: the value, and what is allowed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from itertools import pairwise
from types import NoneType
from typing import Any, get_args, get_type_hints

import typer

from audits.commands.options import not_read
from audits.inputs.literals import shortened
from audits.near_names import did_you_mean, hint, near

NUMBERS = {int: "a whole number", float: "a number"}


def refusal(failure: typer.TyperException, words: Sequence[str], commands: Sequence[str]) -> str:
    """The line that says what is wrong with a command, and what is right.

    Args:
        failure: what the parser raised.
        words: what was typed.
        commands: all of them.
    """
    message = failure.format_message()
    context, parameter = getattr(failure, "ctx", None), getattr(failure, "param", None)
    option = getattr(failure, "option_name", None)
    if context is None and option is not None:
        missing = "requires" in message
        return f"{option}: {'a value is missing behind it' if missing else 'it takes no value'}"
    if context is None:
        return message
    where = context.info_name
    if parameter is not None:
        if message.startswith("Missing"):
            return f"{where} needs {_named(parameter)}{_meaning(parameter)}"
        return _invalid(context, parameter, words, message)
    if option is not None:
        return _option(context, option, words)
    extra = re.search(r"extra argument\(s\) \((.*)\)$", message, re.DOTALL)
    if extra is not None:
        return (
            f"{where}: {shortened(extra[1])!r} is one word too many{_as_option(context, extra[1])}"
        )
    unknown = re.match(r"No such command '(.*?)'", message, re.DOTALL)
    if unknown is not None:
        others = hint(unknown[1], commands) or f"; commands are {', '.join(commands)}"
        return f"{shortened(unknown[1])}: there is no such command{others}"
    return message


def _as_option(context: Any, extra: str) -> str:
    """A word KEY=VALUE as it is given, as an option or a parameter."""
    key, equals, value = extra.partition(" ")[0].partition("=")
    if not equals or not key.isidentifier():
        return ""
    known = {word for each in context.command.params for word in _words_of(each)}
    option = f"--{key} {value}" if f"--{key}" in known else f"-p {key}={value}"
    return f"; did you mean {shortened(option)}?"


def _named(parameter: Any) -> str:
    """What to type: an option with what follows it, or an argument."""
    if parameter.param_type_name == "argument":
        return str(parameter.metavar or parameter.name.upper())
    return " ".join(filter(None, (parameter.opts[0], parameter.metavar)))


def _meaning(parameter: Any) -> str:
    words = (parameter.help or "").strip().rstrip(".")
    first = words[:1] if words[1:2].isupper() else words[:1].lower()
    return f": {first}{words[1:]}" if words else ""


def _option(context: Any, option: str, words: Sequence[str]) -> str:
    """An option that the command has not."""
    known = [word for each in context.command.params for word in _words_of(each)]
    if not option.startswith("--"):  # of `-rows` the parser names `-r`
        whole = (word.partition("=")[0] for word in words if word.startswith(option))
        option = next(whole, option)
    names = {word.lstrip("-"): word for word in known}
    if others := did_you_mean([names[name] for name in near(option.lstrip("-"), names)]):
        return f"{shortened(option)}: {context.info_name} has no such option{others}"
    return not_read(shortened(option), context.info_name, known)


def _words_of(parameter: Any) -> tuple[str, ...]:
    options = (*parameter.opts, *parameter.secondary_opts)
    return tuple(word for word in options if word.startswith("-"))


def _invalid(context: Any, parameter: Any, words: Sequence[str], message: str) -> str:
    """A value of the wrong type, or out of its range."""
    name, value = context.info_name, ""
    for option in _words_of(parameter):
        for word, following in pairwise([*words, ""]):
            typed, equals, inside = word.partition("=")
            if typed == option:
                name, value = option, inside if equals else following
    allowed, meant = _allowed(context.command.callback, parameter.name, value)
    return f"{name} {shortened(value)}: {allowed or message.partition(': ')[2]}{meant}"


def _allowed(callback: Any, name: str, value: str) -> tuple[str, str]:
    """What a parameter of a command may be, as its annotation says, and what may be meant."""
    hint_of = get_type_hints(callback, include_extras=True).get(name)
    kind, *more = get_args(hint_of) or (hint_of,)
    kinds = [each for each in get_args(kind) or (kind,) if each is not NoneType]
    if isinstance(kinds[0], type) and issubclass(kinds[0], Enum):
        names = [str(each.value) for each in kinds[0]]
        return f"one of {', '.join(names)}", hint(value, names)
    if kinds[0] not in NUMBERS:
        return "", ""
    low, high = (next((getattr(each, end, None) for each in more), None) for end in ("min", "max"))
    at_most = "" if high is None else f" to {high}"
    limits = "" if low is None else f" from {low}{at_most}" if at_most else f", at least {low}"
    return f"give {NUMBERS[kinds[0]]}{limits}", ""
