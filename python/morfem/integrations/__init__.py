"""morfem in other libraries: one module for each library, each with an extra of its own.

A module imports its library when it is imported itself. If the library is missing or of an unsupported version, the error names the extra
that installs it.
"""
