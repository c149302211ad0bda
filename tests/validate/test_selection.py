"""Which findings are wanted."""

import pytest

from pi_native.diagnostics import catalogue
from pi_native.validate import Selection
from pi_native.validate.selection import layers


def kept(select: list[str], ignore: list[str]) -> set[str]:
    selection = Selection.of(select, ignore)
    return {code for code in catalogue() if selection.keeps(code)}


def of_layer(*names: str) -> set[str]:
    return {code for code, entry in catalogue().items() if entry.layer in names}


def test_everything_unless_told() -> None:
    assert kept([], []) == set(catalogue())


@pytest.mark.parametrize(
    ("select", "ignore", "expected"),
    [
        (["grammar"], [], of_layer("grammar")),
        (["grammar,schema"], [], of_layer("grammar", "schema")),
        (["grammar", " schema , unknown-tool "], [], of_layer("grammar", "schema") | {"unknown-tool"}),
        ([], ["typing"], set(catalogue()) - of_layer("typing")),
        ([], ["typing", "stray-text"], set(catalogue()) - of_layer("typing") - {"stray-text"}),
        (["grammar"], ["stray-text"], of_layer("grammar") - {"stray-text"}),
        (["stray-text"], ["grammar"], {"stray-text"}),
        (["stray-text"], ["stray-text"], set()),
        (["grammar"], ["grammar"], set()),
        ([""], [","], set(catalogue())),
    ],
)
def test_codes_and_layers(select: list[str], ignore: list[str], expected: set[str]) -> None:
    assert kept(select, ignore) == expected


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("unknown-tol", "no code or layer is named 'unknown-tol'; did you mean unknown-tool"),
        ("Grammar", "did you mean grammar"),
        ("xyz", "the layers are grammar, typing, schema, "),
        ("\x1b[31m" * 1000, "no code or layer is named '\\\\x1b"),
    ],
)
def test_unknown_names_are_refused_and_near_ones_named(name: str, message: str) -> None:
    for arguments in ([name], []), ([], ["schema", name]):
        with pytest.raises(ValueError, match="no code or layer") as error:
            Selection.of(*arguments)
        assert message.replace("\\\\", "\\") in str(error.value)
        assert len(str(error.value)) < 600


def test_a_name_is_a_code_or_a_layer_and_never_both() -> None:
    assert not set(layers()) & set(catalogue())
