"""`exactdp list`: the mechanisms, the claims, the papers, and the problems of `optimum`.

Each loads what it lists.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Annotated

import typer

from audits.commands import completions, options
from audits.commands.answer import say
from audits.commands.output import print_json, print_table, say_folded
from audits.evidence.verdict import Json
from audits.inputs.literals import InputError, shortened
from audits.near_names import did_you_mean, near, same
from reference.source import Source

ONLY_IN_PYTHON = (
    "* another mechanism, or a Python object: it cannot be typed. Build the mechanism in Python, "
    "or give file.py:Class, a dataclass of your own whose __call__ runs it."
)

DERIVED = (
    "`sample` derives the parameters of these from a target, `thresholds` (the release of all "
    "thresholds, by tree-counter or threshold-release) only so:"
)


class Listed(Enum):
    """What can be listed."""

    MECHANISMS = "mechanisms"
    CLAIMS = "claims"
    PAPERS = "papers"
    PROBLEMS = "problems"


def command(
    listed: Annotated[
        str,
        typer.Argument(
            metavar="WHAT",
            help="mechanisms, claims, papers or problems.",
            autocompletion=lambda: [each.value for each in Listed],
        ),
    ],
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME]...",
            help="A mechanism, or file.py:Class: what its parameters mean. A paper, or a claim by "
            "id or label: the claims of that. Other words: the claims that have them all in their "
            "statement, title or mechanism.",
            show_default=False,
            autocompletion=completions.listed,
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """List the mechanisms, the claims, the papers, or the problems of `optimum`."""
    what = _listed(listed)
    if names:
        match what:
            case Listed.MECHANISMS if len(names) == 1:
                _mechanism(names[0], as_json)
            case Listed.MECHANISMS:
                raise InputError(
                    f"list mechanisms {names[0]}: {shortened(names[1])!r} is one word too many"
                )
            case Listed.CLAIMS:
                _claims(as_json, names)
            case Listed.PAPERS | Listed.PROBLEMS:
                raise InputError(
                    f"list {what.value} {shortened(' '.join(names))}: only `list mechanisms` and "
                    "`list claims` take a name"
                )
        return
    match what:
        case Listed.MECHANISMS:
            _mechanisms(as_json)
        case Listed.CLAIMS:
            _claims(as_json)
        case Listed.PAPERS:
            _papers(as_json)
        case Listed.PROBLEMS:
            _problems(as_json)


def _listed(text: str) -> Listed:
    """What is to be listed, in any case, and one for many.

    Raises:
        InputError: for anything else: it may be the name of something that is listed.
    """
    names = [each.value for each in Listed]
    if known := same(text, names) or same(f"{text}s", names):
        return Listed(known)
    others = near(text, names)
    if not others:
        from audits.inputs.registry import mechanisms
        from audits.ledger import works

        others = [f"`list mechanisms {name}`" for name in near(text, mechanisms())[:3]]
        others += [f"`list claims {name}`" for name in near(text, works())]
    raise InputError(f"list {shortened(text)}: one of {', '.join(names)}{did_you_mean(others)}")


def _mechanisms(as_json: bool) -> None:
    from audits.inputs.calibrated import DERIVATIONS
    from audits.inputs.mechanisms import fields_of, only_in_python, parts_of, takes_eps
    from audits.inputs.registry import mechanisms
    from audits.inputs.relations import adjacency_of

    found: list[Json] = []
    rows: list[list[str]] = []
    for name, kind in mechanisms().items():
        source = getattr(kind, "source", None)
        where = place(source) if isinstance(source, Source) else ""
        fields = fields_of(kind)
        adjacency = adjacency_of(kind)
        python = only_in_python(kind)
        shown = [
            f.name + ("*" if f.name in python else "" if f.default is None else f"={f.default}")
            for f in fields
        ]
        rows.append(
            [
                name,
                ", ".join(shown),
                str(parts_of(kind)) if takes_eps(kind) else "-",
                adjacency,
                where,
            ]
        )
        found.append(
            {
                "name": name,
                "fields": [{"name": f.name, "type": f.type, "default": f.default} for f in fields],
                "only_in_python": list[Json](python),
                "parts": parts_of(kind),
                "takes_eps": takes_eps(kind),
                "adjacency": adjacency,
                "source": where,
            }
        )
    derivations = {name: each.usage for name, each in DERIVATIONS.items()}
    if as_json:
        print_json({"mechanisms": found, "derived_by_sample": dict[str, Json](derivations)})
    else:
        print_table(["mechanism", "parameters", "parts", "adjacency", "source"], rows)
        say("")
        for words in (ONLY_IN_PYTHON, DERIVED):
            say_folded(words)
        for name, options_words in derivations.items():
            say_folded(f"exactdp sample {name}  {options_words}", "  ")


def _mechanism(name: str, as_json: bool) -> None:
    """One mechanism, of ours or of a user: its parameters, and whether `sample` derives them."""
    from audits.inputs.calibrated import DERIVATIONS
    from audits.inputs.mechanisms import (
        fields_of,
        meanings_of,
        mechanism_class,
        named_mechanism,
        only_in_python,
        parts_of,
        takes_eps,
    )
    from audits.inputs.relations import adjacency_of
    from reference.probability.provenance import ours

    kind = mechanism_class(name)
    name = named_mechanism(name) or name
    parts = parts_of(kind) if ours(kind) or hasattr(kind, "parts") else None
    own = not ours(kind) and hasattr(kind, "universe")
    adjacency = "a universe of its own" if own else adjacency_of(kind)
    fields, meanings = fields_of(kind), meanings_of(kind)
    python = only_in_python(kind)
    derivation = DERIVATIONS.get(name)
    usage = None if derivation is None else derivation.usage
    source = getattr(kind, "source", None)
    where = place(source) if isinstance(source, Source) else ""
    if as_json:
        shown: list[Json] = [
            {
                "name": f.name,
                "type": f.type,
                "default": f.default,
                "meaning": meanings.get(f.name, ""),
            }
            for f in fields
        ]
        print_json(
            {
                "name": name,
                "fields": shown,
                "only_in_python": list[Json](python),
                "parts": parts,
                "takes_eps": takes_eps(kind),
                "adjacency": adjacency,
                "source": where,
                "derived_by_sample": usage,
            }
        )
        return
    print_table(
        ["parameter", "type", "default", "meaning"],
        [[f.name, f.type, f.default or "", meanings.get(f.name, "")] for f in fields],
        title=f"{name}{f' ({where})' if where else ''}, {adjacency}; "
        f"{_loss_words(kind, meanings, parts)}",
    )
    if usage is not None:
        say_folded(f"derived from a target: exactdp sample {name}  {usage}", "  ")
    if python:
        those = ", ".join(python)
        say_folded(
            f"{those}: cannot be typed. Build {name} in Python ({kind.__module__}."
            f"{kind.__name__}), or give file.py:Class, a dataclass of your own whose __call__ "
            "runs it."
        )


def _loss_words(kind: type, meanings: Mapping[str, str], parts: int | None) -> str:
    """What eps means to a mechanism, and what --root is; or that it takes none."""
    from audits.inputs.mechanisms import fields_of, takes_eps

    if not takes_eps(kind):
        losses = [f.name for f in fields_of(kind) if f.type == "Epsilon"]
        return f"its losses are {', '.join(losses)}" if losses else "it takes no eps"
    if parts is None:
        return "eps, in as many parts as its laws need: they are found when it runs"
    meaning = meanings.get("eps", "the privacy loss").rstrip(".")
    return f"eps, in {parts} part{'s' * (parts > 1)} (--root is e^(eps/{parts})): {meaning}"


def _claims(as_json: bool, names: Sequence[str] = ()) -> None:
    from audits.commands.claim_words import with_words, within_papers
    from audits.commands.claims import selected
    from audits.inputs.claim_names import are_names
    from audits.rendering.meanings import read_in

    names = within_papers(names)
    known = selected(names) if are_names(names) else with_words(names, selected(()))
    if as_json:
        print_json(
            {
                "claims": [
                    {
                        "id": item.id,
                        "form": item.form.value,
                        "kind": item.entry.kind,
                        "expected": item.expected.value,
                        "source": f"{item.entry.label}, section {item.entry.section}",
                        "statement": f"{item.statement} {read_in(item)}".rstrip(),
                    }
                    for item in known
                ]
            }
        )
        return
    rows = [
        [item.id, item.form.value, item.entry.kind, f"{item.statement} {read_in(item)}".rstrip()]
        for item in known
    ]
    print_table(["claim", "form", "kind", "statement"], rows)


def _papers(as_json: bool) -> None:
    from audits.ledger import ids_in_sources, inventory, works

    papers = works()
    counts = Counter(name.partition(".")[0] for name in inventory())
    built = Counter(name.partition(".")[0] for name in ids_in_sources())
    if as_json:
        print_json(
            {
                "papers": [
                    {"tag": tag, "title": paper.title, "ids": counts[tag], "built": built[tag]}
                    for tag, paper in papers.items()
                ]
            }
        )
        return
    rows = [[tag, paper.title, str(counts[tag]), str(built[tag])] for tag, paper in papers.items()]
    print_table(["paper", "title", "ids", "in the ledger"], rows)


def _problems(as_json: bool) -> None:
    from audits.inputs.problems import CATALOGUE, parameters_of

    known = {name: parameters_of(name) for name in CATALOGUE}
    if as_json:
        found: list[Json] = [
            {"name": name, "parameters": dict[str, Json](given)} for name, given in known.items()
        ]
        print_json({"problems": found})
        return
    rows = [
        [name, ", ".join(f"{key}: {kind}" for key, kind in given.items())]
        for name, given in known.items()
    ]
    print_table(["problem", "parameters"], rows)


def place(source: Source) -> str:
    """Paper, label and section."""
    section = f", section {source.section}" if source.section else ""
    return f"{source.paper.value}, {source.label}{section}"
