#include "actors/webhooks/webhook_server.hpp"

#include "actors/messages/supervisor.hpp"
#include "core/bindings/webhook_binding.hpp"
#include "core/metrics/builtin_metrics.hpp"
#include "core/webhooks/review_fault.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace actors::webhooks {

namespace {

using core::webhooks::review_fault;

constexpr auto json_type = "application/json";
/// For a webhook whose failures are ignored.
constexpr int ignored_code = 500;

/// `hook 'hooks/limits.sh' of module 'web'`.
std::string hook_words(const core::webhooks::webhook_book::entry& x) {
  return "hook '" + x.webhook.hook + "'" + (x.module.empty() ? std::string() : " of module '" + x.module + "'");
}

/// Endpoints of a Service follow the end of a Pod within this time as a rule. Reviews under way get it once
/// more.
constexpr std::chrono::seconds drain_time_max{5};

base::error unserved(const core::webhooks::hook_webhook& x, const std::string& why) {
  return {base::error_code::invalid_input, "hook '" + x.hook + "' binds " + core::bindings::key_of(x.binding->kind)
                                             + " '" + x.binding->name + "', but webhooks are not served: " + why};
}

} // namespace

webhook_server_state::webhook_server_state(framework::actor_base<messages::webhook_server_actor>* self,
                                           messages::metrics_actor metrics, webhook_server_options options)
  : self_(self), metrics_(std::move(metrics)), options_(std::move(options)),
    places_(core::webhooks::review_places::make(options_.reviews_max)),
    conversions_(self, metrics_,
                 {[this](const sys::http::reply_function& reply, sys::http::server_response answer) {
                    send(reply, std::move(answer));
                  },
                  [this](const core::webhooks::failure_lines::kind& x) { return has_line(x); },
                  [this] { end_drain_if_idle(); }},
                 options_.conversions),
    bodies_(self, [this](const messages::http_asked& x, std::int64_t arrived_us) { read(x, arrived_us); }) {}

// -- the owners of hooks -------------------------------------------------------

std::string webhook_server_state::serve() {
  if (!options_.why_not.empty() || !options_.listen || is_listening_) return options_.why_not;
  const auto listening = options_.listen();
  is_listening_ = listening.has_value();
  return listening ? std::string() : listening.error().message;
}

messages::conversions_claimed webhook_server_state::claim(const messages::claim_conversions& x) {
  supervisor_ = x.supervisor;
  conversions_.claim(x);
  const auto why_not = x.conversions.empty() ? std::string() : serve();
  if (!x.conversions.empty()) report_certificate();
  report_wish();
  return {{}, why_not};
}

messages::webhooks_claimed webhook_server_state::claim(const messages::claim_webhooks& x) {
  supervisor_ = x.supervisor;
  const auto why_not = x.webhooks.empty() ? std::string() : serve();
  messages::webhooks_claimed answer;
  if (!why_not.empty()) {
    for (const auto& webhook : x.webhooks) answer.refused.try_emplace(webhook.hook, unserved(webhook, why_not));
    book_.doubt(x.module);
    return answer;
  }
  if (!x.webhooks.empty()) report_certificate();
  answer.refused = book_.claim(x.module, x.webhooks);
  note_owner(x);
  if (!x.are_all_known) book_.doubt(x.module);
  if (x.webhooks.empty())
    owners_.erase(x.module);
  else
    owners_.insert_or_assign(x.module, x.owner);
  report_wish();
  return answer;
}

void webhook_server_state::know(const messages::know_registrar& x) {
  const bool is_known = registrar_ && x.owners.empty() && x.switched_off == known_owners_.switched_off;
  registrar_ = x.registrar;
  book_.expect(x.owners);
  known_owners_.present.insert(x.owners.begin(), x.owners.end());
  known_owners_.switched_off = x.switched_off;
  if (!is_known) report_wish();
}

void webhook_server_state::note_owner(const messages::claim_webhooks& x) {
  known_owners_.asked.erase(x.module);
  known_owners_.off.erase(x.module);
  if (x.asked)
    known_owners_.asked.emplace(x.module, *x.asked);
  else
    known_owners_.off.insert(x.module);
}

core::webhooks::known_owners webhook_server_state::owners() const {
  auto all = known_owners_;
  for (const auto& [path, x] : book_.entries())
    if (!x.is_off || all.off.contains(x.module)) all.owned.insert(x.webhook.binding->name);
  return all;
}

void webhook_server_state::report_wish() {
  if (!registrar_) return;
  core::webhooks::webhook_wish wish{book_.wanted(), book_.is_complete(), book_.has_claims()};
  wish.definitions = conversions_.book().definitions();
  wish.owners = owners();
  wish.are_claimed = wish.are_claimed || !wish.definitions.empty();
  self_->tell(registrar_,
              messages::webhooks_wanted{{}, std::make_shared<const core::webhooks::webhook_wish>(std::move(wish))});
}

