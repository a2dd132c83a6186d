#include "core/values/patch_effects.hpp"

#include "random_patches.hpp"
#include "text/json/json_patch_reader.hpp"

#include <doctest/doctest.h>

namespace {

text::json parse(const char* text) {
  return *text::parse_json(text);
}

core::values::patch_effects effects_of(const char* document, std::initializer_list<const char*> patches) {
  core::values::patch_effects effects;
  auto current = parse(document);
  for (const char* patch : patches) {
    auto applied = effects.apply(current, *text::parse_json_patch(patch));
    REQUIRE_MESSAGE(applied, applied.error().message);
    CHECK(applied->effects.lay_over(current) == applied->document);
    CHECK(applied->effects.lay_over(parse(document)) == applied->document);
    current = applied->document;
    effects = applied->effects;
  }
  return effects;
}

} // namespace

TEST_CASE("effects of patches hold over other values than those they were made on") {
  struct row {
    const char* before;
    std::initializer_list<const char*> patches;
    const char* other;
    const char* want;
  };
  for (const auto& r : {
         row{R"({"m":{}})", {R"({"op":"add","path":"/m/a","value":1})"}, R"({"m":{"b":2}})", R"({"m":{"a":1,"b":2}})"},
         row{R"({"m":{"a":1}})", {R"({"op":"remove","path":"/m/a"})"}, R"({"m":{"b":2}})", R"({"m":{"b":2}})"},
         row{R"({"m":{"a":1}})", {R"({"op":"remove","path":"/m/a"})"}, R"({"m":{"a":3}})", R"({"m":{}})"},
         row{
           R"({"m":{"a":{}}})", {R"({"op":"add","path":"/m/a/b","value":1})"}, R"({"m":{}})", R"({"m":{"a":{"b":1}}})"},
         row{R"({"m":{"a":{}}})",
             {R"({"op":"add","path":"/m/a/b","value":1})"},
             R"({"m":{"a":5}})",
             R"({"m":{"a":{"b":1}}})"},
         row{R"({"m":{"l":["x"]}})",
             {R"({"op":"add","path":"/m/l/-","value":"y"})"},
             R"({"m":{"l":["z"]}})",
             R"({"m":{"l":["x","y"]}})"},
         row{R"({"m":{"l":[{"a":1}]}})",
             {R"({"op":"replace","path":"/m/l/0/a","value":2})"},
             R"({"m":{}})",
             R"({"m":{"l":[{"a":2}]}})"},
         row{R"({"m":{"a":1}})",
             {R"({"op":"move","from":"/m/a","path":"/m/b"})"},
             R"({"m":{"a":9,"c":1}})",
             R"({"m":{"b":1,"c":1}})"},
         row{R"({"m":{"a":1}})", {R"({"op":"test","path":"/m/a","value":1})"}, R"({"m":{"a":2}})", R"({"m":{"a":2}})"},
         row{R"({"m":{"a":1}})", {R"({"op":"add","path":"/m/a","value":1})"}, R"({"m":{"a":2}})", R"({"m":{"a":1}})"},
       }) {
    CAPTURE(r.patches.begin()[0]);
    CHECK(effects_of(r.before, r.patches).lay_over(parse(r.other)).dump() == r.want);
  }
}

TEST_CASE("later patches fold into earlier ones, in their order") {
  const auto effects = effects_of(
    R"({"m":{"keep":1}})", {
                             R"([{"op":"add","path":"/m/a","value":{"x":1}},{"op":"add","path":"/m/a/y","value":2}])",
                             R"({"op":"add","path":"/m/l","value":[]})",
                             R"([{"op":"add","path":"/m/l/0","value":"c"},{"op":"add","path":"/m/l/0","value":"b"}])",
                             R"({"op":"add","path":"/m/l/0","value":"a"})",
                             R"({"op":"remove","path":"/m/a/x"})",
                             R"([{"op":"add","path":"/m/t","value":1},{"op":"remove","path":"/m/t"}])",
                           });
  CHECK(effects.lay_over(parse(R"({"m":{}})")).dump() == R"({"m":{"a":{"y":2},"l":["a","b","c"]}})");
}

TEST_CASE("a patch that fails has no effect at all") {
  const core::values::patch_effects none;
  const auto patch = *text::parse_json_patch(R"([{"op":"add","path":"/m/a","value":1},{"op":"remove","path":"/m/b"}])");
  CHECK(none.apply(parse(R"({"m":{}})"), patch).error().message == "operation 1: remove '/m/b': '/m/b' does not exist");
}

TEST_CASE("whatever patches do, their effect laid over the same values gives the same document") {
  for (unsigned seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    test::random_patches random(seed);
    const auto base = text::json::object({{"m", random.object(0)}});
    auto current = base;
    core::values::patch_effects effects;
    for (int run = 0; run < 8; ++run) {
      const auto patch = random.patch(current);
      const auto document = *text::apply_json_patch(current, patch);
      const auto applied = effects.apply(current, patch);
      REQUIRE(applied);
      CHECK(applied->document == document);
      CHECK(applied->effects.lay_over(base) == document);
      CHECK(applied->effects.lay_over(document) == document);
      current = document;
      effects = applied->effects;
    }
  }
}
