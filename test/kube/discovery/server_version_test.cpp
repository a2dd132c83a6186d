#include "kube/discovery/server_version.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_SUITE_BEGIN("kube/discovery/server_version");

using kube::discovery::when_unanswered;

namespace {

struct version_world {
  int requests = 0;
  base::result<kube::api::http_response> next = answer("v1.36.3");
  kube::discovery::server_version version{[this](const kube::api::http_request& x, const kube::api::on_response& done) {
    CHECK(x.target == "/version");
    ++requests;
    done(next);
  }};

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

TEST_SUITE_END();
