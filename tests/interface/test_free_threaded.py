"""A free-threaded Python keeps its GIL when it imports morfem, because the tests have not been run without it."""

import subprocess
import sys
import sysconfig

import pytest


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this Python is not a free-threaded one")
def test_import_turns_the_gil_on() -> None:
    code = "import sys, morfem; print(sys._is_gil_enabled(), morfem.load('he-splinter').count('שלום'))"
    result = subprocess.run([sys.executable, "-X", "gil=auto", "-c", code], capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == ["True", "1"]
