"""Makes the links of README absolute, in place: a package index shows README without the repository, so the release does this first.

python -m tools.long_description
"""

import re

from tools.site import LINK, REPOSITORY, ROOT

README = ROOT / "README.md"
IMAGES = REPOSITORY.replace("/blob/", "/raw/")


def absolute(text: str) -> str:
    """The text with links to GitHub in place of those to files of the repository; images to the files as they are."""

    def link(match: re.Match[str]) -> str:
        before, target, after = next(match.group(at, at + 1, at + 2) for at in (1, 4, 7) if match.group(at))
        is_elsewhere = re.match(r"\w+:|#", target)
        return before + (target if is_elsewhere else f"{IMAGES if target.endswith('.svg') else REPOSITORY}/{target}") + after

    return LINK.sub(link, text)


if __name__ == "__main__":
    README.write_text(absolute(README.read_text("utf-8")), "utf-8")
