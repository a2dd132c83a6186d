#include "text/yaml/yaml_tag.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

std::string resolved(const std::string& tag, const std::string& text) {
  const auto value = text::resolve_scalar(tag, text);
  return value ? value->dump() : "refused: " + value.error().message;
}

std::string keyed(const char* json) {
  const auto text = text::key_text(text::parse_json(json).value());
  return text ? *text : "refused: " + text.error().message;
}

} // namespace

TEST_CASE("a scalar is a value of its tag, or refused") {
  const auto core = [](const char* kind) { return std::string("tag:yaml.org,2002:") + kind; };
  CHECK(resolved("", "12") == "12");
  CHECK(resolved("?", "yes") == "true");
  CHECK(resolved("!", "12") == R"("12")");
  CHECK(resolved("!own", "12") == R"("12")");
  CHECK(resolved(core("str"), "12") == R"("12")");
  CHECK(resolved(core("int"), "0x1F") == "31");
  CHECK(resolved(core("int"), "1.5") == "refused: the value is no !!int");
  CHECK(resolved(core("int"), "1e3") == "refused: the value is no !!int");
  CHECK(resolved(core("float"), "1.5") == "1.5");
  CHECK(resolved(core("float"), "x") == "refused: the value is no !!float");
  CHECK(resolved(core("bool"), "off") == "false");
  CHECK(resolved(core("bool"), "1") == "refused: the value is no !!bool");
  CHECK(resolved(core("null"), "~") == "null");
  CHECK(resolved(core("null"), "0") == "refused: the value is no !!null");
  CHECK(resolved(core("timestamp"), "2026-01-01") == R"("2026-01-01")");
  CHECK(resolved(core("timestamp"), "today") == "refused: the value is no !!timestamp");
  CHECK(resolved(core("binary"), "Zm9v") == R"("foo")");
  CHECK(resolved(core("binary"), "Zm9") == "refused: the text of a !!binary is not base64");
  CHECK(resolved(core("binary"), "/w==") == "refused: a !!binary does not hold text, which JSON needs");
  CHECK(resolved(core("int"), ".inf") == "refused: '.inf' is not a number that JSON has");
}

TEST_CASE("a key has the text that sigs.k8s.io/yaml gives it") {
  struct row {
    const char* key;
    const char* text;
  };
  for (const auto& r : {
         row{R"("a b")", "a b"},
         row{"true", "true"},
         row{"1", "1"},
         row{"-9223372036854775808", "-9223372036854775808"},
         row{"18446744073709551615", "18446744073709551615"},
         row{"18446744073709551616", "1.8446744e+19"},
         row{"1.23456789", "1.2345679"},
         row{"0.0001", "0.0001"},
         row{"0.00001", "1e-05"},
         row{"123456.0", "123456"},
         row{"1e6", "1e+06"},
         row{"-2.5", "-2.5"},
         row{"null", "refused: a key is null; quote it"},
         row{"[]", "refused: a key must be a scalar"},
         row{"{}", "refused: a key must be a scalar"},
       }) {
    CAPTURE(r.key);
    CHECK(keyed(r.key) == r.text);
  }
}

TEST_CASE("a merge key is bare, or has its own tag") {
  CHECK(text::is_merge_key("", "<<"));
  CHECK(text::is_merge_key("?", "<<"));
  CHECK(text::is_merge_key("tag:yaml.org,2002:merge", "<<"));
  CHECK(!text::is_merge_key("!", "<<"));
  CHECK(!text::is_merge_key("tag:yaml.org,2002:str", "<<"));
  CHECK(!text::is_merge_key("", "<"));
}
