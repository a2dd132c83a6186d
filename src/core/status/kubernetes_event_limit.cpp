#include "core/status/kubernetes_event_limit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace core::status {

namespace {

bool is_same(const kubernetes_event& a, const kubernetes_event& b) {
  return a.kind == b.kind && a.subject == b.subject && without_numbers(a.text) == without_numbers(b.text);
}

} // namespace

const told_kubernetes_event* kubernetes_event_limit::tell(const kubernetes_event& x, std::int64_t steady_us,
                                                          std::int64_t wall_us) {
  constexpr base::token_bucket::limits limits{interval * (burst - 1), interval};
  const std::chrono::microseconds now(steady_us);
  if (bucket_.wait(limits, now) > base::token_bucket::duration::zero()) {
    ++left_out_;
    return nullptr;
  }
  // Taken only for an Event that is written, so events that are left out do not delay later Events.
  bucket_.take(limits, interval, now);
  auto text = x.text;
  if (const auto before = std::exchange(left_out_, 0); before > 0)
    text += fmt::format(" (left out before this: {} Event{}; addon-operator status has the present state)", before,
                        before == 1 ? "" : "s");
  const auto known =
    std::find_if(series_.begin(), series_.end(), [&](const told_kubernetes_event& y) { return is_same(y.what, x); });
  told_kubernetes_event told{x, std::move(text), ++last_number_, 1, wall_us, wall_us};
  if (known != series_.end()) {
    told.number = known->number;
    told.count = known->count + 1;
    told.first_us = known->first_us;
    // Moved to the end: the series that was silent for the longest time is forgotten first.
    series_.erase(known);
  }
  series_.push_back(std::move(told));
  if (series_.size() > remembered_max) series_.pop_front();
  return &series_.back();
}

} // namespace core::status
