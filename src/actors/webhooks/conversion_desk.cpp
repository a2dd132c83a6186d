#include "actors/webhooks/conversion_desk.hpp"

#include "core/metrics/builtin_metrics.hpp"
#include "core/webhooks/conversion_answer.hpp"
#include "sys/log/log.hpp"

#include <utility>

namespace actors::webhooks {

namespace {

using core::webhooks::conversion_object;

constexpr auto late_words = "it has not answered in time";

/// `hook 'hooks/tabs.sh' of module 'web'`.
std::string hook_words(const core::webhooks::conversion_stage& x) {
  return "hook '" + x.conversion.hook + "'" + (x.module.empty() ? std::string() : " of module '" + x.module + "'");
}

} // namespace

conversion_desk::conversion_desk(framework::actor_base<messages::webhook_server_actor>* self,
                                 messages::metrics_actor metrics, calls server)
  : self_(self), metrics_(std::move(metrics)), server_(std::move(server)) {}

void conversion_desk::claim(const messages::claim_conversions& x) {
  book_.claim(x.module, x.conversions);
  owners_.insert_or_assign(x.module, x.owner);
}

void conversion_desk::begin(std::uint64_t number, const std::string& definition,
                            core::webhooks::conversion_review review, client_of_conversion client,
                            std::chrono::milliseconds time) {
  const auto now_us = self_->shared().steady_time_us();
  const auto desired = review.desired;
  auto objects = std::exchange(review.objects, {});
  conversion x{definition,
               std::make_shared<const core::webhooks::conversion_review>(std::move(review)),
               std::move(objects),
               {},
               std::move(client),
               now_us,
               now_us + std::chrono::microseconds(time).count()};
  x.leader = seen_.under_way(x.client.mark);
  if (x.leader) {
    conversions_.emplace(number, std::move(x));
    return;
  }
  std::map<std::string, group> by_version;
  for (std::size_t i = 0; i < x.objects.size(); ++i)
    if (x.objects[i].version != desired) by_version[x.objects[i].version].objects.push_back(i);
  for (auto& [version, group] : by_version) {
    group.chain = book_.find(definition, version, desired);
    if (group.chain.empty()) return answer(x, "no hooks convert objects from " + version + " to " + desired);
    x.groups.push_back(std::move(group));
  }
  x.is_repeated = seen_.was_answered(x.client.mark, now_us);
  seen_.begin(x.client.mark, number);
  conversions_.emplace(number, std::move(x));
  go_on(number);
}

void conversion_desk::go_on(std::uint64_t number) {
  const auto& x = conversions_.at(number);
  if (x.groups.empty()) return end(number, {});
  if (!x.client.reply) return end(number, late_words);
  const auto& next = x.groups.front().chain[x.groups.front().stage];
  messages::conversion_asked message{{},
                                     next.conversion.hook,
                                     next.conversion.binding,
                                     next.step,
                                     x.review,
                                     std::make_shared<const std::vector<conversion_object>>(objects_of(x)),
                                     x.deadline_us,
                                     x.is_repeated};
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
  if (!why.empty()) return end(number, hook_words(stage) + ": " + why);
  go_on(number);
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
  if (at == conversions_.end() || !at->second.client.reply) return;
  const auto& groups = at->second.groups;
  const auto hook = groups.empty() ? std::string("the hook of the same review")
                                   : hook_words(groups.front().chain[groups.front().stage]);
  answer(at->second, hook + ": " + late_words);
  // The conversion stays, and counts, until its hook has ended.
  at->second.client.reply = {};
}

void conversion_desk::end(std::uint64_t number, const std::string& why) {
  const auto node = conversions_.extract(number);
  const auto& x = node.mapped();
  using core::webhooks::seen_reviews;
  seen_.end(x.client.mark, why.empty() ? seen_reviews::outcome::answered : seen_reviews::outcome::failed,
            self_->shared().steady_time_us());
  if (x.client.reply) answer(x, why);
  for (auto at = conversions_.begin(); at != conversions_.end();) {
    auto& other = at->second;
    if (other.leader != number) {
      ++at;
      continue;
    }
    other.objects = x.objects;
    if (other.client.reply) answer(other, why);
    at = conversions_.erase(at);
  }
}

void conversion_desk::refuse(const std::string& definition, const core::webhooks::conversion_review& review,
                             const sys::http::reply_function& reply, const std::string& why) {
  conversion x{definition,     std::make_shared<const core::webhooks::conversion_review>(review),
               review.objects, {},
               {reply},        self_->shared().steady_time_us()};
  answer(x, why);
}

void conversion_desk::answer(const conversion& x, const std::string& why) {
  constexpr auto json_type = "application/json";
  count(x, why.empty() ? "converted" : "failed");
  if (why.empty())
    return server_.send(x.client.reply,
                        {.content_type = json_type, .body = core::webhooks::converted_text(*x.review, x.objects)});
  if (server_.has_line({"conversion_failed", {}, x.definition, {}}))
    sys::log::log_warning("conversion_failed",
                          {{"definition", x.definition},
                           {"version", x.review->desired},
                           {"objects", static_cast<std::int64_t>(x.objects.size())},
                           {"error", why},
                           {"consequence", "the API server cannot read or write these objects in this version"}});
  // The first words are those of flant/shell-operator.
  const auto message = "Hook failed to convert to " + x.review->desired + ": " + why;
  server_.send(x.client.reply,
               {.content_type = json_type, .body = core::webhooks::not_converted_text(*x.review, message)});
}

void conversion_desk::count(const conversion& x, const char* outcome) const {
  core::metrics::metric_labels labels{{"module", ""}, {"hook", ""}, {"binding", x.definition}};
  const std::chrono::duration<double> seconds =
    std::chrono::microseconds(self_->shared().steady_time_us() - x.began_us);
  messages::update_metrics all;
  all.updates.emplace_back(messages::observe_metric{std::string(core::metrics::own_metric("webhook_review_seconds")),
                                                    labels, seconds.count()});
  labels.emplace_back("outcome", outcome);
  all.updates.emplace_back(
    messages::count_metric{std::string(core::metrics::own_metric("webhook_reviews_total")), std::move(labels)});
  self_->tell(metrics_, std::move(all));
}

} // namespace actors::webhooks
