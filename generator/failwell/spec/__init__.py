"""The spec language as strict, frozen models: what a person may write, brought into one shape."""

from __future__ import annotations

from .commands import Argument, Parse
from .document import Lint, Spec
from .examples import Example, FailureExample, Reply
from .failures import Detail, FailureMode, Failures, RetryAfter
from .icons import Icon
from .matchers import BodyTest, InputTest, Matcher, Range
from .operations import BODIES, Empty, Hints, Operation
from .parameters import Parameter
from .part import Part, Schema
from .prompts import Message, Prompt, PromptArgument
from .requests import FilePart, Idempotency, Request
from .resources import CONTENTS, Annotations, Resource
from .returns import Returns
from .server import Server
from .serving import OAuthCallers, Serving, TokenCallers
from .settings import STANDARD_RETRY, Category, Crash, Defaults, Retry
from .sources import (
    COMMON_FAILURES,
    COMMON_MATCHERS,
    KINDS,
    SOURCE_KINDS,
    Auth,
    Basic,
    Bearer,
    ClientCredentials,
    CommandSource,
    CommonSource,
    Credentials,
    HttpSource,
    KeyInHeader,
    KeyInQuery,
    Kind,
    OAuth2,
    Source,
    SqlSource,
    Tls,
    Upstream,
)
from .statements import CallerStatement, Statement

__all__ = [
    "BODIES",
    "COMMON_FAILURES",
    "COMMON_MATCHERS",
    "CONTENTS",
    "KINDS",
    "SOURCE_KINDS",
    "STANDARD_RETRY",
    "Annotations",
    "Argument",
    "Auth",
    "Basic",
    "Bearer",
    "BodyTest",
    "CallerStatement",
    "Category",
    "ClientCredentials",
    "CommandSource",
    "CommonSource",
    "Crash",
    "Credentials",
    "Defaults",
    "Detail",
    "Empty",
    "Example",
    "FailureExample",
    "FailureMode",
    "Failures",
    "FilePart",
    "Hints",
    "HttpSource",
    "Icon",
    "Idempotency",
    "InputTest",
    "KeyInHeader",
    "KeyInQuery",
    "Kind",
    "Lint",
    "Matcher",
    "Message",
    "OAuth2",
    "OAuthCallers",
    "Operation",
    "Parameter",
    "Parse",
    "Part",
    "Prompt",
    "PromptArgument",
    "Range",
    "Reply",
    "Request",
    "Resource",
    "Retry",
    "RetryAfter",
    "Returns",
    "Schema",
    "Server",
    "Serving",
    "Source",
    "Spec",
    "SqlSource",
    "Statement",
    "Tls",
    "TokenCallers",
    "Upstream",
]
