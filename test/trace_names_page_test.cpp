// Compares docs/tracing.md with the names that the compiler checks.
#include "page_text.hpp"
#include "trace/format_names.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("every fact of an event is on the page of traces") {
  const auto page = test::page("tracing.md");
  const auto format = page.substr(page.find("Every other line is an event"));
  for (const auto name : trace::fact_names)
    CHECK_MESSAGE(format.find("`" + std::string(name) + "`") != format.npos, name << " is not on docs/tracing.md");
}
