#include "support/source_root.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>

namespace {

std::string file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string read(std::string_view text) {
  const auto value = text::parse_yaml(text);
  return value ? value->dump() : "refused";
}

/// @returns how many rows the table has
std::size_t compare_all(const std::string& table) {
  const auto rows = text::parse_json_stream(file(test::source_root() + "/test/text/yaml/" + table));
  REQUIRE(rows);
  for (const auto& row : *rows) {
    const auto text = row.find("yaml")->as_string();
    const auto* want = row.find("json");
    CAPTURE(text);
    CHECK(read(text) == (want ? want->dump() : "refused"));
  }
  return rows->size();
}

} // namespace

// The tables hold the results of YAMLToJSON of sigs.k8s.io/yaml 1.6.0 for each text. Duplicate keys are
// refused, as its strict variant does; where `<<` brings a key that is there, the lenient variant is
// followed.
TEST_CASE("a text means what it means to kubectl, Helm and the predecessor") {
  CHECK(compare_all("yaml_cases.jsonl") > 500);
}

// Generated: both styles, with all ways to end and to indent them, at all places; about 1 200 of 8 000 such
// texts, and among them all that yaml-cpp reads in another way.
TEST_CASE("a block scalar has the text that it has for kubectl, Helm and the predecessor") {
  CHECK(compare_all("yaml_block_scalars.jsonl") > 1000);
}

TEST_CASE("where this reader differs from sigs.k8s.io/yaml, it is louder or follows YAML 1.2") {
  struct row {
    const char* text;
    const char* here;
    const char* there;
  };
  for (const auto& r : {
         row{"a: 1\n---\nb: 2", "refused", R"({"a":1})"},
         row{"---\n# nothing\n---\na: 1", "refused", "null"},
         row{"1: a\n'1': b", "refused", "one of the two"},
         row{"a: 1\rb: 2", "refused", R"({"a":1,"b":2})"},
         row{R"({"a": 1, "a": 2})", "refused", "refused by the strict variant only"},
         row{R"({"a": 1.0, "b": 1e30})", R"({"a":1.0,"b":1e30})", R"({"a":1,"b":1e+30})"},
         row{R"(a: "\/")", R"({"a":"/"})", "refused"},
         row{"%YAML 1.2\n---\na: 1", R"({"a":1})", "refused"},
         row{"|\n    x\n   y\n", "refused", R"("x\n", the rest is not read)"},
         row{"a: \xE2\x80\xA8", "{\"a\":\"\xE2\x80\xA8\"}", R"({"a":null}, U+2028 is a line break)"},
       }) {
    CAPTURE(r.text);
    CAPTURE(r.there);
    CHECK(read(r.text) == r.here);
  }
}
