"""Tests of libraries that take long to install. `make test-integrations` runs them; `pytest` skips them where the library is missing."""
