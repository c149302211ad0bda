"""Section "Tool-result correlation": order is the contract, ids are the transport's affair."""

import pytest

from pi_native.correlation import CallIds, CorrelationError, correlate
from pi_native.model import Call, PiNativeError, Span


def call(name: str) -> Call:
    return Call(name, {}, "attribute", Span(0, 1, 1, 1))


def test_results_are_matched_by_order() -> None:
    calls = [call("read"), call("bash")]
    assert correlate(calls, ["one", "two"]) == ((calls[0], "one"), (calls[1], "two"))


def test_no_calls_and_no_results() -> None:
    assert correlate([], []) == ()


def test_equal_results_keep_their_places() -> None:
    assert [result for _, result in correlate([call("a"), call("b"), call("c")], ["x", "y", "x"])] == [
        "x",
        "y",
        "x",
    ]


def test_too_few_results_names_the_first_call_without_one() -> None:
    with pytest.raises(CorrelationError, match=r"3 calls but 1 result: call 1 \('bash'\) has no result") as caught:
        correlate([call("read"), call("bash"), call("edit")], ["one"])
    assert caught.value.index == 1
    assert caught.value.call_id is None


def test_too_many_results_names_the_first_that_answers_nothing() -> None:
    with pytest.raises(CorrelationError, match=r"1 call but 2 results: result 1 answers no call") as caught:
        correlate([call("read")], ["one", "two"])
    assert caught.value.index == 1


def test_calls_may_be_anything() -> None:
    with pytest.raises(CorrelationError, match="call 0 has no result"):
        correlate([{"name": "read"}], [])


def test_a_hostile_name_cannot_steer_a_terminal() -> None:
    with pytest.raises(CorrelationError) as caught:
        correlate([call("\x1b[31m" + "a" * 500)], [])
    assert "\x1b" not in str(caught.value)
    assert len(str(caught.value)) < 200


def test_the_error_is_one_of_the_package_and_a_value_error() -> None:
    assert issubclass(CorrelationError, PiNativeError)
    assert issubclass(CorrelationError, ValueError)


def test_ids_are_the_same_every_time() -> None:
    assert [CallIds(3).id_of(index) for index in range(3)] == ["call_0", "call_1", "call_2"]


def test_ids_map_back() -> None:
    ids = CallIds(3)
    assert [ids.index_of(ids.id_of(index)) for index in range(len(ids))] == [0, 1, 2]


def test_ids_can_be_of_another_kind() -> None:
    ids = CallIds(2, lambda index: f"toolu_{7 + index:04}")
    assert ids.id_of(1) == "toolu_0008"
    assert ids.index_of("toolu_0007") == 0


def test_a_mint_that_repeats_itself_is_refused() -> None:
    with pytest.raises(CorrelationError, match="'same' was made twice") as caught:
        CallIds(2, lambda index: "same")
    assert caught.value.call_id == "same"


@pytest.mark.parametrize("index", [-1, 2])
def test_there_is_no_id_for_a_call_that_is_not_there(index: int) -> None:
    with pytest.raises(IndexError, match=f"no call {index}: there are 2"):
        CallIds(2).id_of(index)


def test_results_come_back_in_the_order_of_the_calls() -> None:
    assert CallIds(3).in_order([("call_2", "c"), ("call_0", "a"), ("call_1", "b")]) == ["a", "b", "c"]


def test_none_is_a_result_too() -> None:
    assert CallIds(1).in_order([("call_0", None)]) == [None]


@pytest.mark.parametrize(
    ("results", "message", "index", "call_id"),
    [
        ([("call_9", "x")], "no call has the id 'call_9'", None, "call_9"),
        ([("call_0", "x"), ("call_0", "y")], "two results for the id 'call_0'", 0, "call_0"),
        ([("call_0", "x")], "2 calls but 1 result: call 1 ('call_1') has no result", 1, "call_1"),
    ],
)
def test_ids_that_do_not_match(results: list, message: str, index: int | None, call_id: str) -> None:
    with pytest.raises(CorrelationError) as caught:
        CallIds(2).in_order(results)
    assert str(caught.value) == message
    assert (caught.value.index, caught.value.call_id) == (index, call_id)