void webhook_server_state::on_certificate(const std::string& why_not) {
  certificate_problem_.reset();
  if (!why_not.empty()) {
    sys::log::log_warning("webhook_certificate_unusable",
                          {{"error", why_not}, {"consequence", "a certificate that was there before stays in use"}});
    certificate_problem_ = why_not
                           + ": the API server cannot ask hooks, except with a certificate that was there "
                             "before; mount a certificate (--validating-webhook-server-cert, "
                             "--validating-webhook-server-key), it counts with the next connection";
  }
  report_certificate();
}

void webhook_server_state::report_certificate() {
  if (supervisor_)
    self_->tell(supervisor_, messages::module_state_changed{{}, "certificate for webhooks", certificate_problem_, {}});
}

// -- the end ---------------------------------------------------------------------

framework::promise<messages::reviews_drained> webhook_server_state::drain(const messages::drain_reviews& x) {
  auto to = self_->later<messages::reviews_drained>();
  drain_answers_.push_back(to);
  if (owners_.empty() && conversions_.book().definitions().empty()) {
    end_drain();
  } else if (drain_ == drain_step::none) {
    drain_ = drain_step::answers;
    drain_time_ = std::min<std::chrono::milliseconds>(drain_time_max, x.time_max / 2);
    self_->remind(drain_time_, messages::drain_step_due{});
  }
  return to;
}

void webhook_server_state::on_drain_step() {
  const bool is_over = drain_ == drain_step::refuses || (reviews_.empty() && conversions_.empty() && bodies_.empty());
  drain_ = drain_step::refuses;
  if (is_over) return end_drain();
  self_->remind(drain_time_, messages::drain_step_due{});
}

void webhook_server_state::end_drain() {
  for (auto& to : std::exchange(drain_answers_, {})) self_->answer(to, messages::reviews_drained{});
}

void webhook_server_state::end_drain_if_idle() {
  if (drain_ == drain_step::refuses && reviews_.empty() && bodies_.empty() && conversions_.empty()) end_drain();
}

/// From the stop on, each answer ends its connection (`is_last`). On a connection that stays open, the API
/// server could send a review in the moment in which the listener ends, and that review would fail.
void webhook_server_state::send(const sys::http::reply_function& reply, sys::http::server_response answer) const {
  answer.is_last = drain_ != drain_step::none;
  reply(std::move(answer));
}

// -- reviews ---------------------------------------------------------------------

void webhook_server_state::ask_owner(review_under_way x, const arrived_review& by) {
  const auto number = ++last_review_;
  const auto deadline_us = x.began_us + std::chrono::microseconds(by.time).count();
  // A reminder for each review, because its answer has to be there in any case. Bound: `reviews_max`, and the
  // answered reviews of the last 30 seconds.
  self_->remind(left_of(by), messages::review_late{{}, number});
  x.leader = seen_.under_way(x.mark);
  if (x.leader) {
    reviews_.emplace(number, std::move(x));
    return;
  }
  messages::review_asked message{{}, x.of.webhook.hook, x.of.webhook.binding, x.review, deadline_us};
  message.is_repeated = seen_.was_answered(x.mark, self_->shared().steady_time_us());
  seen_.begin(x.mark, number);
  const auto owner = owners_.at(x.of.module);
  reviews_.emplace(number, std::move(x));
  self_->ask(
    owner, std::move(message),
    [this, number](const messages::review_answered& answered) { on_answer(number, answered.answer); },
    [this, number](const std::string& reason) {
      on_answer(number, base::fail(base::error_code::unavailable, "its owner has ended: " + reason));
    });
}

void webhook_server_state::on_answer(std::uint64_t number,
                                     const base::result<core::webhooks::admission_answer>& answer) {
  std::vector<std::uint64_t> all{number};
  for (const auto& [other, x] : reviews_)
    if (x.leader == number) all.push_back(other);
  using core::webhooks::seen_reviews;
  seen_.end(reviews_.at(number).mark, answer ? seen_reviews::outcome::answered : seen_reviews::outcome::failed,
            self_->shared().steady_time_us());
  for (const auto x : all) end(x, answer);
  end_drain_if_idle();
}

void webhook_server_state::end(std::uint64_t number, const base::result<core::webhooks::admission_answer>& answer) {
  const auto node = reviews_.extract(number);
  const auto& x = node.mapped();
  if (!x.reply) return;
  if (!answer) return refuse(x, core::webhooks::fault_of(answer.error().code), answer.error().message);
  note_end(x, {answer->allowed ? "allowed" : "refused", answer->message});
  send(x.reply, {.content_type = json_type, .body = core::webhooks::response_text(*x.review, *answer)});
}

