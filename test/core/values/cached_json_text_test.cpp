#include "core/values/cached_json_text.hpp"

#include "random_patches.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace {

std::string plain(const text::json& value) {
  text::text_pieces out;
  core::values::cached_json_text(value).append_to(out);
  return out.text();
}

std::string with_modules(const text::json& value, const char* list) {
  text::text_pieces out;
  core::values::cached_json_text(value).append_with_modules(out, list);
  return out.text();
}

} // namespace

TEST_CASE("a kept text is the text of the value, byte for byte") {
  for (const char* text : {"{}", "[]", "[1,{\"a\":2}]", "1.50", R"({"a":1})", R"({"z":1})", R"({"enabledModules":1})",
                           R"({"a":1,"enabledModules":[],"z":"\n\"é"})", R"({"enabledModulesToo":1,"enabled":2})"}) {
    CAPTURE(text);
    const auto value = *text::parse_json(text);
    CHECK(plain(value) == value.dump());
    if (value.is_object())
      CHECK(with_modules(value, R"(["x","y"])")
            == value.with("enabledModules", *text::parse_json(R"(["x","y"])")).dump());
  }
  for (unsigned seed = 0; seed < 100; ++seed) {
    CAPTURE(seed);
    const auto value = test::random_patches(seed).value(0);
    CHECK(plain(value) == value.dump());
  }
}

TEST_CASE("copies of a kept text and repeated use give the same") {
  const core::values::cached_json_text text(text::json::object({{"a", 1}}));
  const auto copy = text;
  text::text_pieces out;
  text.append_to(out);
  copy.append_with_modules(out, "[]");
  text.append_to(out);
  CHECK(out.text() == R"({"a":1}{"a":1,"enabledModules":[]}{"a":1})");
}

TEST_CASE("the files of many runs share one text of a section") {
  const core::values::cached_json_text text(text::json::object({{"a", std::string(4096, 'x')}}));
  text::text_pieces first;
  text::text_pieces second;
  text.append_to(first);
  text.append_with_modules(second, "[]");
  const auto longest = [](const text::text_pieces& x) {
    std::string_view found;
    REQUIRE(x.read([&found](const auto& parts) {
      for (const auto part : parts)
        if (part.size() > found.size()) found = part;
      return base::result<void>();
    }));
    return found.data();
  };
  CHECK(longest(first) == longest(second));
}
