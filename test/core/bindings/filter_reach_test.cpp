#include "core/bindings/filter_reach.hpp"

#include "core/bindings/object_cut.hpp"
#include "core/bindings/object_filter.hpp"
#include "reached_text.hpp"

#include <doctest/doctest.h>

#include <iterator>
#include <random>
#include <string>
#include <utility>

using namespace core::bindings;

namespace {

std::string reach_of(const std::string& program) {
  return reached_text(filter_reach(program));
}

/// The same program in a form that reaches all of its input.
std::string reaching(const std::string& program) {
  return "def everything: .; everything | (" + program + "\n)";
}

std::string outcome(const std::string& program, const std::string& input) {
  auto filter = object_filter::compile(program);
  if (!filter) return "does not compile";
  const auto result = filter->apply(input);
  return result ? *result : "fails";
}

struct made_text {
  std::mt19937 random;

  template <std::size_t N>
  std::string one_of(const char* const (&words)[N]) {
    return words[random() % N];
  }

  std::string value(int depth) {
    static constexpr const char* scalars[] = {"null",  "true", "false",       "0",  "-1.5",
                                              "\"a\"", "\"\"", "\"x\\\"]}\"", "{}", "[]"};
    static constexpr const char* keys[] = {"\"a\"", "\"b\"", "\"c\"", "\"\\u0061\"", "\"d e\""};
    if (depth == 0 || random() % 5 == 0) return one_of(scalars);
    std::string out;
    const bool is_list = random() % 3 == 0;
    for (auto n = random() % 4; n > 0; --n)
      out += (out.empty() ? "" : ",") + (is_list ? "" : one_of(keys) + ":") + value(depth - 1);
    return is_list ? "[" + out + "]" : "{" + out + "}";
  }

  std::string expression(int depth) {
    static constexpr const char* leaves[] = {".a",     ".b",   ".c",    ".",      ".a.b",     ".b[]?",   ".[\"a\"]",
                                             ".c[0]",  "1",    "\"a\"", "null",   ".\"d e\"", ".a[]?",   ".b.c?",
                                             "length", "keys", "type",  "not",    "empty",    "first",   "has(\"a\")",
                                             ".[1:]",  "any",  "$x",    ".[-1]?", "add",      "objects", "tojson"};
    if (depth == 0) return one_of(leaves);
    const auto inner = [&] { return expression(depth - 1); };
    switch (random() % 26) {
      case 0:
      case 1:
      case 2: return inner() + " | " + inner();
      case 3: return inner() + ", " + inner();
      case 4: return "(" + inner() + ")";
      case 5: return "(" + inner() + ").a";
      case 6: return "[" + inner() + "]";
      case 7: return "{a: " + one_of(leaves) + ", b: (" + inner() + ")}";
      case 8: return inner() + " // " + inner();
      case 9: return inner() + " == " + inner();
      case 10: return "select(" + inner() + ")";
      case 11: return "map(" + inner() + ")?";
      case 12: return "if " + inner() + " then " + inner() + " else " + inner() + " end";
      case 13: return "try (" + inner() + ") catch 7";
      case 14: return "(" + inner() + ") as $x | " + inner();
      case 15: return "first(" + inner() + ")";
      case 16: return "any(" + inner() + ")?";
      case 17: return "reduce (" + inner() + ") as $x (" + inner() + "; " + inner() + ")";
      case 18: return inner() + " and " + inner();
      case 19: return "\"x\\(" + inner() + ")y\"";
      case 20: return "{a, \"b\", c: " + one_of(leaves) + "}";
      case 21: return "limit(2; " + inner() + ")";
      case 22: return ".[]? | " + inner();
      case 23: return "[.[]? | select(" + inner() + ")] | length";
      case 24: return "(" + inner() + ")[" + inner() + "]?";
      default: return "pick(" + one_of(leaves) + ")?";
    }
  }
};

} // namespace

