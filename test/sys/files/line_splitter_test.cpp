#include "sys/files/line_splitter.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using lines = std::vector<std::string>;

lines split(std::size_t line_bytes_max, const std::vector<std::string>& chunks) {
  lines seen;
  const auto on_line = [&seen](std::string_view line) { seen.emplace_back(line); };
  sys::files::line_splitter splitter(line_bytes_max);
  for (const auto& chunk : chunks) splitter.push(chunk, on_line);
  splitter.finish(on_line);
  return seen;
}

} // namespace

TEST_CASE("lines come out the same however the bytes are cut") {
  CHECK(split(100, {"one\ntwo\n\nthree"}) == lines{"one", "two", "", "three"});
  CHECK(split(100, {"o", "ne\nt", "wo", "\n", "\nthr", "ee"}) == lines{"one", "two", "", "three"});
}

TEST_CASE("a last line without an end of line is handed out once") {
  CHECK(split(100, {"tail"}) == lines{"tail"});
  CHECK(split(100, {"tail\n"}) == lines{"tail"});
  CHECK(split(100, {}).empty());
}

TEST_CASE("a line of exactly the limit is one line, one byte more makes two pieces") {
  CHECK(split(4, {"abcd\n"}) == lines{"abcd"});
  CHECK(split(4, {"abcd", "\n"}) == lines{"abcd"});
  CHECK(split(4, {"abcde\n"}) == lines{"abcd", "e"});
  CHECK(split(4, {"abcd", "e", "\nf"}) == lines{"abcd", "e", "f"});
}

TEST_CASE("no byte of a long line is lost") {
  std::string joined;
  for (const auto& piece : split(7, {std::string(10, 'x'), std::string(23, 'y') + '\n'})) {
    CHECK(piece.size() <= 7);
    joined += piece;
  }
  CHECK(joined == std::string(10, 'x') + std::string(23, 'y'));
}
