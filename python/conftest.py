"""Leaves modules that need an optional library out of the search for doctests where it is not installed.

They are listed here, so that any other module that cannot be imported is an error.
"""

import importlib.util

NEED_PYTORCH = ("losses", "network", "objectives", "onnx_export", "torch_runtime", "training")

collect_ignore = [] if importlib.util.find_spec("torch") else [f"morfem/morpheus/{name}.py" for name in NEED_PYTORCH]
# These need the library of their name.
collect_ignore += [f"morfem/integrations/{name}.py" for name in ("lm_eval", "transformers") if not importlib.util.find_spec(name)]
