"""Every generated page of the site: its path and its Markdown."""

import command_pages
import diagnostic_pages
import production_pages

SITE = __file__.rpartition("/")[0]


def pages() -> dict[str, str]:
    """The pages by path. Raises AssertionError if an example does not do what its source says."""
    lists = {"Grammar": production_pages, "Diagnostics": diagnostic_pages, "Commands": command_pages}
    made = {path: _leaf(path, text, title) for title, each in lists.items() for path, text in each.pages().items()}
    return made | _assets()


def _leaf(path: str, text: str, title: str) -> str:
    """A page of a list, with the template that leads back to it; the list, which the search finds page by page."""
    head = "search:\n  exclude: true" if path.endswith("/index.md") else f"template: leaf.html\nlist: {title}"
    return f"---\n{head}\n---\n\n{text}"


def _assets() -> dict[str, str]:
    with open(f"{SITE}/site.css", encoding="utf-8") as file:
        return {"site.css": file.read()}
