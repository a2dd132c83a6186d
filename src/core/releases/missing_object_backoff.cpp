#include "core/releases/missing_object_backoff.hpp"

#include "base/backoff.hpp"

#include <algorithm>

namespace core::releases {

std::chrono::microseconds missing_object_backoff::wait_after(unsigned losses) {
  if (losses <= losses_at_once) return std::chrono::microseconds(0);
  return base::backoff{first_wait, wait_max}.after(losses - losses_at_once);
}

missing_object_backoff::loss missing_object_backoff::gone(const subject& x, std::int64_t now_us) {
  auto& known = known_[x];
  // The same loss was counted before: a new list may report it again.
  if (known.is_away)
    return {known.losses, std::chrono::microseconds(std::max<std::int64_t>(known.due_us - now_us, 0)), false};
  // The object has existed long enough, so earlier losses do not delay this repair.
  if (known.settled_us() <= now_us) known.losses = 0;
  ++known.losses;
  known.wait = wait_after(known.losses);
  known.due_us = now_us + known.wait.count();
  known.is_away = true;
  known.is_waiting = known.wait.count() > 0;
  return {known.losses, known.wait, true};
}

void missing_object_backoff::there(const manifest_object& x, std::int64_t now_us) {
  for (auto& [subject, known] : known_) {
    if (subject.object != x || !known.is_away) continue;
    known.is_away = known.is_waiting = false;
    known.there_us = now_us;
  }
}

void missing_object_backoff::made(const std::string& release, std::int64_t now_us) {
  for (auto i = known_.lower_bound({release, {}}); i != known_.end() && i->first.release == release; ++i) {
    if (!i->second.is_away) continue;
    i->second.is_away = i->second.is_waiting = false;
    i->second.there_us = now_us;
  }
}

void missing_object_backoff::forget(const std::string& release) {
  std::erase_if(known_, [&](const auto& entry) { return entry.first.release == release; });
}

std::vector<missing_object_backoff::subject> missing_object_backoff::take_due(std::int64_t now_us) {
  std::vector<subject> due;
  for (auto& [subject, known] : known_) {
    if (!known.is_waiting || known.due_us > now_us) continue;
    known.is_waiting = false;
    due.push_back(subject);
  }
  return due;
}

std::vector<std::string> missing_object_backoff::take_settled(std::int64_t now_us) {
  std::vector<std::string> settled;
  std::erase_if(known_, [&](const auto& entry) {
    if (entry.second.is_away || entry.second.settled_us() > now_us) return false;
    settled.push_back(entry.first.release);
    return true;
  });
  return settled;
}

std::optional<std::int64_t> missing_object_backoff::next_us() const {
  std::optional<std::int64_t> next;
  for (const auto& [subject, known] : known_) {
    // An object that is not restless, or that is being repaired, needs no timer, because its next event
    // decides.
    if (!known.is_restless() || (known.is_away && !known.is_waiting)) continue;
    const auto at = known.is_away ? known.due_us : known.settled_us();
    next = std::min(next.value_or(at), at);
  }
  return next;
}

std::vector<missing_object_backoff::restless> missing_object_backoff::restless_of(const std::string& release) const {
  std::vector<restless> found;
  for (auto i = known_.lower_bound({release, {}}); i != known_.end() && i->first.release == release; ++i)
    if (i->second.is_restless())
      found.push_back({i->first.object, i->second.losses, i->second.wait, !i->second.is_away});
  return found;
}

} // namespace core::releases
