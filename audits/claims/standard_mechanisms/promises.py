"""What mechanisms declare: the guarantee and the neighbours that an audit takes by default."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.declared.all_instances import INSTANCES, WITH_A_UNIVERSE
from audits.claims.standard_mechanisms.declared.declared import root_above
from audits.claims.standard_mechanisms.every_eps import R
from reference.data.adjacency import Adjacency
from reference.mechanisms.selection.quality import OccurringFrequency
from reference.mechanisms.stability.choosing_mechanism import ChoosingMechanism


def guarantee_of(mechanism: Any) -> Guarantee[Any]:
    """What a mechanism promises."""
    promised: Guarantee[Any] = mechanism.guarantee
    return promised


def universe_of(mechanism: Any, rows: int) -> Adjacency[Any]:
    """On which databases a mechanism is audited."""
    declared: Adjacency[Any] = mechanism.universe(rows)
    return declared


def half_of_eps(it: Any) -> Guarantee[Any]:
    """Half of the promised eps, or little more where e^(eps/2) is not exact."""
    promised = guarantee_of(it)
    if not isinstance(promised.exp_eps, RationalFunction):
        return Guarantee(root_above(Fraction(promised.exp_eps)), promised.delta)
    parts = next((k for k in range(1, 64) if promised.exp_eps == R**k), None)
    half = (1 + promised.exp_eps) / 2 if parts is None else R ** ((parts + 1) // 2)
    return Guarantee(half, promised.delta)


def same(
    name: str, found: Guarantee[RationalFunction], stated: Guarantee[RationalFunction]
) -> Iterator[Comparison]:
    """Two guarantees say the same."""
    yield eq(f"{name}: e^eps", found.exp_eps, stated.exp_eps)
    yield eq(f"{name}: delta", found.delta, stated.delta)


def eps_of_one_part(it: Any) -> Guarantee[Any]:
    """R, or at one eps the number 1: too little."""
    promised = guarantee_of(it)
    symbolic = isinstance(promised.exp_eps, RationalFunction)
    return Guarantee(R if symbolic else Fraction(1), promised.delta)


def most_of(it: Any, delta: Any) -> Any:
    """A delta, at most 1 where it is a number."""
    symbolic = isinstance(guarantee_of(it).delta, RationalFunction)
    return delta if symbolic else min(delta, Fraction(1))


def values_of(it: Any, rows: int) -> tuple[Any, ...]:
    """What a row ranges over."""
    databases = universe_of(it, rows).databases()
    return tuple(dict.fromkeys(row for database in databases for row in database))


def with_delta(delta: Callable[[Any, Any], Any]) -> Build:
    """What a mechanism promises, with another delta."""
    return lambda it: Guarantee(guarantee_of(it).exp_eps, delta(it, guarantee_of(it).delta))


WRONG[guarantee_of] = {
    "eps of one part": eps_of_one_part,
    "half of eps": half_of_eps,
    "half of delta": with_delta(lambda _, delta: delta / 2),
    "twice the delta": with_delta(lambda it, delta: most_of(it, 2 * delta)),
    "no delta": with_delta(lambda _, delta: delta * 0),
    "no growth": lambda it: ChoosingMechanism(it.quality, it.threshold, it.eps).guarantee,
    "half of what e to the eps adds to 1": lambda it: Guarantee(
        1 + (guarantee_of(it).exp_eps - 1) / 2, guarantee_of(it).delta
    ),
    "eps of what is combined": lambda it: Guarantee(R, guarantee_of(it).delta),
}
WRONG[universe_of] = {
    "rows are added": lambda it, rows: add_remove_one(values_of(it, rows), rows),
    "one row fewer": given(universe_of, rows=lambda rows: rows - 1),
    "no neighbours": lambda it, rows: these(universe_of(it, rows).databases()),
}


@claim("CORE.declared-guarantees", over(mechanism=tuple(INSTANCES)), about=guarantee_of)
def declared_guarantees(promise: Build, mechanism: str) -> Check:
    """The guarantee that a mechanism declares is the one that its claim of privacy states, and,
    but for the variants that are known to be broken, the mechanism keeps it on the databases and
    for the neighbours that it declares.

    Cases: Every class with a guarantee, by a test that looks for them, but combinators and
    continuous noise, which have claims of their own. For every eps, where the mechanism is defined
    for every eps; one or two rows, as a rule, of which all matter. Where these use less than half
    of what is promised, other neighbours of more rows, too: half of eps and half of delta are
    refuted for each mechanism, but for the few that give a reason.
    """
    one = INSTANCES[mechanism]
    built = one.mechanism
    yield from same("declared", promise(built), one.promise)
    if one.broken:
        return
    if one.universe is not None and one.listed:
        yield private(built, built.universe(one.rows), promise(built))
    if one.few is not None:
        yield private(built, one.few, promise(built), name="few neighbours")


@claim("CORE.declared-universes", over(mechanism=tuple(WITH_A_UNIVERSE)), about=universe_of)
def declared_universes(universe: Build, mechanism: str) -> Check:
    """The databases that a mechanism declares, and who is whose neighbour, are those of its claim
    of privacy.

    Cases: Every class with a universe, by a test that looks for them; mostly two rows, so that the
    order of rows and the number of replaced ones count. The databases are written down without the
    mechanism.
    """
    one = WITH_A_UNIVERSE[mechanism]
    own, stated = universe(one.mechanism, one.rows), one.universe
    assert stated is not None
    yield true("databases", set(own.databases()) == set(stated.databases()))
    yield true("neighbours", neighbours(own) == neighbours(stated))


def neighbours(universe: Adjacency[Any]) -> set[frozenset[Any]]:
    """Which databases are neighbours."""
    databases = [*universe.databases()]
    return {frozenset((databases[i], databases[j])) for i, j in universe.index_pairs()}


@claim(
    "CORE.declared-guarantees-at-one-eps",
    over(growth=(1, 2, 5), threshold=(-3, 1, 4), root=(Fraction(1), Fraction(2))),
    about=guarantee_of,
)
def declared_guarantees_at_one_eps(
    promise: Build, growth: int, threshold: int, root: Fraction
) -> Check:
    """The choosing mechanism with growth k promises (eps, k e^(-(T-1) eps/4) / 2), or (eps, 1) if
    this is more than 1; with the threshold for a target, too.

    Cases: Numbers, some of which are above 1.
    """
    eps = Epsilon(root, 4)
    found = promise(ChoosingMechanism(OccurringFrequency(), threshold, eps, growth))
    yield eq("e^eps", found.exp_eps, root**4)
    yield eq("delta", found.delta, min(Fraction(growth, 2) * root ** (1 - threshold), Fraction(1)))
    if root > 1:
        tenth = TENTH
        loss = 4 * ln(root)
        least = (8 / loss * ln(4 * growth / (tenth * tenth * loss))).ceil()
        target = ChoosingMechanism.for_target(OccurringFrequency(), eps, tenth, tenth, growth)
        delta = Fraction(growth, 2) * root ** (1 - least)
        yield eq("delta for a target", promise(target).delta, delta)
