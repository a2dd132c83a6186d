#include "base/process_limit.hpp"

#include <doctest/doctest.h>

#include <string_view>

TEST_CASE("the words of Go's runtime about a missing thread or process are known") {
  struct row {
    std::string_view words;
    bool is_limit;
  };
  for (const auto& r : {row{"runtime: failed to create new OS thread (have 5 already; errno=11)", true},
                        row{"Error: fork/exec /usr/bin/kubectl: resource temporarily unavailable", true},
                        row{"fatal error: newosproc\nruntime: failed to create new OS thread", true}, row{"", false},
                        row{"resource temporarily unavailable", false}, // not as the reason of a failed call
                        row{"Error: UPGRADE FAILED: timed out waiting for the condition", false}}) {
    CAPTURE(r.words);
    CHECK(base::names_process_limit(r.words) == r.is_limit);
  }
}

TEST_CASE("the advice names the limits that can be raised") {
  for (const std::string_view limit : {"podPidsLimit", "pids.max", "ulimit -u"}) {
    CAPTURE(limit);
    CHECK(base::process_limit_advice.find(limit) != std::string_view::npos);
  }
}
