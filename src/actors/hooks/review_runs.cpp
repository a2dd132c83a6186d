#include "actors/hooks/review_runs.hpp"

#include "base/contains.hpp"
#include "core/bindings/webhook_binding.hpp"
#include "core/webhooks/review_deadline.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace actors::hooks {

review_runs::review_runs(owner_self self, const peers& peers, const binding_watches& watches, const invoker& invoker)
  : self_(self), runner_(peers.reviewer), context_bytes_max_(peers.context_limits.several), watches_(watches),
    invoker_(invoker), refused_(self, peers.supervisor) {}

void review_runs::adopt(std::shared_ptr<const core::bindings::hook_registry> hooks) {
  hooks_ = std::move(hooks);
  refused_.end();
}

framework::promise<messages::review_answered> review_runs::decide(const messages::review_asked& x) {
  auto to = self_->later<messages::review_answered>();
  review next{.hook = x.hook, .snapshots_from = x.binding->snapshots_from};
  next.why = {.binding = x.binding->name, .type = core::bindings::key_of(x.binding->kind)};
  next.run = {x.binding, x.review->operation, x.review->is_dry_run, x.deadline_us, x.review->client};
  next.run.is_repeated = x.is_repeated;
  next.context = [x, max = context_bytes_max_](const core::webhooks::review_snapshots& snapshots) {
    return core::webhooks::review_context_text(*x.binding, *x.review, snapshots, max);
  };
  next.done = [this, to](const base::result<messages::hook_finished>& finished) mutable {
    if (!finished) return self_->answer(to, messages::review_answered{{}, tl::unexpected(finished.error())});
    self_->answer(to, messages::review_answered{{}, *finished->answer});
  };
  begin(std::move(next));
  return to;
}

framework::promise<messages::conversion_answered> review_runs::convert(const messages::conversion_asked& x) {
  auto to = self_->later<messages::conversion_answered>();
  review next{.hook = x.hook, .snapshots_from = x.binding->snapshots_from};
  next.why = {.binding = x.binding->name, .type = "kubernetesCustomResourceConversion"};
  next.run.deadline_us = x.deadline_us;
  next.run.client = x.review->client;
  next.run.is_repeated = x.is_repeated;
  next.context = [x, max = context_bytes_max_](const core::webhooks::review_snapshots& snapshots) {
    return core::webhooks::conversion_context_text(*x.binding, x.step, *x.review, *x.objects, snapshots, max);
  };
  next.done = [this, to](const base::result<messages::hook_finished>& finished) mutable {
    if (!finished) return self_->answer(to, messages::conversion_answered{{}, tl::unexpected(finished.error())});
    self_->answer(to, messages::conversion_answered{{}, finished->converted});
  };
  begin(std::move(next));
  return to;
}

core::bindings::hook_ptr review_runs::find(const std::string& hook) const {
  auto found = hooks_->find(hook);
  return found != nullptr ? found : early_->find(hook);
}

void review_runs::begin(review x) {
  const auto hook = find(x.hook);
  if (hook == nullptr) return fail(x, {base::error_code::not_found, "the hook is not there any more"});
  if (const auto why = lacks(x); !why.empty()) {
    if (is_refused(x)) return fail(x, {base::error_code::unavailable, why});
    // The wait ends a moment before the deadline, so that the client reads the reason.
    const auto now_us = self_->shared().steady_time_us();
    const auto wait = core::webhooks::time_for_process(
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::microseconds(x.run.deadline_us - now_us)));
    if (wait.count() <= 0) return fail(x, {base::error_code::unavailable, why});
    x.wait_end_us = now_us + std::chrono::microseconds(wait).count();
    x.cause = self_->current_id();
    self_->remind(self_.handle(), wait, messages::review_wait_over{});
    return waiting_.push_back(std::move(x));
  }
  run(hook, std::move(x));
}

