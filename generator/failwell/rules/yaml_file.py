"""FW0xx: what is wrong with a spec as a YAML file, before anything in it is understood."""

from __future__ import annotations

from ..findings import Severity
from .rule import Rule

_SPEC = """\
failwell: 1

server:
  name: address-book
  description: Look up people.

sources:
  people: {http: https://people.example.com}

operations:
  find_person:
    description: Find the people who have the e-mail address given.
    input:
      email: {type: string, format: email, description: E-mail address of the person}
    request: {method: GET, path: /people, query: {q: "{email}"}}
    returns: {list: {type: object}}
    empty: Nobody has the e-mail address '{email}'. The request succeeded and found nothing.
    failures:
      no_directory:
        category: permission
        when: {status: 403}
        description: The directory of people is closed to this server.
        recovery: Tell the user that people cannot be looked up here.
"""


def _spec(old: str = "", new: str = "") -> str:
    """The whole spec above with the one place `old` changed to `new`."""
    if _SPEC.count(old) != 1 and old:
        raise ValueError(f"{old!r} does not stand exactly once in the spec")
    return _SPEC.replace(old, new) if old else _SPEC


_BOMB = """\
types:
  A: &a [x, x, x, x, x, x, x, x, x, x]
  B: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
  C: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
  D: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
  E: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
  F: [*e, *e, *e, *e, *e, *e, *e, *e, *e, *e]
"""

UNREADABLE_FILE = Rule(
    code="FW001",
    name="unreadable-file",
    severity=Severity.ERROR,
    summary="The spec file cannot be read.",
    why="The path names nothing, a folder or a device, or the operating system refuses to open the file.",
    example="# failwell lint adress_book.yaml, where there is only address_book.yaml\n",
    repair="# failwell lint address_book.yaml\n",
)

DUPLICATE_KEY = Rule(
    code="FW002",
    name="duplicate-key",
    severity=Severity.ERROR,
    summary="A mapping has the same key twice.",
    why=(
        "Most YAML readers keep one of the two values and say nothing, so that an operation or a failure mode would be "
        "lost. The finding stands at the second key and names the line of the first."
    ),
    example=_spec("description: Look up people.\n", "description: Look up people.\n  name: people\n"),
    repair=_spec(),
)

FILE_TOO_LARGE = Rule(
    code="FW003",
    name="file-too-large",
    severity=Severity.ERROR,
    summary="The file is larger than 5 MB.",
    why="A spec of a thousand operations has about 1 MB; a larger file is most likely not a spec, and is not read.",
    example="# a file of more than 5,000,000 bytes\n",
    repair=_spec(),
)

NOT_UTF_8 = Rule(
    code="FW004",
    name="not-utf-8",
    severity=Severity.ERROR,
    summary="The file is not UTF-8.",
    why=(
        "Texts of the spec reach agents and people exactly as they are written, so their characters must be certain. "
        "The finding names the first byte that is not UTF-8. A byte order mark of UTF-8 is accepted; UTF-16 is not."
    ),
    example="# saved as Latin-1\n" + _spec("Look up people.", "Look up people in the café."),
    repair="# saved as UTF-8\n" + _spec("Look up people.", "Look up people in the café."),
)

YAML_SYNTAX = Rule(
    code="FW005",
    name="yaml-syntax",
    severity=Severity.ERROR,
    summary="The file is not YAML.",
    why=(
        "Reading stops at the first place that YAML cannot make sense of, so later problems show only when it is put "
        "right. The usual causes are a text without quotes that has `: ` or ` #` in it or begins with one of "
        "`{ [ & * ! @ % ` and the backtick, a tab in the indentation, and a quote or bracket that is never closed."
    ),
    example=_spec("Look up people.", "Look up people: by e-mail."),
    repair=_spec("Look up people.", '"Look up people: by e-mail."'),
)

FORBIDDEN_CHARACTER = Rule(
    code="FW006",
    name="forbidden-character",
    severity=Severity.ERROR,
    summary="A text has a control character, half a character, or one that Unicode does not have.",
    why=(
        "Such characters can change what a terminal or an editor shows, and some (NUL, lone surrogates) cannot be "
        "written to files or sent as JSON. Tabs and line breaks are fine, and so are letters of every language."
    ),
    example=_spec("Look up people.", r'"Look up people.\0"'),
    repair=_spec(),
)

