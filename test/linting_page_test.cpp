// Compares the page about linting with the rules.

#include "core/lint/rules.hpp"
#include "page_text.hpp"

#include <doctest/doctest.h>

#include <regex>
#include <string>

TEST_CASE("every rule of lint is on its page with its level and meaning") {
  const auto page = std::regex_replace(test::page("linting.md"), std::regex(R"(\s+)"), " ");
  for (const auto& x : core::lint::rules) {
    const auto item = "* `" + std::string(x.code) + "` ("
                      + (x.level == core::lint::severity::error ? "error" : "warning") + "): " + std::string(x.meaning);
    CHECK_MESSAGE(page.find(item) != std::string::npos, "docs/linting.md lacks the item " << item);
  }
}