void review_runs::look_at_waiting() {
  // Taken out first, because a review may begin to wait again.
  for (auto& x : std::exchange(waiting_, {}))
    if (const auto why = lacks(x); why.empty())
      self_->because(x.cause, [&] { begin(std::move(x)); });
    else if (is_refused(x) || x.wait_end_us <= self_->shared().steady_time_us())
      fail(x, {base::error_code::unavailable, why});
    else
      waiting_.push_back(std::move(x));
}

void review_runs::run(const core::bindings::hook_ptr& hook, review x) {
  const auto number = ++last_run_;
  x.run.owner = self_.handle();
  x.run.number = number;
  auto message = invoker_.message_for(hook, x.why);
  message.review = std::make_shared<const messages::review_run>(x.run);
  const auto named = message;
  running_.emplace(number, running{hook, std::move(x)});
  self_->ask(
    runner_, std::move(message),
    [this, number, named](const messages::hook_finished& finished) {
      if (finished.are_operations_refused) refused_.note(named);
      if (!finished.result) return end(number, tl::unexpected(finished.result.error()));
      end(number, finished);
    },
    [this, number](const std::string& reason) {
      end(number, base::fail(base::error_code::unavailable, "the hook runner has ended: " + reason));
    });
}

void review_runs::end(std::uint64_t number, const base::result<messages::hook_finished>& finished) {
  const auto node = running_.extract(number);
  node.mapped().of.done(finished);
  const auto oldest = running_.empty() ? last_run_ + 1 : running_.begin()->first;
  while (!awaiting_end_.empty() && awaiting_end_.begin()->first < oldest) {
    const auto awaited = awaiting_end_.extract(awaiting_end_.begin());
    awaited.mapped()();
  }
}

void review_runs::await_end(std::function<void()> done) {
  if (running_.empty()) return done();
  awaiting_end_.emplace(last_run_, std::move(done));
}

framework::promise<messages::review_context_made> review_runs::make_context(const messages::make_review_context& x) {
  auto to = self_->later<messages::review_context_made>();
  // The HOOK RUNNER answers after it has the context, so the review is still there.
  const auto& run = running_.at(x.number);
  read_snapshots(self_.get(), watches_.readings(needed(run.of)),
                 [this, to, run](const binding_snapshots& read) mutable { self_->answer(to, context_of(run, read)); });
  return to;
}

messages::review_context_made review_runs::context_of(const running& x, const binding_snapshots& read) {
  core::webhooks::review_snapshots by_name;
  for (const auto& [id, objects] : read) by_name.try_emplace(x.hook->kubernetes[id.index].name, objects.objects);
  auto text = x.of.context(by_name);
  if (!text) return {{}, tl::unexpected(text.error())};
  return {{}, std::make_shared<const text::text_pieces>(std::move(*text))};
}

std::set<core::bindings::binding_id> review_runs::needed(const review& x) const {
  std::set<core::bindings::binding_id> ids;
  const auto hook = find(x.hook);
  for (std::size_t i = 0; hook != nullptr && i < hook->kubernetes.size(); ++i)
    if (base::contains(x.snapshots_from, hook->kubernetes[i].name)) ids.insert({hook->name, i});
  return ids;
}

/// A refusal may last for long, so that a wait would only delay the client of the API server.
bool review_runs::is_refused(const review& x) const {
  const auto ids = needed(x);
  return std::any_of(ids.begin(), ids.end(),
                     [this](const auto& id) { return core::bindings::is_refused(watches_.list(id)); });
}

std::string review_runs::lacks(const review& x) const {
  const auto hook = find(x.hook);
  if (hook == nullptr) return {};
  for (const auto& id : needed(x)) {
    const auto list = watches_.list(id);
    if (core::bindings::is_known(list)) continue;
    const auto* const refused = core::bindings::refusal(list);
    return "objects of binding '" + hook->kubernetes[id.index].name + "' are not known yet"
           + (refused == nullptr ? std::string() : ": " + *refused);
  }
  return {};
}

} // namespace actors::hooks
