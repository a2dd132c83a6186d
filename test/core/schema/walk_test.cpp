#include "core/schema/walk.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

/// The text with `"seen":true` in each schema.
std::string marked(const char* text) {
  return core::schema::change_schemas(
           text::parse_json(text).value(),
           [](const text::json& x) { return x.is_object() ? x.with("seen", text::json(true)) : x; })
    .dump();
}

} // namespace

TEST_CASE("each schema in a schema is changed, and data under keywords is not") {
  CHECK(marked("{}") == R"({"seen":true})");
  CHECK(marked(R"({"default":{"a":{}},"enum":[{}]})") == R"({"default":{"a":{}},"enum":[{}],"seen":true})");
  CHECK(marked(R"({"properties":{"a":{},"default":{}}})")
        == R"({"properties":{"a":{"seen":true},"default":{"seen":true}},"seen":true})");
  CHECK(marked(R"({"items":[{},{"not":{}}]})")
        == R"({"items":[{"seen":true},{"not":{"seen":true},"seen":true}],"seen":true})");
  CHECK(marked(R"({"allOf":[{}]})") == R"({"allOf":[{"seen":true}],"seen":true})");
  CHECK(marked("[{},{}]") == R"([{"seen":true},{"seen":true}])");
}

TEST_CASE("what is no schema stays as the change leaves it") {
  CHECK(marked(R"({"items":7,"properties":[1],"additionalProperties":false})")
        == R"({"additionalProperties":false,"items":7,"properties":[1],"seen":true})");
  CHECK(marked("true") == "true");
}

TEST_CASE("the outer schema is changed first, so that what a change adds is changed as well") {
  const auto changed = core::schema::change_schemas(text::json(), [](const text::json& x) {
    return x.is_null() ? text::parse_json(R"({"not":{}})").value() : x.with("seen", text::json(true));
  });
  CHECK(changed.dump() == R"({"not":{"seen":true}})");
}
