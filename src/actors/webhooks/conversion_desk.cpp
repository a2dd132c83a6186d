#include "actors/webhooks/conversion_desk.hpp"

#include "core/metrics/builtin_metrics.hpp"
#include "core/webhooks/conversion_answer.hpp"
#include "sys/log/log.hpp"
#include "text/plain/secret_text.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace actors::webhooks {

namespace {

using core::webhooks::conversion_object;
using core::webhooks::review_fault;

constexpr auto late_words = "it has not answered in time";

/// `hook 'hooks/tabs.sh' of module 'web'`.
std::string hook_words(const core::webhooks::conversion_stage& x) {
  return "hook '" + x.conversion.hook + "'" + (x.module.empty() ? std::string() : " of module '" + x.module + "'");
}

/// The same name for requests that a single run may answer. The client is a part of it, so that no object of
/// a stranger comes into a run for the API server.
std::string name_of(const core::webhooks::conversion_stage& x, const core::webhooks::conversion_review& review) {
  std::string name;
  for (const auto* part :
       {&x.module, &x.conversion.hook, &x.conversion.binding->name, &x.conversion.binding->definition, &x.step.from,
        &x.step.to, &x.version, &review.desired, &review.api_version, &review.client.address})
    name += *part + '\n';
  return name;
}

} // namespace

conversion_desk::conversion_desk(framework::actor_base<messages::webhook_server_actor>* self,
                                 messages::metrics_actor metrics, calls server, conversion_options options)
  : self_(self), metrics_(std::move(metrics)), server_(std::move(server)), cache_(options.cache_bytes_max),
    jq_(self, std::move(options.filter_limit)) {}

void conversion_desk::claim(const messages::claim_conversions& x) {
  book_.claim(x.module, x.conversions);
  owners_.insert_or_assign(x.module, x.owner);
  cache_.clear();
}

