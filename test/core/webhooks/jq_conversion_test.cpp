#include "core/webhooks/jq_conversion.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

/// The object after the program, or the error.
std::string converted(const std::string& program, const std::string& more = {}) {
  const auto filter = core::bindings::object_filter::compile(program);
  REQUIRE_MESSAGE(filter, filter.error().message);
  const auto object = core::webhooks::read_conversion_object(
    R"({"apiVersion":"x.io/v1","kind":"Tab","metadata":{"name":"a","namespace":"n","uid":"1"})" + more + "}");
  REQUIRE(object);
  const auto made = core::webhooks::convert_by_jq(*filter, *object, "x.io/v2", *base::no_evaluation_limit());
  if (!made) return made.error().message;
  CHECK(made->version == "x.io/v2");
  return *made->text;
}

constexpr auto rest = R"("kind":"Tab","metadata":{"name":"a","namespace":"n","uid":"1"})";

} // namespace

TEST_CASE("a program changes the object, and its version is set") {
  CHECK(converted(".", R"(,"n":1)") == std::string(R"({"apiVersion":"x.io/v2",)") + rest + R"(,"n":1})");
  CHECK(converted(".words = (.words | join(\" \"))", R"(,"words":["a","b"])")
        == std::string(R"({"apiVersion":"x.io/v2",)") + rest + R"(,"words":"a b"})");
}

TEST_CASE("a program without an object as its result is an error that names the object") {
  CHECK(converted(".metadata.name") == "Tab n/a: the jq program gives no object");
  CHECK(converted("empty") == "Tab n/a: the jq program gives no object");
  CHECK(converted("., .") == "Tab n/a: the jq program gives no object");
  CHECK(converted("del(.kind)") == "Tab n/a: after jq: kind is missing");
}

TEST_CASE("the error of a program has no content of the object") {
  const auto why = converted(".words | join(1)", R"(,"words":"hunter2")");
  CHECK_MESSAGE(why.starts_with("Tab n/a: jq: "), why);
  CHECK(why.find("hunter2") == std::string::npos);
}
