#include "kube/selector.hpp"

#include <doctest/doctest.h>

TEST_SUITE_BEGIN("kube/selector");

namespace {

std::string labels(const char* text) {
  const auto result = kube::label_selector_text(*core::parse_json(text));
  return result ? *result : "error: " + result.error().message;
}

std::string fields(const char* text) {
  const auto result = kube::field_selector_text(*core::parse_json(text));
  return result ? *result : "error: " + result.error().message;
}

} // namespace

TEST_CASE("label selectors become the API's text") {
  CHECK_EQ(labels("null"), "");
  CHECK_EQ(labels("{}"), "");
  CHECK_EQ(labels(R"({"matchLabels":{"b":"2","a":"1"}})"), "a=1,b=2");
  CHECK_EQ(labels(R"({"matchExpressions":[{"key":"k","operator":"In","values":["y","x"]}]})"), "k in (x,y)");
  CHECK_EQ(labels(R"({"matchExpressions":[{"key":"k","operator":"NotIn","values":["x"]}]})"), "k notin (x)");
  CHECK_EQ(labels(R"({"matchExpressions":[{"key":"k","operator":"Exists"}]})"), "k");
  CHECK_EQ(labels(R"({"matchExpressions":[{"key":"k","operator":"DoesNotExist","values":[]}]})"), "!k");
}

TEST_CASE("equal selectors have equal texts") {
  CHECK_EQ(labels(R"({"matchLabels":{"z":"1"},"matchExpressions":[{"key":"b","operator":"Exists"},)"
                  R"({"key":"a","operator":"Exists"}]})"),
           labels(R"({"matchExpressions":[{"key":"a","operator":"Exists"},{"key":"b","operator":"Exists"}],)"
                  R"("matchLabels":{"z":"1"}})"));
}

TEST_CASE("a label selector that can not be meant is refused by key") {
  CHECK_EQ(labels(R"({"matchExpressions":[{"key":"tier","operator":"in","values":["x"]}]})"),
           "error: matchExpressions: key 'tier': unknown operator 'in', use In, NotIn, Exists or DoesNotExist");
  CHECK_EQ(labels(R"({"matchExpressions":[{"key":"tier","operator":"In"}]})"),
           "error: matchExpressions: key 'tier': In needs values");
  CHECK_EQ(labels(R"({"matchLabels":{"a":1}})"), "error: matchLabels: 'a' must be a string, got 1");
  CHECK(labels(R"({"matchExpressions":[{"operator":"Exists"}]})").starts_with("error: "));
  CHECK(labels(R"({"matchExpressions":{}})").starts_with("error: "));
}

TEST_CASE("field selectors know both spellings of each operator and escape values") {
  CHECK_EQ(fields(R"({"matchExpressions":[{"field":"metadata.name","operator":"Equals","value":"a"},)"
                  R"({"field":"spec.nodeName","operator":"!=","value":"x,y=z\\"}]})"),
           "metadata.name=a,spec.nodeName!=x\\,y\\=z\\\\");
  CHECK_EQ(fields(R"({"matchExpressions":[{"field":"f","operator":"NotEquals","value":""}]})"), "f!=");
  CHECK(
    fields(R"({"matchExpressions":[{"field":"f","operator":"In","value":""}]})").starts_with("error: fieldSelector"));
}

TEST_CASE("selectors are joined without stray commas") {
  CHECK_EQ(kube::join_selectors("", ""), "");
  CHECK_EQ(kube::join_selectors("a=b", ""), "a=b");
  CHECK_EQ(kube::join_selectors("a=b", "c=d"), "a=b,c=d");
}

TEST_SUITE_END();
