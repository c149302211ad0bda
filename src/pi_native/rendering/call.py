"""One call: which arguments are attributes, which elements, and which one the inline body (D23)."""

from __future__ import annotations

from pi_native.cursor import Frame
from pi_native.model import Json, UnrenderableError
from pi_native.rendering.arguments import MAX_ATTRIBUTE, ArgumentSpeller, Place
from pi_native.rendering.templates import Slots
from pi_native.rendering.writer import Refusal, Writer
from pi_native.schema import ANYTHING
from pi_native.tools import Tool
from pi_native.values import unreported


class CallSpeller:
    """Spells the calls of one tool; ``tool`` is None for an unknown one."""

    def __init__(
        self, writer: Writer, name: str, tool: Tool | None, json_attributes: bool, notes: Slots | None = None
    ) -> None:
        self._writer, self._name, self._tool, self._notes = writer, name, tool, notes
        self._shape = tool.shape if tool else ANYTHING
        self._arguments = ArgumentSpeller(writer, json_attributes)

    def spell(self, values: dict[str, Json]) -> str:
        """The call's text. Raises `UnrenderableError` for an argument that has none."""
        chosen = self._arguments.chosen_attributes(values, self._shape)
        inline = self._inline(values, chosen) if self._writer.style.inline else None
        if inline is not None and self._writer.style.spacious:
            return inline
        try:
            plain = self._plain(values, chosen)
        except Refusal as refusal:
            inline = inline or self._last_inline(values)
            if inline is None:
                raise UnrenderableError(self._name, refusal.pointer, refusal.reason) from None
            return inline
        return plain if inline is None or len(plain) <= len(inline) else inline

    def _plain(self, values: dict[str, Json], chosen: dict[str, str]) -> str:
        """The call with attributes and elements."""
        attributes, elements = self._arguments.fields(values, Place("", self._shape, "", 0), self._shape, chosen)
        body = self._writer.member_body(elements) if elements else None
        return self._writer.call(self._name, "".join(attributes.values()), body, self._notes)

    def _inline(self, values: dict[str, Json], attributes: dict[str, str]) -> str | None:
        """The call with an inline body, where the style wants one: for the argument that is no plain attribute,
        or, to save characters, for any that can be it while the others are attributes."""
        rest = [name for name in values if name not in attributes]
        targets = rest if self._writer.style.spacious or rest else list(values)
        if len(rest) > 1 or not targets:
            return None
        found = (self._with_body(target, values, attributes) for target in targets)
        return min((call for call in found if call is not None), key=len, default=None)

    def _last_inline(self, values: dict[str, Json]) -> str | None:
        """The call with an inline body for an argument that has no other place; the others must be attributes."""
        attributes = {
            name: self._arguments.attribute(name, value, self._shape.property(name), plain=False)
            for name, value in values.items()
        }
        for target in values:
            others = {name: text for name, text in attributes.items() if name != target and text is not None}
            call = self._with_body(target, values, others) if len(others) == len(values) - 1 else None
            if call is not None:
                return call
        return None

    def _with_body(self, target: str, values: dict[str, Json], attributes: dict[str, str]) -> str | None:
        """The call with ``target`` as its inline body, if it is read back as that (D7, D8)."""
        value, given = values[target], [name for name in values if name != target]
        if self._tool is None or not isinstance(value, str) or self._tool.inline_target(given) != target:
            return None
        tag = self._writer.call_tag
        closer = tag.close(self._name)
        frame = Frame(tag, self._name, closer, self._shape, self._shape, unreported, self._tool, given)
        written = self._writer.verbatim(value, frame)
        text = "".join(attributes[name] for name in given)
        if len(text) > self._writer.limits.open_tag - MAX_ATTRIBUTE:
            return None
        if written is None or frame.target != target:
            return self._writer.extended_call(self._name, text, value)
        return self._writer.call(self._name, text, self._writer.inline_body(written), self._notes)
