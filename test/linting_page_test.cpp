// Compares the page about linting with the rules.

#include "core/lint/rules.hpp"
#include "page_text.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("every rule of lint is on its page with its level and meaning") {
  const auto page = test::page("linting.md");
  for (const auto& x : core::lint::rules) {
    const auto row = "| `" + std::string(x.code) + "` | "
                     + (x.level == core::lint::severity::error ? "error" : "warning") + " | " + std::string(x.meaning)
                     + " |\n";
    CHECK_MESSAGE(page.find(row) != std::string::npos, "docs/linting.md lacks the row " << row);
  }
}
