"""Programs of jq, drawn by a seed: what filters of hooks are made of, in combinations that nobody would write down."""

import random

PATHS = (
    ". .a .b .a.b .a[] .a[]? .[] .[]? .a? .[0] .[0]? .[-1]? .[1:] .[1:]? .[:-1]? .. .a[0]? .b[1:]? .c.d .c[2].d? "
    '.["a"] .metadata .metadata.labels .metadata.annotations["x"] .metadata.annotations .spec .spec[]? .spec[1:]?'
).split()
LITERALS = (
    '0 1 -1 1.5 -0.0 0.0 1.0 1e3 1e17 1e-7 0.1 9007199254740993 null true false "a" "ab" "" "1" "é" "2024-01-02" '
    '[] {} [1,2] [3,1,2] [[1],2] [null] {"a":1} {"b":1,"a":2} {"a":null}'
).split()
# Not here: functions that are refused, that show more of gojq than its answer (`debug`), or that make what is too large;
# reading an array as a time, because arrays without all fields, and years after 9999, have other answers here.
FUNCTIONS = (
    "tojson tostring keys keys_unsorted length utf8bytelength to_entries from_entries type not add any all flatten "
    "sort unique reverse min max first last tonumber ascii_downcase ascii_upcase explode implode values nulls numbers "
    "strings arrays objects scalars iterables floor ceil fabs abs trunc isnan tostream paths transpose trim ltrim "
    "toarray recurse fromdate isempty(.[]?) @json @text @csv @tsv @html @uri @sh @base64 "
    "map(.) map(.?) map(select(.)) map_values(.) map_values(empty) map_values(select(.)) with_entries(.) walk(.) "
    "del(.a) del(.a.b) del(.[0]) del(.[1:]) del(.[]) del(.a?,.b?) del(.[]|select(.==1)) del(..|nulls) delpaths([]) "
    'delpaths([["a","b"],["a"]]) delpaths([[0],[0,"a"]]) pick(.a) pick(.a.b) pick(.[1]) getpath(["a","b"]) '
    'setpath(["a"];1) setpath([0];1) has("a") has(0) in({"a":1}) contains("a") inside([1,2]) indices(1) index("a") '
    'rindex("a") startswith("a") endswith("b") ltrimstr("a") rtrimstr("b") test("a") sub("a";"b") gsub("a";"x") '
    'gsub("(?<x>.)";"\\(.x).") [match("a";"g").offset] [scan("[a-z]")] split(",") split("") [splits(",")] join(",") '
    "sort_by(.a) group_by(.a) unique_by(.a) min_by(.) max_by(.a) any(.>1) all(.<2) flatten(1) limit(2;.[]?) "
    "skip(1;.[]?) first(.[]?) until(true;.) tojson|fromjson tostream|tojson fromstream(tostream) ascii "
    'combinations strptime("%Y-%m-%d") splits("a") getpath([]) error(null)? leaf_paths @base32'
).split() + [
    "arrays | sort | bsearch(1)",
    "numbers | select(. < 1e11) | todate",
    "numbers | select(. < 1e11) | gmtime",
    'strptime("%Y-%m-%d") | mktime',
]
OPERATORS = "+ - * / % == != < > <= >= and or //".split()
ASSIGNMENTS = "= |= += -= *= /= //= %=".split()


def program(draw: random.Random, depth: int) -> str:
    """A program that has any number of results."""

    def part() -> str:
        return program(draw, depth - 1)

    def piped() -> str:
        return f"{part()} | {draw.choice(FUNCTIONS)}"

    def operated() -> str:
        sign = draw.choice(OPERATORS)
        # A text times a number is as large as the number says; a zero that is calculated has a sign there only.
        if sign in "*/":
            return f"({draw.choice(PATHS)}) {sign} ({draw.choice(LITERALS[:2])})"
        return f"({part()}) {sign} ({part()})"

    def assigned() -> str:
        sign = draw.choice(ASSIGNMENTS)
        value = draw.choice(LITERALS[1:3]) if sign in ("*=", "/=", "%=") else draw.choice([part(), "empty"])
        # What lies under every value of a value grows without an end.
        return f"({draw.choice([x for x in PATHS if x != '..'])}) {sign} ({value})"

    if depth == 0:
        return draw.choice([draw.choice(PATHS), draw.choice(PATHS), draw.choice(LITERALS), draw.choice(FUNCTIONS)])
    forms = [
        piped, piped, piped, operated, operated, assigned, assigned,
        lambda: f"[{part()}]",
        lambda: f'{{"x": ({part()}), "b": ({part()})}}',
        lambda: f'try ({part()}) catch "caught"',
        lambda: f"if {part()} then {part()} else {part()} end",
        lambda: f"reduce ({part()}) as $v (0; [., $v] | tojson)",
        lambda: f"[foreach ({part()}) as $v (0; . + 1; [$v, .])]",
        lambda: f"({part()}) as $v | [$v, {part()}]",
        lambda: f'"x\\({part()})"',
        lambda: f"del({draw.choice(PATHS)}, {draw.choice(PATHS)})",
        lambda: f"[paths({part()})]",
        lambda: f"{part()}, {part()}",
        lambda: f"({part()})?",
    ]  # fmt: skip
    return draw.choice(forms)()


def programs(seed: int, count: int) -> list[str]:
    """So many programs, each with at most 200 results in a list."""
    draw = random.Random(seed)
    return [f"[limit(200; {program(draw, draw.choice([1, 2, 2, 3]))})]" for _ in range(count)]
