#pragma once

#include "base/error.hpp"
#include "base/log_hint.hpp"
#include "base/missing_right.hpp"
#include "core/hooks/decisive_line.hpp"
#include "text/plain/secret_text.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace actors::messages {

/// The reason why a program, or a run of a hook, has failed. The program's words have no secrets of known
/// forms, but may have others: they belong in the log, beside the program's output, and not on pages like
/// /readyz. The decisive line is shown on the debug socket and in traces, which are private.
struct program_failure {
  base::error shown;  ///< for all readers: names, exit code, kind of failure
  std::string logged; ///< the whole reason, only for the log; empty: `shown` is complete

  /// If the words report a missing permission, pages show it too, because a permission consists only of
  /// names.
  /// @param words output of the program, or a message about the output; may be empty.
  static program_failure with(base::error shown, const std::string& words) {
    if (const auto advice = base::advice_on_rights(words); !advice.empty()) shown.message += " (" + advice + ")";
    // The program's output in the log is without secrets, too.
    auto all = words.empty() ? std::string() : shown.message + ": " + text::without_secrets(words);
    return {std::move(shown), std::move(all)};
  }

  /// The text for the log.
  [[nodiscard]] const std::string& log_text() const { return logged.empty() ? shown.message : logged; }

  /// The public error, with a hint to the log.
  /// @param event the log event that has the details.
  [[nodiscard]] base::error reported(const char* event) const {
    if (logged.empty()) return shown;
    return {shown.code, shown.message + base::log_hint(event)};
  }

  /// The line of the words that gives the reason, for readers of the debug socket and of traces. Empty:
  /// `shown` gives the whole reason.
  [[nodiscard]] std::string decisive() const {
    if (logged.empty()) return {};
    // Usually `logged` is `shown.message + ": " + words`; a caller may have replaced either text.
    const auto begin = shown.message + ": ";
    const std::string_view all(logged);
    return core::hooks::decisive_line(all.starts_with(begin) ? all.substr(begin.size()) : all);
  }
};

} // namespace actors::messages
