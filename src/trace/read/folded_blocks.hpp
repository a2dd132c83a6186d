#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trace::read {

/// Joins the reports of runs, with an empty line between. Consecutive reports that differ only in times,
/// durations and versions are folded into the first report and a count: a hook that loops fills no screens.
class folded_blocks {
public:
  /// @param block its lines with their ends; empty: no report
  /// @param when for people: `+12.345 s`
  void add(std::string block, std::string when);
  [[nodiscard]] std::string take();

private:
  void append(std::string_view block);
  void end_repetition();

  std::string text_;
  std::string shape_;    ///< of the last block that was reported
  std::string repeated_; ///< the last report that was counted and not shown
  std::string when_;     ///< the time of `repeated_`
  std::size_t times_ = 0;
};

} // namespace trace::read
