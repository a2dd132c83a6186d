#include "core/tasks/side_by_side_run.hpp"

#include <cassert>

namespace core::tasks {

using state = group_member::state;

namespace {

bool is_past(state x) {
  return x == state::over || x == state::withdrawn;
}

} // namespace

side_by_side_run::side_by_side_run(const run_modules& x, std::int64_t now_us)
  : left_(x.members.size()), at_once_(x.at_once) {
  for (const auto& member : x.members) {
    ready_.insert(ready_.end(), members_.size());
    members_.push_back({.run = {0, member}, .waits_since_us = now_us});
  }
}

void side_by_side_run::change(std::size_t member, state next) {
  auto& x = members_[member];
  if (x.now == state::running) --running_;
  if (x.now == state::ready) ready_.erase(member);
  if (x.now == state::failing) by_wait_.erase(x.wait);
  if (!is_past(x.now) && is_past(next)) --left_;
  x.now = next;
  if (next == state::running) ++running_;
  if (next == state::ready) ready_.insert(member);
}

std::vector<std::size_t> side_by_side_run::begin(const retry_rule& rule, std::int64_t now_us) {
  std::vector<std::size_t> begun;
  while (running_ < at_once_ && !ready_.empty()) {
    const auto first = *ready_.begin();
    auto& member = members_[first];
    member.run.failed.next_begins(rule, now_us);
    member.repaired_meanwhile = false;
    member.began_us = now_us;
    change(first, state::running);
    begun.push_back(first);
  }
  return begun;
}

void side_by_side_run::end_try(std::size_t member, state next, std::int64_t now_us) {
  assert(members_[member].now == state::running);
  change(member, next);
  members_[member].waits_since_us = now_us;
}

void side_by_side_run::end(std::size_t member, std::int64_t now_us) {
  end_try(member, state::over, now_us);
}

void side_by_side_run::begin_again(std::size_t member, std::int64_t now_us) {
  // A reload has taken the group back meanwhile, so the next plan decides whether there is a next try.
  end_try(member, withdrawn_ ? state::withdrawn : state::ready, now_us);
}

void side_by_side_run::fail(std::size_t member, std::uint64_t number, std::int64_t now_us) {
  end_try(member, withdrawn_ ? state::withdrawn : state::failing, now_us);
  members_[member].wait = number;
  if (!withdrawn_) by_wait_.emplace(number, member);
}

void side_by_side_run::leave(std::size_t member) {
  assert(members_[member].now == state::failing);
  change(member, state::over);
}

void side_by_side_run::wait(std::size_t member, std::uint64_t number) {
  assert(members_[member].now == state::ready || members_[member].now == state::failing);
  change(member, state::failing);
  members_[member].wait = number;
  by_wait_.emplace(number, member);
}

void side_by_side_run::end_wait(std::uint64_t number) {
  // The timer of an earlier wait may ring late. Its number is not known any more, so it does not cut the
  // present wait short.
  if (const auto waits = by_wait_.find(number); waits != by_wait_.end()) change(waits->second, state::ready);
}

std::vector<std::size_t> side_by_side_run::withdraw() {
  withdrawn_ = true;
  std::vector<std::size_t> taken;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    // A running member is left alone: it becomes withdrawn when its try ends.
    if (members_[i].now != state::ready && members_[i].now != state::failing) continue;
    change(i, state::withdrawn);
    taken.push_back(i);
  }
  return taken;
}

} // namespace core::tasks
