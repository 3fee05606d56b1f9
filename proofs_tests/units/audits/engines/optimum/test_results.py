"""What can be done with an optimum: certificates, a table to audit, curves and pictures."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from audits.engines.optimum import optimum_certificate, solve
from audits.engines.optimum.certificates import optimum_facts
from audits.engines.optimum.curves import exact_root, point
from audits.evidence.verdict import Certificate, objection
from audits.kernel import Refused, check
from proofs_tests.command_line import exactdp, in_exact_numbers
from proofs_tests.units.audits.engines.optimum.second_solver import optimum, posed

TWO = Fraction(2)
POINTS = "interior-point domain=4 rows=2"
COUNT = "counting-query"


CALL = "optimum interior-point -p domain=4 -p rows=2"


def answered(words: str) -> dict[str, Any]:
    """What a command prints that ends well."""
    done = exactdp(words)
    assert done.returncode == 0
    return in_exact_numbers(done.stdout)


def places(value: object, path: tuple[int | str, ...] = ()) -> list[tuple[int | str, ...]]:
    """Where the numbers of a JSON value are, rationals in strings included."""
    if isinstance(value, dict):
        return [p for key, item in value.items() for p in places(item, (*path, key))]
    if isinstance(value, list):
        return [p for i, item in enumerate(value) for p in places(item, (*path, i))]
    number = isinstance(value, int) or (isinstance(value, str) and value[:1].isdigit())
    return [path] if number and path[0] != "format" else []


def changed(certificate: Certificate, path: tuple[int | str, ...]) -> Certificate:
    """The certificate with one number larger by one."""
    copy = json.loads(json.dumps(certificate))
    place = copy
    for step in path[:-1]:
        place = place[step]
    old = place[path[-1]]
    place[path[-1]] = old + 1 if isinstance(old, int) else str(Fraction(old) + 1)
    assert isinstance(copy, dict)
    return copy


@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 100)])
def test_a_certificate_with_any_one_number_changed_proves_something_else(delta: Fraction) -> None:
    """Each number for four points and two rows, but those of the dual, which is only a proof."""
    found = solve(posed(POINTS), TWO, delta)
    certificate, asked = optimum_certificate(found), optimum_facts(found)
    everywhere = [path for path in places(certificate) if path[0] != "dual"]
    assert len(everywhere) > 60
    assert objection(certificate, asked) is None
    for path in everywhere:
        assert objection(changed(certificate, path), asked) is not None, path


def test_the_proof_itself_refuses_changes() -> None:
    """Changed laws, prices and values prove nothing."""
    certificate = optimum_certificate(solve(posed(POINTS), TWO))
    for path in places(certificate):
        if path[0] in {"laws", "value", "exp_eps"} or path[:2] == ("dual", "prices"):
            with pytest.raises(Refused):
                check(json.dumps(changed(certificate, path)))


@pytest.mark.parametrize("suffix", ["json", "csv"])
@pytest.mark.parametrize("delta", ["0", "1/50"])
def test_the_mechanism_makes_the_round_trip(tmp_path: Path, suffix: str, delta: str) -> None:
    """Written as a table, `exactdp table` finds it as private as it should be, and no more."""
    file, loss = tmp_path / f"mechanism.{suffix}", f"--exp-eps 2 --delta {delta} --json"
    best = Fraction(answered(f"{CALL} {loss} --mechanism {file}")["optimum"])
    relation = "--adjacency replace-one" if suffix == "csv" else ""
    audited = answered(f"table {file} {loss} {relation}")
    assert audited["least_delta"]["delta"] == delta
    assert audited["databases"] == 10
    assert best == solve(posed(POINTS), TWO, Fraction(delta)).value


def test_the_command_answers_in_json(tmp_path: Path) -> None:
    """The documented call, and the kernel on the certificate that it writes."""
    call = f"{CALL} --certificate {tmp_path}/proof.json --json"
    answer = answered(f"{call} --exp-eps 2")
    assert (answer["optimum"], answer["certificate"]) == ("4/7", "accepted")
    assert answer["size"]["solved"]["columns"] == 21
    assert exactdp(f"check {tmp_path}/proof.json").returncode == 0
    everything = answered(f"{call} --all-eps")
    assert everything["optimum"][0] == {"from": "1", "to": "2", "value": "r^2 / (r^2 + 3)"}
    assert exactdp(f"check {' '.join(everything['files'])}").returncode == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("interior-point -p domain=4 -p rows=2", "give --exp-eps"),
        ("interior-point -p domain=4 -p rows=0 --exp-eps 2", "rows 0"),
        ("counting-query -p rows=2 --exp-eps 1/2", "e^eps = 1/2"),
        ("counting-query -p rows=2 --exp-eps 2 --delta 2", "delta = 2"),
        ("counting-query -p rows=2 --exp-eps 2 --all-eps", "--all-eps"),
        ("counting-query --curve rows --exp-eps 2", "KEY=LO..HI"),
        ("counting-query --curve rows=2..1 --exp-eps 2", "LO is at most HI"),
        ("counting-query --curve rows=1..2", "give --exp-eps too"),
        ("counting-query -p rows=1 --plot x.txt", "ends in .png"),
        ("counting-query -p rows=1 --exp-eps 2 --mechanism m", ".json or"),
        ("counting-query -p rows=1 --exp-eps 2 --plot p.png", "--curve"),
        ("nonsense --exp-eps 2", "one of interior-point"),
        ("interior-point -p domain=2 -p rows=1 --eps 21", "--eps 21: a number from 0 to 20"),
        ("interior-point -p domain=2 -p rows=1 --eps -1", "--eps -1: a number from 0 to 20"),
        ("interior-point -p domain=2 -p rows=1 --eps 1 --exp-eps 2", "give one of them"),
        ("interior-point -p domain=2 -p rows=1 --eps 1 --all-eps", "--all-eps goes with"),
        ("interior-point --eps 1 --curve rows=1..2", "--eps: not with --curve"),
    ],
)
def test_bad_input_is_refused_in_one_line(words: str, message: str) -> None:
    """Exit status 2, and a line that names what is wrong."""
    done = exactdp(f"optimum {words}")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert message in done.stderr


def test_curves_and_pictures(tmp_path: Path) -> None:
    """The optimum over rows, beside the exponential mechanism, in numbers and as a picture."""
    picture = tmp_path / "curve.png"
    words = "optimum interior-point -p domain=3 --curve rows=1..2 --exp-eps 4 --json"
    curve = answered(f"{words} --plot {picture}")["curve"]
    best = [optimum(posed(f"interior-point domain=3 rows={n}"), Fraction(4)) for n in (1, 2)]
    assert [(p["at"], p["optimum"]) for p in curve] == [("1", str(best[0])), ("2", str(best[1]))]
    assert curve[0]["rivals"] == {"exponential mechanism": "1/2"}
    assert picture.read_bytes()[:4] == b"\x89PNG"


def test_rivals_never_beat_the_optimum() -> None:
    """The exponential and the clamped geometric mechanism are at most as good."""
    squares = [Fraction(k, 2) ** 2 for k in (2, 3, 4)]
    points = [
        *(point("interior-point", posed(POINTS), x, x) for x in squares),
        *(point(COUNT, posed(f"{COUNT} rows={n}"), Fraction(n), TWO) for n in (1, 2, 3)),
    ]
    assert all(p.rivals for p in points)
    for found in points:
        for _, performance in found.rivals:
            assert found.optimum.value is not None
            assert performance <= found.optimum.value


def test_the_geometric_mechanism_is_optimal_for_one_row() -> None:
    """On one bit, clamped geometric noise is randomised response."""
    found = point(COUNT, posed(f"{COUNT} rows=1"), Fraction(1), TWO)
    assert dict(found.rivals) == {"clamped geometric mechanism": Fraction(2, 3)}
    assert found.optimum.value == Fraction(2, 3)


def test_exact_roots() -> None:
    """A root is rational or it is none."""
    assert exact_root(Fraction(9, 4), 2) == Fraction(3, 2)
    assert exact_root(Fraction(2), 2) is None
    assert exact_root(Fraction(8, 27), 3) == Fraction(2, 3)
    assert exact_root(Fraction(1), 5) == 1