void conversion_desk::begin(std::uint64_t number, const std::string& definition,
                            core::webhooks::conversion_review review, client_of_conversion client,
                            std::chrono::milliseconds time) {
  const auto now_us = self_->shared().steady_time_us();
  const auto desired = review.desired;
  auto objects = std::exchange(review.objects, {});
  const auto arrived_us = client.arrived_us;
  conversion x{definition,
               std::make_shared<const core::webhooks::conversion_review>(std::move(review)),
               std::move(objects),
               {},
               std::move(client),
               arrived_us,
               arrived_us + std::chrono::microseconds(time).count()};
  x.leader = seen_.under_way(x.client.mark);
  if (x.leader) {
    conversions_.emplace(number, std::move(x));
    return;
  }
  std::map<std::string, group> by_version;
  for (std::size_t i = 0; i < x.objects.size(); ++i) {
    if (x.objects[i].version == desired) continue;
    if (auto known = cache_.find(definition, desired, x.objects[i], now_us)) {
      x.objects[i] = std::move(*known);
      ++x.converted.kept;
      continue;
    }
    auto& same = by_version[x.objects[i].version];
    same.objects.push_back(i);
    same.sources.push_back(x.objects[i]);
  }
  for (auto& [version, group] : by_version) {
    group.chain = book_.find(definition, version, desired);
    if (group.chain.empty())
      return answer(x, {"no hooks convert objects from " + version + " to " + desired, review_fault::no_path});
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
  if (!x.client.reply) return end(number, {late_words, review_fault::late});
  const auto& stage = stage_of(x);
  if (!stage.step.jq.empty())
    return jq_.begin(stage.step.jq, objects_of(x), stage.version,
                     [this, number](const auto& converted) { on_jq(number, converted); });
  using core::webhooks::conversion_line;
  conversion_line::request next{number, 0, 0};
  for (const auto& object : objects_of(x)) {
    ++next.objects;
    next.bytes += object.text->size();
    for (const auto identity : conversion_line::identities_of(object)) next.identities.push_back(identity);
  }
  if (const auto run = line_.add(name_of(stage, *x.review), std::move(next))) begin_run(*run);
}

void conversion_desk::on_jq(std::uint64_t number, const base::result<std::vector<conversion_object>>& converted) {
  auto& x = conversions_.at(number);
  const auto hook = hook_words(stage_of(x));
  if (!converted)
    return end(number, {hook + ": " + converted.error().message, core::webhooks::fault_of(converted.error().code)});
  const auto checked = core::webhooks::check_converted(objects_of(x), *converted, stage_of(x).version);
  if (!checked) return end(number, {hook + ": " + checked.error().message, review_fault::answer});
  take(x, *converted);
  go_on(number);
}

void conversion_desk::begin_runs(const std::vector<core::webhooks::conversion_line::run>& runs) {
  for (const auto& x : runs) begin_run(x);
}

void conversion_desk::begin_run(const core::webhooks::conversion_line::run& x) {
  const auto& first = conversions_.at(x.reviews.front());
  stage_run run{x.number, stage_of(first), {}, {}};
  std::vector<conversion_object> objects;
  bool is_repeated = false;
  for (const auto number : x.reviews) {
    const auto& review = conversions_.at(number);
    if (!review.client.reply) continue; // late, and so ended below
    const auto more = objects_of(review);
    objects.insert(objects.end(), more.begin(), more.end());
    run.reviews.push_back(number);
    is_repeated = is_repeated || review.is_repeated;
    run.objects.push_back(more.size());
  }
  const auto review = first.review;
  for (const auto number : x.reviews)
    if (!conversions_.at(number).client.reply) end(number, {late_words, review_fault::late});
  if (run.reviews.empty()) return begin_runs(line_.end(run.number));
  messages::conversion_asked message{{},
                                     run.stage.conversion.hook,
                                     run.stage.conversion.binding,
                                     run.stage.step,
                                     review,
                                     std::make_shared<const std::vector<conversion_object>>(std::move(objects)),
                                     deadline_of(run.reviews),
                                     is_repeated};
  self_->ask(
    owners_.at(run.stage.module), std::move(message),
    [this, run](const messages::conversion_answered& answered) { on_answer(run, answered); },
    [this, run](const std::string& reason) {
      on_answer(run, {{}, base::fail(base::error_code::unavailable, "its owner has ended: " + reason)});
    });
}

/// A run for several reviews ends after half of their time, so that each of them can have a run alone.
std::int64_t conversion_desk::deadline_of(const std::vector<std::uint64_t>& reviews) const {
  auto deadline_us = conversions_.at(reviews.front()).deadline_us;
  if (reviews.size() == 1) return deadline_us;
  for (const auto number : reviews) deadline_us = std::min(deadline_us, conversions_.at(number).deadline_us);
  const auto now_us = self_->shared().steady_time_us();
  return now_us + (deadline_us - now_us) / 2;
}

const core::webhooks::conversion_stage& conversion_desk::stage_of(const conversion& x) {
  return x.groups.front().chain[x.groups.front().stage];
}

std::vector<conversion_object> conversion_desk::objects_of(const conversion& x) {
  std::vector<conversion_object> objects;
  for (const auto i : x.groups.front().objects) objects.push_back(x.objects[i]);
  return objects;
}

void conversion_desk::on_answer(const stage_run& run, const messages::conversion_answered& answered) {
  auto end_of = divide(run, answered);
  const bool is_converted = end_of.why.empty();
  // The reviews of a failed run are asked for alone, unless there was a single review.
  const auto next = is_converted ? line_.end(run.number) : line_.fail(run.number);
  if (is_converted)
    for (const auto number : run.reviews) go_on(number);
  else if (run.reviews.size() == 1)
    end(run.reviews.front(), {hook_words(run.stage) + ": " + end_of.why, end_of.fault});
  begin_runs(next);
}

conversion_desk::failure conversion_desk::divide(const stage_run& run, const messages::conversion_answered& answered) {
  if (!answered.answer)
    return {answered.answer.error().message, core::webhooks::fault_of(answered.answer.error().code)};
  const auto& answer = **answered.answer;
  if (!answer.failure.empty()) return {answer.failure, review_fault::hook};
  std::vector<conversion_object> before;
  for (const auto number : run.reviews)
    for (auto& x : objects_of(conversions_.at(number))) before.push_back(std::move(x));
  if (const auto checked = core::webhooks::check_converted(before, answer.objects, run.stage.version); !checked)
    return {checked.error().message, review_fault::answer};
  auto next = answer.objects.begin();
  for (std::size_t i = 0; i < run.reviews.size(); ++i) {
    const auto end = next + static_cast<std::ptrdiff_t>(run.objects[i]);
    take(conversions_.at(run.reviews[i]), {next, end});
    next = end;
  }
  return {};
}

void conversion_desk::take(conversion& x, const std::vector<conversion_object>& converted) {
  auto& group = x.groups.front();
  for (std::size_t i = 0; i < group.objects.size(); ++i) x.objects[group.objects[i]] = converted[i];
  if (++group.stage < group.chain.size()) return;
  count(x.converted, group);
  keep(x, group);
  x.groups.erase(x.groups.begin());
}

void conversion_desk::count(converted_objects& to, const group& done) {
  const auto has_hook =
    std::any_of(done.chain.begin(), done.chain.end(), [](const auto& x) { return x.step.jq.empty(); });
  (has_hook ? to.hook : to.jq) += done.objects.size();
}

/// A hook that reads snapshots depends on more than the object.
void conversion_desk::keep(const conversion& x, const group& done) {
  for (const auto& stage : done.chain)
    if (!stage.conversion.binding->snapshots_from.empty()) return;
  for (std::size_t i = 0; i < done.objects.size(); ++i)
    cache_.keep(x.definition, done.sources[i], x.objects[done.objects[i]], self_->shared().steady_time_us());
}

void conversion_desk::late(std::uint64_t number) {
  const auto at = conversions_.find(number);
  if (at == conversions_.end() || !at->second.client.reply) return;
  const auto hook =
    at->second.groups.empty() ? std::string("the hook of the same review") : hook_words(stage_of(at->second));
  answer(at->second, {hook + ": " + late_words, review_fault::late});
  // The conversion stays, and counts, until its hook has ended.
  at->second.client.reply = {};
}

void conversion_desk::end(std::uint64_t number, const failure& why) {
  const auto node = conversions_.extract(number);
  const auto& x = node.mapped();
  using core::webhooks::seen_reviews;
  seen_.end(x.client.mark, why.why.empty() ? seen_reviews::outcome::answered : seen_reviews::outcome::failed,
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
  server_.on_end();
}

void conversion_desk::refuse(const std::string& definition, const core::webhooks::conversion_review& review,
                             const sys::http::reply_function& reply, const failure& why) {
  conversion x{definition,     std::make_shared<const core::webhooks::conversion_review>(review),
               review.objects, {},
               {reply},        self_->shared().steady_time_us()};
  answer(x, why);
}

void conversion_desk::answer(const conversion& x, const failure& end) {
  constexpr auto json_type = "application/json";
  const auto& why = end.why;
  note_end(x, why.empty() ? review_end{"converted"} : review_end{"failed", why, end.fault});
  if (why.empty())
    return server_.send(x.client.reply,
                        {.content_type = json_type, .body = core::webhooks::converted_text(*x.review, x.objects)});
  if (server_.has_line({"conversion_failed", {}, x.definition, {}}))
    sys::log::log_warning("conversion_failed",
                          {{"definition", x.definition},
                           {"version", x.review->desired},
                           {"objects", static_cast<std::int64_t>(x.objects.size())},
                           {"error", text::without_secrets(why)},
                           {"consequence", "the API server cannot read or write these objects in this version"}});
  // The first words are those of flant/shell-operator.
  const auto message = "Hook failed to convert to " + x.review->desired + ": " + why;
  server_.send(x.client.reply,
               {.content_type = json_type, .body = core::webhooks::not_converted_text(*x.review, message)});
}

void conversion_desk::note_end(const conversion& x, const review_end& end) const {
  core::metrics::metric_labels labels{{"module", ""}, {"hook", ""}, {"binding", x.definition}};
  const std::chrono::microseconds lasted(self_->shared().steady_time_us() - x.began_us);
  if (self_->is_recording()) self_->record_span(span_of(x.definition, *x.review, x.objects.size(), end), lasted);
  const std::chrono::duration<double> seconds = lasted;
  messages::update_metrics all;
  all.updates.emplace_back(messages::observe_metric{std::string(core::metrics::own_metric("webhook_review_seconds")),
                                                    labels, seconds.count()});
  if (!end.fault) count_objects(all, labels, x.converted);
  count_end(all, std::move(labels), end);
  self_->tell(metrics_, std::move(all));
}

} // namespace actors::webhooks
