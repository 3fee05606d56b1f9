"""Problems that a private mechanism may be asked to solve.

`order` interior point, undominated point, median and quantiles; `counts` counting queries,
one-way marginals, sanitisation of point functions; `learning` point and threshold functions;
`tables` problems given as JSON; `catalogue` all of them by name, and the user's own functions.
"""
