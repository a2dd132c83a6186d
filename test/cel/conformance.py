# Converts the conformance tests of CEL (cel.dev/expr, tests/simple/testdata/*.textproto) to lines of JSON, a case each:
# file, name, expr, bindings, and the expected value or an error. Cases that need protocol buffer messages of their own,
# enums, or results of the type checker alone are left out.
# Usage: conformance.py FOLDER FILE... (names without .textproto)
import json
import pathlib
import re
import sys

TOKEN = re.compile(
    r"""(?P<skip>\s+|\#[^\n]*)
      |(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
      |(?P<word>[-+]?[\w.][\w.+-]*|\[[\w./]+\])
      |(?P<mark>[{}<>:,;\[\]])""",
    re.X | re.S,
)
ESCAPES = {"a": 7, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11}


def unquoted(text):
    """The bytes of a string literal of a text proto."""
    out, at, end = bytearray(), 1, len(text) - 1
    while at < end:
        if text[at] != "\\":
            out += text[at].encode()
            at += 1
            continue
        kind = text[at + 1]
        if match := re.match(r"[xX]([0-9a-fA-F]{1,2})", text[at + 1 :]):
            out.append(int(match[1], 16))
        elif match := re.match(r"([0-7]{1,3})", text[at + 1 :]):
            out.append(int(match[1], 8))
        elif match := re.match(r"u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})", text[at + 1 :]):
            out += chr(int(match[1] or match[2], 16)).encode()
        else:
            out += bytes([ESCAPES[kind]]) if kind in ESCAPES else kind.encode()
            at += 2
            continue
        at += 1 + len(match[0])
    return bytes(out)


class Reader:
    def __init__(self, text):
        self.tokens, at = [], 0
        while at < len(text):
            match = TOKEN.match(text, at)
            if not match:
                raise ValueError(f"no token: {text[at:at + 40]!r}")
            if match.lastgroup != "skip":
                self.tokens.append((match.lastgroup, match[0]))
            at = match.end()
        self.at = 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else (None, None)

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def skip(self, marks):
        if self.peek()[0] == "mark" and self.peek()[1] in marks:
            self.at += 1

    def value(self):
        if self.peek()[1] in ("{", "<"):
            self.take()
            return self.message()
        if self.peek() == ("mark", "["):
            self.take()
            items = []
            while self.peek()[1] != "]":
                items.append(self.value())
                self.skip(",")
            self.take()
            return items
        kind, text = self.take()
        if kind != "string":
            return text
        out = unquoted(text)
        while self.peek()[0] == "string":
            out += unquoted(self.take()[1])
        return out

    def message(self):
        """The fields of a message as lists of their values, up to its closing mark."""
        fields = {}
        while self.peek()[0] is not None and self.peek()[1] not in ("}", ">"):
            name = self.take()[1]
            self.skip(":")
            found = self.value()
            fields.setdefault(name, []).extend(found if isinstance(found, list) else [found])
            self.skip(",;")
        if self.peek()[0] is not None:
            self.take()
        return fields


class Unsupported(Exception):
    pass


def integer(text):
    return int(text, 0)


def seconds_and_nanos(fields):
    return [integer(fields.get("seconds", ["0"])[0]), integer(fields.get("nanos", ["0"])[0])]


def converted(value):
    """A value as [TYPE, CONTENT]; numbers are texts, bytes are in hexadecimal digits."""
    (kind, (content, *_)), = value.items()
    if kind in ("int64_value", "uint64_value"):
        return [kind.removesuffix("64_value"), str(integer(content))]
    if kind == "double_value":
        return ["double", repr(float(content.rstrip("f") if content.lower() not in ("inf", "-inf") else content))]
    if kind == "bool_value":
        return ["bool", content in ("true", "1", "t", "True")]
    if kind == "string_value":
        return ["string", content.decode()]
    if kind == "bytes_value":
        return ["bytes", content.hex()]
    if kind == "null_value":
        return ["null", None]
    if kind == "type_value":
        return ["type", content.decode()]
    if kind == "list_value":
        return ["list", [converted(x) for x in content.get("values", [])]]
    if kind == "map_value":
        return ["map", [[converted(x["key"][0]), converted(x["value"][0])] for x in content.get("entries", [])]]
    if kind == "object_value":
        (name, (fields, *_)), = content.items()
        if name.endswith("google.protobuf.Timestamp]"):
            return ["timestamp", seconds_and_nanos(fields)]
        if name.endswith("google.protobuf.Duration]"):
            return ["duration", seconds_and_nanos(fields)]
    raise Unsupported(kind)


def text(fields, name):
    return fields.get(name, [b""])[0].decode()


MESSAGE = re.compile(r"TestAllTypes|TestRequired|google\.protobuf\.\w+\s*\{|cel\.expr\.conformance|Nested|Global(Enum|Message)")


def case(file, section, test):
    expression = text(test, "expr")
    if MESSAGE.search(expression):
        raise Unsupported("messages")
    result = {
        "file": file,
        "name": section + "/" + text(test, "name"),
        "expr": expression,
        "container": text(test, "container"),
        "macros": test.get("disable_macros", ["false"])[0] != "true",
        "bindings": [],
    }
    for binding in test.get("bindings", []):
        given = binding["value"][0]
        if "value" not in given:
            raise Unsupported("a binding without value")
        result["bindings"].append([text(binding, "key"), converted(given["value"][0])])
    if "value" in test:
        result["value"] = converted(test["value"][0])
    elif "eval_error" in test or "any_eval_errors" in test:
        result["error"] = True
    elif "typed_result" in test:
        if "result" not in test["typed_result"][0]:
            raise Unsupported("only a type")
        result["value"] = converted(test["typed_result"][0]["result"][0])
    elif "unknown" in test or "any_unknowns" in test:
        raise Unsupported("unknowns")
    else:
        result["value"] = ["bool", True]
    return result


def main():
    folder = pathlib.Path(sys.argv[1])
    for name in sys.argv[2:]:
        content = Reader((folder / (name + ".textproto")).read_text()).message()
        for section in content.get("section", []):
            for test in section.get("test", []):
                try:
                    print(json.dumps(case(name, text(section, "name"), test)))
                except Unsupported as reason:
                    print(f"left out: {name}: {text(section, 'name')}/{text(test, 'name')}: {reason}", file=sys.stderr)


main()
