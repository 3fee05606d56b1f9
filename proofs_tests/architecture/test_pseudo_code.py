"""The code of a mechanism follows its pseudo-code, step by step."""

import ast
import re
from collections.abc import Iterable, Iterator

import pytest

from proofs_tests.architecture.tree import Module, modules

HEADING = re.compile(r"^( *)Pseudo-code\b.*:$")
STEP = re.compile(r"^ +(?P<label>\d+[a-z]?)(\.|  ) *\S")
"""A step: indented, its number, two spaces or a full stop, and what to do."""

COMMENT = re.compile(r"#\s*(?P<labels>\d+[a-z]?(\s*[-,]\s*\d+[a-z]?)*)(\s*[:(].*)?")
"""`# 3`, `# 3, 4`, `# 3-5` or `# 3: why`."""


def steps(docstring: str) -> Iterator[str]:
    """The numbers of the steps of every pseudo-code block of a docstring."""
    indent: int | None = None
    for line in docstring.splitlines():
        if heading := HEADING.match(line):
            indent = len(heading[1])
        elif indent is not None and line.strip():
            if len(line) - len(line.lstrip()) <= indent:
                indent = None
            elif step := STEP.match(line):
                yield step["label"]


def step_comments(module: Module) -> Iterator[tuple[int, str]]:
    """Line and number of each step comment of a module; `3-5` stands for 3, 4, 5."""
    for line, comment in module.comments:
        if match := COMMENT.fullmatch(comment):
            for part in match["labels"].split(","):
                first, _, last = (text.strip() for text in part.partition("-"))
                labels = map(str, range(int(first), int(last) + 1)) if last else [first]
                yield from ((line, label) for label in labels)


def in_order_of_first_occurrence(labels: Iterable[str]) -> list[str]:
    """Each label once."""
    return list(dict.fromkeys(labels))


def violations(module: Module) -> list[str]:
    """Where the step comments of a module differ from its pseudo-code, as sentences.

    A class whose docstring has pseudo-code of its own answers for its own lines; the rest of the
    module answers for the module's.
    """
    if "Pseudo-code" not in module.text:
        return []
    comments = list(step_comments(module))
    pairs = []
    for node in module.syntax.body:
        if isinstance(node, ast.ClassDef) and "Pseudo-code" in (ast.get_docstring(node) or ""):
            lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            own = [label for line, label in comments if line in lines]
            comments = [(line, label) for line, label in comments if line not in lines]
            printed = list(steps(ast.get_docstring(node) or ""))
            pairs.append((f"{module.name}.{node.name}", printed, own))
    if "Pseudo-code" in module.docstring:
        rest = [label for _, label in comments]
        pairs.append((module.name, list(steps(module.docstring)), rest))
    found = []
    for name, printed, written in pairs:
        wanted, got = in_order_of_first_occurrence(printed), in_order_of_first_occurrence(written)
        if not wanted:
            found.append(f"{name}: pseudo-code without a numbered step")
        elif wanted != got:
            found.append(f"{name}: pseudo-code has the steps {wanted}, the code {got}")
    return found


def test_code_follows_pseudo_code() -> None:
    """Each step of the pseudo-code is a comment in the code and vice versa, in one order."""
    assert [text for module in modules("reference") for text in violations(module)] == []


SOUND = '''"""A mechanism.

Pseudo-code:
    1  for each row,
         2 lines of prose that are no step
    2. add noise
    3  return it

Notation: 4  is no step.
"""

def release(database, coins):
    total = sum(database)  # 1
    total += coins.draw(noise)  # 2: exact
    # not a step, 7 of them
    return total  # 3
'''


def test_matching_steps_are_accepted() -> None:
    """Continuation lines, prose and other sections are no steps."""
    assert list(steps(Module("reference.snippet", SOUND).docstring)) == ["1", "2", "3"]
    assert violations(Module("reference.snippet", SOUND)) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("# 1", "# one"),
        ("# 2: exact", "# 4"),
        ("# 3", "# 3, 4"),
        ("# 2: exact", "# 2-4"),
        ("# 1", "# 3"),
        ("    2. add noise\n", ""),
        ("    1  for each row,\n", "    1) for each row,\n"),
        ("    3  return it\n", "    3  return it\n    4  publish it\n"),
        ("    1  for each row,\n", "    2  for each row,\n"),
    ],
)
def test_a_wrong_step_is_found(before: str, after: str) -> None:
    """A step missing, added or moved, on either side, is reported."""
    assert before in SOUND
    assert violations(Module("reference.snippet", SOUND.replace(before, after, 1)))


def test_pseudo_code_without_numbers_is_found() -> None:
    """A block that the test could not compare is reported, rather than passed over."""
    snippet = '"""A mechanism.\n\nPseudo-code:\n    draw, then return\n"""\n'
    assert len(violations(Module("reference.snippet", snippet))) == 1


def test_a_class_answers_for_its_own_pseudo_code() -> None:
    """Two mechanisms in one module number their steps apart."""
    part = '''
class {name}:
    """One.

    Pseudo-code:
        1  draw
        2  return
    """

    def __call__(self, database, coins):
        x = coins.draw(self.law)  # 1
        return x  # {last}
'''
    text = part.format(name="A", last=2) + part.format(name="B", last=3)
    assert len(violations(Module("reference.snippet", text))) == 1
    text = part.format(name="A", last=2) + part.format(name="B", last=2)
    assert violations(Module("reference.snippet", text)) == []
