"""README as a package index shows it: without the repository beside it, every link is absolute, and leads to a file that exists."""

from tools.long_description import IMAGES, README, absolute
from tools.site import LINK, REPOSITORY, ROOT


def test_every_link_of_the_long_description_leads_to_a_file_of_the_repository() -> None:
    links = [next(filter(None, match.group(2, 5, 8))) for match in LINK.finditer(absolute(README.read_text("utf-8")))]
    own = [link.partition("#")[0] for link in links if link.startswith((REPOSITORY, IMAGES))]
    assert len(own) > 20
    assert [link for link in links if not link.startswith("https://")] == []
    assert [link for link in own if not (ROOT / link.removeprefix(REPOSITORY + "/").removeprefix(IMAGES + "/")).exists()] == []


def test_what_is_no_file_of_the_repository_stays() -> None:
    text = "[site](https://example.org/a.md) [below](#use) [page](docs/mft.md#how) ![drawing](docs/images/bits.svg)"
    assert absolute(text) == (
        f"[site](https://example.org/a.md) [below](#use) [page]({REPOSITORY}/docs/mft.md#how) ![drawing]({IMAGES}/docs/images/bits.svg)"
    )
