"""The data of the quiz's page, and that its script judges as the command does."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pi_native import parse
from pi_native.data import to_json
from pi_native.quiz import questions

pytest.importorskip("markdown", reason="the tools of the docs are not installed: make docs")
sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "site"))

from quiz.build import HERE, SEED, data, linked

DATA = data()
ASKED = list(questions(SEED))
NODE = shutil.which("node")

#: Replies beside the answers of other questions.
REPLIES = [
    "",
    " ",
    "x",
    "4",
    "4.0",
    "40e-1",
    "0.4e1",
    '"4"',
    "1e23",
    "100000000000000000000001",
    "-0",
    "01",
    "[1, 2",
    "1",
]
REPLIES += ["123456789012345678901234567891", '{"y": 4.0}', '{"x":1,"y":4}', "[443,80]", "[ 80, 443 ]", "null", "None"]


def test_every_question_is_there() -> None:
    assert len(DATA["questions"]) == len(ASKED) > 150
    for made, question in zip(DATA["questions"], ASKED, strict=True):
        assert made["text"] == question.text
        assert [DATA["signatures"][place] for place in made["signatures"]] == list(question.tools)
        told = ["".join(each if isinstance(each, str) else each[0] for each in DATA["rules"][p]) for p in made["rules"]]
        assert told == list(question.rules)
        assert set(made["choices"]) <= set(DATA["summaries"])
    assert len({made["id"] for made in DATA["questions"]}) == len(ASKED)


def test_the_tools_are_those_of_the_case() -> None:
    for made, question in zip(DATA["questions"], ASKED, strict=True):
        found = [each.code for each in parse(made["text"], DATA["tools"][made["tools"]]).diagnostics]
        assert (question.answer in found) == (question.kind == "fault")


def test_sources_are_links() -> None:
    assert linked("Told. [Tool definitions and schema dependence, D16 and D17 (a)]") == [
        "Told. [",
        ("Tool definitions and schema dependence", "spec/pi-native.html#tool-definitions-and-schema-dependence"),
        ", ",
        ("D16", "decisions.html"),
        " and ",
        ("D17 (a)", "decisions.html"),
        "]",
    ]
    assert linked("Told, without a source.") == ["Told, without a source."]
    assert all(len(rule) > 2 for rule in DATA["rules"])


@pytest.mark.skipif(NODE is None, reason="there is no node")
def test_the_script_judges_as_the_command_does() -> None:
    values = [to_json(each.answer) for each in ASKED if each.kind == "value"]
    replies = [*dict.fromkeys([*REPLIES, *values, *(text.strip('"') for text in values), *DATA["summaries"], "2", "3"])]
    code = f"""
        import {{ isRight }} from {json.dumps((HERE / "judge.js").as_uri())};
        import {{ readFileSync }} from "node:fs";
        const {{ questions, replies }} = JSON.parse(readFileSync(0, "utf8"));
        console.log(JSON.stringify(questions.map((q) => replies.map((reply) => isRight(q, reply)))));
    """
    run = subprocess.run(
        [str(NODE), "--input-type=module", "--no-warnings", "--eval", code],
        input=json.dumps({"questions": DATA["questions"], "replies": replies}),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    found = json.loads(run.stdout)
    for question, judged in zip(ASKED, found, strict=True):
        wrong = [r for r, verdict in zip(replies, judged, strict=True) if verdict != question.is_right(r)]
        assert wrong == [], question
    assert all(True in judged and False in judged for judged in found)
