#pragma once

#include "text/json/json.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace core::tasks {

/// A run of a program that has lasted for some seconds and has not ended, for people.
struct lasting_run {
  std::string subject;       ///< `hook 'a.sh' of module 'web' (beforeHelm)`, `helm upgrade web`
  std::string since;         ///< its beginning, RFC 3339
  std::int64_t began_us = 0; ///< the same on the steady clock, so that a changed wall clock counts for nothing
  bool slow = false;         ///< it lasts longer than `--slow-after`
  std::string stage{};       ///< its present work: `waits for Job migrate`; empty: not known
  int pid = 0;               ///< the kernel's number of its process, or of the Helm that works on it; 0: not known
  std::string process{};     ///< the deepest child of that process, and its wait, in words; empty: not known
};

/// The option that ends a run of this kind, as a sentence: `--hook-timeout ends such runs`.
[[nodiscard]] std::string limit_of(const lasting_run& x);

/// @param now_us on the steady clock
/// @returns `hook 'a.sh' of module 'web' (beforeHelm) has run for 7 s, pid 812, since 2026-01-02T03:04:05Z`;
/// the stage stands behind the duration, the words on the process at the end
[[nodiscard]] std::string text_of(const lasting_run& x, std::int64_t now_us);

/// The runs of programs that last, in the order of their numbers.
class lasting_run_list {
public:
  /// @param lasts empty: the run has ended
  void note(std::uint64_t run, const std::optional<lasting_run>& lasts);
  [[nodiscard]] const std::map<std::uint64_t, lasting_run>& runs() const noexcept { return runs_; }

  /// A line for each run.
  [[nodiscard]] std::vector<std::string> lines(std::int64_t now_us) const;
  /// A line for each slow run, with the next step of a person.
  [[nodiscard]] std::vector<std::string> problems(std::int64_t now_us) const;

private:
  std::map<std::uint64_t, lasting_run> runs_;
};

/// The runs as a block of lines above the queues; empty: no run lasts.
[[nodiscard]] std::string text_of_runs(const std::vector<lasting_run>& runs, std::int64_t now_us);
/// An array of objects with `subject`, `since`, `seconds`, `slow` and, if they are known, `stage` and `pid`.
[[nodiscard]] text::json dump_of_runs(const std::vector<lasting_run>& runs, std::int64_t now_us);

/// The subject of a run of a hook, with the event that it runs for.
[[nodiscard]] std::string subject_with_binding(const std::string& subject, const std::string& binding);

} // namespace core::tasks
