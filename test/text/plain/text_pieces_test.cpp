#include "text/plain/text_pieces.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

using text::text_pieces;

namespace {

text::shared_text shared(char letter, std::size_t size) {
  return std::make_shared<const std::string>(size, letter);
}

/// All parts, copied, and where they were.
struct read_parts {
  explicit read_parts(const text_pieces& x) {
    REQUIRE(x.read([this](const auto& parts) {
      ++calls;
      for (const auto part : parts) {
        texts.emplace_back(part);
        places.push_back(part.data());
      }
      return base::result<void>();
    }));
  }
  std::vector<std::string> texts;
  std::vector<const char*> places;
  int calls = 0;
};

std::string joined(const text_pieces& x) {
  std::string all;
  for (const auto& part : read_parts(x).texts) all += part;
  return all;
}

/// A text that packs well, and differs for each number.
std::string object_of(int number, std::size_t size) {
  std::string out = "{" + std::to_string(number);
  while (out.size() < size) out += ",\"field\":\"value " + std::to_string(out.size() % 10) + "\"";
  return out;
}

text::packed_text packed(const std::string& plain) {
  auto made = text::packed_text::pack(plain, nullptr);
  REQUIRE(made.is_packed());
  return made;
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
  const read_parts parts(x);
  REQUIRE(parts.places.size() == 2);
  CHECK(parts.places[0] == long_text->data());
  CHECK(parts.places[1] != short_text->data());
  CHECK(long_text.use_count() == 2);
}

TEST_CASE("no part is empty, and an empty text has none") {
  text_pieces x;
  CHECK(x.empty());
  CHECK(read_parts(x).calls == 0);
  x.append(shared('x', 0));
  x.append(shared('x', 4096));
  x.append(shared('x', 4096));
  const auto parts = read_parts(x).texts;
  CHECK(parts.size() == 2);
  CHECK(std::none_of(parts.begin(), parts.end(), [](const auto& part) { return part.empty(); }));
}

TEST_CASE("packed texts are unpacked a few at a time, in their places between other texts") {
  text_pieces x("[");
  std::string expected = "[";
  // Shorter than the window, about as long, and longer, with own and shared texts between them.
  for (const std::size_t size : {7000, 7000, 600, 65530, 5, 65536, 65537, 200000, 7000}) {
    for (int i = 0; i < 30; ++i) {
      const auto plain = object_of(i, size);
      x.append(size < 512 ? text::packed_text(std::string_view(plain)) : packed(plain));
      x.end() += i % 3 == 0 ? "," : "";
      expected += plain + (i % 3 == 0 ? "," : "");
    }
    x.append(shared('s', size));
    expected += std::string(size, 's');
  }
  CHECK(x.size() == expected.size());
  CHECK(joined(x) == expected);
  CHECK(x.text() == expected);
  CHECK(text_pieces(x).text() == expected);
}

TEST_CASE("a text that stays as it is is shared, not copied") {
  const text::packed_text plain(std::string_view(std::string(600, 'p')));
  text_pieces x;
  x.append(plain);
  std::string unused;
  CHECK(read_parts(x).places.front() == plain.read(unused).data());
}

TEST_CASE("an error of the reader ends the reading") {
  text_pieces x;
  for (int i = 0; i < 100; ++i) x.append(packed(object_of(i, 7000)));
  int calls = 0;
  const auto read = x.read([&calls](const auto&) -> base::result<void> {
    return ++calls == 2 ? base::fail(base::error_code::unavailable, "full") : base::result<void>();
  });
  REQUIRE_FALSE(read);
  CHECK(read.error().message == "full");
  CHECK(calls == 2);
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
