"""The ledger of VT14: a module for each section, in the order of the notes.

`laws` has exact laws and counts, `impostors` wrong variants, both by topic.
"""