TEST_CASE("a program by paths reaches only its paths") {
  for (const auto& [program, reached] : std::initializer_list<std::pair<const char*, const char*>>{
         {".spec.v", "{spec{v*}}"},
         {".metadata.name", "{metadata{name*}}"},
         {"{a: .spec.x, b: .metadata.labels}", "{metadata{labels*},spec{x*}}"},
         {"{name: .metadata.name, cpu: (.metadata.annotations.cpu | tonumber)}", "{metadata{annotations{cpu*},name*}}"},
         {".spec.ingress | length", "{spec{ingress#}}"},
         {"[.spec.containers[].image]", "{spec{containers[{image*}]}}"},
         {".spec.containers | map(.image)", "{spec{containers[{image*}]}}"},
         {".spec as $s | {a: $s.x, b: .kind}", "{kind*,spec{x*}}"},
         {".metadata.labels[\"a.b/c\"] // \"\"", "{metadata{labels{a.b/c*}}}"},
         {".metadata.labels.\"a\"?", "{metadata{labels{a*}}}"},
         {"select(.spec.on) | .metadata.name", "{metadata{name*},spec{on}}"},
         {"if .spec.on then .metadata.name else empty end", "{metadata{name*},spec{on}}"},
         {".data.config | try fromjson catch null", "{data{config*}}"},
         {".status.conditions[] | select(.type == \"Ready\") | .status", "{status{conditions[{status*,type*}]}}"},
         {"reduce .items[] as $x (0; . + $x.n)", "{items[{n*}]}"},
         {"\"\\(.metadata.namespace)/\\(.metadata.name)\"", "{metadata{name*,namespace*}}"},
         {".a.b | has(\"x\")", "{a{b{x}}}"},
         {".5", ""},
         {"{metadata: .metadata.name, kind}", "{kind*,metadata{name*}}"},
         {"[.a, .b] | join(\"-\")", "{a*,b*}"},
         {". as $o | $o.spec.v", "{spec{v*}}"},
         {".spec.ports[0].port", "{spec{ports[{port*}]}}"},
         {"first(.a[] | .b)", "{a[{b*}]}"}}) {
    CAPTURE(program);
    CHECK(reach_of(program) == reached);
  }
}

TEST_CASE("syntax that the analysis does not know reaches all of the input") {
  for (const char* program : {".",
                              "..",
                              "to_entries",
                              "del(.a)",
                              ".a |= 1",
                              ".a += 1",
                              ".a = 1",
                              "def f: .; .a",
                              "label $f | .a",
                              ".a # x",
                              ".. | .a?",
                              ". as [$a] | $a",
                              "paths",
                              "getpath([\"a\"])",
                              "{a: .}",
                              "[.]",
                              "tojson",
                              "with_entries(.)",
                              ".[$x]",
                              "$y",
                              "",
                              "(.a",
                              ".a)",
                              "select(.a)",
                              "a::b",
                              "if .a then 1 end",
                              "\"\\(.)\""}) {
    CAPTURE(program);
    CHECK(reach_of(program) == "*");
  }
  std::string many = ".";
  for (int i = 0; i < 12; ++i) many += " | (.a, .b)";
  CHECK(reach_of(many) == "*");
  CHECK(reach_of(std::string(5000, '(') + ".a" + std::string(5000, ')')) == "*");
}

TEST_CASE("a filter gives the same on the paths that it reaches as on the whole object") {
  int compared = 0;
  int cut = 0;
  // Compiling takes milliseconds, so programs that reach everything are left out.
  for (unsigned seed = 0; compared < 150; ++seed) {
    REQUIRE(seed < 20'000);
    made_text made{std::mt19937(seed)};
    const auto program = ".b as $x | " + made.expression(1 + static_cast<int>(made.random() % 3));
    const auto reached = filter_reach(program);
    if (reached.is_whole) continue;
    CAPTURE(program);
    if (outcome(program, "{}") == "does not compile") continue;
    ++compared;
    for (int i = 0; i < 20; ++i) {
      const auto object = "{\"a\":" + made.value(3) + ",\"b\":" + made.value(3) + ",\"c\":" + made.value(2) + "}";
      CAPTURE(object);
      const auto text = object_cut(object, reached);
      REQUIRE(text);
      CAPTURE(*text);
      if (*text != object) ++cut;
      CHECK(outcome(program, object) == outcome(reaching(program), object));
    }
  }
  CHECK(cut > 1000);
}
