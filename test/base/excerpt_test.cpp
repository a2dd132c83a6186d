#include "base/excerpt.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("the beginning and the end of a text hold whole characters only") {
  const std::string_view text = "aü€b"; // 1, 2, 3 and 1 bytes
  struct row {
    std::size_t bytes_max;
    const char* first;
    const char* last;
  };
  for (const auto& r : {row{0, "", ""}, row{1, "a", "b"}, row{2, "a", "b"}, row{3, "aü", "b"}, row{4, "aü", "€b"},
                        row{5, "aü", "€b"}, row{6, "aü€", "ü€b"}, row{7, "aü€b", "aü€b"}, row{8, "aü€b", "aü€b"}}) {
    CAPTURE(r.bytes_max);
    CHECK(base::first_bytes(text, r.bytes_max) == r.first);
    CHECK(base::last_bytes(text, r.bytes_max) == r.last);
  }
}

TEST_CASE("an excerpt says whether there is more") {
  CHECK(base::excerpt("abc", 3) == "abc");
  CHECK(base::excerpt("abcd", 3) == "abc…");
  CHECK(base::excerpt("abü", 3) == "ab…");
  CHECK(base::excerpt(std::string(81, 'x')) == std::string(80, 'x') + "…");
}

TEST_CASE("white space is trimmed at both ends, and nowhere else") {
  CHECK(base::trimmed(" \t\r\n a b\n") == "a b");
  CHECK(base::trimmed("a") == "a");
  CHECK(base::trimmed(" \n").empty());
  CHECK(base::trimmed("").empty());
}
