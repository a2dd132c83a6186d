#include "kube/discovery/server_version.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_SUITE_BEGIN("kube/discovery/server_version");

using kube::discovery::when_unanswered;

namespace {

struct version_world {
  int requests = 0;
  std::string reports{};
  base::result<kube::api::http_response> next = answer("v1.36.3");
  kube::discovery::server_version version{
    [this](const kube::api::http_request& x, const kube::api::on_response& done) {
      CHECK(x.target == "/version");
      ++requests;
      done(next);
    },
    [this](const auto& older, const auto& counted) { reports += older + " and not " + counted + "; "; }};

  static kube::api::http_response answer(const std::string& text) {
    return {.status = 200, .body = R"({"gitVersion":")" + text + R"("})", .retry_after = {}};
  }
  std::string read(std::int64_t now_us, when_unanswered otherwise = when_unanswered::failure) {
    std::string got;
    version.read(now_us, otherwise, [&](const auto& x) { got = x ? *x : "failed"; });
    return got;
  }
};

} // namespace

TEST_CASE_FIXTURE(version_world, "a version is asked for again when it is two seconds old") {
  CHECK(read(0) == "v1.36.3");
  next = answer("v1.36.4");
  CHECK(read(1'999'999) == "v1.36.3");
  CHECK(requests == 1);
  CHECK(read(2'000'000) == "v1.36.4");
  CHECK(requests == 2);
}

TEST_CASE_FIXTURE(version_world, "without an answer the last version counts only for a caller that says so") {
  next = base::fail(base::error_code::unavailable, "no route");
  CHECK(read(0, when_unanswered::last_known) == "failed");
  next = answer("v1.36.3");
  CHECK(read(0) == "v1.36.3");
  next = base::fail(base::error_code::unavailable, "no route");
  CHECK(read(5'000'000) == "failed");
  CHECK(read(5'000'000, when_unanswered::last_known) == "v1.36.3");
}

TEST_CASE("versions are compared by their three numbers") {
  using kube::discovery::is_older_version;
  CHECK(is_older_version("v1.9.0", "v1.10.0"));
  CHECK(is_older_version("v1.29.3-gke.9", "v1.29.10+k3s1"));
  CHECK_FALSE(is_older_version("v1.30.0", "v1.30.0-rc.1"));
  CHECK_FALSE(is_older_version("v1.30.0", "v1.29.9"));
  CHECK_FALSE(is_older_version("", "v1.29.9"));
  CHECK_FALSE(is_older_version("v1.29", "v1.30.0"));
}

TEST_CASE_FIXTURE(version_world, "an older version counts only when all answers of half an hour are older") {
  const std::int64_t minute = 60'000'000;
  CHECK(read(0) == "v1.36.3");
  CHECK_FALSE(version.settles_in(0));
  next = answer("v1.35.9");
  CHECK(read(1 * minute) == "v1.36.3");
  CHECK(version.settles_in(1 * minute) == std::chrono::minutes(1));
  next = answer("v1.36.3");
  CHECK(read(2 * minute) == "v1.36.3");
  CHECK_FALSE(version.settles_in(2 * minute));
  next = answer("v1.35.9");
  CHECK(read(3 * minute) == "v1.36.3");
  CHECK(read(33 * minute - 1) == "v1.36.3");
  CHECK(version.settles_in(33 * minute - 1) == std::chrono::seconds(2));
  CHECK(read(33 * minute + 2'000'000) == "v1.35.9");
  CHECK_FALSE(version.settles_in(34 * minute));
  CHECK(reports == "v1.35.9 and not v1.36.3; v1.35.9 and not v1.36.3; ");
}

TEST_SUITE_END();
