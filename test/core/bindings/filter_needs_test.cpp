#include "core/bindings/filter_needs.hpp"

#include "core/bindings/object_filter.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

using namespace base;
using namespace core::bindings;
using namespace text;

namespace {

const std::string object =
  R"({"apiVersion":"v1","data":{"metadata":{"managedFields":[1]},"value":"1"},"kind":"ConfigMap",)"
  R"("metadata":{"annotations":{"a\"b":"c\\"},"labels":{"app":"web"},)"
  R"("managedFields":[{"manager":"]}\"","fieldsV1":{"f:data":{".":{}}}}],"name":"web"},)"
  R"("spec":{"a":1,"b":[1,2,{"c":"x"}]}})";

/// The same program in a form that hides which parts of its input it reads.
std::string seeing(const std::string& program) {
  return ". as $everything | (" + program + ")";
}

std::string outcome(const std::string& program, const std::string& input) {
  auto filter = object_filter::compile(program);
  if (!filter) return "does not compile";
  const text_range managed{input.find("\"managedFields\":[{"), input.find("\"name\":\"web\"")};
  const auto result = filter->apply(input, managed, *no_evaluation_limit());
  // Not compared, because the message of a failure contains the program.
  return result ? *result : "fails";
}

} // namespace

TEST_CASE("filters that follow paths see no managed fields") {
  for (const char* program : {".data",
                              ".data.value",
                              ".metadata.labels",
                              ".metadata.labels.app",
                              ".spec.b[0]",
                              ".spec.b[]",
                              "{name: .metadata.name, value: .data.value}",
                              "{name:.metadata.name,\"key\":.spec.a}",
                              "[.metadata.name, .spec.a]",
                              ".spec | keys",
                              ".spec.b | map(select(. == 1))",
                              ".data | . as $d | $d.value",
                              ".spec.a // .data // null",
                              ".spec.a == 1 and .metadata.name != \"web\"",
                              "{a: .spec | length, b: .data}",
                              ".data | @json",
                              "(.spec).a",
                              ".spec.a * 2 + 0.5 > 1",
                              "{metadata: .metadata.name}",
                              ".kind",
                              ".data | tostring",
                              ".spec?.a?",
                              ".spec | if .a then .b else . end",
                              ".spec | if .a then .b end",
                              ".spec | .[\"a\"]",
                              ".spec | .b.[0]",
                              ".spec | pick(.a)",
                              ".data | keys | map(ltrimstr(\"v\") | trim)",
                              "{a: .spec.a + 1, b: (.data | add(.value))}",
                              ".spec.b | . as [$a] ?// $a | $a"}) {
    CAPTURE(program);
    CHECK_FALSE(may_see_managed_fields(program));
    CHECK(outcome(program, object) == outcome(seeing(program), object));
  }
}

TEST_CASE("whatever may look at all of an object may see managed fields") {
  for (const char* program : {".",
                              "..",
                              ".[]",
                              "keys",
                              "tostring",
                              "length",
                              "to_entries",
                              ".metadata",
                              ".metadata[]",
                              ".metadata.managedFields",
                              ".metadata | keys",
                              ".metadata[\"managedFields\"]",
                              ".\"metadata\"",
                              ".metadata.\"managedFields\"",
                              ".metadata?.managedFields",
                              ".metadata .managedFields",
                              "{metadata}",
                              "{\"metadata\"}",
                              "{a: 1, metadata}",
                              ".[\"metadata\"]",
                              "del(.spec)",
                              ".spec.a |= 2",
                              ".spec.a = 2",
                              ".spec.a += 2",
                              ".spec.a //= 2",
                              ". as $x | .spec | $x",
                              ".spec as $s | .",
                              "if .spec | .a then . else 1 end",
                              "reduce .spec.b[] as $x (.; .)",
                              "def f: .spec | .; .",
                              "\"\\(.)\"",
                              "@json",
                              "first(.spec | ., 1), .",
                              "(.spec | .a), .",
                              "{a: .spec | .a, b: .}",
                              "[.spec | .a] + [.]",
                              "select(.spec.a == 1)",
                              "try .spec | .a catch .",
                              "label $f | .",
                              "# comment",
                              "",
                              "path(.spec)",
                              ".spec.[\"a\"]",
                              ".[\"metadata\"]",
                              ".metadata.[\"managedFields\"]",
                              ".metadata.labels, .[\"metadata\"]",
                              "pick(.metadata)",
                              "if .spec then . end",
                              "if .spec then .a end",
                              ". as [$a] ?// $a | $a",
                              ".spec as $s ?// $m | $m",
                              "{$__loc__, metadata}",
                              "have_decnum",
                              "add(.[])",
                              "ltrimstr(\"x\")",
                              "@urid",
                              "limit(1; .[])",
                              "getpath([\"metadata\"]; .)",
                              "ltrimstr(.metadata)",
                              "abs",
                              "$ENV, .",
                              "import \"a\" as a; .spec",
                              ".spec | def f: .; 1, (.), f; .",
                              "getpath([\"metadata\"])",
                              "input",
                              "$__loc__",
                              "{(.kind): .}",
                              "{a: (.spec | 1; .)}",
                              ".spec)",
                              "(.spec"}) {
    CAPTURE(program);
    CHECK((may_see_managed_fields(program) || outcome(program, object) == "does not compile"
           || std::string_view(program).empty()));
  }
}

TEST_CASE("a filter gives the same whether its input is read with managed fields or without") {
  const std::vector<std::string> words{".",
                                       "|",
                                       ",",
                                       "(",
                                       ")",
                                       "[",
                                       "]",
                                       "{",
                                       "}",
                                       ":",
                                       ";",
                                       ".spec",
                                       ".a",
                                       "//",
                                       "==",
                                       "keys",
                                       "a",
                                       "$x",
                                       "as",
                                       "if",
                                       "then",
                                       "else",
                                       "end",
                                       ".metadata",
                                       "=",
                                       "|=",
                                       "?",
                                       "..",
                                       "and",
                                       "1",
                                       "\"a\"",
                                       "map(",
                                       "first(",
                                       "reduce",
                                       "length",
                                       "metadata",
                                       "-",
                                       "not",
                                       "def",
                                       "try",
                                       ".b[]",
                                       "{a:",
                                       ".data|",
                                       "@json",
                                       "empty",
                                       "{metadata",
                                       ".managedFields",
                                       "\"metadata\"",
                                       ".[\"metadata\"]",
                                       "[\"managedFields\"]",
                                       "?//",
                                       "pick(",
                                       "abs",
                                       "$__loc__",
                                       "add(",
                                       "@urid"};
  // Compiling a program takes milliseconds, so programs that read everything are left out, and only some of
  // the rest are tried.
  int unseeing = 0;
  for (unsigned seed = 0; unseeing < 20; ++seed) {
    REQUIRE(seed < 60'000);
    std::mt19937 random(seed);
    std::string program;
    for (auto length = 1 + random() % 9; length > 0; --length) program += words[random() % words.size()] + " ";
    if (may_see_managed_fields(program)) continue;
    CAPTURE(program);
    if (outcome(program, object) == "does not compile") continue;
    ++unseeing;
    CHECK(outcome(program, object) == outcome(seeing(program), object));
  }
}
