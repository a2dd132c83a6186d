#pragma once

#include "actors/messages/conversions.hpp"
#include "actors/messages/debug.hpp"
#include "actors/messages/hook_rate.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/observer.hpp"
#include "actors/messages/scheduler.hpp"
#include "actors/messages/task.hpp"
#include "actors/telemetry/metrics.hpp"
#include "actors/webhooks/webhook_server.hpp"
#include "core/bindings/webhook_binding.hpp"
#include "support/actor_fixture.hpp"
#include "support/captured_log.hpp"
#include "sys/http/client_reply.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace test {

using namespace actors::messages;
using namespace std::chrono_literals;

/// An owner of hooks that keeps reviews and conversions. A tick answers the oldest review, or else fails the
/// oldest conversion.
struct review_owner_state {
  using handle_type = hook_owner_actor;
  struct script {
    std::vector<review_asked> asked;
    std::vector<actors::framework::promise<review_answered>> answers;
    std::vector<actors::framework::promise<conversion_answered>> conversions;
  };

  review_owner_state(actors::framework::actor_base<handle_type>* self, script* all) : self_(self), all_(all) {}

  handle_type::behavior_type make_behavior() {
    return actors::framework::behavior(
      self_, [](const execute_task&) { return task_outcome{}; }, [](const objects_listed&) {},
      [](const object_changed&) {}, [this](const schedule_fired&) { answer_next(); }, [](const hook_wait_over&) {},
      [this](const review_asked& x) {
        all_->asked.push_back(x);
        all_->answers.push_back(self_->later<review_answered>());
        return all_->answers.back();
      },
      [this](const conversion_asked&) {
        all_->conversions.push_back(self_->later<conversion_answered>());
        return all_->conversions.back();
      },
      [](const review_wait_over&) {}, [](const make_review_context&) { return review_context_made{}; },
      [](const describe_hooks&) { return hooks_described{}; },
      [](const dump_snapshots&) { return snapshots_dumped{}; });
  }

  void answer_next() {
    if (all_->answers.empty()) return fail_conversion();
    auto to = all_->answers.front();
    all_->answers.erase(all_->answers.begin());
    self_->answer(to, review_answered{{}, core::webhooks::admission_answer{.allowed = true}});
  }

  void fail_conversion() {
    auto to = all_->conversions.front();
    all_->conversions.erase(all_->conversions.begin());
    self_->answer(to, conversion_answered{{}, base::fail(base::error_code::unavailable, "no")});
  }

  actors::framework::actor_base<handle_type>* self_;
  script* all_;
};

/// A WEBHOOK SERVER with a metrics actor and an owner of hooks.
struct server_fixture : actor_fixture {
  using slot = std::shared_ptr<std::optional<sys::http::server_response>>;

  review_owner_state::script script;
  hook_owner_actor owner = own(actors::framework::spawn<review_owner_state>(
    system(), actors::framework::placement::shared, shared(), "owner", &script));
  metrics_actor metrics = own(actors::telemetry::metrics(system(), shared(), "ao_"));
  actors::webhooks::webhook_server_options options;
  webhook_server_actor server;
  int last_uid = 0;

  void start() { server = own(actors::webhooks::webhook_server(system(), shared(), metrics, options)); }

  webhooks_claimed claim(core::bindings::failure_policy policy = core::bindings::failure_policy::fail) {
    core::bindings::webhook_binding x;
    x.name = "a.b.c";
    x.on_failure = policy;
    const core::webhooks::hook_webhook webhook{"a.sh", std::make_shared<const core::bindings::webhook_binding>(x)};
    return ask<webhooks_claimed>(server, claim_webhooks{{}, "web", owner, {webhook}, {}});
  }
  void claim_and_open() {
    REQUIRE(claim().refused.empty());
    tell(server, open_webhooks{{}, "web", {}});
    run();
  }

  /// A review with a uid of its own.
  sys::http::server_request review() { return review_with("\"uid\":\"u" + std::to_string(++last_uid) + "\""); }
  static sys::http::server_request review_with(std::string body) {
    sys::http::server_request x{.method = "POST", .path = "/hooks/a-b-c"};
    x.content_type = "application/json; charset=utf-8";
    x.body = R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{)" + std::move(body) + "}}";
    return x;
  }
  void answer_next() {
    tell(owner, schedule_fired{});
    run();
  }
  slot send() { return send(review()); }
  slot send(sys::http::server_request x, const std::string& address = "192.0.2.1",
            sys::http::body_room::share room = {}) {
    auto got = std::make_shared<std::optional<sys::http::server_response>>();
    const auto reply = [got](sys::http::server_response y) { *got = std::move(y); };
    tell(server, http_asked{{},
                            std::make_shared<const sys::http::server_request>(std::move(x)),
                            sys::http::client_reply{reply, address, std::move(room)}});
    run();
    return got;
  }
  int status(sys::http::server_request x) {
    const auto got = send(std::move(x));
    REQUIRE(got->has_value());
    return (*got)->status;
  }
};

inline bool has(const server_fixture::slot& got, std::string_view part) {
  return got->has_value() && (*got)->body.find(part) != std::string::npos;
}

} // namespace test
