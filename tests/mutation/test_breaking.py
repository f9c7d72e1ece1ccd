"""The tool itself: which mutants it makes, and which places it leaves alone."""

from __future__ import annotations

import ast

import pytest

from .breaking import mutants_of
from .mutant import Mutant
from .reach import unused
from .sampling import sample


def _after(code: str, kind: str, path: str = "tools/find.py") -> list[str]:
    """What stands in the place of what the mutants of one kind change."""
    return [mutant.after for mutant in mutants_of(path, code) if mutant.kind == kind]


@pytest.mark.parametrize(
    ("code", "kind", "after"),
    [
        ("category = 'transient'", "category", ["'validation'"]),
        ("retryable = not unknown", "condition negated", ["bool(unknown)"]),
        ("f(certain=True)", "boolean", ["False"]),
        ("if error.status == 404:\n    raise Missing()", "branch removed", ["False"]),
        ("if error.status == 404:\n    raise Missing()", "comparison", ["(error.status != 404)"]),
        ("x = a and b", "and/or", ["(a or b)"]),
        ("x = a and b", "check removed", ["(b)", "(a)"]),
        ("return nothing_listed('None.')", "empty result made an error", ["raise PermissionError('refused')"]),
        (
            "super().__init__('Wait.', retry_after=1.0)",
            "Retry-After lost",
            ["super().__init__('Wait.', retry_after=None)"],
        ),
        ("encoded_path('/a/{b}', b=c)", "value not encoded", ["'/a/{b}'.format(b=c)"]),
        ("quote(x, safe='')", "value not encoded", ["str(x)"]),
        ("try:\n    f()\nexcept HttpFailure:\n    g()", "except branch removed", ["()"]),
        ("environment.check()", "statement removed", ["pass"]),
        ("f(a, b, c)", "arguments swapped", ["f(b, a, c)"]),
        ("x = {'a': b}", "entry dropped", ["{}"]),
        ("x = 429", "number", ["430"]),
        ("x = f'No {a} here.'", "value left out of a text", ["f'No  here.'"]),
    ],
)
def test_each_kind_of_change_is_made(code: str, kind: str, after: list[str]) -> None:
    assert _after(code, kind) == after


def test_a_failure_in_a_tool_is_made_an_empty_result_and_one_elsewhere_is_forgotten() -> None:
    code = "if x:\n    raise Missing()"

    assert "resultCount" in _after(code, "error made an empty result")[0]
    assert _after(code, "check removed", "runtime/x.py") == ["pass"]


@pytest.mark.parametrize(
    "code",
    [
        '"""What it is."""',
        "def f() -> Mapping[str, int]:\n    '''What it does.'''",
        "from x import y",
        "__all__ = ['a', 'b']",
        "log.info('%s failed', name)",
        "Category = Literal['transient', 'business']",
        "@dataclass(frozen=True)\nclass A:\n    x: Annotated[int, 1] = 20",
        "raise RuntimeError('not open')",
    ],
)
def test_what_changes_no_behaviour_is_left_alone(code: str) -> None:
    assert mutants_of("runtime/x.py", code) == []


def test_the_docstring_of_a_tool_and_the_schema_in_an_annotation_are_behaviour() -> None:
    code = '@tool("find")\nasync def find(a: Annotated[int, Parameter({"minimum": 1})]):\n    """Find."""\n    pass'

    assert _after(code, "text") == ["'~find'", "'~minimum'", "'~Find.'"]


def test_a_mutant_is_the_text_with_one_place_changed() -> None:
    code = "# größer\nx = {'ä': 1}  # 😀\ny = 2\n"

    texts = [mutant.text for mutant in mutants_of("x.py", code)]

    assert texts == [
        "# größer\nx = {}  # 😀\ny = 2\n",
        "# größer\nx = {'~ä': 1}  # 😀\ny = 2\n",
        "# größer\nx = {'ä': 2}  # 😀\ny = 2\n",
        "# größer\nx = {'ä': 1}  # 😀\ny = 3\n",
    ]


def test_a_mutant_tells_the_function_that_it_is_in() -> None:
    code = "a = 1\nclass B:\n    c = 2\n    def d(self):\n        def e():\n            return 3\n"

    numbers = [mutant for mutant in mutants_of("x.py", code) if mutant.kind == "number"]

    assert [(each.line, each.function) for each in numbers] == [(1, ""), (3, ""), (6, "B.d.<locals>.e")]


def test_what_nothing_in_use_mentions_is_unused() -> None:
    files = {
        "server.py": "from .runtime.auth import Bearer\nBearer().header()",
        "runtime/auth.py": (
            "class Bearer:\n    def header(self): return _said()\n    def other(self): pass\n"
            "class Basic:\n    def header(self): return _encoded()\n"
            "def _said(): pass\ndef _encoded(): pass\n"
        ),
    }

    assert unused(files) == {"runtime/auth.py": {"Bearer.other", "Basic", "Basic.header", "_encoded"}}


def test_a_sample_is_the_same_for_the_same_seed_and_has_every_kind() -> None:
    mutants = mutants_of("x.py", "\n".join([f"x = {number}" for number in range(50)] + ["y = not z", "w = True"]))

    def chosen(seed: int) -> list[Mutant]:
        return sample(mutants, 6, seed)

    assert chosen(1) == chosen(1) != chosen(2)
    assert {each.kind for each in chosen(1)} == {"number", "condition negated", "boolean"}


def test_every_mutant_is_code() -> None:
    code = (
        "async def f(a, *, b=1, **c):\n    match a:\n        case 'x' if b > 1:\n            return [*c, 2]\n"
        "    async with g(a) as h:\n        yield {**c, 'd': {1, 2}}\n    while a:\n        b += -1\n"
        "    return 'x' if a is None else b'y'\n"
    )

    assert [ast.parse(mutant.text) for mutant in mutants_of("x.py", code)]
