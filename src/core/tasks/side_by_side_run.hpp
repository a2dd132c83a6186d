#pragma once

#include "core/tasks/queued_task.hpp"
#include "core/tasks/retry_wait.hpp"
#include "core/tasks/task.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace core::tasks {

/// A module's run in a group.
struct group_member {
  /// The group was taken back, so a withdrawn member does not begin again in it.
  enum class state { ready, running, failing, over, withdrawn };

  queued_task run; ///< its task is a `run_module`
  state now = state::ready;
  std::int64_t waits_since_us = 0; ///< the beginning of the group, or the end of the last try
  std::int64_t began_us = 0;       ///< the last try
  std::uint64_t wait = 0;          ///< the number of the last wait after a failure
  bool repaired_meanwhile = false; ///< since the try that runs has begun
};

/// A running group of modules at the head of a queue: knows the running members and the members that begin
/// next.
///
/// States of a member:  ready ─begin─▶ running ─end─▶ over
///                                     running ─fail─▶ failing ─end_wait─▶ ready
///                                     running ─begin_again─▶ ready
///                                     failing ─leave─▶ over
///                      ready, failing ─withdraw─▶ withdrawn; a member that runs fails then as its last try
///
/// A failing member takes no place of `at_once` while it waits, so other members run. The first ready member
/// in the order of execution begins next, so a member that has failed comes before later members that have
/// not been tried.
/// Why so: docs/decisions/modules-side-by-side.md
class side_by_side_run {
public:
  side_by_side_run(const run_modules& x, std::int64_t now_us);

  [[nodiscard]] const std::vector<group_member>& members() const noexcept { return members_; }
  [[nodiscard]] std::vector<group_member>& members() noexcept { return members_; }

  /// The members that begin now: places are free and they are ready.
  [[nodiscard]] std::vector<std::size_t> begin(const retry_rule& rule, std::int64_t now_us);
  void end(std::size_t member, std::int64_t now_us);
  /// The member runs again at once.
  void begin_again(std::size_t member, std::int64_t now_us);
  /// The member waits for its next try. @param wait the number of the wait
  void fail(std::size_t member, std::uint64_t wait, std::int64_t now_us);
  /// The member, which has failed, goes on outside of the group.
  void leave(std::size_t member);
  /// The member continues a wait from before this group, or its present wait is replaced.
  void wait(std::size_t member, std::uint64_t number);
  void end_wait(std::uint64_t number);

  /// No member begins any more.
  /// @returns the members that were withdrawn by this
  std::vector<std::size_t> withdraw();
  [[nodiscard]] bool is_withdrawn() const noexcept { return withdrawn_; }

  [[nodiscard]] std::size_t running() const noexcept { return running_; }
  /// Every member is over or withdrawn.
  [[nodiscard]] bool is_over() const noexcept { return left_ == 0; }

private:
  void end_try(std::size_t member, group_member::state next, std::int64_t now_us);
  void change(std::size_t member, group_member::state next);

  std::vector<group_member> members_;
  // Derived from the members, because each end of a member asks, and a group may be long.
  std::set<std::size_t> ready_;
  std::map<std::uint64_t, std::size_t> by_wait_; ///< the failing members by their present waits
  std::size_t running_ = 0;
  std::size_t left_; ///< members that are neither over nor withdrawn
  std::size_t at_once_;
  bool withdrawn_ = false;
};

} // namespace core::tasks
