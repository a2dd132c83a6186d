#include "text/plain/printable.hpp"

#include "text/json/json.hpp"
#include "text/plain/utf8.hpp"
#include "text/yaml/yaml.hpp"
#include "text/yaml/yaml_writer.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <utility>

using text::escape_form;
using text::printable;
using text::printable_lines;

TEST_SUITE_BEGIN("text/plain/printable");

namespace {

std::string utf8_of(char32_t x) {
  std::string out;
  const auto put = [&](char32_t byte) { out += static_cast<char>(byte); };
  if (x < 0x80) {
    put(x);
  } else if (x < 0x800) {
    put(0xC0 | x >> 6);
    put(0x80 | (x & 0x3F));
  } else if (x < 0x10000) {
    put(0xE0 | x >> 12);
    put(0x80 | (x >> 6 & 0x3F));
    put(0x80 | (x & 0x3F));
  } else {
    put(0xF0 | x >> 18);
    put(0x80 | (x >> 12 & 0x3F));
    put(0x80 | (x >> 6 & 0x3F));
    put(0x80 | (x & 0x3F));
  }
  return out;
}

/// Texts of random characters: half of them are at a border between shown and escaped characters. On request
/// the texts also have bytes that are no UTF-8.
class strange_texts {
public:
  std::string operator()(bool is_utf8) {
    std::string text;
    for (auto left = numbers_() % 20; left > 0; --left) {
      if (!is_utf8 && numbers_() % 5 == 0)
        text += static_cast<char>(0x80 + numbers_() % 0x80);
      else
        text += utf8_of(character());
    }
    return text;
  }

private:
  char32_t character() {
    static constexpr char32_t borders[] = {0x00,   0x1B,   0x1F,   '"',    '\\',   0x7F,    0x9F,    0xAD,    0x061C,
                                           0x180E, 0x200B, 0x200F, 0x2028, 0x202E, 0x2069,  0x206F,  0xFE0F,  0xFEFF,
                                           0xFFFB, 0xFFFF, 0x3164, 0x1160, '\n',   0x1BCA2, 0xE0001, 0xE0FFF, 0x1F680};
    const auto x = borders[numbers_() % std::size(borders)] + static_cast<char32_t>(numbers_() % 3);
    return numbers_() % 2 == 0 ? x : static_cast<char32_t>(0x20 + numbers_() % 0x600);
  }

  std::mt19937 numbers_{7}; // NOLINT(cert-msc32-c,cert-msc51-cpp): the same texts each time
};

} // namespace

TEST_CASE("what a terminal obeys and nobody sees is escaped, in one way") {
  const std::pair<std::string, const char*> rows[] = {
    {"", ""},
    {"plain ~ text", "plain ~ text"},
    {"\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x9A\x80 \xD7\xA9\xD7\x9C",
     "\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x9A\x80 \xD7\xA9\xD7\x9C"},
    {"\x1B[31mred", "\\u001b[31mred"},
    {std::string("a\0b", 3), "a\\u0000b"},
    {"\x7F\x08", "\\u007f\\u0008"},
    {"one\r\n\ttwo", "one\\r\\n\\ttwo"},
    {"\xC2\x85\xC2\x9B"
     "1m",
     "\\u0085\\u009b1m"},
    {"\xE2\x80\xAE\xE2\x81\xA6\xE2\x81\xA9", "\\u202e\\u2066\\u2069"},
    {"\xE2\x80\x8E\xE2\x80\x8F\xD8\x9C", "\\u200e\\u200f\\u061c"},
    {"\xE2\x80\xA8\xE2\x80\xA9", "\\u2028\\u2029"},
    {"a\xE2\x80\x8B\xEF\xBB\xBF\xC2\xAD"
     "b",
     "a\\u200b\\ufeff\\u00adb"},
    {"\xF3\xA0\x80\x81", "\\U000e0001"},
    {"a\xFFz\xC3", "a\\xffz\\xc3"},
    {"\xC0\xAF", "\\xc0\\xaf"},
    {"\xED\xA0\x80", "\\xed\\xa0\\x80"},
  };
  for (const auto& [text, shown] : rows) {
    CHECK(printable(text) == shown);
    CHECK((text::find_unprintable(text) == text.npos) == (text == shown));
  }
  CHECK(printable_lines("a\x1B\n\tb\r\n") == "a\\u001b\n\tb\\r\n");
  CHECK(printable_lines("\xF3\xA0\x80\x81\xFF", escape_form::json) == "\\udb40\\udc01\xEF\xBF\xBD");
}

TEST_CASE("whatever the text is, what is shown of it is shown as it is") {
  strange_texts texts;
  for (int i = 0; i < 20'000; ++i) {
    const auto text = texts(false);
    const auto shown = printable(text);
    CHECK(text::find_unprintable(shown) == shown.npos);
    CHECK(printable(shown) == shown);
    auto in_place = text;
    text::make_printable(in_place);
    CHECK(in_place == shown);
  }
}

TEST_CASE("escaped JSON is the same value, and escaped YAML too") {
  strange_texts texts;
  for (int i = 0; i < 5'000; ++i) {
    const auto value = text::json::object({{texts(true), text::json(texts(true))}, {"k", text::json(texts(true))}});
    const auto text = printable_lines(value.dump(), escape_form::json);
    CHECK(text::find_unprintable(text) == text.npos);
    const auto again = text::parse_json(text);
    REQUIRE_MESSAGE(again, text);
    CHECK(*again == value);
    const auto yaml = text::write_yaml(value);
    CHECK(printable_lines(yaml) == yaml);
    const auto read = text::parse_yaml(yaml);
    REQUIRE_MESSAGE(read, yaml);
    CHECK_MESSAGE(*read == value, yaml);
  }
}

TEST_SUITE_END();
