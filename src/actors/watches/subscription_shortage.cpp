#include "actors/watches/subscription_set.hpp"

// The subscriptions of a watch that has no room for its objects.

#include <algorithm>
#include <utility>

namespace actors::watches {

void subscription_set::give_up_objects(std::string why) {
  shortage_ = std::move(why);
  takes_objects_ = false;
  for (auto& [key, x] : subscriptions_) {
    if (x.view.is_filling()) {
      x.view.stop_fill();
      x.late = true;
    }
    x.view.drop_texts();
    if (x.problem.empty()) note_shortage(key, x);
  }
}

void subscription_set::note_shortage(const messages::subscription_key& key, subscription& x) {
  if (x.complete) return judge(key, x);
  hold(x, x.view.trouble());
  report(key, x);
  answer(x, x.held);
}

void subscription_set::forget_shortage() {
  shortage_.clear();
  takes_objects_ = true;
}

void subscription_set::end_shortage(const std::string& kind, core::bindings::snapshot_revision revision) {
  forget_shortage();
  for (auto& [key, x] : subscriptions_) {
    if (!x.problem.empty()) continue;
    if (x.complete)
      judge(key, x);
    else
      complete(key, kind, revision);
  }
}

bool subscription_set::are_of_hooks() const {
  return std::ranges::none_of(subscriptions_, [](const auto& one) { return one.second.labels.empty(); });
}

std::size_t subscription_set::result_bytes() const {
  std::size_t bytes = 0;
  for (const auto& [key, x] : subscriptions_) bytes += x.view.result_bytes();
  return bytes;
}

} // namespace actors::watches
