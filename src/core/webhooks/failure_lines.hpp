#pragma once

#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace core::webhooks {

/// The failures of reviews that have lines of their own in the log. Each client that reaches the port can
/// make reviews fail, and must not fill the log: of each kind only the first few in a minute have lines,
/// and the rest is counted in a single line when the minute is over.
class failure_lines {
public:
  struct kind {
    std::string event;  ///< of the log
    std::string module; ///< empty: of no module
    std::string hook;   ///< or another subject; its name comes from a hook, never from a client
    std::string reason; ///< of few possible ones, for example `timeout`

    friend auto operator<=>(const kind&, const kind&) = default;
  };
  struct left_out {
    kind of;
    std::size_t failures = 0;
  };

  static constexpr std::size_t lines_max = 5;
  static constexpr std::chrono::minutes time{1};

  /// A failure has happened. @param now_us of the steady clock
  /// @returns whether it has a line of its own
  [[nodiscard]] bool note(const kind& x, std::int64_t now_us);
  /// The failures without a line, of minutes that are over: each once.
  [[nodiscard]] std::vector<left_out> take(std::int64_t now_us);
  /// When the next minute with failures without a line is over; empty: there are no such failures.
  [[nodiscard]] std::optional<std::int64_t> due_us() const;

private:
  struct minute {
    std::int64_t end_us = 0;
    std::size_t failures = 0;
    [[nodiscard]] std::size_t without_line() const { return failures > lines_max ? failures - lines_max : 0; }
  };

  std::map<kind, minute> minutes_; ///< bound: the hooks that have failed within a minute, times events and reasons
};

} // namespace core::webhooks
