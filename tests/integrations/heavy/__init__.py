"""Tests of libraries that take long to install: `make test-integrations` installs them. Elsewhere these tests are skipped."""
