"""The auditor: decides claims about mechanisms, with certificates.

* `evidence` - tables of laws, certificates, and `Holds`, `Refuted`, `Undecided`.
* `engines` - untrusted searchers: privacy, accuracy, comparisons, optimum, streams.
* `kernel` - the trusted checker of certificates; imports nothing of ours.
* `ledger` and `claims` - every statement of the papers, with its check.
* `conformance` - other libraries against the reference.
* `inputs` and `rendering` - what a person types, made exact, and what a person sees.
* `cli` and `commands` - the command `exactdp`.
"""
