#include "core/schema/refused_keywords.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

std::vector<std::string> refused(const char* text) {
  return core::schema::refused_keywords(text::parse_json(text).value());
}

} // namespace

TEST_CASE("keywords that restrict values in other drafts are refused, in the order of their names") {
  CHECK(refused(R"({"type":"object","then":{},"const":1})")
        == std::vector<std::string>{"the keyword 'const' is not supported", "the keyword 'then' is not supported"});
}

TEST_CASE("a reference that is still in place is refused") {
  CHECK(refused(R"({"$ref":"#/definitions/a"})") == std::vector<std::string>{"the keyword '$ref' is not supported"});
}

TEST_CASE("remarks, extensions, rules in CEL, unknown keywords and the schemas inside are not refused") {
  CHECK(
    refused(R"({"title":"t","x-doc":1,"x-deckhouse-validations":[],"typo":2,"properties":{"a":{"const":1}}})").empty());
}
