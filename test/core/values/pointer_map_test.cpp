#include "core/values/pointer_map.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("the entries of a place and inside it go, and its neighbours stay") {
  const auto at = [](const char* text) { return text::parse_json_pointer(text).value(); };
  const auto left = [&](const char* place) {
    std::map<text::json_pointer, int> known;
    for (const auto* x : {"", "/a", "/a/b", "/a/b/c", "/a/bb", "/ab", "/b", "/b/0"}) known.emplace(at(x), 1);
    core::values::erase_inside(known, at(place));
    std::string text;
    for (const auto* x : {"", "/a", "/a/b", "/a/b/c", "/a/bb", "/ab", "/b", "/b/0"})
      if (known.contains(at(x))) text += std::string(x) + " ";
    return text;
  };
  CHECK(left("/a/b") == " /a /a/bb /ab /b /b/0 ");
  CHECK(left("/a") == " /ab /b /b/0 ");
  CHECK(left("/b/0") == " /a /a/b /a/b/c /a/bb /ab /b ");
  CHECK(left("/c") == " /a /a/b /a/b/c /a/bb /ab /b /b/0 ");
  CHECK(left("") == "");
}
