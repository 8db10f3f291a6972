"""A web server for tokenizers, with a page to try them: `morfem serve`.

Starlette and uvicorn do the work; install them with ``pip install "morfem[serve]"``. `Client` needs neither.

>>> from morfem.server import Client
>>> Client("http://127.0.0.1:8765")
Client('http://127.0.0.1:8765')
"""

from .client import Client, ServerError

__all__ = ["Client", "ServerError"]
