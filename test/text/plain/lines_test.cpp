#include "text/plain/lines.hpp"

#include <doctest/doctest.h>

#include <string_view>
#include <vector>

TEST_CASE("a text has the lines between its line breaks, and the last break begins no other") {
  using lines = std::vector<std::string_view>;
  struct row {
    std::string_view text;
    lines want;
  };
  for (const auto& r : {row{"", {}}, row{"a", {"a"}}, row{"a\n", {"a"}}, row{"a\nb", {"a", "b"}},
                        row{"a\nb\n", {"a", "b"}}, row{"\n", {""}}, row{"\n\n", {"", ""}}, row{"\na", {"", "a"}},
                        row{"a\n\nb", {"a", "", "b"}}, row{"a\r\nb", {"a\r", "b"}}}) {
    CAPTURE(r.text);
    CHECK((text::lines_of(r.text) == r.want));
  }
}

TEST_CASE("lines refer to the text") {
  constexpr std::string_view text = "one\ntwo\n";
  const auto lines = text::lines_of(text);
  REQUIRE(lines.size() == 2);
  CHECK(static_cast<const void*>(lines[1].data()) == text.data() + 4);
}
