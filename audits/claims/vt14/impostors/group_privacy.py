"""Wrong paths between databases, and wrong promises for groups of rows."""

from audits.claims.prelude import *
from reference.exact.field import R
from reference.privacy.group import group_guarantee, group_path, hamming_distance


def first_places(first: Rows, second: Rows) -> tuple[Rows, ...]:
    """Replaces the first k rows, not the k that differ."""
    k = hamming_distance(first, second)
    return tuple((*second[:i], *first[i:]) for i in range(k + 1))


def all_places(first: Rows, second: Rows) -> tuple[Rows, ...]:
    """Stops at rows that agree, too."""
    return tuple((*second[:i], *first[i:]) for i in range(len(first) + 1))


def in_one_move(first: Rows, second: Rows) -> tuple[Rows, ...]:
    """Replaces all rows at once."""
    return (first,) if first == second else (first, second)


def one_move_less(first: Rows, second: Rows) -> tuple[Rows, ...]:
    """Stops one row early."""
    path = group_path(first, second)
    return path[:-1] if len(path) > 1 else path


def there_and_back(first: Rows, second: Rows) -> tuple[Rows, ...]:
    """Leads from the second to the first."""
    return group_path(second, first)


def by_histograms(guarantee: Guarantee[R], first: Rows, second: Rows) -> Guarantee[R]:
    """Half the distance of the histograms: 0 for rows in another order."""
    return group_guarantee(guarantee, (Counter(first) - Counter(second)).total())


def deltas_added(guarantee: Guarantee[R], first: Rows, second: Rows) -> Guarantee[R]:
    """(k eps, k delta)."""
    k = hamming_distance(first, second)
    return Guarantee(guarantee.exp_eps**k, guarantee.delta * k)


def as_printed(guarantee: Guarantee[R], first: Rows, second: Rows) -> Guarantee[R]:
    """(k eps, e^(k eps) delta)."""
    exp_eps = guarantee.exp_eps ** hamming_distance(first, second)
    return Guarantee(exp_eps, exp_eps * guarantee.delta)


def last_power(guarantee: Guarantee[R], first: Rows, second: Rows) -> Guarantee[R]:
    """(k eps, e^((k-1) eps) delta): the last term of the sum only."""
    k = hamming_distance(first, second)
    return Guarantee(guarantee.exp_eps**k, guarantee.exp_eps ** (k - 1) * guarantee.delta)


def one_term_more(guarantee: Guarantee[R], first: Rows, second: Rows) -> Guarantee[R]:
    """The sum has a term for e^(k eps), too."""
    k = hamming_distance(first, second)
    return Guarantee(guarantee.exp_eps**k, group_guarantee(guarantee, k + 1).delta)


def one_row(guarantee: Guarantee[R], first: Rows, second: Rows) -> Guarantee[R]:
    """What holds for one row."""
    del first, second
    return guarantee


WRONG_PATHS = {
    "the first k places": first_places,
    "all places": all_places,
    "all rows at once": in_one_move,
    "one move less": one_move_less,
    "the other way": there_and_back,
}

WRONG_GROUPS = {
    "k from the histograms": by_histograms,
    "k delta": deltas_added,
    "e^(k eps) delta": as_printed,
    "the last power only": last_power,
    "one term more": one_term_more,
    "one row": one_row,
}
