#include "core/status/object_warnings.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace core::status;

namespace {

text::json event(const std::string& name, const std::string& message, const std::string& more = "") {
  const auto x = text::parse_json(R"({"reason":"FailedMount","message":")" + message
                                  + R"(","involvedObject":{"kind":"Pod","name":")" + name + "\"}" + more + "}");
  REQUIRE(x);
  return *x;
}

std::string message_of(const text::json* x) {
  return x == nullptr ? "none" : x->string_at("message").value_or("");
}

} // namespace

TEST_SUITE("core/object_warnings") {
  TEST_CASE("warnings are selected by the API server, about one object or about a kind") {
    CHECK_EQ(selector_of_warnings("Pod"), "type=Warning,involvedObject.kind=Pod");
    CHECK_EQ(selector_of_warnings("Pod", "web-0"), "type=Warning,involvedObject.kind=Pod,involvedObject.name=web-0");
  }

  TEST_CASE("the last warning about the object counts, in all forms of its time") {
    const std::vector<text::json> all{
      event("a", "first", R"(,"lastTimestamp":"2026-01-01T00:00:01Z")"),
      event("a", "third",
            R"(,"eventTime":"2026-01-01T00:00:00Z","series":{"lastObservedTime":"2026-01-01T00:00:03Z"})"),
      event("a", "second", R"(,"eventTime":"2026-01-01T00:00:02Z")"),
      event("b", "other", R"(,"lastTimestamp":"2026-01-01T00:00:09Z")"),
    };
    CHECK_EQ(message_of(last_warning(all, {"a"})), "third");
    CHECK_EQ(message_of(last_warning(all, {"a", "b"})), "other");
    CHECK_EQ(message_of(last_warning(all, {"c"})), "none");
    CHECK_EQ(message_of(last_warning({}, {"a"})), "none");
  }

  TEST_CASE("a warning with a cause counts more than a later warning that volumes are late") {
    const std::vector<text::json> all{
      event("a", "secret db not found", R"(,"lastTimestamp":"2026-01-01T00:00:01Z")"),
      event("a", "Unable to attach or mount volumes: timed out", R"(,"lastTimestamp":"2026-01-01T00:00:02Z")")};
    CHECK_EQ(message_of(last_warning(all, {"a"})), "secret db not found");
    CHECK_EQ(message_of(last_warning({all[1]}, {"a"})), "Unable to attach or mount volumes: timed out");
  }

  TEST_CASE("a warning is told in a line with its count and time") {
    CHECK_EQ(words_of_warning(event("a", "no\\nmount", R"(,"count":12,"lastTimestamp":"2026-01-01T00:00:01Z")")),
             "FailedMount (12 times, the last at 2026-01-01 00:00:01): no mount");
    CHECK_EQ(words_of_warning(event("a", "no", R"(,"count":1,"lastTimestamp":"2026-01-01T00:00:01Z")")),
             "FailedMount at 2026-01-01 00:00:01: no");
    CHECK_EQ(words_of_warning(event("a", "no")), "FailedMount: no");
    CHECK_EQ(words_of_warning(*text::parse_json("{}")), "a warning: ");
    CHECK_LT(words_of_warning(event("a", std::string(3000, 'x'))).size(), 700);
  }
}
