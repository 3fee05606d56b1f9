"""Programs that run inside the environment of another library; see `environments`.

They import the standard library, modules of `audits.conformance` without dependencies, and the
library.  `serve` is the loop; the other modules are named for the library that they call.
"""
