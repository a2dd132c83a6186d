#include "text/json/json.hpp"

#include "text/json/nesting.hpp"

#include <doctest/doctest.h>

namespace {

std::string round(std::string_view text) {
  auto x = text::parse_json(text);
  return x ? x->dump() : x.error().message;
}

} // namespace

TEST_CASE("two members with the same key can be refused") {
  CHECK(text::parse_json(R"({"a":{"b":1},"b":1})", text::duplicate_keys::refused));
  const auto refused = text::parse_json(R"([{"a":1,"a":1}])", text::duplicate_keys::refused);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.ends_with("an object has the member 'a' twice"));
}

TEST_CASE("an error in a JSON text names line and column") {
  CHECK(round("{\n  \"a\": }").starts_with("invalid JSON at line 2, column 8: "));
  CHECK(round("{} x").starts_with("invalid JSON at line 1, column 4: "));
  CHECK(round("").starts_with("invalid JSON at line 1, column 1: "));
  CHECK(round("[1,]").starts_with("invalid JSON"));
  CHECK(round("\"\xff\"").starts_with("invalid JSON"));
  CHECK(round("01").starts_with("invalid JSON"));
}

TEST_CASE("half of a surrogate pair is no text, whole pairs are") {
  CHECK(round(R"("\udce8")").find("half of a surrogate pair stands alone") != std::string::npos);
  CHECK(round(R"({"a\udce8":1})").find("half of a surrogate pair stands alone") != std::string::npos);
  CHECK(round(R"("\ud83d")").starts_with("invalid JSON"));
  CHECK(round(R"("\ud83d\ude00")") == "\"\xF0\x9F\x98\x80\"");
  CHECK(round(R"("\uc7ad")") == "\"\xEC\x9E\xAD\"");
}

TEST_CASE("nesting beyond the limit is an error and not a crash") {
  constexpr auto most = text::nesting_max;
  CHECK(round(std::string(most, '[') + std::string(most, ']')).size() == 2 * most);
  CHECK(round(std::string(2'000'000, '[')).find("nested too deep") != std::string::npos);
}

TEST_CASE("a stream of JSON texts is read to its end") {
  const auto values = text::parse_json_stream("{\"a\":1}{\"b\":2}\n[3] 4 \"x\"\n");
  REQUIRE(values);
  REQUIRE(values->size() == 5);
  CHECK(values->at(1).dump() == R"({"b":2})");
  CHECK(values->at(4).as_string() == "x");
  CHECK(text::parse_json_stream(" \n")->empty());
  CHECK_FALSE(text::parse_json_stream("{} {"));
}
