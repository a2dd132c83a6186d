#include "core/hooks/selector_config.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::hooks;

namespace {

template <class Read>
std::string errors_of(const std::string& text, Read read) {
  const auto value = text::parse_json(text).value();
  document_errors errors;
  static_cast<void>(read(document_reader(value, "", errors)));
  return errors.text();
}

std::string labels(const std::string& text) {
  return errors_of(text, read_label_selector);
}

} // namespace

TEST_CASE("a label selector has labels and requirements") {
  const auto value = text::parse_json(R"({"matchLabels":{"app":"web","example.io/x":""},
    "matchExpressions":[{"key":"tier","operator":"NotIn","values":["a","b"]},{"key":"on","operator":"Exists"}]})");
  document_errors errors;
  const auto selector = read_label_selector(document_reader(*value, "", errors));
  CHECK(errors.text() == "");
  REQUIRE(selector.match_labels.size() == 2);
  CHECK(selector.match_labels[0] == std::pair<std::string, std::string>("app", "web"));
  REQUIRE(selector.match_expressions.size() == 2);
  CHECK(selector.match_expressions[0].op == core::bindings::label_requirement::operation::not_in);
  CHECK(selector.match_expressions[0].values.size() == 2);
  CHECK(selector.match_expressions[1].op == core::bindings::label_requirement::operation::exists);
}

TEST_CASE("labels that Kubernetes refuses are errors with their place") {
  struct row {
    const char* text;
    const char* error;
  };
  for (const auto& r : {
         row{R"({})", "matchLabels: matchLabels or matchExpressions is required"},
         row{R"({"matchLabels":{"-a":"b"}})", "matchLabels.-a: '-a' is no label key"},
         row{R"({"matchLabels":{"/a":"b"}})", "matchLabels./a: '/a' is no label key"},
         row{R"({"matchLabels":{"a":"b c"}})", "matchLabels.a: 'b c' is no label value"},
         row{R"({"matchLabels":{"a":1}})", "matchLabels.a: expected a string, got 1"},
         row{R"({"matchExpressions":[{"key":"a","operator":"in","values":["b"]}]})",
             "matchExpressions[0].operator: expected In, NotIn, Exists or DoesNotExist, got 'in'"},
         row{R"({"matchExpressions":[{"key":"a","operator":"In"}]})",
             "matchExpressions[0].values: must have at least one item"},
         row{R"({"matchExpressions":[{"key":"a","operator":"Exists","values":["b"]}]})",
             "matchExpressions[0].values: must be empty for this operator"},
         row{R"({"matchExpressions":[{"operator":"Exists"}]})", "matchExpressions[0].key: is required"},
         row{R"({"matchExpressions":[{"key":"a","operator":"Exists","x":1}]})", "matchExpressions[0].x: unknown field"},
       }) {
    CAPTURE(r.text);
    CHECK(labels(r.text) == r.error);
  }
  CHECK(labels(R"({"matchLabels":{")" + std::string(63, 'a') + R"(":"b"}})") == "");
  CHECK(labels(R"({"matchLabels":{")" + std::string(64, 'a') + R"(":"b"}})").find("is no label key")
        != std::string::npos);
}

TEST_CASE("in v0 the operator may be called operation, and unknown members are accepted") {
  CHECK(errors_of(R"({"matchExpressions":[{"key":"a","operation":"In","values":["b"],"x":1}]})", read_label_selector_v0)
        == "");
  CHECK(errors_of(R"({"matchExpressions":[{"key":"a","operator":"Exists"}]})", read_label_selector_v0) == "");
}

TEST_CASE("a field selector has equalities and their opposites") {
  const auto value = text::parse_json(R"({"matchExpressions":[{"field":"a","operator":"=","value":"1"},
    {"field":"b","operator":"NotEquals","value":""}]})");
  document_errors errors;
  const auto selector = read_field_selector(document_reader(*value, "", errors));
  CHECK(errors.text() == "");
  REQUIRE(selector.size() == 2);
  CHECK(selector[0].equal);
  CHECK(!selector[1].equal);
  CHECK(errors_of("{}", read_field_selector) == "matchExpressions: is required");
  CHECK(errors_of(R"({"matchExpressions":[{"field":"a","operator":"In","value":"1"}]})", read_field_selector)
        == "matchExpressions[0].operator: expected =, ==, Equals, != or NotEquals, got 'In'");
  CHECK(errors_of(R"({"matchExpressions":[{"field":"a","operator":"="}]})", read_field_selector)
        == "matchExpressions[0].value: is required");
}
