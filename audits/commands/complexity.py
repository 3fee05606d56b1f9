"""`exactdp complexity`: a table for each of several problems, each a command of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import typer
from typer.core import TyperGroup

from audits.commands import (
    complexity_composition,
    complexity_failures,
    complexity_fingerprinting,
    complexity_public,
    complexity_reconstruction,
)
from audits.commands.answer import Command
from audits.inputs.literals import InputError, shortened
from audits.near_names import hint, same
from reference.override import override

PROBLEMS: Mapping[str, Callable[..., None]] = {
    "interior-point": complexity_failures.interior_point,
    "point-learning": complexity_failures.point_learning,
    "thresholds": complexity_failures.thresholds,
    "fingerprinting": complexity_fingerprinting.command,
    "public-data": complexity_public.command,
    "composition": complexity_composition.command,
    "reconstruction": complexity_reconstruction.command,
}


class Problems(TyperGroup):
    """The problems; options may stand before the name of one, too."""

    @override
    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Move the name of the problem to the front.

        Raises:
            InputError: if there is none, or no such problem.
        """
        if ctx.resilient_parsing:  # a shell asks what may follow
            return super().parse_args(ctx, args)
        known = [option for each in self.commands.values() for option in each.params]
        flags = {"--", "--help", "-h", *(o.opts[0] for o in known if getattr(o, "is_flag", False))}
        place = 0
        while place < len(args) and args[place].startswith("-"):
            place += 1 if args[place] in flags or "=" in args[place] else 2
        before, typed, after = args[:place], "".join(args[place : place + 1]), args[place + 1 :]
        if name := same(typed, PROBLEMS) or "":
            return super().parse_args(ctx, [name, *before, *after])
        if not typed and {"--help", "-h"} & {*before}:
            return super().parse_args(ctx, ["--help"])
        what = f"problem {shortened(typed)!r}" if typed else "complexity: give a problem"
        others = hint(typed, PROBLEMS) if typed else ""
        those = f": there is none of this name{others}" if others else f": {' or '.join(PROBLEMS)}"
        raise InputError(what + those)


command = typer.Typer(cls=Problems, subcommand_metavar="PROBLEM [OPTIONS]")
for name, table in PROBLEMS.items():
    command.command(name, cls=Command)(table)
