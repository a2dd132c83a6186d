#pragma once

#include <cstddef>
#include <string>
#include <utility>

namespace trace::read {

/// The report of a part of a run.
struct reported_block {
  std::string text; ///< its lines with their ends; empty: no report
  std::string when; ///< for people, without the date: `03:12:07.412 (+2 h 50 min)`
  std::string day;  ///< `2026-11-26`; empty: the same as before
};

/// Joins the reports of runs, with an empty line between, and a line for each new day. Consecutive reports
/// that differ only in times, durations and versions are folded into the first report and a count: a hook
/// that loops fills no screens.
class folded_blocks {
public:
  /// @param day the day of the first report, which needs no line
  explicit folded_blocks(std::string day) : day_(std::move(day)) {}
  void add(reported_block block);
  [[nodiscard]] std::string take();

private:
  void append(const reported_block& block);
  void end_repetition();

  std::string text_;
  std::string day_;         ///< of the last report
  std::string shape_;       ///< of the last block that was reported
  reported_block repeated_; ///< the last report that was counted and not shown
  std::size_t times_ = 0;
};

} // namespace trace::read
