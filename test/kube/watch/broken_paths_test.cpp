#include "kube/watch/broken_paths.hpp"

#include <doctest/doctest.h>

#include <string>

using kube::watch::broken_paths;

namespace {

constexpr std::int64_t now = 1'000'000'000;

} // namespace

TEST_CASE("a second break at a path proves that the path is at fault, if another path was answered in between") {
  broken_paths paths;
  CHECK_FALSE(paths.broke("/widgets", now));
  CHECK_FALSE(paths.broke("/widgets", now));
  CHECK_FALSE(paths.is_broken("/widgets"));
  paths.answered("/version", now);
  CHECK_FALSE(paths.is_broken("/widgets"));
  CHECK(paths.broke("/widgets", now));
  CHECK(paths.is_broken("/widgets"));
  CHECK(paths.broke("/widgets", now));
}

TEST_CASE("a whole answer at the path ends its fault") {
  broken_paths paths;
  static_cast<void>(paths.broke("/widgets", now));
  paths.answered("/version", now);
  static_cast<void>(paths.broke("/widgets", now));
  paths.answered("/widgets", now);
  CHECK_FALSE(paths.is_broken("/widgets"));
  CHECK_FALSE(paths.broke("/widgets", now));
}

TEST_CASE("breaks of connections at many paths, each answered at the next try, prove nothing") {
  broken_paths paths;
  for (int i = 0; i < 10; ++i) {
    CHECK_FALSE(paths.broke("/widgets", now));
    CHECK_FALSE(paths.broke("/pods", now));
    paths.answered("/widgets", now);
    paths.answered("/pods", now);
  }
}

TEST_CASE("breaks of two outages prove nothing, and neither does a break while no path is answered") {
  broken_paths paths;
  CHECK_FALSE(paths.broke("/widgets", now));
  paths.answered("/version", now);
  const auto later = now + broken_paths::between_max_us + 1;
  paths.answered("/version", later);
  CHECK_FALSE(paths.broke("/widgets", later));
  paths.answered("/version", later);
  CHECK_FALSE(paths.broke("/widgets", later + broken_paths::moment_us + 1));
  CHECK_FALSE(paths.is_broken("/widgets"));
  paths.answered("/version", later + broken_paths::moment_us + 2);
  CHECK(paths.broke("/widgets", later + broken_paths::moment_us + 3));
}

TEST_CASE("the error names the path") {
  const auto error =
    kube::watch::error_of_path({base::error_code::unavailable, "the connection broke"}, "/apis/a/v1/b");
  CHECK(error.code == base::error_code::unavailable);
  CHECK(error.message.find("the connection broke; this happens to each request for /apis/a/v1/b") == 0);
}

TEST_CASE("the paths that are remembered are bounded") {
  broken_paths paths;
  for (std::size_t i = 0; i <= broken_paths::kept_max; ++i) static_cast<void>(paths.broke(std::to_string(i), now));
  paths.answered("/version", now);
  CHECK(paths.broke("0", now));
  CHECK_FALSE(paths.broke(std::to_string(broken_paths::kept_max), now));
}
