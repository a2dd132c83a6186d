#include "trace/read/screen_text.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using trace::read::on_one_screen;

namespace {

std::size_t rows_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

} // namespace

TEST_CASE("a line is broken at spaces, and names stay whole") {
  const std::string line = "03:12:07.412 (+1.000 s)  run of hook 'hooks/20-copy-to-namespaces.py' of module 'web'\n";
  CHECK(on_one_screen(line, 0) == line);
  CHECK(on_one_screen(line, 160) == line);
  CHECK(on_one_screen(line, 80)
        == "03:12:07.412 (+1.000 s)  run of hook 'hooks/20-copy-to-namespaces.py' of module\n    'web'\n");
  CHECK(on_one_screen("  a 'hooks/a-very-long-name-of-a-hook.py' b\n", 20)
        == "  a\n      'hooks/a-very-long-name-of-a-hook.py'\n      b\n");
}

TEST_CASE("of too many lines the middle is left out and counted") {
  std::string text;
  for (int i = 1; i <= 100; ++i) text += "line " + std::to_string(i) + "\n";
  for (const std::size_t width : {0, 80}) {
    const auto shown = on_one_screen(text, width);
    CHECK(rows_of(shown) == trace::read::screen_rows);
    CHECK(shown.starts_with("line 1\nline 2\n"));
    CHECK(shown.ends_with("line 99\nline 100\n"));
    CHECK(shown.find("… 61 lines are left out here: `trace order` has them …\n") != std::string::npos);
  }
}

TEST_CASE("a line of any length has an end") {
  std::string words;
  for (int i = 0; i < 5'000; ++i) words += "word ";
  for (const std::size_t width : {20, 80, 160})
    CHECK_MESSAGE(rows_of(on_one_screen(words + "\n" + words + "\nlast\n", width)) <= 25, width);
  CHECK(on_one_screen(words + "\n", 0).size() < 700);
  CHECK(on_one_screen("", 80).empty());
}
