"""Leaves the modules that need PyTorch out of the search for doctests where PyTorch is not installed.

They are listed here, so that any other module that cannot be imported is an error.
"""

import importlib.util

NEED_PYTORCH = ("losses", "network", "objectives", "onnx_export", "torch_runtime", "training")

collect_ignore = [] if importlib.util.find_spec("torch") else [f"morfem/morpheus/{name}.py" for name in NEED_PYTORCH]
