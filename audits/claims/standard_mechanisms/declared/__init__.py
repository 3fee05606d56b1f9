"""Small instances of every class of `reference` that promises privacy, one module for a package.

`declared` says what an instance is; `every_class` finds the classes; `leaks` has mechanisms with a
delta that is needed, of which reductions are made; `noise`, `selection`, `stream`, `release`,
`sensitivity`, `learning`, `interior_point`, `reductions` and `lower_bounds` have the instances;
`all_instances` has them in one table.  Combinators and mechanisms with continuous noise have
tables of their own, in `combined_promises` and `continuous_promises`.
"""
