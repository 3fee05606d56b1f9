"""Problems that a private mechanism may be asked to solve.

`order` interior point, undominated point, median and quantiles; `counts` counting queries,
one-way marginals, sanitisation of point functions, release of thresholds; `histograms` any
queries, and telling databases of a packing apart; `learning` point and threshold functions;
`public_data` private and public rows; `tables` problems given as JSON;
`audits.inputs.problems` has them by name.
"""
