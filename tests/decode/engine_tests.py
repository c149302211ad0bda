"""What holds for every engine: it takes what the renderer writes, refuses what the parser objects to, and whatever it
makes at random parses without a finding.

A part of each set in a normal run; all of it with ``DECODE=full`` (make test-decode-full).
"""

import os
import random
from collections import Counter
from functools import cache
from typing import Any, ClassVar

import jsonschema
import pytest

from pi_native import Grammar, ToolSet, parse
from pi_native.decode import Forms, export

from .cases import OF_VALUES, TOOLS, is_wrong, missing, mutations, rendered
from .engines import generate, is_accepted, words_of

IS_FULL = os.environ.get("DECODE") == "full"
SIGIL = Grammar.load().segment_tags[0].opener.prefix
ALL_FORMS: tuple[Forms, ...] = ("all", "canonical")


@cache
def matcher_of(make: Any, engine: Any, forms: Forms, strict: bool = False) -> Any:
    return make(export(engine, TOOLS, forms=forms, strict=strict).text)


class EngineTests:
    engine: ClassVar[str]
    matcher: ClassVar[Any]
    samples: ClassVar[int] = 1_000
    known = ToolSet(TOOLS)

    def fresh(self, forms: Forms, strict: bool = False) -> Any:
        return matcher_of(type(self).matcher, self.engine, forms, strict).fresh()

    @pytest.mark.parametrize("strict", [False, True])
    @pytest.mark.parametrize("forms", ALL_FORMS)
    def test_what_the_renderer_writes_is_accepted(self, forms: Forms, strict: bool) -> None:
        texts = rendered(40 if IS_FULL else 4, seed=1)
        assert len(texts) > len(TOOLS)
        assert [text for text in texts if not is_accepted(self.fresh(forms, strict), text)] == []

    def test_elements_are_accepted_among_all_forms(self) -> None:
        narrowed = {
            line.partition("/")[0] for line in export(self.engine, TOOLS).left_out if "an attribute only" in line
        }
        assert narrowed == {"search", "issue"}
        tools = [tool for tool in TOOLS if tool["name"] not in narrowed]
        texts = rendered(40 if IS_FULL else 4, seed=2, style="element", tools=tools)
        assert [text for text in texts if not is_accepted(self.fresh("all"), text)] == []

    @pytest.mark.parametrize("forms", ALL_FORMS)
    def test_prose_and_several_calls_are_accepted(self, forms: Forms) -> None:
        first, second = f"{SIGIL}noop/>", f'{SIGIL}read path="a.ts" offset=5/>'
        for text in ("", "a < b", "no <call", f"Let me look.\n{first}\n\n{second} and on <", f"{first}{second}"):
            assert is_accepted(self.fresh(forms), text), text

    @pytest.mark.parametrize("forms", ALL_FORMS)
    def test_what_the_parser_objects_to_is_rejected(self, forms: Forms) -> None:
        rng, wrong, accepted = random.Random(3), 0, []
        for text in rendered(10 if IS_FULL else 1, seed=4):
            for mutated in mutations(text, rng, 40 if IS_FULL else 8):
                if is_wrong(mutated, self.known):
                    wrong += 1
                    accepted += [mutated] if is_accepted(self.fresh(forms), mutated) else []
        assert wrong > 50
        assert accepted == []

    @pytest.mark.parametrize("forms", ALL_FORMS)
    @pytest.mark.parametrize(
        "call",
        [
            "unknown/>",
            "reader/>",
            'read path="a" mode="x"/>',
            'read path="a" path="b"/>',
            "read/>",
            "read offset=5/>",
            'read path="a" offset=x/>',
            'read path="a" offset="x"/>',
            "ports ports=80/>",
            "write>\n<path>a</path>\n</call:write>",
            "configure>\n<object>\n<list>a</list>\n</call:configure>",
            "edit>x</call:read>",
            'six a="x" b=1/>',
            "",
        ],
    )
    def test_unknown_names_and_missing_arguments_are_rejected(self, forms: Forms, call: str) -> None:
        assert not is_accepted(self.fresh(forms), SIGIL + call)

    def test_strict_values(self) -> None:
        for good, bad in (
            ('set_mode mode="very slow"/>', 'set_mode mode="medium"/>'),
            ("range percent=100/>", "range percent=101/>"),
            ("range percent=7 delta=-49/>", "range percent=7 delta=-50/>"),
            ('version version="v1.2"/>', 'version version="1.2"/>'),
            ('search query="x"/>', 'search query=""/>'),
        ):
            for forms in ALL_FORMS:
                assert is_accepted(self.fresh(forms, strict=True), SIGIL + good), good
                assert not is_accepted(self.fresh(forms, strict=True), SIGIL + bad), bad
                assert is_accepted(self.fresh(forms), SIGIL + bad), bad

    @pytest.mark.parametrize("strict", [False, True])
    @pytest.mark.parametrize("forms", ALL_FORMS)
    def test_random_texts_parse_without_a_finding(self, forms: Forms, strict: bool) -> None:
        words, counts = words_of(TOOLS), Counter[str]()
        openers = [SIGIL + tool["name"] for tool in TOOLS]
        # What the export says it leaves out of a tool's schema is not held against it.
        partial = {line.partition("/")[0] for line in export(self.engine, TOOLS, forms=forms, strict=True).left_out}
        schemas = {tool["name"]: jsonschema.Draft202012Validator(tool["parameters"]) for tool in TOOLS}
        for seed in range(self.samples // 4 if IS_FULL else 10):
            sample = generate(self.fresh(forms, strict), openers, words, seed)
            counts["cut"] += sample.is_cut
            if sample.is_cut:
                continue
            result = parse(sample.text, self.known)
            codes = {each.code for each in result.diagnostics}
            counts["calls"] += len(result.calls)
            counts["with calls"] += bool(result.calls)
            counts["about a value"] += bool(codes & OF_VALUES)
            # A list in a list has no spelling but JSON (D12), which is no mistake.
            allowed = OF_VALUES | ({"json-literal"} if "matrix" in sample.text else set())
            assert codes <= allowed, (sample.text, codes)
            assert not result.incomplete, sample.text
            for call in result.calls:
                assert not missing(call, self.known), sample.text
                if strict and call.name not in partial:
                    assert schemas[call.name].is_valid(call.arguments), (sample.text, call.arguments)
        print(self.engine, forms, strict, dict(counts))
        assert counts["calls"] > 5
        assert counts["cut"] < counts["with calls"]
