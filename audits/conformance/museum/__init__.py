"""Historic privacy bugs of other libraries, each found again by the ordinary comparison.

An exhibit names a release and a case of the library's adapter, nothing else: no database, no
event.  A bug is found if the case refutes something on the affected release; where a release
has fixed it, the same case must refute nothing there.
"""
