"""Planted faults are run, and the claims are surprised by them."""

import ast
import shutil
import tomllib
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from audits.ledger import Claim, claims
from proofs_tests.mutation.__main__ import HARMLESS, main
from proofs_tests.mutation.drawing import drawn, package
from proofs_tests.mutation.faults import Fault, faults
from proofs_tests.mutation.judging import By, Verdict, verdict
from proofs_tests.mutation.kept import Kept, Sources
from proofs_tests.mutation.planting import Living, check_that_it_lives, functions
from proofs_tests.mutation.processes import apart, shared, spread
from proofs_tests.mutation.running import Options, Run
from proofs_tests.mutation.testing import Suite, properties_of
from proofs_tests.mutation.tracing import HOME, Traced, Traces, far, near, spelled, surprised

WEIGHTS = "reference/probability/families.py"
RESPONSE = "reference/mechanisms/noise/randomized_response.py"
UNTOUCHED = "reference/lower_bounds/discrepancy.py"
NAME = "CORE.randomized-response"


def faults_of(file: str) -> list[Fault]:
    """The faults of a module."""
    return [*faults((HOME / file).read_text("utf-8"), file)]


@pytest.fixture(scope="module")
def item() -> Claim:
    """A claim that takes no time."""
    (found,) = claims([NAME])
    return found


@pytest.fixture(scope="module")
def living() -> Living:
    """The functions of the reference."""
    return functions(HOME, "reference")


@pytest.fixture(scope="module")
def traces(item: Claim, tmp_path_factory: pytest.TempPathFactory) -> Traces:
    """What the claim runs."""
    found = Traces({spelled(item): item}, 1, tmp_path_factory.mktemp("kept"))
    assert [*found.trace([spelled(item)])] == [spelled(item)]
    return found


@pytest.fixture(scope="module")
def known(traces: Traces) -> Traced:
    """The only claim that is known."""
    (found,) = traces.known.values()
    return found


def test_every_function_lives(living: Living) -> None:
    """Also those of modules that no claim imports; a fault of another one is refused."""
    for file in (HOME / "reference").rglob("*.py"):
        for fault in faults_of(file.relative_to(HOME).as_posix()):
            check_that_it_lives(fault, HOME, living)
    other = replace(faults_of(RESPONSE)[0], function="other")
    with pytest.raises(LookupError, match="no such function"):
        check_that_it_lives(other, HOME, living)


def test_what_is_left_alone() -> None:
    """Conditions that raise, texts, defaults, constants of modules and classes."""
    source = """
MOST = 3
class C:
    parts = 2
    def f(self, x, y=1):
        "1 + 1"
        if x < 0:
            raise ValueError(f"{x + 1}")
        return zip(x, y, strict=True)
"""
    assert [*faults(source, "m.py")] == []


def test_every_fault_compiles_and_changes_the_module() -> None:
    """Each is another program, with a name of its own."""
    module = ast.parse((HOME / RESPONSE).read_text("utf-8"))
    found = faults_of(RESPONSE)
    assert found
    texts = {ast.unparse(fault.planted(module)) for fault in found}
    assert len(texts) == len(found) == len({fault.name for fault in found})
    assert ast.unparse(module) not in texts


def test_what_is_excused_can_be_planted() -> None:
    """Each harmless fault is one of a function that is there."""
    listed = tomllib.loads(HARMLESS.read_text("utf-8"))
    assert all((HOME / module["in"]).is_file() for module in listed["module"])
    for entry in listed["fault"]:
        assert any(fault.listed(entry) for fault in faults_of(entry["in"].split(" ")[0])), entry
    names = {(each["in"], each["says"], each.get("turn")) for each in listed["fault"]}
    assert len(names) == len(listed["fault"])


def test_a_turn_excuses_one_fault() -> None:
    """And words alone each fault of these words."""
    found = [*faults("def f(x): return x + 1, x + 1", "m.py")]
    entry = {"in": "m.py f", "says": "2 for 1"}
    assert [fault.turn for fault in found if fault.listed(entry)] == [0, 1]
    assert [fault.turn for fault in found if fault.listed({**entry, "turn": 1})] == [1]


