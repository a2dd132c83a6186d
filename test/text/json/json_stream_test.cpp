#include "text/json/json_stream.hpp"

#include <doctest/doctest.h>

#include <string>

using text::json_stream;

namespace {

/// The output of a stream, a value a line, and its error.
std::string read(json_stream stream) {
  std::string out;
  for (;;) {
    const auto next = stream.next();
    if (!next) return out + next.error().message;
    if (!*next) return out;
    out += (*next)->dump() + "\n";
  }
}

std::string items(std::string_view text) {
  return read(json_stream(text, {.outer = json_stream::lists::item_by_item}));
}

std::string error_of(const base::result<text::json>& x) {
  return x ? "" : x.error().message;
}

} // namespace

TEST_CASE("values come one by one, and an error comes after those before it") {
  CHECK(read(json_stream("{\"a\":1} [2,3]\n4\"x\"")) == "{\"a\":1}\n[2,3]\n4\n\"x\"\n");
  CHECK(read(json_stream(" \n")).empty());
  CHECK(read(json_stream("1\n2 }")) == "1\n2\ninvalid JSON at line 2, column 3: The document is empty.");
}

TEST_CASE("items of outer lists come one by one, whatever stands beside the lists") {
  CHECK(items("[1,{\"a\":[2]}] 3 [] [[4]]") == "1\n{\"a\":[2]}\n3\n[4]\n");
  CHECK(items("").empty());
  std::string many;
  for (int i = 0; i < 200'000; ++i) many += "[]";
  CHECK_MESSAGE(items(many).empty(), "lists without items take no room on the stack");
}

TEST_CASE("a list that is read item by item has the errors that it has as a whole, in the same place") {
  for (const std::string text : {"[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "[1,\n 2,\n x]", "[{\"a\":1,}]", "[1}",
                                 "[1,tru]", "[\"\xED\xB0\x80\"]"}) {
    CAPTURE(text);
    const auto expected = error_of(text::parse_json(text));
    CHECK_FALSE(expected.empty());
    const auto found = items(text);
    CHECK(found.substr(found.rfind("invalid JSON")) == expected);
  }
}

TEST_CASE("the list round the items counts for the depth") {
  const auto nested = [](int levels) {
    return std::string(static_cast<std::size_t>(levels), '[') + std::string(static_cast<std::size_t>(levels), ']');
  };
  CHECK(error_of(text::parse_json(nested(400))).empty());
  CHECK(items(nested(400)).find("invalid") == std::string::npos);
  CHECK(items(nested(401)).find("nested too deep") != std::string::npos);
}

TEST_CASE("a value may be bounded, however long the text is") {
  const json_stream::options bounded{.value_bytes_max = 10};
  CHECK(read(json_stream("[1,2,3,4] [5,6,7,8]", bounded)) == "[1,2,3,4]\n[5,6,7,8]\n");
  CHECK(read(json_stream("1 [1,2,3,4,5,6]", bounded))
        == "1\ninvalid JSON at line 1, column 3: a value has more than 10 bytes");
  CHECK(read(json_stream("[1,2,,4,5,6,7]", bounded)) == "invalid JSON at line 1, column 6: Invalid value.");
}
