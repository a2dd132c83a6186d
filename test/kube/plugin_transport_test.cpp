#include "kube/plugin_transport.hpp"

#include "support/fake_api_documents.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

TEST_SUITE_BEGIN("kube/plugin_transport");

namespace {

using namespace std::chrono_literals;
using core::error_code;
using answer = core::result<kube::http_response>;

/// A server that knows which token is good, as an inner transport that answers on the caller's thread when it is told to.
class token_server final : public kube::transport {
public:
  kube::transfer_id start(kube::http_request request, kube::response_events events) override {
    const std::lock_guard lock(mutex_);
    waiting_.push_back({++last_, std::move(request), std::move(events)});
    changed_.notify_all();
    return last_;
  }
  void cancel(kube::transfer_id id) override {
    const std::lock_guard lock(mutex_);
    std::erase_if(waiting_, [id](const transfer& x) { return x.id == id; });
  }
  /// Waits for a request and answers it. @returns its token.
  std::string answer_one() {
    transfer x;
    {
      std::unique_lock lock(mutex_);
      REQUIRE(changed_.wait_for(lock, 10s, [this] { return !waiting_.empty(); }));
      x = std::move(waiting_.front());
      waiting_.pop_front();
    }
    const auto token = x.request.identity->token;
    if (token == good_token)
      x.events.on_done(kube::http_response{200, "{}", {}});
    else
      x.events.on_done(test::refusal(401, "Unauthorized"));
    return token;
  }
  [[nodiscard]] std::size_t waiting() {
    const std::lock_guard lock(mutex_);
    return waiting_.size();
  }
  std::string good_token = "token 1";

private:
  struct transfer {
    kube::transfer_id id = 0;
    kube::http_request request;
    kube::response_events events;
  };
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<transfer> waiting_;
  kube::transfer_id last_ = 0;
};

/// A plugin that gives `token 1`, `token 2`, …, and a clock.
struct fixture {
  std::shared_ptr<token_server> server = std::make_shared<token_server>();
  std::mutex mutex;
  std::condition_variable changed;
  int runs = 0;
  std::optional<core::error> failure;
  std::chrono::system_clock::time_point time{1000h};
  std::optional<std::chrono::seconds> lifetime;
  std::vector<answer> answers;
  std::unique_ptr<kube::plugin_transport> transport;

  fixture() {
    kube::plugin_transport_options options;
    options.inner = server;
    options.obtain = [this]() -> core::result<kube::plugin_credentials> {
      const std::lock_guard lock(mutex);
      ++runs;
      if (failure) return tl::unexpected(*failure);
      kube::plugin_credentials out;
      out.identity.token = "token " + std::to_string(runs);
      if (lifetime) out.expires = time + *lifetime;
      return out;
    };
    options.interrupt = [] {};
    options.now = [this] {
      const std::lock_guard lock(mutex);
      return time;
    };
    transport = std::make_unique<kube::plugin_transport>(std::move(options));
  }
  kube::transfer_id ask() {
    kube::response_events events;
    events.on_done = [this](answer x) {
      const std::lock_guard lock(mutex);
      answers.push_back(std::move(x));
      changed.notify_all();
    };
    return transport->start({.target = "/version"}, std::move(events));
  }
  /// Waits until so many answers have come. @returns the last one.
  answer await(std::size_t count) {
    std::unique_lock lock(mutex);
    REQUIRE(changed.wait_for(lock, 10s, [&] { return answers.size() >= count; }));
    return answers.back();
  }
  void pass(std::chrono::seconds duration) {
    const std::lock_guard lock(mutex);
    time += duration;
  }
};

} // namespace

TEST_CASE_FIXTURE(fixture, "a plugin is run once for many requests") {
  for (int i = 0; i < 3; ++i) ask();
  for (int i = 0; i < 3; ++i) CHECK_EQ(server->answer_one(), "token 1");
  ask();
  CHECK_EQ(server->answer_one(), "token 1");
  CHECK_EQ(await(4)->status, 200);
  CHECK_EQ(runs, 1);
}

TEST_CASE_FIXTURE(fixture, "credentials that have expired are not used any more") {
  lifetime = 60s;
  ask();
  CHECK_EQ(server->answer_one(), "token 1");
  pass(59s);
  ask();
  CHECK_EQ(server->answer_one(), "token 1");
  pass(1s);
  server->good_token = "token 2";
  ask();
  CHECK_EQ(server->answer_one(), "token 2");
  CHECK_EQ(await(3)->status, 200);
}

TEST_CASE_FIXTURE(fixture, "credentials that are refused are renewed, and the request is sent once more") {
  server->good_token = "token 2";
  ask();
  CHECK_EQ(server->answer_one(), "token 1");
  CHECK_EQ(server->answer_one(), "token 2");
  CHECK_EQ(await(1)->status, 200);
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
  CHECK_EQ(await(2)->status, 401);
}

TEST_CASE_FIXTURE(fixture, "requests fail with the reason of the plugin, and the next one runs it again") {
  failure = core::error{error_code::unavailable, "credential plugin 'aws' ended with exit code 1"};
  ask();
  const auto failed = await(1);
  REQUIRE_FALSE(failed);
  CHECK_EQ(failed.error().message, failure->message);
  {
    const std::lock_guard lock(mutex);
    failure.reset();
  }
  server->good_token = "token 2";
  ask();
  CHECK_EQ(server->answer_one(), "token 2");
  CHECK_EQ(await(2)->status, 200);
}

TEST_CASE_FIXTURE(fixture, "a request that is cancelled is not answered") {
  const auto id = ask();
  ask();
  CHECK_EQ(server->answer_one(), "token 1");
  transport->cancel(id);
  const auto third = ask();
  transport->cancel(third);
  ask();
  while (server->waiting() > 0) server->answer_one();
  CHECK_LE(answers.size(), 3);
}

TEST_SUITE_END();