NO_SPEC = Rule(
    code="FW007",
    name="no-spec",
    severity=Severity.ERROR,
    summary="The file is empty, or its top is not a mapping.",
    why="A spec is one mapping with the keys `failwell`, `server` and `operations`.",
    example="- failwell: 1\n",
    repair=_spec(),
)

SEVERAL_DOCUMENTS = Rule(
    code="FW008",
    name="several-documents",
    severity=Severity.ERROR,
    summary="The file has a second YAML document.",
    why="One file describes one server. What follows `---` or `...` would not be used.",
    example=_spec() + "---\nfailwell: 1\n",
    repair=_spec(),
)

UNUSABLE_ALIAS = Rule(
    code="FW009",
    name="unusable-alias",
    severity=Severity.ERROR,
    summary="An alias (`*name`) repeats nothing, or itself.",
    why=(
        "An alias repeats the value that an anchor (`&name`) above it marks. Often none is meant: a text that begins "
        "with `*` needs quotes."
    ),
    example=_spec("Look up people.", "*purpose"),
    repair=_spec(),
)

TOO_MANY_COPIES = Rule(
    code="FW010",
    name="too-many-copies",
    severity=Severity.ERROR,
    summary="Aliases repeat more than 100,000 values.",
    why="Aliases of aliases multiply, so that a few lines can stand for more values than any machine holds.",
    example=_spec() + _BOMB,
    repair=_spec(),
)

UNKNOWN_TAG = Rule(
    code="FW011",
    name="unknown-tag",
    severity=Severity.ERROR,
    summary="A value has a tag (`!name`) that a spec cannot have.",
    why=(
        "Tags ask the reader of a file to make objects of a type, which has been used to run code. Only those of the "
        "core schema are read (`!!str`, `!!int`, ...), where the value is of that type."
    ),
    example=_spec("Look up people.", "!secret Look up people."),
    repair=_spec(),
)

MERGE_KEY = Rule(
    code="FW012",
    name="merge-key",
    severity=Severity.ERROR,
    summary="A mapping has a merge key (`<<`).",
    why=(
        "Merge keys belong to YAML 1.1 and readers differ in what they do. What several operations share has its own "
        "places in a spec: `types`, `defaults` and `failures` with `use`."
    ),
    example=_spec("{http: https://people.example.com}", "{http: https://people.example.com, <<: {timeout: 5s}}"),
    repair=_spec("{http: https://people.example.com}", "{http: https://people.example.com, timeout: 5s}"),
)

KEY_NOT_TEXT = Rule(
    code="FW013",
    name="key-not-text",
    severity=Severity.ERROR,
    summary="A key is a mapping or a list, or is missing.",
    why=(
        "Braces and brackets without quotes begin a mapping or a list, also in a key. Numbers, `true` and `null` are "
        "fine as keys; they are taken as they are written."
    ),
    example=_spec("{type: object}", "{type: object, [a]: b}"),
    repair=_spec(),
)

UNQUOTED_PLACEHOLDER = Rule(
    code="FW014",
    name="unquoted-placeholder",
    severity=Severity.ERROR,
    summary="A placeholder is not quoted, so that YAML reads a mapping.",
    why="Without quotes `{email}` is YAML for a mapping with the key `email` and no value, not a text.",
    example=_spec('{q: "{email}"}', "{q: {email}}"),
    repair=_spec(),
)

NUMBER_OUT_OF_RANGE = Rule(
    code="FW015",
    name="number-out-of-range",
    severity=Severity.ERROR,
    summary="A number is infinite, not a number, or too large.",
    why="Agents and tools exchange JSON, which has no infinity, no NaN and nothing beyond about 1.8e308.",
    example=_spec("{type: object}", "{type: object, maxProperties: .inf}"),
    repair=_spec("{type: object}", "{type: object, maxProperties: 100}"),
)

NESTED_TOO_DEEPLY = Rule(
    code="FW016",
    name="nested-too-deeply",
    severity=Severity.ERROR,
    summary="Values are nested more than 100 levels deep.",
    why="No spec needs that. A recursive type refers to itself with `$ref`.",
    example=_spec() + "types: {Deep: " + "[" * 100 + "]" * 100 + "}\n",
    repair=_spec(),
)
