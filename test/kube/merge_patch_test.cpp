#include "simulation/merge_patch.hpp"

#include <doctest/doctest.h>

namespace {

struct row {
  const char* target;
  const char* patch;
  const char* want;
};

text::json parse(const char* text) {
  return *text::parse_json(text);
}

} // namespace

TEST_CASE("every example of RFC 7386 appendix A comes out as the RFC says") {
  for (const auto& r : {
         row{R"({"a":"b"})", R"({"a":"c"})", R"({"a":"c"})"},
         row{R"({"a":"b"})", R"({"b":"c"})", R"({"a":"b","b":"c"})"},
         row{R"({"a":"b"})", R"({"a":null})", R"({})"},
         row{R"({"a":"b","b":"c"})", R"({"a":null})", R"({"b":"c"})"},
         row{R"({"a":["b"]})", R"({"a":"c"})", R"({"a":"c"})"},
         row{R"({"a":"c"})", R"({"a":["b"]})", R"({"a":["b"]})"},
         row{R"({"a":{"b":"c"}})", R"({"a":{"b":"d","c":null}})", R"({"a":{"b":"d"}})"},
         row{R"({"a":[{"b":"c"}]})", R"({"a":[1]})", R"({"a":[1]})"},
         row{R"(["a","b"])", R"(["c","d"])", R"(["c","d"])"},
         row{R"({"a":"b"})", R"(["c"])", R"(["c"])"},
         row{R"({"a":"foo"})", "null", "null"},
         row{R"({"a":"foo"})", R"("bar")", R"("bar")"},
         row{R"({"e":null})", R"({"a":1})", R"({"a":1,"e":null})"},
         row{R"([1,2])", R"({"a":"b","c":null})", R"({"a":"b"})"},
         row{R"({})", R"({"a":{"bb":{"ccc":null}}})", R"({"a":{"bb":{}}})"},
       })
    CHECK(simulation::apply_merge_patch(parse(r.target), parse(r.patch)).dump() == r.want);
}
