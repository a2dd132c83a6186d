#include "text/yaml/yaml_scalar.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

std::string resolved(const char* text) {
  const auto value = text::resolve_plain_scalar(text);
  return value ? value->dump() : "none";
}

} // namespace

TEST_CASE("a bare word has the type that yaml.v2 reads") {
  struct row {
    const char* text;
    const char* value;
  };
  for (const auto& r : {
         row{"", "null"},
         row{"~", "null"},
         row{"NULL", "null"},
         row{"nULL", R"("nULL")"},
         row{"y", "true"},
         row{"Off", "false"},
         row{"oFF", R"("oFF")"},
         row{"0", "0"},
         row{"-0", "0"},
         row{"+12", "12"},
         row{"010", "8"},
         row{"08", "8"},
         row{"0x1f", "31"},
         row{"-0b11", "-3"},
         row{"0x", R"("0x")"},
         row{"1_0", "10"},
         row{"_1", R"("_1")"},
         row{"18446744073709551615", "18446744073709551615"},
         row{"-9223372036854775808", "-9223372036854775808"},
         row{"1.5", "1.5"},
         row{".5", "0.5"},
         row{"1.", "1"},
         row{"1e3", "1000"},
         row{"1e", R"("1e")"},
         row{".", R"(".")"},
         row{"+", R"("+")"},
         row{"-", R"("-")"},
         row{"1e400", R"("1e400")"},
         row{"1.2.3", R"("1.2.3")"},
         row{".inf", "none"},
         row{"-.INF", "none"},
         row{".NaN", "none"},
         row{"12:30:45", R"("12:30:45")"},
         row{"2026-01-01", R"("2026-01-01")"},
       }) {
    CAPTURE(r.text);
    CHECK(resolved(r.text) == r.value);
  }
}

TEST_CASE("a key that is a word for a truth value becomes true or false") {
  struct row {
    const char* key;
    const char* read; ///< empty: stays
  };
  for (const auto& r :
       {row{"n", "false"}, row{"off", "false"}, row{"FALSE", "false"}, row{"y", "true"}, row{"On", "true"},
        row{"true", ""}, row{"false", ""}, row{"", ""}, row{"null", ""}, row{"1", ""}, row{"none", ""}}) {
    CAPTURE(r.key);
    CHECK(text::boolean_key(r.key).value_or("") == r.read);
  }
}

TEST_CASE("a text that some reader takes for something else needs quotes") {
  for (const auto* text : {"web", "a b", "v1.2.3", "1.2.3", "10Mi", "/etc", "2026", "-", "a:b"}) {
    CAPTURE(text);
    CHECK(text::is_string_for_all(text) == (std::string(text) != "2026"));
  }
  for (const auto* text : {"", "yes", "1", "1.5", "1e400", "0xFFFFFFFFFFFFFFFFFF", "12:30:45", "+1:20", "1_2:30.5",
                           "2026-01-01", "2026-1-1T10:00:00Z", "99999999999999999999", ".inf", "~"}) {
    CAPTURE(text);
    CHECK(!text::is_string_for_all(text));
  }
}

TEST_CASE("a date is a year, a month and a day, and perhaps a time") {
  for (const auto* text : {"2026-01-01", "2026-1-1", "2026-01-01T00:00:00Z", "2026-01-01t00", "2026-01-01 00:00"}) {
    CAPTURE(text);
    CHECK(text::looks_like_date(text));
  }
  for (const auto* text :
       {"", "2026", "2026-01", "2026-01-", "2026-001-01", "26-01-01", "12026-01-01", "2026-01-01x", "2026/01/01"}) {
    CAPTURE(text);
    CHECK(!text::looks_like_date(text));
  }
}
