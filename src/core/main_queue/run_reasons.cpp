#include "core/main_queue/run_reasons.hpp"

#include <cstddef>
#include <utility>

namespace core::main_queue {

namespace {

/// The maximal number of reasons. Reasons may come all the time while other work delays this work, and people
/// do not read longer lists.
constexpr std::size_t reasons_max = 100;

void add(std::vector<std::uint64_t>& to, std::uint64_t cause) {
  if (to.size() < reasons_max)
    to.push_back(cause);
  else
    // The latest reason is always kept.
    to.back() = cause;
}

void move_all(std::vector<std::uint64_t>& from, std::vector<std::uint64_t>& to) {
  for (const auto cause : std::exchange(from, {})) add(to, cause);
}

} // namespace

void reasons::want_run(const std::string& module, std::uint64_t cause) {
  add(runs_[module].waiting, cause);
}

std::vector<std::uint64_t> reasons::begin_run(const std::string& module) {
  const auto found = runs_.find(module);
  if (found == runs_.end()) return {};
  move_all(found->second.waiting, found->second.running);
  return found->second.running;
}

void reasons::end_run(const std::string& module) {
  const auto found = runs_.find(module);
  if (found == runs_.end()) return;
  found->second.running.clear();
  if (found->second.waiting.empty()) runs_.erase(found);
}

void reasons::want_reload(std::uint64_t cause, reload_now how) {
  if (how == reload_now::held) return add(held_, cause);
  if (std::exchange(is_round_over_, false)) round_.clear();
  move_all(held_, round_);
  add(round_, cause);
}

void reasons::note_after_all(std::uint64_t cause) {
  add(after_all_, cause);
}

std::vector<std::uint64_t> reasons::begin_step(reload_now how, std::uint64_t round) {
  const bool is_another = std::exchange(round_number_, round) != round;
  const auto after_all = is_another ? std::exchange(after_all_, {}) : std::vector<std::uint64_t>();
  if (how == reload_now::taken && !held_.empty()) {
    // In the last round all modules had their turn, so the held reasons begin this round.
    round_ = std::exchange(held_, {});
    is_round_over_ = false;
  } else if (is_round_over_ && !after_all.empty()) {
    // No message has asked for this round: its reason is the afterAll hooks of the last round.
    round_ = after_all;
    is_round_over_ = false;
  }
  return round_;
}

} // namespace core::main_queue