def test_a_claim_runs_statements(known: Traced) -> None:
    """Those of its mechanism, and of what draws for it; none of a lower bound."""
    run = {fault.function for fault in faults_of(RESPONSE) if known.runs(fault)}
    assert run == {"RandomizedResponse.answer"}
    assert WEIGHTS in known.lines
    assert UNTOUCHED not in known.lines


def test_a_claim_is_near_what_it_is_about(item: Claim) -> None:
    """The Guarantees of the module name it; what it imports it may run."""
    items = {spelled(item): item}
    assert near(RESPONSE, items) == far(RESPONSE, items) == far(WEIGHTS, items) == [*items]
    assert near(WEIGHTS, items) == near(UNTOUCHED, items) == far(UNTOUCHED, items) == []


def test_a_claim_is_surprised_by_a_fault(item: Claim, known: Traced, living: Living) -> None:
    """Randomized response with other weights; this process is not changed."""
    run = [fault for fault in faults_of(WEIGHTS) if known.runs(fault)]
    said = [verdict(fault, [known], {known.name: item}, living, HOME, 60) for fault in run]
    assert Verdict(By.CLAIM, known.name) in said
    assert not surprised(item)


def test_a_harmless_fault_survives(item: Claim, known: Traced, living: Living) -> None:
    """What is true of the universe does not touch a claim that names its databases."""
    (harmless,) = (fault for fault in faults_of(RESPONSE) if not known.runs(fault))
    assert verdict(harmless, [known], {known.name: item}, living, HOME, 60) == Verdict(By.NOBODY)
    assert verdict(harmless, [], {}, living, HOME, 60) == Verdict(By.NOBODY)


