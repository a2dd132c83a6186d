#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

namespace core::webhooks {

/// The runs of reviews that begin, and the runs that wait for their turn in the order of arrival, because
/// only a few may run at a time. Runs are named by numbers.
class review_line {
public:
  /// @param places 1 or more
  explicit review_line(std::size_t places) : places_(places) {}

  /// @returns true if the run may begin now; else it waits until `leave` returns it.
  [[nodiscard]] bool enter(std::uint64_t run) {
    if (running_ < places_) return ++running_, true;
    waiting_.push_back(run);
    return false;
  }

  /// A run that has begun is over. @returns the next run, which begins now; empty: no run waits.
  [[nodiscard]] std::optional<std::uint64_t> leave() {
    if (waiting_.empty()) return --running_, std::nullopt;
    const auto next = waiting_.front();
    waiting_.pop_front();
    return next;
  }

private:
  std::size_t places_;
  std::size_t running_ = 0;
  std::deque<std::uint64_t> waiting_; ///< bound: the reviews that the WEBHOOK SERVER lets in
};

} // namespace core::webhooks
