#include "kube/transport/credential_plugin_transport.hpp"

#include "simulation/fake_api_documents.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

TEST_SUITE_BEGIN("kube/credential_plugin_transport");

namespace {

using namespace std::chrono_literals;
using base::error_code;
using answer = base::result<kube::api::http_response>;

/// An inner transport that accepts a single valid token, and answers when the test wants it.
class token_server final : public kube::api::transport {
public:
  kube::api::transfer_id start(kube::api::http_request request, kube::api::response_events events) override {
    waiting_.push_back({++last_, std::move(request), std::move(events)});
    return last_;
  }
  void cancel(kube::api::transfer_id id) override {
    std::erase_if(waiting_, [id](const transfer& x) { return x.id == id; });
  }
  /// Answers the first request. @returns its token.
  std::string answer_one() {
    REQUIRE_FALSE(waiting_.empty());
    const auto x = std::move(waiting_.front());
    waiting_.pop_front();
    const auto token = x.request.identity->token;
    if (token == good_token)
      x.events.on_done(kube::api::http_response{200, "{}", {}});
    else
      x.events.on_done(simulation::refusal(401, "Unauthorized"));
    return token;
  }
  [[nodiscard]] std::size_t waiting() const { return waiting_.size(); }
  std::string good_token = "token 1";

private:
  struct transfer {
    kube::api::transfer_id id = 0;
    kube::api::http_request request;
    kube::api::response_events events;
  };
  std::deque<transfer> waiting_;
  kube::api::transfer_id last_ = 0;
};

/// A plugin that returns `token 1`, `token 2`, …, and a clock.
struct fixture {
  std::shared_ptr<token_server> server = std::make_shared<token_server>();
  int runs = 0;
  bool is_slow = false; ///< the plugin ends only at `end_plugin`
  kube::transport::credential_plugin_transport_options::on_obtained running;
  std::optional<base::error> failure;
  std::chrono::system_clock::time_point time{1000h};
  std::optional<std::chrono::seconds> lifetime;
  std::vector<answer> answers;
  std::unique_ptr<kube::transport::credential_plugin_transport> transport;

  fixture() {
    kube::transport::credential_plugin_transport_options options;
    options.inner = server;
    options.obtain = [this](kube::transport::credential_plugin_transport_options::on_obtained done) {
      running = std::move(done);
      if (!is_slow) end_plugin();
    };
    options.end = [] {};
    options.now = [this] { return time; };
    transport = std::make_unique<kube::transport::credential_plugin_transport>(std::move(options));
  }
  void end_plugin() {
    ++runs;
    kube::access::plugin_credentials out;
    out.identity.token = "token " + std::to_string(runs);
    if (lifetime) out.expires = time + *lifetime;
    const auto done = std::exchange(running, {});
    if (failure)
      done(tl::unexpected(*failure));
    else
      done(std::move(out));
  }
  kube::api::transfer_id ask() {
    kube::api::response_events events;
    events.on_done = [this](answer x) { answers.push_back(std::move(x)); };
    return transport->start({.target = "/version"}, std::move(events));
  }
};

} // namespace

TEST_CASE_FIXTURE(fixture, "a plugin is run once for many requests") {
  for (int i = 0; i < 3; ++i) ask();
  for (int i = 0; i < 3; ++i) CHECK_EQ(server->answer_one(), "token 1");
  ask();
  CHECK_EQ(server->answer_one(), "token 1");
  REQUIRE_EQ(answers.size(), 4);
  CHECK_EQ(answers.back()->status, 200);
  CHECK_EQ(runs, 1);
}

TEST_CASE_FIXTURE(fixture, "credentials that have expired are not used any more") {
  lifetime = 60s;
  ask();
  CHECK_EQ(server->answer_one(), "token 1");
  time += 59s;
  ask();
  CHECK_EQ(server->answer_one(), "token 1");
  time += 1s;
  server->good_token = "token 2";
  ask();
  CHECK_EQ(server->answer_one(), "token 2");
  REQUIRE_EQ(answers.size(), 3);
  CHECK_EQ(answers.back()->status, 200);
}

TEST_CASE_FIXTURE(fixture, "credentials that are refused are renewed, and the request is sent once more") {
  server->good_token = "token 2";
  ask();
  CHECK_EQ(server->answer_one(), "token 1");
  CHECK_EQ(server->answer_one(), "token 2");
  REQUIRE_EQ(answers.size(), 1);
  CHECK_EQ(answers.back()->status, 200);
  CHECK_EQ(runs, 2);
}

TEST_CASE_FIXTURE(fixture, "a request that is refused twice is answered so, and two refusals run the plugin once") {
  server->good_token = "none";
  ask();
  ask();
  CHECK_EQ(server->answer_one(), "token 1");
  CHECK_EQ(server->answer_one(), "token 1");
  CHECK_EQ(server->answer_one(), "token 2");
  CHECK_EQ(server->answer_one(), "token 2");
  REQUIRE_EQ(answers.size(), 2);
  CHECK_EQ(answers.back()->status, 401);
  CHECK_EQ(runs, 2);
}

TEST_CASE_FIXTURE(fixture, "requests fail with the reason of the plugin, and the next one runs it again") {
  failure = base::error{error_code::unavailable, "credential plugin 'aws' ended with exit code 1"};
  ask();
  REQUIRE_EQ(answers.size(), 1);
  REQUIRE_FALSE(answers.back());
  CHECK_EQ(answers.back().error().message, failure->message);
  failure.reset();
  server->good_token = "token 2";
  ask();
  CHECK_EQ(server->answer_one(), "token 2");
  REQUIRE_EQ(answers.size(), 2);
  CHECK_EQ(answers.back()->status, 200);
}

TEST_CASE_FIXTURE(fixture, "requests wait while the plugin runs, and it is run once for all of them") {
  is_slow = true;
  for (int i = 0; i < 3; ++i) ask();
  CHECK_EQ(server->waiting(), 0);
  end_plugin();
  CHECK_EQ(server->waiting(), 3);
  CHECK_FALSE(running);
}

TEST_CASE_FIXTURE(fixture, "a request that is cancelled is not answered") {
  is_slow = true;
  const auto waits = ask();
  ask();
  transport->cancel(waits);
  end_plugin();
  CHECK_EQ(server->waiting(), 1);
  CHECK_EQ(server->answer_one(), "token 1");
  const auto sent = ask();
  transport->cancel(sent);
  CHECK_EQ(server->waiting(), 0);
  server->good_token = "none";
  const auto refused = ask();
  CHECK_EQ(server->answer_one(), "token 1");
  transport->cancel(refused);
  end_plugin();
  CHECK_EQ(server->waiting(), 0);
  CHECK_EQ(answers.size(), 1);
}

TEST_CASE_FIXTURE(fixture, "the inner transport ends with the transport, also while an answer is delivered") {
  const std::weak_ptr<token_server> inner = server;
  auto& api = *std::exchange(server, nullptr);
  bool has_ended = false;
  kube::api::response_events events;
  events.on_done = [&](const answer&) {
    transport.reset();
    has_ended = inner.expired();
  };
  transport->start({.target = "/version"}, std::move(events));
  api.answer_one();
  CHECK(has_ended);
}

TEST_SUITE_END();