def test_a_fault_without_an_end_is_noticed(
    item: Claim, known: Traced, living: Living, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the time that it takes, and that is said."""
    monkeypatch.setattr("proofs_tests.mutation.judging.GRACE", 0.2)
    monkeypatch.setattr("proofs_tests.mutation.judging.surprised", lambda _: [*iter(int, 1)])
    (fault,) = (fault for fault in faults_of(RESPONSE) if known.runs(fault))
    said = verdict(fault, [known], {known.name: item}, living, HOME, 60)
    assert said == Verdict(By.TIME, known.name)


def test_the_dearest_claims_are_left(item: Claim, known: Traced, living: Living) -> None:
    """A verdict says how many claims were not decided."""
    (harmless,) = (fault for fault in faults_of(RESPONSE) if not known.runs(fault))
    items = {known.name: item}
    said = verdict(harmless, [known] * 3, items, living, HOME, 1.5 * known.seconds)
    assert said == Verdict(By.NOBODY, left=2)


@pytest.mark.parametrize(("changed", "stays"), [(WEIGHTS, False), (UNTOUCHED, True)])
def test_what_is_kept_is_found_again(
    traces: Traces, item: Claim, tmp_path: Path, changed: str, stays: bool
) -> None:
    """If a file is changed of which the claim runs a statement; else it is known at once."""
    assert Traces(traces.items, 1, traces.folder).known == traces.known
    elsewhere = tmp_path / "checkout"
    for folder in ("reference", "audits/claims"):
        shutil.copytree(HOME / folder, elsewhere / folder)
    with (elsewhere / changed).open("a") as file:
        file.write("# changed\n")
    again = Traces(traces.items, 1, traces.folder, Sources(elsewhere))
    assert (spelled(item) in again.known) == stays


def test_a_run_goes_on_where_it_stopped(
    item: Claim, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What was judged is not planted again; without time nothing is judged."""
    monkeypatch.setattr("proofs_tests.mutation.running.KEPT", tmp_path)
    monkeypatch.setattr("proofs_tests.mutation.running.decidable", lambda: {spelled(item): item})
    chosen = [*faults_of(WEIGHTS)[:8], *faults_of(RESPONSE)]
    options = Options(jobs=1, minutes=None, each=60, tests=False, properties=False)
    assert [*Run(chosen, replace(options, minutes=0)).verdicts()] == []
    found = dict(Run(chosen, options).verdicts())
    assert {said.by for said in found.values()} == {By.CLAIM, By.NOBODY}
    assert found.keys() == {*chosen}
    monkeypatch.setattr("proofs_tests.mutation.running.verdict", lambda *_: 1 / 0)
    assert dict(Run(chosen, options).verdicts()) == found


def test_tests_judge_a_fault(
    living: Living, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The example of a module is one of them."""
    monkeypatch.setattr("proofs_tests.mutation.testing.KEPT", tmp_path)
    tests = Suite(lambda file: [file])
    tests.measure([RESPONSE], 1)
    said = {fault.function: tests.verdict(fault, living) for fault in faults_of(RESPONSE)}
    assert said["RandomizedResponse.answer"].by is By.TESTS
    assert RESPONSE in said["RandomizedResponse.answer"].who
    assert said["RandomizedResponse.universe"] == Verdict(By.NOBODY)


@pytest.mark.slow
def test_properties_judge_a_fault(
    living: Living, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Those of its module alone; a module of another folder has none."""
    monkeypatch.setattr("proofs_tests.mutation.testing.KEPT", tmp_path)
    assert properties_of(RESPONSE) == []
    file = "reference/reductions/fixed_size.py"
    tests = Suite(properties_of)
    tests.measure([file], 1)
    said = tests.verdict(faults_of(file)[0], living)
    assert (said.by, [said.who.partition("::")[0]]) == (By.TESTS, properties_of(file))


def test_a_sample_is_drawn_by_package() -> None:
    """In proportion, and the same again; another seed draws others."""
    population = [
        Fault(f"reference/{name}/m.py", 1, 1, "f", "1", "2", turn, turn)
        for name, count in (("data", 50), ("exact", 30), ("privacy", 20))
        for turn in range(count)
    ]
    sample = drawn(population, 11, 0)
    counts = Counter(map(package, sample))
    assert counts == {"reference/data": 6, "reference/exact": 3, "reference/privacy": 2}
    assert drawn(population[::-1], 11, 0) == sample
    assert drawn(population, 11, 1) != sample
    assert len(drawn(population, 1000, 0)) == 100


def test_a_line_that_was_not_finished_is_lost(tmp_path: Path) -> None:
    """And no other one."""
    file = tmp_path / "some.jsonl"
    Kept(file).add("a", {"x": 1})
    Kept(file).add("a", {"x": 2})
    with file.open("a") as out:
        out.write('["b", {"x":')
    assert (Kept(file).get("a"), Kept(file).get("b")) == ({"x": 2}, None)
    assert file.read_text() == '["a", {"x": 2}]\n'


def test_a_module_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """In one line, with what is allowed."""
    with pytest.raises(SystemExit):
        main(["audits/evidence/table.py"])
    said = capsys.readouterr().err.splitlines()[-1]
    problem = "'audits/evidence/table.py': neither a module nor a folder in reference/"
    assert said == f"mutation: error: {problem}"


@pytest.mark.slow
def test_the_claims_notice_a_sample_of_faults() -> None:
    """As `make mutation`, which plants all of them."""
    assert main(["--sample", "300"]) == 0


def test_what_is_computed_apart() -> None:
    """A process that dies or takes too long says nothing."""
    assert [apart([answer].pop, 5) for answer in (1, "x", None)] == [1, "x", None]
    assert apart(lambda: 1 / 0, 5) is None
    assert apart(lambda: [*iter(int, 1)], 0.1) is None


@pytest.mark.parametrize("jobs", [1, 3])
def test_work_is_shared(jobs: int) -> None:
    """What is found stands in the order of the items."""
    assert shared(lambda item: item * item, range(9), jobs, "squares") == [n * n for n in range(9)]
    assert [*spread(str, [1, 2, 3], jobs, until=0)] == []


def test_work_that_fails_is_an_error() -> None:
    """It is never taken for an answer."""
    failing: Callable[[int], float] = lambda n: 1 / n  # noqa: E731
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        shared(failing, [1, 0], 1, "quotients")
