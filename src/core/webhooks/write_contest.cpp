#include "core/webhooks/write_contest.hpp"

#include "base/backoff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace core::webhooks {

namespace {

using namespace std::chrono_literals;
using std::chrono::microseconds;

constexpr std::size_t changes_at_once = 5; ///< in `window`, the last of them begins the pauses
constexpr microseconds window = 1min;
constexpr base::backoff pauses{microseconds(10s), microseconds(5min)};
constexpr microseconds calm = 10min;
/// Other clients could change any number of fields; further contests have no pauses.
constexpr std::size_t contests_max = 64;

std::string words_on(const foreign_change& x, microseconds pause) {
  return fmt::format("{} of {} is changed again and again by {}: it is put right after pauses, now of {} s; let one "
                     "of the two writers leave it alone",
                     x.field, x.object, x.writer.empty() ? "another client" : "'" + x.writer + "'",
                     std::chrono::duration_cast<std::chrono::seconds>(pause).count());
}

} // namespace

void write_contest::forget_old(std::int64_t now_us) {
  std::erase_if(contests_, [now_us](const auto& x) {
    return now_us - std::max(x.second.last_us, x.second.pause_end_us) >= calm.count();
  });
}

microseconds write_contest::repair_after(const foreign_change& x, std::int64_t now_us) {
  forget_old(now_us);
  if (contests_.size() >= contests_max && !contests_.contains(x)) return microseconds(0);
  auto& now = contests_[x];
  if (now_us < now.pause_end_us) return microseconds(now.pause_end_us - now_us);
  // The pause was made for this change.
  if (now.last_us < now.pause_end_us) {
    now.last_us = now_us;
    return microseconds(0);
  }
  now.last_us = now_us;
  std::erase_if(now.changes_us, [now_us](std::int64_t at) { return now_us - at >= window.count(); });
  now.changes_us.push_back(now_us);
  if (now.pauses == 0 && now.changes_us.size() < changes_at_once) return microseconds(0);
  now.changes_us.clear();
  const auto pause = pauses.after(++now.pauses);
  now.pause_end_us = now_us + pause.count();
  return pause;
}

std::optional<microseconds> write_contest::next_repair(std::int64_t now_us) const {
  std::optional<microseconds> next;
  for (const auto& [x, contest] : contests_)
    if (contest.pause_end_us > now_us) {
      const microseconds rest(contest.pause_end_us - now_us);
      next = next ? std::min(*next, rest) : rest;
    }
  return next;
}

std::string write_contest::problem(std::int64_t now_us) const {
  std::string all;
  for (const auto& [x, contest] : contests_)
    if (contest.pauses > 0 && now_us - std::max(contest.last_us, contest.pause_end_us) < calm.count())
      all += (all.empty() ? "" : "; ") + words_on(x, pauses.after(contest.pauses));
  return all;
}

std::optional<microseconds> write_contest::next_end(std::int64_t now_us) const {
  std::optional<microseconds> next;
  for (const auto& [x, contest] : contests_) {
    const microseconds rest(std::max(contest.last_us, contest.pause_end_us) + calm.count() - now_us);
    if (contest.pauses > 0 && rest.count() > 0) next = next ? std::min(*next, rest) : rest;
  }
  return next;
}

} // namespace core::webhooks
