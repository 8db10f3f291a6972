"""Counts of requests and their times, in the text format of Prometheus."""

from collections import Counter
from collections.abc import Iterable

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds


class Figures:
    """Counts by path and status. A path that the server does not have is counted as ``other``, so clients cannot add labels.

    >>> figures = Figures(["/v1/encode"])
    >>> figures.count("/v1/encode", 200, 0.002)
    >>> 'morfem_requests_total{path="/v1/encode",status="200"} 1' in figures.text()
    True
    """

    def __init__(self, paths: Iterable[str]) -> None:
        self.running = 0
        self._paths = frozenset(paths)
        self._requests: Counter[tuple[str, int]] = Counter()
        self._buckets = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0

    def count(self, path: str, status: int, seconds: float) -> None:
        """Count one request."""
        self._requests[path if path in self._paths else "other", status] += 1
        self._buckets[next((index for index, bound in enumerate(BOUNDS) if seconds <= bound), len(BOUNDS))] += 1
        self._seconds += seconds

    def text(self) -> str:
        """All counts, one per line."""
        lines = ["# TYPE morfem_requests_total counter"]
        for (path, status), count in sorted(self._requests.items()):
            lines.append(f'morfem_requests_total{{path="{path}",status="{status}"}} {count}')
        lines.append("# TYPE morfem_request_seconds histogram")
        below = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self._buckets, strict=True):
            below += count
            lines.append(f'morfem_request_seconds_bucket{{le="{bound}"}} {below}')
        lines += [f"morfem_request_seconds_sum {self._seconds:.6f}", f"morfem_request_seconds_count {below}"]
        lines += ["# TYPE morfem_requests_running gauge", f"morfem_requests_running {self.running}"]
        return "\n".join(lines) + "\n"
