#include "actors/webhooks/conversion_desk.hpp"

#include "core/metrics/builtin_metrics.hpp"
#include "core/webhooks/conversion_answer.hpp"
#include "sys/log/log.hpp"

#include <utility>

namespace actors::webhooks {

namespace {

using core::webhooks::conversion_object;
using core::webhooks::review_fault;

/// `hook 'hooks/tabs.sh' of module 'web'`.
std::string hook_words(const core::webhooks::conversion_stage& x) {
  return "hook '" + x.conversion.hook + "'" + (x.module.empty() ? std::string() : " of module '" + x.module + "'");
}

} // namespace

conversion_desk::conversion_desk(framework::actor_base<messages::webhook_server_actor>* self,
                                 messages::metrics_actor metrics, send_function send)
  : self_(self), metrics_(std::move(metrics)), send_(std::move(send)) {}

void conversion_desk::claim(const messages::claim_conversions& x) {
  book_.claim(x.module, x.conversions);
  owners_.insert_or_assign(x.module, x.owner);
}

void conversion_desk::begin(std::uint64_t number, const std::string& definition,
                            core::webhooks::conversion_review review, client_of_conversion client,
                            std::chrono::milliseconds time) {
  const auto now_us = self_->shared().steady_time_us();
  const auto desired = review.desired;
  conversion x{definition,
               std::make_shared<const core::webhooks::conversion_review>(review),
               std::move(review.objects),
               {},
               std::move(client.reply),
               std::move(client.place),
               now_us,
               now_us + std::chrono::microseconds(time).count()};
  std::map<std::string, group> by_version;
  for (std::size_t i = 0; i < x.objects.size(); ++i)
    if (x.objects[i].version != desired) by_version[x.objects[i].version].objects.push_back(i);
  for (auto& [version, group] : by_version) {
    group.chain = book_.find(definition, version, desired);
    if (group.chain.empty())
      return answer(x, {"no hooks convert objects from " + version + " to " + desired, review_fault::no_path});
    x.groups.push_back(std::move(group));
  }
  conversions_.emplace(number, std::move(x));
  go_on(number);
}

void conversion_desk::go_on(std::uint64_t number) {
  const auto& x = conversions_.at(number);
  if (x.groups.empty() || !x.reply) return end(number, {});
  const auto& next = x.groups.front().chain[x.groups.front().stage];
  messages::conversion_asked message{{},
                                     next.conversion.hook,
                                     next.conversion.binding,
                                     next.step,
                                     x.review,
                                     std::make_shared<const std::vector<conversion_object>>(objects_of(x)),
                                     x.deadline_us};
  self_->ask(
    owners_.at(next.module), std::move(message),
    [this, number](const messages::conversion_answered& answered) { on_answer(number, answered); },
    [this, number](const std::string& reason) {
      on_answer(number, {{}, base::fail(base::error_code::unavailable, "its owner has ended: " + reason)});
    });
}

std::vector<conversion_object> conversion_desk::objects_of(const conversion& x) {
  std::vector<conversion_object> objects;
  for (const auto i : x.groups.front().objects) objects.push_back(x.objects[i]);
  return objects;
}

void conversion_desk::on_answer(std::uint64_t number, const messages::conversion_answered& answered) {
  auto& x = conversions_.at(number);
  const auto stage = x.groups.front().chain[x.groups.front().stage];
  const auto why = answered.answer ? take(x, **answered.answer) : answered.answer.error().message;
  if (why.empty()) return go_on(number);
  const bool is_refusal = answered.answer && !(*answered.answer)->failure.empty();
  const auto fault = !answered.answer ? fault_of(answered.answer.error().code)
                     : is_refusal     ? review_fault::hook
                                      : review_fault::answer;
  end(number, {hook_words(stage) + ": " + why, fault});
}

std::string conversion_desk::take(conversion& x, const core::webhooks::conversion_answer& answer) {
  if (!answer.failure.empty()) return answer.failure;
  auto& group = x.groups.front();
  const auto& version = group.chain[group.stage].version;
  if (const auto checked = core::webhooks::check_converted(objects_of(x), answer.objects, version); !checked)
    return checked.error().message;
  for (std::size_t i = 0; i < group.objects.size(); ++i) x.objects[group.objects[i]] = answer.objects[i];
  if (++group.stage == group.chain.size()) x.groups.erase(x.groups.begin());
  return {};
}

void conversion_desk::late(std::uint64_t number) {
  const auto at = conversions_.find(number);
  if (at == conversions_.end() || !at->second.reply) return;
  const auto& group = at->second.groups.front();
  answer(at->second, {hook_words(group.chain[group.stage]) + ": it has not answered in time", review_fault::late});
  // The conversion stays, and counts, until its hook has ended.
  at->second.reply = {};
}

void conversion_desk::end(std::uint64_t number, const failure& why) {
  auto node = conversions_.extract(number);
  if (node.mapped().reply) answer(node.mapped(), why);
}

void conversion_desk::refuse(const std::string& definition, const core::webhooks::conversion_review& review,
                             const sys::http::reply_function& reply, const failure& why) {
  conversion x{definition,
               std::make_shared<const core::webhooks::conversion_review>(review),
               {},
               {},
               reply,
               {},
               self_->shared().steady_time_us()};
  answer(x, why);
}

void conversion_desk::answer(const conversion& x, const failure& end) {
  constexpr auto json_type = "application/json";
  const auto& why = end.why;
  note_end(x, why.empty() ? review_end{"converted"} : review_end{"failed", why, end.fault});
  if (why.empty())
    return send_(x.reply, {.content_type = json_type, .body = core::webhooks::converted_text(*x.review, x.objects)});
  sys::log::log_warning("conversion_failed",
                        {{"definition", x.definition},
                         {"version", x.review->desired},
                         {"objects", static_cast<std::int64_t>(x.review->objects.size())},
                         {"error", why},
                         {"consequence", "the API server cannot read or write these objects in this version"}});
  // The first words are those of flant/shell-operator.
  const auto message = "Hook failed to convert to " + x.review->desired + ": " + why;
  send_(x.reply, {.content_type = json_type, .body = core::webhooks::not_converted_text(*x.review, message)});
}

void conversion_desk::note_end(const conversion& x, const review_end& end) const {
  core::metrics::metric_labels labels{{"module", ""}, {"hook", ""}, {"binding", x.definition}};
  const std::chrono::microseconds lasted(self_->shared().steady_time_us() - x.began_us);
  if (self_->is_recording()) self_->record_span(span_of(x.definition, *x.review, end), lasted);
  const std::chrono::duration<double> seconds = lasted;
  messages::update_metrics all;
  all.updates.emplace_back(messages::observe_metric{std::string(core::metrics::own_metric("webhook_review_seconds")),
                                                    labels, seconds.count()});
  count_end(all, std::move(labels), end);
  self_->tell(metrics_, std::move(all));
}

} // namespace actors::webhooks
