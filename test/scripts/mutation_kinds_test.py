#!/usr/bin/env python3
"""Tests of scripts/lib/mutation_kinds.py, which finds what scripts/mutants changes. Reports in TAP."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts" / "lib"))
import mutation_kinds as mutation  # noqa: E402
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support" / "claims"))
from claims import claim, run_claims, same  # noqa: E402


def found(text):
    return [str(change) for change in mutation.mutations(text)]


@claim("operators are found")
def _():
    same(found("  return a == b;"), ["== -> !="])
    same(found("  return a <= b && c;"), ["<= -> <", "&& -> ||"])
    same(found("  x += y;"), ["x += y; -> ;", "+= -> -="])
    same(found("  return !done;"), ["! -> nothing"])
    same(found("  return ++n;"), ["++ -> --"])


@claim("constants and opposites are found")
def _():
    same(found("  return true;"), ["true -> false"])
    same(found("  return 1'000u;"), ["1'000u -> 1001u"])
    same(found("  return 30s;"), ["30s -> 31s"])
    same(found("  return 1e-9;"), ["1e-9 -> 1e-06"])
    same(found("  return rounds.back();"), ["back() -> front()"])
    same(found("  return std::min(a, b);"), ["std::min( -> std::max("])


@claim("branches and statements are found")
def _():
    same(found("  if (f(a)) return b;"), ["f(a) -> false", "f(a) -> true"])
    same(found("  while (more()) take();"), ["more() -> false"])
    same(found("  tasks.begin().drop(1);"), ["tasks.begin().drop(1); -> ;", "1 -> 2"])
    same(found("    break;"), ["break; -> ;"])


@claim("a condition that declares a name stays")
def _():
    same(found("  if (const auto* x = find(y)) return x;"), [])
    same(found("  if (auto x = find(y); x) return x;"), [])


@claim("comments, literals, includes and macros stay")
def _():
    same(found("// a == b, true, 5"), [])
    same(found("/* a == b\n 5 */"), [])
    same(found('  return "a == \\" 5" + R"(1 == 2 " true)" ;'), ["+ -> -"])
    same(found("  return '5';"), [])
    same(found("#include <a/b 5>\n#define X \\\n  5 == 6"), [])


@claim("template brackets, references, pointers and declarations stay")
def _():
    same(found("std::vector<int> f(const std::map<int, char>& x, T&& y, char* z);"), [])
    same(found("  std::array<char, 16> text;"), [])
    same(found("template <int N = 5>"), [])
    same(found("  static_assert(sizeof(x) == 8);"), [])
    same(found("  bool operator==(const x&) const = default;"), [])
    same(found("  void f() const = 0;"), [])


@claim("the rest of a longer statement is not taken for one")
def _():
    same([change for change in found("  return f(\n    g(a));") if change.endswith("-> ;")], [])


@claim("a mutation changes its own place only, and names its line")
def _():
    text = "// 1 == 2\nint f(int a) {\n  return a == 1 ? 1 : 2;\n}\n"
    change = mutation.mutations(text)[0]
    same(change.line, 3)
    same(change.applied_to(text), text.replace("a == 1", "a != 1"))


@claim("the same text gives the same mutations in the order of their places")
def _():
    text = "  if (a < 1) return b + 2;\n  c(d && e);\n"
    changes = mutation.mutations(text)
    same(changes, mutation.mutations(text))
    same([change.begin for change in changes], sorted(change.begin for change in changes))
    same(len(set(changes)), len(changes))


sys.exit(run_claims())
