#include "text/yaml/yaml_writer.hpp"

#include "text/json/nesting.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>

using text::json;

TEST_CASE("a section is written as people write YAML") {
  const auto value = *text::parse_json(
    R"({"hosts":["a.example",{"name":"b","ports":[80,443]}],"empty":{},"none":[],"on":"yes","tls":{"enabled":true},
        "text":"one\ntwo\n","version":"1.10"})");
  CHECK(text::write_yaml(value) == R"(empty: {}
hosts:
- a.example
- name: b
  ports:
  - 80
  - 443
none: []
"on": "yes"
text: |
  one
  two
tls:
  enabled: true
version: "1.10"
)");
}

TEST_CASE("every string survives writing and reading, as value and as key") {
  // clang-format off
  for (const char* text :
       {"", " ", "a", "true", "yes", "n", "~", "null", "1", "0x1F", "1e3", ".inf", "-.INF", "017", "1_000", "12:30",
        "2001-01-01", "-", "- a", "a: b", "a:", "a #b", "#a", "&a", "*a", "!a", "|", ">", "'", "\"", "%a", "@a", "`a",
        "[a", "{a", "a]", ",", "?", "? a", ":", "=", "<<", "---", "...", "a\tb", "\ta", "a ", " a", "a\n", "a\nb",
        "a\n\nb\n\n", "\na", "  a\nb", "a\n  b", "a\n \nb", "a\n\tb", "a\r\nb", "\\", "a\\n", "\x01", "\x7f",
        "\xC2\x85", "\xE2\x80\xA8", "\xEF\xBB\xBFx", "\xC3\xA4", "\xF0\x9F\x98\x80", "\n", "\n\n", "# a\n# b\n",
        "--- \nx", "a: |\n  b\n", "0.5", "+1", "1.", "_1", "0b11", "0o7", "1e400"}) {
    // clang-format on
    CAPTURE(text);
    const json string{text};
    for (const auto& value :
         {string, json::array({string, string}), json::object({{text, json(1)}}),
          json::object({{"k", json::object({{"a", string}, {"b", json(2)}})}}),
          json::object({{"k", json::array({json::array({string}), json::object({{"z", string}})})}})}) {
      const auto written = text::write_yaml(value);
      CAPTURE(written);
      const auto read = text::parse_yaml(written);
      REQUIRE_MESSAGE(read, read.error().message);
      CHECK(read->dump() == value.dump());
    }
  }
}

TEST_CASE("what a reader of YAML 1.1 takes for a date or a number is quoted, as value and as key") {
  for (const char* text : {"2026-01-01", "2026-1-1", "2026-11-21T19:30:22Z", "2026-11-21 19:30:22 +01:00", "12:30:45",
                           "12:30", "+1:30", "190:20:30.15", "1_0:30", "1e3", "1e400", "+1e400", "yes", "012",
                           "0x1FFFFFFFFFFFFFFFFF", "99999999999999999999"}) {
    CAPTURE(text);
    CHECK(text::write_yaml(json(text)) == "\"" + std::string(text) + "\"\n");
    CHECK(text::write_yaml(json::object({{text, json(1)}})) == "\"" + std::string(text) + "\": 1\n");
  }
}

TEST_CASE("what only begins like a date or a number is written as it is") {
  for (const char* text : {"2026-01", "2026-01-01-nightly", "26-01-01", "10.0.0.1", "10.0.0.1:80", "10.0.0.0/8",
                           "1.27.3", "v1", "a:b", "5m", "12:30pm", "00:1a:2b", "0xyz"}) {
    CAPTURE(text);
    CHECK(text::write_yaml(json(text)) == std::string(text) + "\n");
  }
}

TEST_CASE("the deepest values there are can be read back") {
  const auto depth = text::nesting_max;
  auto lists = json::array({});
  auto maps = json::object({{"a", json(1)}});
  auto mixed = json::object();
  for (std::size_t i = 1; i < depth; ++i) {
    lists = json::array({lists});
    maps = json::object({{"a", maps}});
    mixed = i % 2 == 0 ? json::object({{"a", mixed}}) : json::array({mixed});
  }
  for (const auto& value : {lists, maps, mixed}) {
    const auto again = text::parse_yaml(text::write_yaml(value));
    REQUIRE(again);
    CHECK(*again == value);
  }
}

TEST_CASE("keys of any length can be read back") {
  for (const auto& key :
       {std::string(1000, 'k'), std::string(1001, 'k'), std::string(5000, ' '), std::string(600, '\r')})
    for (const char* value :
         {"1", "{}", "[]", "[1,[2,{\"a\":3}]]", "{\"a\":[1],\"b\":{\"c\":null}}", "\"one\\ntwo\\n\""}) {
      const auto member = json::object({{key, *text::parse_json(value)}, {"z", json(1)}});
      const auto tree = json::object({{"list", json::array({member, member})}, {"map", member}, {key, member}});
      const auto text = text::write_yaml(tree);
      const auto again = text::parse_yaml(text);
      REQUIRE_MESSAGE(again, text);
      CHECK(*again == tree);
    }
}