void webhook_server_state::on_late(std::uint64_t number) {
  const auto at = reviews_.find(number);
  if (at == reviews_.end()) return conversions_.late(number);
  // The review stays, and counts, until its hook has ended.
  refuse(at->second, review_fault::late, "it has not answered in time");
  at->second.reply = {};
}

void webhook_server_state::refuse(const review_under_way& x, review_fault fault, const std::string& why) {
  const auto& binding = *x.of.webhook.binding;
  const bool is_ignored = binding.on_failure == core::bindings::failure_policy::ignore;
  const auto message = "Hook failed: " + hook_words(x.of) + ": " + why;
  if (has_line({"review_failed", x.of.module, x.of.webhook.hook, core::webhooks::name(fault)}))
    sys::log::log_warning("review_failed",
                          {{"module", x.of.module},
                           {"hook", x.of.webhook.hook},
                           {"binding", binding.name},
                           {"object", x.review->subject},
                           {"error", why},
                           {"consequence", is_ignored ? "the API server goes on without it (failurePolicy: Ignore)"
                                                      : "the request is refused (failurePolicy: Fail)"}});
  note_end(x, {"failed", why, fault});
  // The API server applies its own failurePolicy to an error, and counts it.
  if (is_ignored) return send(x.reply, sys::http::text_reply(ignored_code, message + "\n"));
  send(x.reply, {.content_type = json_type, .body = core::webhooks::failure_text(*x.review, code_of(fault), message)});
}

void webhook_server_state::note_end(const review_under_way& x, const review_end& end) {
  const auto& webhook = x.of.webhook;
  core::metrics::metric_labels labels{
    {"module", x.of.module}, {"hook", webhook.hook}, {"binding", webhook.binding->name}};
  const std::chrono::microseconds lasted(self_->shared().steady_time_us() - x.began_us);
  if (self_->is_recording()) self_->record_span(span_of(x.of, *x.review, end), lasted);
  const std::chrono::duration<double> seconds = lasted;
  messages::update_metrics all;
  all.updates.emplace_back(messages::observe_metric{std::string(core::metrics::own_metric("webhook_review_seconds")),
                                                    labels, seconds.count()});
  count_end(all, std::move(labels), end);
  self_->tell(metrics_, std::move(all));
}

bool webhook_server_state::has_line(const core::webhooks::failure_lines::kind& x) {
  const bool has = failures_.note(x, self_->shared().steady_time_us());
  await_left_out();
  return has;
}

void webhook_server_state::await_left_out() {
  const auto due_us = failures_.due_us();
  if (!due_us || std::exchange(awaits_left_out_, true)) return;
  // A single reminder at a time, so that the count comes although no further review fails.
  self_->remind(
    std::chrono::ceil<std::chrono::milliseconds>(std::chrono::microseconds(*due_us - self_->shared().steady_time_us())),
    messages::failures_due{});
}

void webhook_server_state::log_left_out() {
  awaits_left_out_ = false;
  for (const auto& x : failures_.take(self_->shared().steady_time_us()))
    sys::log::log_warning("review_failures_left_out", {{"event", x.of.event},
                                                       {"module", x.of.module},
                                                       {"hook", x.of.hook},
                                                       {"reason", x.of.reason},
                                                       {"failures", static_cast<std::int64_t>(x.failures)}});
  await_left_out();
}

messages::webhook_server_actor::behavior_type webhook_server_state::make_behavior() {
  return framework::behavior(
    self_, [this](const messages::http_asked& x) { answer(x); },
    [this](const messages::claim_webhooks& x) { return claim(x); },
    [this](const messages::claim_conversions& x) { return claim(x); },
    [this](const messages::open_webhooks& x) {
      book_.open(x.module, x.hook, x.webhook);
      report_wish();
    },
    [this](const messages::close_webhooks& x) {
      book_.close(x.module);
      report_wish();
    },
    [this](const messages::certificate_changed& x) { on_certificate(x.why_not); },
    [this](const messages::drain_reviews& x) { return drain(x); },
    [this](const messages::drain_step_due&) { on_drain_step(); },
    [this](const messages::know_registrar& x) { know(x); },
    [this](const messages::jq_conversions_due&) { conversions_.go_on_with_jq(); },
    [this](const messages::failures_due&) { log_left_out(); },
    [this](const messages::describe_webhooks& x) { return describe(x); },
    [this](const messages::review_late& x) { on_late(x.review); });
}

messages::webhook_server_actor webhook_server(caf::actor_system& system, const framework::context_ptr& shared,
                                              const messages::metrics_actor& metrics, webhook_server_options options) {
  return framework::spawn<webhook_server_state>(system, framework::placement::shared, shared, "webhook_server", metrics,
                                                std::move(options));
}

} // namespace actors::webhooks
