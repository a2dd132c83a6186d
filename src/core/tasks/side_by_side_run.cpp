#include "core/tasks/side_by_side_run.hpp"

#include <algorithm>
#include <cassert>

namespace core::tasks {

using state = group_member::state;

side_by_side_run::side_by_side_run(const run_modules& x, std::int64_t now_us) : at_once_(x.at_once) {
  for (const auto& member : x.members) members_.push_back({.run = {0, member}, .waits_since_us = now_us});
}

std::size_t side_by_side_run::count(state x) const {
  return static_cast<std::size_t>(
    std::count_if(members_.begin(), members_.end(), [x](const group_member& member) { return member.now == x; }));
}

std::vector<std::size_t> side_by_side_run::begin(const retry_rule& rule, std::int64_t now_us) {
  std::vector<std::size_t> begun;
  // The minimum keeps the unsigned difference from wrapping.
  auto places = at_once_ - std::min(at_once_, running());
  for (std::size_t i = 0; i < members_.size() && places > 0; ++i) {
    auto& member = members_[i];
    if (member.now != state::ready) continue;
    member.run.failed.next_begins(rule, now_us);
    member.repaired_meanwhile = false;
    member.began_us = now_us;
    member.now = state::running;
    begun.push_back(i);
    --places;
  }
  return begun;
}

void side_by_side_run::end_try(std::size_t member, state next, std::int64_t now_us) {
  assert(members_[member].now == state::running);
  members_[member].now = next;
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
}

void side_by_side_run::leave(std::size_t member) {
  assert(members_[member].now == state::failing);
  members_[member].now = state::over;
}

void side_by_side_run::wait(std::size_t member, std::uint64_t number) {
  assert(members_[member].now == state::ready || members_[member].now == state::failing);
  members_[member].now = state::failing;
  members_[member].wait = number;
}

void side_by_side_run::end_wait(std::uint64_t number) {
  for (auto& member : members_)
    // The timer of an earlier wait may ring late. Its number differs, so it does not cut the present wait
    // short.
    if (member.now == state::failing && member.wait == number) member.now = state::ready;
}

std::vector<std::size_t> side_by_side_run::withdraw() {
  withdrawn_ = true;
  std::vector<std::size_t> taken;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    // A running member is left alone: it becomes withdrawn when its try ends.
    if (members_[i].now != state::ready && members_[i].now != state::failing) continue;
    members_[i].now = state::withdrawn;
    taken.push_back(i);
  }
  return taken;
}

std::size_t side_by_side_run::running() const {
  return count(state::running);
}

bool side_by_side_run::is_over() const {
  return count(state::over) + count(state::withdrawn) == members_.size();
}

} // namespace core::tasks
