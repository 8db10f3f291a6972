"""Tests with libraries that take more than a minute to install: `make test-integrations`."""
