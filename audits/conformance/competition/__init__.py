"""The benchmarks of other verifiers and auditors, with continuous noise as they are published.

`programs` states each program once, with its scales as parameters; `suites` says which of them
each tool decides, on which answers, with which claim, what is true, and how long the tool took by
its authors' records.  `make compete` decides all of them and writes COMPETITION.md.
"""
