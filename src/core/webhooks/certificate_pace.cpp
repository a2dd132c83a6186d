#include "core/webhooks/certificate_pace.hpp"

#include "base/backoff.hpp"

#include <algorithm>

namespace core::webhooks {

namespace {

using namespace std::chrono_literals;
using std::chrono::microseconds;

constexpr base::backoff pauses{microseconds(1s), microseconds(5min)};
constexpr microseconds calm = 10min;
/// A Secret that a user damages or deletes once is no contest.
constexpr std::uint64_t contest_min = 2;

} // namespace

microseconds certificate_pace::wait_before(certificate_step step, std::int64_t now_us) {
  std::erase_if(rows_, [now_us](const auto& x) {
    return now_us - std::max(x.second.made_us, x.second.pause_end_us) >= calm.count();
  });
  const auto known = rows_.find(step);
  if (known == rows_.end()) return microseconds(0);
  auto& row = known->second;
  // A pause after the last step was made for this step.
  if (row.pause_end_us <= row.made_us) row.pause_end_us = now_us + pauses.after(++row.pauses).count();
  return microseconds(std::max<std::int64_t>(row.pause_end_us - now_us, 0));
}

void certificate_pace::made(certificate_step step, std::int64_t now_us) {
  rows_[step].made_us = now_us;
}

microseconds certificate_pace::pause(std::int64_t now_us) const {
  microseconds longest(0);
  for (const auto& [step, row] : rows_)
    if (row.pauses >= contest_min && now_us - std::max(row.made_us, row.pause_end_us) < calm.count())
      longest = std::max(longest, pauses.after(row.pauses));
  return longest;
}

std::optional<microseconds> certificate_pace::next_step(std::int64_t now_us) const {
  std::optional<microseconds> next;
  for (const auto& [step, row] : rows_)
    if (row.pause_end_us > now_us) {
      const microseconds rest(row.pause_end_us - now_us);
      next = next ? std::min(*next, rest) : rest;
    }
  return next;
}

std::optional<microseconds> certificate_pace::next_end(std::int64_t now_us) const {
  std::optional<microseconds> next;
  for (const auto& [step, row] : rows_) {
    const microseconds rest(std::max(row.made_us, row.pause_end_us) + calm.count() - now_us);
    if (row.pauses >= contest_min && rest.count() > 0) next = next ? std::min(*next, rest) : rest;
  }
  return next;
}

} // namespace core::webhooks
