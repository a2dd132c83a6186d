#include "kube/watch/reachability.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <utility>

TEST_SUITE_BEGIN("kube/reachability");

namespace {

using namespace std::chrono_literals;
using base::error_code;
namespace effects = kube::watch::reachability_effect;

const base::result<kube::api::http_response> refused = base::fail(error_code::unavailable, "refused");

base::result<kube::api::http_response> answer(int status, std::string body = R"({"gitVersion":"v1.37.2"})") {
  return kube::api::http_response{.status = status, .body = std::move(body), .retry_after = std::nullopt};
}

/// The state machine, with its effects as short texts.
struct fixture {
  kube::watch::reachability server{{.first = 1000ms, .longest = 4000ms}, 7};
  std::uint64_t probe = 0;
  std::chrono::milliseconds delay{0};

  std::string text(const kube::watch::reachability_effects& all) {
    std::string out;
    for (const auto& effect : all) {
      if (!out.empty()) out += ", ";
      if (const auto* after = std::get_if<effects::probe_after>(&effect)) {
        probe = after->probe;
        delay = after->time;
        out += "probe";
      } else if (const auto* began = std::get_if<effects::outage_began>(&effect)) {
        out += "began: " + began->reason.message;
      } else if (const auto* ended = std::get_if<effects::outage_ended>(&effect)) {
        out += "ended after " + std::to_string(ended->duration.count());
      } else {
        out += "cleared";
      }
    }
    return out;
  }
  std::string failed(std::int64_t now = 0) { return text(server.failed(now)); }
  std::string answered(std::int64_t now = 0) { return text(server.answered(now)); }
  std::string probed(const base::result<kube::api::http_response>& outcome, std::int64_t now = 0) {
    return text(server.probed(probe, outcome, now));
  }
};

} // namespace

TEST_CASE("the probe does not trust a connection that others use") {
  CHECK(kube::watch::probe_request().fresh_connection);
}

TEST_CASE_FIXTURE(fixture, "one failed request is no outage if the probe is answered") {
  CHECK_EQ(failed(), "probe");
  CHECK_FALSE(server.answers());
  CHECK_EQ(failed(), "");
  CHECK_EQ(probed(answer(200)), "cleared");
  CHECK(server.answers());
}

TEST_CASE_FIXTURE(fixture, "an outage is reported once, with its reason, and its end with how long it was") {
  failed(100);
  CHECK_EQ(probed(refused, 200), "began: refused, probe");
  CHECK_EQ(probed(refused, 300), "probe");
  CHECK_EQ(failed(350), "");
  CHECK_EQ(probed(answer(200), 400), "ended after 300");
  CHECK_EQ(answered(500), "");
}

TEST_CASE_FIXTURE(fixture, "any answer ends doubt and outage, and the probe on its way says nothing any more") {
  failed();
  const auto first = probe;
  CHECK_EQ(answered(), "cleared");
  CHECK_FALSE(server.wants(first));
  CHECK_EQ(text(server.probed(first, refused, 0)), "");
  failed();
  CHECK_EQ(text(server.probed(first, refused, 0)), "");
  probed(refused);
  CHECK_EQ(answered(9), "ended after 9");
}

TEST_CASE_FIXTURE(fixture, "a refusal is an answer; an error of the server, or of a proxy before it, is none") {
  failed();
  CHECK_EQ(probed(answer(503, "{}")), "began: HTTP status 503: {}, probe");
  CHECK_EQ(probed(answer(502)), "probe");
  CHECK_EQ(probed(answer(200, R"({"status":"ok"})")), "probe");
  CHECK_EQ(probed(answer(404, "<html>no such host</html>")), "probe");
  CHECK_EQ(probed(answer(200, "<html>please log in</html>")), "probe");
  CHECK_EQ(probed(answer(403, R"({"kind":"Status","reason":"Forbidden","code":403})")), "ended after 0");
}

TEST_CASE_FIXTURE(fixture, "probes become rarer up to the limit, and the next outage begins anew") {
  failed();
  CHECK_LE(delay, 1000ms);
  for (int i = 0; i < 10; ++i) {
    probed(refused);
    CHECK_LE(delay, 4000ms);
  }
  CHECK_GE(delay, 2000ms);
  answered();
  failed();
  CHECK_LE(delay, 1000ms);
}

TEST_CASE("only failures that may concern every request may be an outage") {
  for (auto code : {error_code::unavailable, error_code::timeout}) CHECK(kube::watch::may_be_outage({code, ""}));
  for (auto code : {error_code::forbidden, error_code::not_found, error_code::expired, error_code::throttled,
                    error_code::unauthorized, error_code::invalid_input})
    CHECK_FALSE(kube::watch::may_be_outage({code, ""}));
}
