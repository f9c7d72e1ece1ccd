"""What a spec says of the server itself."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

from .icons import Icon
from .part import OneOrMore, Part
from .serving import Serving

# What every Python tool takes for a version (PEP 440, its canonical form).
VERSION = re.compile(r"[0-9]+(?:\.[0-9]+)*(?:(?:a|b|rc)[0-9]+)?(?:\.post[0-9]+)?(?:\.dev[0-9]+)?", re.ASCII)


def _version(value: str) -> str:
    if not VERSION.fullmatch(value):
        raise PydanticCustomError("version", "expected a version such as `1.2.0` or `1.2.0rc1`")
    return value


class Server(Part):
    """The server as hosts list it; `package` is None where its name follows from `name`."""

    name: str
    title: str | None = None
    description: str | None = None
    version: Annotated[str, AfterValidator(_version)] = "0.1.0"
    instructions: str | None = None
    package: str | None = None
    icons: OneOrMore[Icon] = ()
    http: Serving | None = None
