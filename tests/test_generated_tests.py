"""The tests that a generated project comes with: they pass as rendered, and fail when the code is broken."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from failwell.project import examine_file, render_spec

UNUSUAL = """\
failwell: 1
server: {name: unusual, description: Everything that the examples leave out.}
defaults:
  {replies: strict, retryable: any_path, extra_arguments: ignore, max_result: 10KB, crash: {category: transient}}
sources:
  api:
    http: $API_URL
    auth: {oauth2: {token_url: "${TOKEN_URL}/token", client_id: $CLIENT_ID, client_secret: $CLIENT_SECRET}}
    read_only: ${API_READ_ONLY:-false}
  repo: {command: git, timeout: 5s}
  lake:
    sql: postgresql://app:$LAKE_PASSWORD@lake.example.com/lake
    failures:
      busy: {category: transient, when: {code: ["40*", "53300"]}, description: "Busy ({error.code})."}
operations:
  pay:
    description: Pay.
    input: {amount: {type: integer, minimum: 1}, key: {type: string, optional: true}}
    request: {method: POST, path: /payments, idempotency: {header: Idempotency-Key, parameter: key}}
    returns: {object: {id: {type: string}}}
    examples: [{input: {amount: 5}, reply: {json: {id: p1}}, expect: {id: p1}}]
  remove:
    description: Remove.
    input: {id: {type: string}}
    request: DELETE /payments/{id}
    done: Removed {id}.
    examples: [{input: {id: p1}, reply: {status: 204}}]
  every_payment:
    description: List.
    input: {tags: {type: array, items: {type: string}, optional: true}}
    request: GET /payments
    returns: {list: {type: object, properties: {id: {type: string}}, required: [id]}}
    empty: None.
  read_text:
    description: Read.
    request: GET /text
    returns: text
    empty: Nothing.
  see:
    description: See.
    request: GET /picture
    returns: {content: image/png}
  measure:
    description: Measure.
    input: {since: {type: string, format: date}}
    query: SELECT day, size FROM measures WHERE day > :since
    returns: {list: {type: object, properties: {day: {type: string}, size: {type: number}}}}
    empty: Nothing since {since}.
  ask:
    description: Ask.
    input: {sql: {type: string, minLength: 1}}
    query: {parameter: sql, max_rows: 5}
    empty: Nothing.
  keep:
    description: Keep.
    input: {size: {type: number}}
    execute: INSERT INTO measures (size) VALUES (:size)
    done: Kept {rows}.
    examples: [{input: {size: 2}, reply: {rows: 1}}]
    failures:
      nothing_kept: {category: validation, when: {rows: 0}, description: Nothing was kept.}
  find_by_tenant:
    description: Find.
    input:
      self: {type: object, properties: {self: {type: string}, class: {type: integer}}, in: cookie}
      tenant: {type: string, in: header, as: X-Tenant}
      parts: {type: array, items: {type: object, properties: {id: {type: string}}}}
    request: "GET /parts/{parts[0].id}"
    returns: {object: {self: {type: string}}}
  upload_a_picture_that_has_quite_a_long_name_____:
    description: Upload.
    input: {picture: {type: string}}
    request: {method: POST, path: /pictures, multipart: {file: {base64: "{picture}", filename: picture.png}}}
  decode_a_text_that_somebody_else_has_written____:
    description: Decode.
    input: {text: {type: string}}
    handler: true
    source: api
    returns: {object: {self: {type: string}}}
    failures:
      not_json: {category: validation, when: {exception: json.JSONDecodeError}, description: That is no JSON.}
  count_commits:
    description: Count.
    input: {branch: {type: string}}
    handler: true
    source: repo
    returns: {object: {count: {type: integer}}}
    failures:
      unknown_branch: {category: validation, when: {exit_code: 128, message: unknown}, description: "No {branch}."}
      slow: {category: transient, when: {error: timeout}, description: It takes too long.}
  draw:
    description: Draw.
    handler: true
    returns: {content: image/png}
"""


def write(spec: Path, folder: Path) -> None:
    """Write the project of a spec."""
    examined = examine_file(spec)
    assert examined.spec is not None, examined.findings
    for path, data in render_spec(examined.spec, examined).files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def outcome_of_tests(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What pytest says in a project."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--tb=short", *arguments]
    own = ("PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER", "PYTHONPATH")
    variables = {name: value for name, value in os.environ.items() if name not in own}
    return subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False)


@pytest.fixture(scope="session")
def unusual(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project of a spec with everything that the examples leave out."""
    folder = tmp_path_factory.mktemp("unusual")
    (folder / "unusual.yaml").write_text(UNUSUAL, encoding="utf-8")
    write(folder / "unusual.yaml", folder / "project")
    return folder / "project"


@pytest.mark.slow
def test_the_tests_of_an_unusual_spec_pass(unusual: Path) -> None:
    outcome = outcome_of_tests(unusual)
    assert outcome.returncode == 0, outcome.stdout


@pytest.mark.parametrize("command", [["check"], ["format", "--check", "--line-length", "120"]])
def test_the_tests_are_already_as_ruff_would_have_them(unusual: Path, command: list[str]) -> None:
    outcome = subprocess.run(
        [sys.executable, "-m", "ruff", *command, "tests"], cwd=unusual, capture_output=True, text=True, check=False
    )
    assert outcome.returncode == 0, outcome.stdout


@pytest.mark.slow
def test_the_tests_are_typed(unusual: Path) -> None:
    outcome = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "src", "tests"],
        cwd=unusual,
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        ("failures.py", 'category = "transient"', 'category = "business"'),
        ("failures.py", ", cause=error", ""),
        ("tools/every_payment.py", "if not items:", "if False:"),
        ("tools/keep.py", "if changed.count == 0:", "if False:"),
        ("tools/measure.py", "is_code(error.code", "not is_code(error.code"),
        ("tools/count_commits.py", "error.exit_code == 128", "error.exit_code != 128"),
        ("tools/count_commits.py", "except HANDLER_EXCEPTIONS as exception", "except MemoryError as exception"),
        ("tools/remove.py", "/payments/{id}", "/payment/{id}"),
        ("sources.py", "on_secret=settings.redactor.add", "on_secret=None"),
        ("settings.py", '"API_URL"', '"URL"'),
        ("server.py", "any_path=True", "any_path=False"),
        ("runtime/envelope.py", "return not unknown and", "return unknown and"),
        ("runtime/http/encoding.py", 'quote(text(value), safe="")', "text(value)"),
        ("runtime/http/status.py", "if status in _PERMISSION:", "if False:"),
    ],
)
def test_one_break_makes_them_fail(unusual: Path, file: str, before: str, after: str) -> None:
    path = unusual / "src" / "unusual" / file
    text = path.read_text(encoding="utf-8")
    assert before in text, "the code has changed its form"
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    try:
        assert outcome_of_tests(unusual).returncode == 1
    finally:
        path.write_text(text, encoding="utf-8")
