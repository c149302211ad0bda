"""Makes the site smaller: what each page would repeat stands once, in files of its own; what is never loaded goes."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

#: Parts of the theme that this site, in English and without maps of its scripts, never loads.
UNUSED = ("assets/javascripts/lunr", "assets/**/*.map", "**/*.gz", "objects.inv")

#: The theme's icons.
ICONS: dict[str, str] = {}
ICON = re.compile(r'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">(.*?)</svg>', re.DOTALL)

#: What the highlighter marks and the theme shows like any other text: line numbers, names, punctuation, spaces.
UNCOLOURED = re.compile(r'<span class="(?:normal|n|p|w)">([^<]*)</span>')

#: Sources in the API are shown without colours: marks would be most of that page.
SOURCE = re.compile(r'(<details class="mkdocstrings-source">)(.*?)(</details>)', re.DOTALL)
LINE_NUMBERS = re.compile(r'<td class="linenos">.*?</td>', re.DOTALL)

PREFORMATTED = re.compile(r"(<(?:pre|textarea)\b.*?</(?:pre|textarea)>)", re.DOTALL)

#: What works with scripts alone comes from two: the theme's settings, and the choice of colours with the search.
SCOPE = re.compile(r"<script>(__md_scope=.*?)</script>", re.DOTALL)
CONFIG = re.compile(r'<script id="__config" type="application/json">(.*?)</script>', re.DOTALL)
HEADER = re.compile(r'<form class="md-header__option" data-md-component="palette">.*?(?=</nav>\s*</header>)', re.DOTALL)
PROGRAM = re.compile(r"<script>(.*?)</script>", re.DOTALL)
SCRIPTS: dict[str, str] = {}

HERE = 'new URL(".", document.currentScript.src).href'
ADD = 'document.currentScript.insertAdjacentHTML("afterend", '


def slim(page: str, up: str) -> str:
    """A page without what is repeated; ``up`` is the way from it to the site's root. Raises AttributeError, TypeError
    if the theme's pages are made otherwise.
    """
    page = _with_scripts(UNCOLOURED.sub(r"\1", page), up)
    page = SOURCE.sub(_without_colours, page)
    page = ICON.sub(lambda match: _icon(match[1], up), page)
    return _without_indentation(page)


def _with_scripts(page: str, up: str) -> str:
    SCRIPTS.setdefault("settings.js", _settings(SCOPE.search(page)[1], json.loads(CONFIG.search(page)[1])))
    SCRIPTS.setdefault("header.js", _header(HEADER.search(page)[0]))
    page = SCOPE.sub(f'<script src="{up}settings.js"></script>', CONFIG.sub("", page))
    return HEADER.sub(f'<script src="{up}header.js"></script>', page)


def _settings(scope: str, config: dict[str, Any]) -> str:
    """The theme's settings, the same from every page."""
    search = config["search"].lstrip("./")
    scope = re.sub(r'new URL\("[./]+",\s*location\)', "new URL(base)", scope)
    return (
        f"{{ const base = {HERE};\n"
        f"const config = {{ ...{json.dumps(config)}, base, search: base + {json.dumps(search)} }};\n{scope};\n"
        f"{ADD}'<script id=\"__config\" type=\"application/json\">' + JSON.stringify(config) + '</script>'); }}\n"
    )


def _header(part: str) -> str:
    programs = ";\n".join(PROGRAM.findall(part))
    return f"{ADD}{json.dumps(_without_indentation(PROGRAM.sub('', part)))});\n{programs};\n"


def _without_indentation(page: str) -> str:
    """The page with no space around line breaks, outside of what is preformatted."""
    parts = PREFORMATTED.split(page)
    return "".join(part if n % 2 else re.sub(r"\s*\n\s*", "\n", part) for n, part in enumerate(parts))


def _without_colours(match: re.Match[str]) -> str:
    text = re.sub(r"</?span[^>]*>", "", LINE_NUMBERS.sub("", match[2]))
    return f"{match[1]}{text}{match[3]}"


def _icon(drawing: str, up: str) -> str:
    name = ICONS.setdefault(drawing, f"i{len(ICONS)}")
    return f'<svg viewBox="0 0 24 24"><use href="{up}icons.svg#{name}"/></svg>'


def finish(site: Path) -> None:
    """Write what stands once, and drop what is never loaded."""
    for pattern in UNUSED:
        for path in site.glob(pattern):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    for name, script in SCRIPTS.items():
        (site / name).write_text(script, encoding="utf-8")
    symbols = "".join(f'<symbol id="{name}" viewBox="0 0 24 24">{drawing}</symbol>' for drawing, name in ICONS.items())
    (site / "icons.svg").write_text(f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>', encoding="utf-8")
