#pragma once

#include "base/error.hpp"
#include "base/missing_right.hpp"

#include <string>
#include <utility>

namespace actors::messages {

/// The reason why a program, or a run of a hook, has failed. The program's output may contain secrets. So it
/// may be quoted in the log, which has the output anyway, but not on pages like /readyz or in traces.
struct program_failure {
  base::error shown;  ///< for all readers: names, exit code, kind of failure
  std::string logged; ///< the whole reason, only for the log; empty: `shown` is complete

  /// If the words report a missing permission, pages show it too, because a permission consists only of
  /// names.
  /// @param words output of the program, or a message about the output; may be empty.
  static program_failure with(base::error shown, const std::string& words) {
    if (const auto advice = base::advice_on_rights(words); !advice.empty()) shown.message += " (" + advice + ")";
    auto all = words.empty() ? std::string() : shown.message + ": " + words;
    return {std::move(shown), std::move(all)};
  }

  /// The text for the log.
  [[nodiscard]] const std::string& log_text() const { return logged.empty() ? shown.message : logged; }

  /// The public error, with a hint to the log.
  /// @param event the log event that has the details.
  [[nodiscard]] base::error reported(const char* event) const {
    if (logged.empty()) return shown;
    return {shown.code, shown.message + " (details are in the log: " + event + ")"};
  }
};

} // namespace actors::messages
