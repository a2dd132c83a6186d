#include "text/json/value_counter.hpp"

#include <doctest/doctest.h>

#include <string_view>

namespace {

std::size_t count_of(std::string_view text) {
  text::value_counter values;
  // Letter by letter, as a part may end anywhere.
  for (std::size_t i = 0; i < text.size(); ++i) values.add(text.substr(i, 1));
  return values.count();
}

} // namespace

TEST_CASE("lists, maps and their further items are counted") {
  CHECK(count_of("") == 0);
  CHECK(count_of("1") == 0);
  CHECK(count_of("[]") == 1);
  CHECK(count_of("{\"a\":1}") == 1);
  CHECK(count_of("[[],{},1]") == 5);
  CHECK(count_of("{\"a\":[1,2],\"b\":{}}") == 5);
}

TEST_CASE("letters of texts are no values, whatever is escaped in them") {
  CHECK(count_of("\"[,{\"") == 0);
  CHECK(count_of(R"(["\"[,{","\\",{"[":"\\\""}])") == 4);
}
