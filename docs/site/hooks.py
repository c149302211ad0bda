"""What mkdocs does beside its plugins: generated parts, links that leave the site, the playground, the weight."""

import re
import sys
from pathlib import Path
from typing import Any

SITE = Path(__file__).parent
DOCS = SITE.parent
ROOT = DOCS.parent
sys.path.insert(0, str(SITE))

#: Documents that the specification names and that are not part of this project.
ELSEWHERE = ("./anthropic.md", "./glm-4.5.md")


def on_config(config: Any) -> Any:
    """Put pages that the navigation does not name under "More", so that none is lost."""
    named = re.findall(r"[\w/-]+\.md", str(config.nav))
    more = [page.name for page in sorted(DOCS.glob("*.md")) if page.name not in named]
    config.nav += [{"More": [{page[:-3].replace("-", " ").capitalize(): page} for page in more]}] if more else []
    return config


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Fill in what is generated; a link to a file of the repository that is no page becomes its path."""
    from comparison import comparison
    from states import drawing
    from typing_table import typing_table

    generated = {"comparison": comparison, "typing": typing_table}
    for name, make in generated.items():
        mark = f"<!-- generated: {name} -->"
        markdown = markdown.replace(mark, make()) if mark in markdown else markdown
    markdown = re.sub(r"```mermaid\nstateDiagram.*?```", lambda _: drawing(), markdown, flags=re.DOTALL)
    folder = (DOCS / page.file.src_uri).parent
    return re.sub(r"\[([^\]]+)\]\(([^)#\s]+)(#[^)]*)?\)", lambda match: _link(match, folder), markdown)


def _link(match: re.Match[str], folder: Path) -> str:
    if match[2] in ELSEWHERE:
        return match[1]
    target = (folder / match[2]).resolve()
    is_outside = not target.is_relative_to(DOCS) and target.exists() and target.is_relative_to(ROOT)
    return match[1] if is_outside else match[0]


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """Make the page smaller."""
    from slim import slim

    return slim(output, "../" * page.file.dest_uri.count("/"))


def on_post_template(output: str, template_name: str, **_: Any) -> str:
    """The same for the page of what is not found, which is shown at any address."""
    from slim import slim

    return slim(output, "/") if template_name == "404.html" else output


def on_post_build(config: Any) -> None:
    """Finish making it smaller, and add the playground and the quiz."""
    from playground.build import build as build_playground
    from quiz.build import build as build_quiz
    from slim import finish

    site = Path(config.site_dir)
    finish(site)
    build_playground(site / "playground")
    build_quiz(site / "quiz")
