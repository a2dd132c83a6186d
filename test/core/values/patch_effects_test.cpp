#include "core/values/patch_effects.hpp"

#include <doctest/doctest.h>

#include <random>

namespace {

core::json parse(const char* text) {
  return *core::parse_json(text);
}

core::patch_effects effects_of(const char* document, std::initializer_list<const char*> patches) {
  core::patch_effects effects;
  auto current = parse(document);
  for (const char* patch : patches) {
    auto applied = effects.apply(current, *core::parse_json_patch(patch));
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
  const core::patch_effects none;
  const auto patch = *core::parse_json_patch(R"([{"op":"add","path":"/m/a","value":1},{"op":"remove","path":"/m/b"}])");
  CHECK(none.apply(parse(R"({"m":{}})"), patch).error().message == "operation 1: remove '/m/b': '/m/b' does not exist");
}

namespace {

/// Makes patches that always apply, and now and then values to apply them to.
class random_patches {
public:
  explicit random_patches(unsigned seed) : random_(seed) {}

  core::json value(int depth) {
    switch (below(depth > 2 ? 2 : 4)) {
      case 0: return core::json(below(10));
      case 1: return core::json("s");
      case 2: {
        core::json::array_type items;
        for (int i = below(3); i > 0; --i) items.push_back(value(depth + 1));
        return core::json::array(items);
      }
      default: return object(depth);
    }
  }

  core::json object(int depth) {
    core::json::object_type members;
    for (int i = below(4); i > 0; --i) members.emplace_back(key(), value(depth + 1));
    return core::json::object(members);
  }

  /// An operation on a random place in the section, valid or not.
  core::patch_operation operation(const core::json& document) {
    using kind = core::patch_operation::kind;
    constexpr kind kinds[] = {kind::add, kind::remove, kind::replace, kind::move, kind::copy, kind::add};
    return {.op = kinds[below(6)], .path = place(document), .from = place(document), .value = value(1)};
  }

private:
  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
  std::string key() { return std::string(1, static_cast<char>('a' + below(4))); }

  core::json_pointer place(const core::json& document) {
    core::json_pointer place{{"m"}};
    const auto* at = document.find("m");
    do {
      place.tokens.push_back(at && at->is_array() ? std::to_string(below(3)) : key());
      at = core::find_at(document, place);
    } while (at && below(3) > 0);
    return place;
  }

  std::mt19937 random_;
};

} // namespace

TEST_CASE("whatever patches do, their effect laid over the same values gives the same document") {
  for (unsigned seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    random_patches random(seed);
    const auto base = core::json::object({{"m", random.object(0)}});
    auto current = base;
    core::patch_effects effects;
    for (int run = 0; run < 8; ++run) {
      core::json_patch patch;
      auto document = current;
      for (int i = 0; i < 3; ++i) {
        const auto operation = random.operation(document);
        if (auto next = core::apply_operation(document, operation)) {
          document = *next;
          patch.push_back(operation);
        }
      }
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
