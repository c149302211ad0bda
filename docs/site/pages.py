"""Every generated page of the site: its path and its Markdown."""

import command_pages
import diagnostic_pages
import production_pages

SITE = __file__.rpartition("/")[0]


def pages() -> dict[str, str]:
    """The pages by path. Raises AssertionError if an example does not do what its source says."""
    return production_pages.pages() | diagnostic_pages.pages() | command_pages.pages() | _assets()


def _assets() -> dict[str, str]:
    with open(f"{SITE}/site.css", encoding="utf-8") as file:
        return {"site.css": file.read()}
