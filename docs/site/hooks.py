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
#: Parts of the theme that this site, in English and without maps of its scripts, never loads.
UNUSED = ("assets/javascripts/lunr", "assets/**/*.map", "**/*.gz", "objects.inv")


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


#: The theme's icons, which each of its pages repeats; here they stand once, in one file.
ICONS: dict[str, str] = {}
ICON = re.compile(r'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">(.*?)</svg>', re.DOTALL)

#: What the highlighter marks and the theme shows like any other text: line numbers, names, punctuation, spaces.
UNCOLOURED = re.compile(r'<span class="(?:normal|n|p|w)">([^<]*)</span>')

#: Sources in the API are shown without colours: marks would be most of that page.
SOURCE = re.compile(r'(<details class="mkdocstrings-source">)(.*?)(</details>)', re.DOTALL)
LINE_NUMBERS = re.compile(r'<td class="linenos">.*?</td>', re.DOTALL)

#: A script that every page repeats.
PALETTE = re.compile(r"<script>(var palette=.*?)</script>")
PALETTES: set[str] = set()


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """Make the page smaller: icons from one file, no indentation outside of what is preformatted."""
    up = "../" * page.file.dest_uri.count("/")
    output = UNCOLOURED.sub(r"\1", output)
    output = SOURCE.sub(_without_colours, output)
    PALETTES.update(PALETTE.findall(output))
    output = PALETTE.sub(f'<script src="{up}palette.js"></script>', output)
    output = ICON.sub(lambda match: _icon(match[1], up), output)
    parts = re.split(r"(<(?:pre|textarea)\b.*?</(?:pre|textarea)>)", output, flags=re.DOTALL)
    return "".join(part if n % 2 else re.sub(r"\s*\n\s*", "\n", part) for n, part in enumerate(parts))


def _without_colours(match: re.Match[str]) -> str:
    text = re.sub(r"</?span[^>]*>", "", LINE_NUMBERS.sub("", match[2]))
    return f"{match[1]}{text}{match[3]}"


def _icon(drawing: str, up: str) -> str:
    name = ICONS.setdefault(drawing, f"i{len(ICONS)}")
    return f'<svg viewBox="0 0 24 24"><use href="{up}icons.svg#{name}"/></svg>'


def on_post_build(config: Any) -> None:
    """Drop what is never loaded, and add the icons and the playground."""
    import shutil

    from playground.build import build

    site = Path(config.site_dir)
    for pattern in UNUSED:
        for path in site.glob(pattern):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    (script,) = PALETTES
    (site / "palette.js").write_text(script, encoding="utf-8")
    symbols = "".join(f'<symbol id="{name}" viewBox="0 0 24 24">{drawing}</symbol>' for drawing, name in ICONS.items())
    (site / "icons.svg").write_text(f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>', encoding="utf-8")
    build(site / "playground")
