"""The page for maintainers, the workflow, the action and the hook do what they say."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from audits.inputs.toml_keys import OF_ENTRIES, OPTIONS
from proofs_tests.command_line import exactdp
from proofs_tests.yaml_subset import loads

ROOT = Path(__file__).parents[4]
PAGE = (ROOT / "docs" / "ci.md").read_text("utf-8")
EXAMPLE = ROOT / "docs" / "examples" / "noisy-survey"
BESIDE = Path(sys.executable).parent
"""Where the installed command is."""


def blocks(language: str) -> list[str]:
    """The code blocks of the page in a language."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE, flags=re.DOTALL)


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """A copy of the project of the page."""
    return Path(shutil.copytree(EXAMPLE, tmp_path / "noisy-survey"))


def ran(line: str, folder: Path, **names: str) -> tuple[int, str]:
    """What a line of a shell ends in, where the installed command is found first."""
    path = os.pathsep.join([*([names["first"]] if "first" in names else []), str(BESIDE)])
    environment = {**os.environ, **names, "PATH": f"{path}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["/bin/bash", "-e", "-c", line], cwd=folder, env=environment, capture_output=True,
        text=True, check=False, timeout=120,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def test_the_page(example: Path) -> None:
    """Its table is that of the project; each command says what is shown; the mistake goes."""
    (table,) = blocks("toml")
    assert (example / "pyproject.toml").read_text().endswith(f"\n{table}")
    shown = [each for block in blocks("console") for each in block.split("$ ")[1:]]
    assert len(shown) == 3
    for number, each in enumerate(shown):
        command, _, lines = each.partition("\n")
        if number == 2:
            (mistake,) = blocks("python")
            survey = example / "src" / "noisy_survey" / "survey.py"
            code = survey.read_text()
            assert code.count(mistake) == 1
            survey.write_text(code.replace(mistake, ""))
        status, said = ran(command, example)
        for line in lines.strip().splitlines():
            assert line.strip().partition(" ...")[0] in said
        assert f"exit status {status}" in said
    assert json.loads((example / "exactdp.sarif").read_text())["version"] == "2.1.0"
    assert "<testsuite" in (example / "exactdp.xml").read_text()


def test_the_adapter_of_the_page_is_that_of_the_example() -> None:
    """Word for word, but for what the types are."""
    (shown,) = re.findall(r"```\n(def .*?)```", PAGE, flags=re.DOTALL)
    code = (EXAMPLE / "src" / "noisy_survey" / "adapters.py").read_text()
    head, body = shown.splitlines()
    assert body in code.splitlines()
    assert head[: head.index("(")] in code


def test_links_of_the_page_lead_somewhere() -> None:
    """To files of the repository."""
    links = [link for link in re.findall(r"\]\(([^)]*)\)", PAGE) if "//" not in link]
    assert len(links) >= 2
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []


def test_the_page_has_every_key() -> None:
    """And no other one."""
    known = {*OF_ENTRIES, *(key for keys in OPTIONS.values() for key in keys), "parameters"}
    named = {
        *re.findall(r"^([a-z-]+) = ", PAGE, re.MULTILINE),
        *re.findall(r"`([a-z-]+) = ", PAGE),
        *re.findall(r"`([a-z-]+)`", PAGE),
    }
    assert known - named == set()
    others = {*OPTIONS, "guarantee", "additional_dependencies", "coins", "rng", "src"}
    named = {name for name in named if not name.startswith("--")}
    assert named - known - others == set()


ONE = """[[tool.exactdp.mechanism]]
name = "survey"
target = "randomized-response"
parameters = { domain = 2 }
rows = 1
root = 2
"""
"""A project that takes little time."""


def installer(folder: Path) -> Path:
    """A `python` that writes down what it is asked to install, and installs nothing."""
    folder.mkdir()
    (folder / "python").write_text('#!/bin/sh\necho "$@" > "$INSTALLED"\n')
    (folder / "python").chmod(0o755)
    return folder


def environment(step: dict[str, Any], inputs: dict[str, str]) -> dict[str, str]:
    """The variables of a step of the action, when it is used with these inputs."""
    return {
        key: re.sub(r"\$\{\{ inputs\.([a-z-]+) \}\}", lambda name: inputs[name[1]], value)
        for key, value in step["env"].items()
    }


def test_the_workflow_runs_the_action(tmp_path: Path) -> None:
    """The step of the workflow names the action; its steps install it, audit, and report."""
    (tmp_path / "pyproject.toml").write_text(ONE)
    workflow = loads((ROOT / "docs" / "ci" / "exactdp.yml").read_text("utf-8"))
    steps = workflow["jobs"]["audit"]["steps"]
    (checkout,) = (step for step in steps if step.get("with", {}).get("path"))
    (audit,) = (step for step in steps if step.get("uses") == f"./{checkout['with']['path']}")
    (upload,) = (step for step in steps if "upload-sarif" in step.get("uses", ""))
    action = loads((ROOT / "action.yml").read_text("utf-8"))
    assert action["runs"]["using"] == "composite"
    inputs = {key: value["default"] for key, value in action["inputs"].items()}
    assert {*audit.get("with", {})} <= {*inputs}
    inputs |= audit.get("with", {})
    assert upload["with"]["sarif_file"] == inputs["sarif"]
    install, run = action["runs"]["steps"]
    found = tmp_path / "installed"
    names = {"GITHUB_ACTION_PATH": str(ROOT), "INSTALLED": str(found)}
    done = ran(install["run"], tmp_path, first=str(installer(tmp_path / "bin")), **names)
    assert done == (0, "")
    assert found.read_text() == f"-m pip install {ROOT}\n"
    status, said = ran(run["run"], tmp_path, **environment(run, inputs))
    assert (status, "1 holds; exit status 0" in said) == (0, True), said
    assert (tmp_path / inputs["junit"]).is_file()
    assert (tmp_path / inputs["sarif"]).is_file()


STRICT = """[tool.exactdp]
fail-on = "undecided"

[[tool.exactdp.sampler]]
name = "constant"
target = "mine.py:constant"
database = [0]
neighbour = [1]
eps = 1
"""
"""A project whose only sampler is right, and which fails where anything is undecided."""


@pytest.mark.parametrize("typed", ["", "refuted"])
def test_the_action_ends_as_the_command_does(tmp_path: Path, typed: str) -> None:
    """What the table says stays in force, unless an input of the action says otherwise."""
    (tmp_path / "pyproject.toml").write_text(STRICT)
    (tmp_path / "mine.py").write_text("def constant(database, count):\n    return [0] * count\n")
    action = loads((ROOT / "action.yml").read_text("utf-8"))
    _, run = action["runs"]["steps"]
    inputs = {key: value["default"] for key, value in action["inputs"].items()}
    inputs["fail-on"] = typed
    names = environment(run, inputs)
    option = f" --fail-on {typed}" if typed else ""
    expected = exactdp(f"audit --project {tmp_path}{option}").returncode
    assert (expected, ran(run["run"], tmp_path, **names)[0]) == ((0, 0) if typed else (3, 3))


def test_the_hook_runs(tmp_path: Path) -> None:
    """The hook that the page names is that of the repository; with its arguments it audits."""
    (tmp_path / "pyproject.toml").write_text(ONE)
    (hook,) = loads((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    (wanted,) = loads(blocks("yaml")[0])["repos"][0]["hooks"]
    assert hook["id"] == wanted["id"]
    assert hook["pass_filenames"] is False
    status, said = ran(f"{hook['entry']} {shlex.join(wanted['args'])}", tmp_path)
    assert (status, "1 holds; exit status 0" in said) == (0, True), said
    triggers = re.compile(hook["files"])
    assert triggers.search("src/mine.py")
    assert triggers.search("pyproject.toml")
    assert not triggers.search("README.md")


def test_nothing_is_said_to_be_on_an_index() -> None:
    """It is installed from a checkout or a wheel."""
    texts = [PAGE, *(p.read_text("utf-8") for p in (ROOT / "action.yml", *ROOT.glob("docs/ci/*")))]
    assert not [text for text in texts if re.search(r"pip install exactdp|pypi", text.lower())]
