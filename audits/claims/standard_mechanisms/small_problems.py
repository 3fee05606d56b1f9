"""The optimum of each problem of the command line at a size where it is found by hand."""

from audits.claims.prelude import *
from audits.engines.optimum.optimum import solve
from audits.engines.optimum.problems import counts, learning, order, public_data

AnyProblem = Problem[Any, Any]
Builder = Callable[..., AnyProblem]
Optimum = Callable[[Fraction], Fraction]
Case = tuple[Builder, Mapping[str, Any], Optimum]
"""The problem, its parameters, and the optimum by r = e^eps."""


def apart(answers: int) -> Optimum:
    """So many neighbours, no answer good for two of them."""
    return lambda r: r / (r + answers - 1)


def on_a_path(length: int) -> Optimum:
    """Two answers, each good for one end of a path of so many steps only."""
    half = length // 2
    return lambda r: 1 - 1 / (r**half * (1 + r if length % 2 else 2))


CASES: dict[str, Case] = {
    "undominated point": (order.undominated_point, {"domain": 3, "rows": 1, "reach": 0}, apart(3)),
    "undominated point, reach 1": (
        order.undominated_point,
        {"domain": 3, "rows": 1, "reach": 1},
        apart(2),
    ),
    "undominated point of two rows": (
        order.undominated_point,
        {"domain": 2, "rows": 2, "reach": 0},
        on_a_path(2),
    ),
    "median of one": (order.median, {"domain": 3, "rows": 1}, apart(3)),
    "median of two": (order.median, {"domain": 2, "rows": 2}, on_a_path(2)),
    "median of four within 1": (order.median, {"domain": 2, "rows": 4, "within": 1}, on_a_path(4)),
    "lower quartile of two": (order.quantile, {"domain": 2, "rows": 2, "q": QUARTER}, apart(2)),
    "count of one": (counts.counting_query, {"rows": 1}, apart(2)),
    "count of two": (counts.counting_query, {"rows": 2}, apart(3)),
    "count of three within 1": (counts.counting_query, {"rows": 3, "within": 1}, on_a_path(3)),
    "error of a count of one": (counts.counting_loss, {"rows": 1}, lambda r: 1 / (1 + r)),
    "square error of a count of one": (
        counts.counting_loss,
        {"rows": 1, "exponent": 2, "uniform": True},
        lambda r: 1 / (1 + r),
    ),
    "marginals": (counts.one_way_marginals, {"columns": 2, "rows": 1}, apart(4)),
    "one synthetic row": (
        counts.point_sanitisation,
        {"domain": 3, "rows": 1, "accuracy": Fraction(0)},
        apart(3),
    ),
    "two synthetic rows within 1/2": (
        counts.point_sanitisation,
        {"domain": 3, "rows": 1, "accuracy": HALF, "synthetic": 2},
        lambda r: 2 * r / (2 * r + 1),
    ),
    "a point function": (
        learning.pac_learning,
        {"concepts": "point", "domain": 3, "rows": 1, "accuracy": Fraction(0)},
        apart(3),
    ),
    "a fitting point function": (
        learning.empirical_learning,
        {"concepts": "point", "domain": 2, "rows": 2},
        on_a_path(2),
    ),
    "square error of a mean, one public row": (
        public_data.mean_squared_error,
        {"private": 0, "public": 1, "answers": 3},
        lambda _: Fraction(2, 9),
    ),
}

NO_ERROR: dict[str, tuple[Mapping[str, Any], Fraction]] = {
    "error of three, without privacy": ({"rows": 3}, Fraction(3, 2)),
    "square error of three": ({"rows": 3, "exponent": 2}, Fraction(5, 2)),
    "average error of three": ({"rows": 3, "uniform": True}, Fraction(1)),
    "average square error of three": ({"rows": 3, "exponent": 2, "uniform": True}, Fraction(3, 2)),
}
"""At eps = 0, where an answer does not depend on the rows: 1 or 2, each half of the time."""


def built(case: str, parameters: Mapping[str, Any]) -> AnyProblem:
    """The problem of a case."""
    build = CASES[case][0] if case in CASES else counts.counting_loss
    return build(**parameters)


def best(problem: AnyProblem, exp_eps: Fraction) -> Fraction:
    """The value of the best mechanism."""
    value = solve(problem, exp_eps).value
    assert value is not None
    return value


def changed(names: tuple[str, ...], step: Fraction | int) -> Callable[..., AnyProblem]:
    """The same with the first of these parameters changed by a step."""

    def wrong(case: str, parameters: Mapping[str, Any]) -> AnyProblem:
        name = next((name for name in names if name in parameters), None)
        moved = {} if name is None else {name: parameters[name] + step}
        return built(case, {**parameters, **moved})

    return wrong


def less_accurate(case: str, parameters: Mapping[str, Any]) -> AnyProblem:
    """Half of the error is good."""
    moved = {"accuracy": parameters["accuracy"] / 2} if "accuracy" in parameters else {}
    return built(case, {**parameters, **moved})


WRONG[built] = {
    "one row more": changed(("rows", "public"), 1),
    "one more is allowed": changed(("within", "reach"), 1),
    "half of the error that is allowed": less_accurate,
    "one point more": changed(("domain", "columns"), 1),
    "the absolute error": lambda case, parameters: built(
        case, {k: v for k, v in parameters.items() if k != "exponent"}
    ),
    "the worst case": lambda case, parameters: built(
        case, {k: v for k, v in parameters.items() if k != "uniform"}
    ),
}


@claim("CORE.optimum-of-small-problems", over(problem=(*CASES, *NO_ERROR)), about=built)
def optimum_of_small_problems(build: Build, problem: str) -> Check:
    """If k databases are neighbours of each other and no answer is good for two of them then the
    best mechanism is right with probability r/(r + k - 1), r = e^eps. If two answers are good for
    one end each of a path of d steps, and both between, then with probability 1 - 1/(2 r^(d/2)) if
    d is even, and 1 - 1/((1 + r) r^((d-1)/2)) if it is odd: from the middle on the chance of the
    wrong one falls by r with each step. A count of two rows is right with probability r/(r + 2),
    since the answers 0 and 2 are next to 1; of three answers for three neighbours, each good for
    two, with probability 2 r/(2 r + 1).

    Cases: One to four rows; every problem of the command line that no other claim is about, at
    r = 2 and 3, at sizes where ties occur: two points that are a median, an error that is just
    allowed, two answers that are good. At r = 1 the errors of a count of three rows are those of
    a fair coin for 1 or 2: for k = 0, 1, 2, 3 it is off by 3/2, 1/2, 1/2, 3/2, and by 5/2, 1/2,
    1/2, 5/2 squared.
    """
    if problem in NO_ERROR:
        parameters, value = NO_ERROR[problem]
        yield eq("r = 1", best(build(problem, parameters), Fraction(1)), value)
        return
    _, parameters, optimum = CASES[problem]
    for r in (Fraction(2), Fraction(3)):
        yield eq(f"r = {r}", best(build(problem, parameters), r), optimum(r))
