"""The claims: one module (or package) for each paper, and `standard_mechanisms` (ids CORE).

`catalogue.toml` is the inventory of every id of the five papers.  Modules register their claims
when they are imported; `audits.ledger.claims()` imports them all.
"""
