#include "base/path_segment.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("a text that leads to another place in a path is refused as a name") {
  struct row {
    const char* text;
    const char* problem;
  };
  for (const auto& r : {row{"", "must not be empty"}, row{".", "must not be '.', which no object is called"},
                        row{"..", "must not be '..', which no object is called"},
                        row{"a/b", "must not have '/' in it, which no name in Kubernetes has"},
                        row{"/", "must not have '/' in it, which no name in Kubernetes has"},
                        row{"../a", "must not have '/' in it, which no name in Kubernetes has"},
                        row{"a%2Fb", "must not have '%' in it, which no name in Kubernetes has"}}) {
    CAPTURE(r.text);
    CHECK(base::path_segment_problem(r.text) == r.problem);
  }
}

TEST_CASE("names that only look like it are allowed") {
  for (const std::string text : {"web", "...", ".a", "a..b", "system:node", "a b", "ä", "\\"}) {
    CAPTURE(text);
    CHECK(base::path_segment_problem(text) == "");
  }
}
