#include "actors/hooks/review_runs.hpp"

#include "base/contains.hpp"
#include "core/bindings/webhook_binding.hpp"
#include "core/webhooks/review_deadline.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

namespace actors::hooks {

review_runs::review_runs(owner_self self, const peers& peers, const monitors& monitors, const invoker& invoker)
  : self_(self), runner_(peers.reviewer), context_bytes_max_(peers.context_limits.single), monitors_(monitors),
    invoker_(invoker) {}

framework::promise<messages::review_answered> review_runs::decide(const messages::review_asked& x) {
  auto to = self_->later<messages::review_answered>();
  begin({x, to});
  return to;
}

void review_runs::begin(review x) {
  const auto hook = hooks_->find(x.asked.hook);
  if (hook == nullptr) return fail(x, {base::error_code::not_found, "the hook is not there any more"});
  if (const auto why = lacks(x); !why.empty()) {
    if (is_refused(x)) return fail(x, {base::error_code::unavailable, why});
    // The wait ends a moment before the deadline, so that the client reads the reason.
    const auto now_us = self_->shared().steady_time_us();
    const auto wait = core::webhooks::time_for_process(
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::microseconds(x.asked.deadline_us - now_us)));
    if (wait.count() <= 0) return fail(x, {base::error_code::unavailable, why});
    x.wait_end_us = now_us + std::chrono::microseconds(wait).count();
    self_->remind(self_.handle(), wait, messages::review_wait_over{});
    return waiting_.push_back(std::move(x));
  }
  const auto sources = monitors_.readings(needed(x));
  read_snapshots(self_.get(), sources,
                 [this, hook, x](const binding_snapshots& read) mutable { run(hook, std::move(x), read); });
}

void review_runs::look_at_waiting() {
  // Taken out first, because a review may begin to wait again.
  for (auto& x : std::exchange(waiting_, {}))
    if (const auto why = lacks(x); why.empty())
      begin(std::move(x));
    else if (is_refused(x) || x.wait_end_us <= self_->shared().steady_time_us())
      fail(x, {base::error_code::unavailable, why});
    else
      waiting_.push_back(std::move(x));
}

void review_runs::run(const core::bindings::hook_ptr& hook, review x, const binding_snapshots& read) {
  std::map<std::string, core::bindings::known_objects, std::less<>> by_name;
  for (const auto& [id, objects] : read) by_name.try_emplace(hook->kubernetes[id.index].name, objects.objects);
  auto text = core::webhooks::review_context_text(*x.asked.binding, *x.asked.review, by_name, context_bytes_max_);
  if (!text) return fail(x, text.error());
  const auto& binding = *x.asked.binding;
  auto message = invoker_.message_for(hook, {.binding = binding.name, .type = core::bindings::key_of(binding.kind)});
  message.context = std::make_shared<const text::text_pieces>(std::move(*text));
  message.review = std::make_shared<const messages::review_run>(messages::review_run{
    x.asked.binding, x.asked.review->operation, x.asked.review->is_dry_run, x.asked.deadline_us, x.asked.review->peer});
  self_->ask(
    runner_, std::move(message),
    [this, x](const messages::hook_finished& finished) mutable {
      if (!finished.result) return fail(x, finished.result.error());
      self_->answer(x.to, messages::review_answered{{}, *finished.answer});
    },
    [this, x](const std::string& reason) mutable {
      fail(x, {base::error_code::unavailable, "the hook runner has ended: " + reason});
    });
}

void review_runs::fail(review& x, base::error why) {
  self_->answer(x.to, messages::review_answered{{}, tl::unexpected(std::move(why))});
}

std::set<core::bindings::binding_id> review_runs::needed(const review& x) const {
  std::set<core::bindings::binding_id> ids;
  const auto hook = hooks_->find(x.asked.hook);
  for (std::size_t i = 0; hook != nullptr && i < hook->kubernetes.size(); ++i)
    if (base::contains(x.asked.binding->snapshots_from, hook->kubernetes[i].name)) ids.insert({hook->name, i});
  return ids;
}

/// A refusal may last for long, so that a wait would only delay the client of the API server.
bool review_runs::is_refused(const review& x) const {
  const auto ids = needed(x);
  return std::any_of(ids.begin(), ids.end(),
                     [this](const auto& id) { return core::bindings::is_refused(monitors_.list(id)); });
}

std::string review_runs::lacks(const review& x) const {
  const auto hook = hooks_->find(x.asked.hook);
  if (hook == nullptr) return {};
  for (const auto& id : needed(x)) {
    const auto list = monitors_.list(id);
    if (core::bindings::is_known(list)) continue;
    const auto* const refused = core::bindings::refusal(list);
    return "objects of binding '" + hook->kubernetes[id.index].name + "' are not known yet"
           + (refused == nullptr ? std::string() : ": " + *refused);
  }
  return {};
}

} // namespace actors::hooks
