#include "text/plain/text_pieces.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>

using text::text_pieces;

namespace {

text::shared_text shared(char letter, std::size_t size) {
  return std::make_shared<const std::string>(size, letter);
}

std::string joined(const text_pieces& x) {
  std::string all;
  for (const auto part : x.parts()) all += part;
  return all;
}

} // namespace

TEST_CASE("a text in pieces is what was appended, in its order") {
  for (const std::size_t size : {1, 511, 512, 70000}) {
    CAPTURE(size);
    text_pieces x("[");
    x.append(shared('a', size));
    x.append(shared('b', size));
    x.end() += ',';
    x.append(shared('c', size));
    x.end() += ']';
    const auto expected = "[" + std::string(size, 'a') + std::string(size, 'b') + "," + std::string(size, 'c') + "]";
    CHECK(x.size() == expected.size());
    CHECK(joined(x) == expected);
    CHECK(x.text() == expected);
    CHECK(text_pieces(x).text() == expected);
  }
}

TEST_CASE("a long text is shared and a short one copied") {
  const auto long_text = shared('x', 4096);
  const auto short_text = shared('y', 16);
  text_pieces x;
  x.append(long_text);
  x.append(short_text);
  const auto parts = x.parts();
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].data() == long_text->data());
  CHECK(parts[1].data() != short_text->data());
  CHECK(long_text.use_count() == 2);
}

TEST_CASE("no part is empty, and an empty text has none") {
  text_pieces x;
  CHECK(x.empty());
  CHECK(x.parts().empty());
  x.append(shared('x', 0));
  x.append(shared('x', 4096));
  x.append(shared('x', 4096));
  const auto parts = x.parts();
  CHECK(parts.size() == 2);
  CHECK(std::none_of(parts.begin(), parts.end(), [](auto part) { return part.empty(); }));
}

TEST_CASE("a text in pieces is appended to another one with its pieces") {
  const auto long_text = shared('x', 4096);
  text_pieces inner("<");
  inner.append(long_text);
  inner.end() += '>';
  text_pieces outer("a");
  outer.append(long_text);
  outer.append(inner);
  outer.end() += 'z';
  CHECK(outer.text() == "a" + *long_text + "<" + *long_text + ">z");
  CHECK(long_text.use_count() == 4);
}
