"""The auditor: decides claims about mechanisms, with certificates.

* `verdict` - `Holds`, `Refuted`, `Undecided`; `table` - laws on every database of a universe.
* `engines` - untrusted searchers: point, all-epsilon, accuracy, comparisons, optimum.
* `kernel` - the trusted checker of certificates; imports nothing of ours.
* `ledger` and `claims` - every statement of the papers, with its check.
* `conformance` - other libraries against the reference.
* `cli` and `commands` - the command `exactdp`; `report` - the ledger as a static page.
"""
