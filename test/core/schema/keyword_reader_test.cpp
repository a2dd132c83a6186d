#include "core/schema/keyword_reader.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using core::schema::keyword_reader;

namespace {

text::json parsed(const char* text) {
  return text::parse_json(text).value();
}

} // namespace

TEST_CASE("a keyword is read by its type, and an absent one is nothing") {
  const auto document = parsed(R"({"b":true,"n":1.50,"c":7,"t":"x"})");
  keyword_reader reader({});
  CHECK(reader.read_bool(document, "schema", "b"));
  CHECK(!reader.read_bool(document, "schema", "none"));
  CHECK(reader.read_number_text(document, "schema", "n") == "1.50");
  CHECK(reader.read_count(document, "schema", "c") == 7);
  CHECK(reader.read_text(document, "schema", "t") == "x");
  CHECK(!reader.read_number_text(document, "schema", "none"));
  CHECK(!reader.read_count(document, "schema", "none"));
  CHECK(!reader.read_text(document, "schema", "none"));
  CHECK(reader.read_names(parsed(R"(["a","b"])"), "schema", "required") == std::vector<std::string>{"a", "b"});
  CHECK(reader.read_names(parsed("[]"), "schema", "required").empty());
  CHECK(reader.mistakes().lines().empty());
}

TEST_CASE("another value is a mistake with its place") {
  const auto document = parsed(R"({"b":"yes","n":"1","c":-1,"d":1.5,"t":1})");
  core::schema::notes known;
  known.note("before", "x");
  keyword_reader reader(known);
  CHECK(!reader.read_bool(document, "schema.a", "b"));
  CHECK(!reader.read_number_text(document, "schema", "n"));
  CHECK(!reader.read_count(document, "schema", "c"));
  CHECK(!reader.read_count(document, "schema", "d"));
  CHECK(!reader.read_text(document, "schema", "t"));
  CHECK(reader.read_names(parsed("true"), "schema", "required").empty());
  CHECK(reader.read_names(parsed(R"(["a",true])"), "schema", "required").empty());
  const auto lines = reader.mistakes().lines();
  REQUIRE(lines.size() == 8);
  CHECK(lines[0] == "before: x");
  CHECK(lines[1] == "schema.a: 'b' must be true or false, got \"yes\"");
  CHECK(lines[2] == "schema: 'n' must be a number, got \"1\"");
  CHECK(lines[3] == "schema: 'c' must be a count, got -1");
  CHECK(lines[4] == "schema: 'd' must be a count, got 1.5");
  CHECK(lines[5] == "schema: 't' must be a string, got 1");
  CHECK(lines[6] == "schema: 'required' must be a list of names, got true");
  CHECK(lines[7].find("put the name in quotes") != std::string::npos);
}
