#include "cluster/operations/throttled_sender.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

using namespace std::chrono_literals;

namespace {

using answer = base::result<kube::api::http_response>;

/// A sender whose server gives the answers in turn, and the last of them for ever.
struct patient_world {
  explicit patient_world(std::vector<answer> given) : answers(std::move(given)) {}

  int send() {
    const auto sender = cluster::operations::throttled_sender(
      [this](const kube::api::http_request& request, const kube::api::on_response& done) {
        bodies.push_back(request.body);
        done(answers[std::min(bodies.size(), answers.size()) - 1]);
      },
      [this](std::chrono::milliseconds time, const std::function<void()>& then) {
        waits.push_back(time);
        then();
      });
    std::optional<int> status;
    sender({.method = "POST", .target = "/api", .body = "content"},
           [&](const answer& x) { status = x ? x->status : 0; });
    return status.value_or(-1);
  }

  std::vector<answer> answers;
  std::vector<std::string> bodies;
  std::vector<std::chrono::milliseconds> waits;
};

answer status(int code, std::optional<std::chrono::seconds> retry_after = {}) {
  return kube::api::http_response{.status = code, .body = {}, .retry_after = retry_after};
}

} // namespace

TEST_CASE("a request to an overloaded server is sent again when the server asks for it") {
  patient_world world({status(429, 7s), status(429), status(429, 3600s), status(201)});
  CHECK(world.send() == 201);
  CHECK(world.waits == std::vector<std::chrono::milliseconds>{7s, 1s, 30s});
  CHECK(world.bodies == std::vector<std::string>(4, "content"));
}

TEST_CASE("a server that stays overloaded is asked ten times") {
  patient_world world({status(429)});
  CHECK(world.send() == 429);
  CHECK(world.bodies.size() == 10);
}

TEST_CASE("no other answer is asked for twice") {
  for (const int code : {200, 409, 500, 503}) {
    patient_world world({status(code, 1s)});
    CHECK(world.send() == code);
    CHECK(world.bodies.size() == 1);
  }
  patient_world silent({base::fail(base::error_code::timeout, "no answer")});
  CHECK(silent.send() == 0);
  CHECK(silent.bodies.size() == 1);
}
