#pragma once

#include <exception>
#include <string>
#include <string_view>

namespace actors::framework {

/// The message of a thrown exception.
[[nodiscard]] std::string text_of(const std::exception_ptr& thrown);

/// Logs the failure of an actor, and ends the process with exit code 1. Otherwise the other actors would wait
/// for this actor forever, while probes would still succeed. A new process starts in a known state.
/// Why so: docs/decisions/a-failed-actor-ends-the-process.md
[[noreturn]] void end_process_for(const std::string& actor, const std::string& reason);

/// Logs that a report for users could not be made. The actor goes on, because its state is worth more than a
/// report.
void log_failed_report(const std::string& actor, const std::string& report, const std::string& reason);

/// The error for users if a report could not be made. Only the log has the reason, because it may contain
/// secrets.
inline constexpr std::string_view report_failure = "cannot be made: report_failed in the log has the reason";

/// True if a question has failed because its report could not be made; false if the other actor has ended.
/// @param reason the reason from `acting::ask`
[[nodiscard]] inline bool is_report_failure(std::string_view reason) {
  return reason.find(report_failure) != std::string_view::npos;
}

} // namespace actors::framework
