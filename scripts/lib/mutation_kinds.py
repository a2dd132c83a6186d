"""Finds the places of a C++ source file where one small change makes another program: the mutations of `scripts/mutants`.

Relies on the form that .clang-format gives: an operator has spaces around it, a template bracket, a reference or a unary
operator has none.
"""

import dataclasses
import re

# What is neither changed nor read as code: comments, literals, lines of the preprocessor.
OPAQUE = re.compile(
    r"""
    //[^\n]* | /\*.*?\*/
    | R"(?P<mark>[^()\s\\]*)\(.*?\)(?P=mark)"
    | "(?:[^"\\\n]|\\.)*"
    | (?<![0-9a-fA-F])'(?:[^'\\\n]|\\.)+'
    | ^[ \t]*\#(?:[^\n]*\\\n)*[^\n]*
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
OPERATORS = {
    "==": "!=",
    "!=": "==",
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "&&": "||",
    "||": "&&",
    "+": "-",
    "-": "+",
    "*": "/",
    "/": "*",
    "%": "*",
    "+=": "-=",
    "-=": "+=",
}
BINARY = re.compile(r"(?<=[^\s(,=]) (?P<operator>" + "|".join(sorted(map(re.escape, OPERATORS), key=len, reverse=True)) + r")(?=\s)")
STEP = re.compile(r"\+\+|--")
NEGATION = re.compile(r"(?<![\w)\]])!(?=[\w(:])")
BOOLEAN = re.compile(r"\b(?:true|false)\b")
NUMBER = re.compile(r"(?<![\w.<'])(?:\d+\.\d+(?:e-?\d+)?|\d+e-?\d+|\d[\d']*)(?P<suffix>[uUlL]*|s|ms|us|ns|min|h)(?![\w.'>])")
OPPOSITES = {
    "front()": "back()",
    "back()": "front()",
    "std::min(": "std::max(",
    "std::max(": "std::min(",
    "lower_bound(": "upper_bound(",
    "upper_bound(": "lower_bound(",
    "any_of(": "all_of(",
    "all_of(": "any_of(",
    "none_of(": "any_of(",
    "has_value()": "has_value() == false",
    "starts_with(": "ends_with(",
    "ends_with(": "starts_with(",
    "find_first_of(": "find_last_of(",
    "find_last_of(": "find_first_of(",
}
OPPOSITE = re.compile(r"(?<![\w])(?:" + "|".join(map(re.escape, OPPOSITES)) + ")")
CONDITION = re.compile(r"\b(?:if|while) \(")
STATEMENT = re.compile(r"^ +(?P<statement>\w[\w.:>\-]*(?:\(\)[\w.:>\-]+)*\(.*\);|\w+ [-+]?= .*;|break;|continue;)$", re.MULTILINE)
# Their numbers and operators are checked by the compiler, or are not code that runs.
PASSIVE_LINE = re.compile(r"^\s*(?:static_assert|namespace|using|template|case\b|friend|\[\[)|= (?:0|default|delete);$|\boperator\b")


@dataclasses.dataclass(frozen=True)
class Mutation:
    """A change of the text from `begin` to `end`; lines count from 1."""

    begin: int
    end: int
    line: int
    old: str
    new: str

    def applied_to(self, text):
        return text[: self.begin] + self.new + text[self.end :]

    def __str__(self):
        return f"{self.old} -> {self.new or 'nothing'}"


def code_only(text):
    """The text with blanks where it is no code; places stay where they are."""
    return OPAQUE.sub(lambda found: re.sub(r"[^\n]", "\x00", found[0]), text)


def mutations(text):
    """All mutations of a file, in the order of their places."""
    code = code_only(text)
    lines = code.split("\n")
    found = {}
    for begin, end, new in changes(code):
        line = code.count("\n", 0, begin)
        if not PASSIVE_LINE.search(lines[line]):
            found[begin, new] = Mutation(begin, end, line + 1, text[begin:end], new)
    return [found[place] for place in sorted(found)]


def changes(code):
    """(begin, end, new text) of each change."""
    for hit in BINARY.finditer(code):
        yield hit.start("operator"), hit.end("operator"), OPERATORS[hit["operator"]]
    for hit in STEP.finditer(code):
        yield hit.start(), hit.end(), "--" if hit[0] == "++" else "++"
    for hit in NEGATION.finditer(code):
        yield hit.start(), hit.end(), ""
    for hit in BOOLEAN.finditer(code):
        yield hit.start(), hit.end(), "false" if hit[0] == "true" else "true"
    for hit in NUMBER.finditer(code):
        yield hit.start(), hit.end("suffix"), other_number(hit)
    for hit in OPPOSITE.finditer(code):
        yield hit.start(), hit.end(), OPPOSITES[hit[0]]
    for hit in CONDITION.finditer(code):
        end = closing(code, hit.end() - 1)
        if end and not declares(code[hit.end() : end]):
            yield hit.end(), end, "false"
            if hit[0].startswith("if"):
                yield hit.end(), end, "true"
    for hit in STATEMENT.finditer(code):
        if hit["statement"].count("(") == hit["statement"].count(")"):  # else it is the rest of a longer one
            yield hit.start("statement"), hit.end("statement"), ";"


def other_number(hit):
    digits = hit[0][: len(hit[0]) - len(hit["suffix"])]
    if "." in digits or "e" in digits:
        return f"{float(digits) * 1000:g}" + hit["suffix"]
    return str(int(digits.replace("'", "")) + 1) + hit["suffix"]


def closing(code, opening):
    """The place of the parenthesis that closes the one at `opening`."""
    depth = 0
    for place in range(opening, len(code)):
        depth += {"(": 1, ")": -1}.get(code[place], 0)
        if depth == 0:
            return place
    return None


def declares(condition):
    """`if (const auto* x = …)`: a constant in its place would take the name away."""
    return re.match(r"\s*(?:const |auto|[\w:]+(?:<.*>)?[&*]? \w+ = )", condition) or ";" in condition
