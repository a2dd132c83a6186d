#include "core/bindings/filter_forms.hpp"

#include "core/bindings/object_filter.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>

using core::bindings::refused_form;

TEST_CASE("what cannot answer as gojq does is refused, with what to write in its place") {
  const std::pair<const char*, const char*> cases[] = {
    {".x | log10", "'log10' has other last digits here than with gojq"},
    {"{a: (1, sin)}", "let the filter give its argument"},
    {"\"\\(.a | exp)\"", "'exp'"},
    {"reduce .[] as $x (0; atan2($x; .))", "'atan2'"},
    {"[.a, input]", "a filter sees one object, which is '.'"},
    {"[inputs]", "'inputs'"},
    {"test(\"(?U)a+\")", "write '*?' and '+?'"},
    {"test(\"(?i-sU:a+)\")", "the flag U"},
    {"strptime(\"%G-%V\")", "'%G' is not read by strptime"},
    {".x | strftime(\"%f\")", "'%f' is no format of times"},
  };
  for (const auto& [program, part] : cases) {
    CAPTURE(program);
    const auto why = refused_form(program);
    REQUIRE(why);
    CHECK_MESSAGE(why->find(part) != std::string::npos, *why);
  }
}

TEST_CASE("names that are no calls of these functions are none") {
  for (const auto* program :
       {".log", ".a.exp[0]", "{log: 1, exp}", "{a: .b, log}", "$log", ".[\"log\"]", "\"log\"", "# log\n.a", "@text",
        "def log: 1; log", "def f(log): log; f(.)", ". as {log: $exp} | $exp", "\"%f\"", "test(\"(?i)U\")",
        "strftime(\"%G-%V\")", "pow(2; 10)", "\"\\\"log(\"", "inputs_of"}) {
    CAPTURE(program);
    CHECK_FALSE(refused_form(program));
  }
}

TEST_CASE("a filter of such a form does not compile, and the error names filter and form") {
  const auto filter = core::bindings::object_filter::compile(".x | log10");
  REQUIRE_FALSE(filter);
  CHECK(filter.error().code == base::error_code::invalid_input);
  CHECK(filter.error().message.find("jq filter '.x | log10': 'log10' has other last digits") == 0);
}
