#pragma once

#include "sys/log/events.hpp"
#include "sys/log/log_line.hpp"

#include <chrono>
#include <functional>
#include <initializer_list>
#include <span>
#include <string_view>

namespace sys::log {

/// The form of the log from now on.
struct log_options {
  log_level level = log_level::info;
  log_format format = log_format::text;
  bool with_time = true;
  log_look look{}; ///< of the text format
};

// The log of this program: a line per event on stderr. Every function may be called from any thread at any
// time. If stderr is not read, lines wait for a few seconds in all (`line_output_patience`) and are dropped
// then. Before the next line that can be written, `log_lines_dropped` reports their number.

/// Sets level and format.
void configure_log(log_options options);

/// Changes only the level.
void set_log_level(log_level level) noexcept;
[[nodiscard]] log_level current_log_level() noexcept;

/// Whether lines of this level are written. It only compares two levels, so costly fields can be left out
/// cheaply.
[[nodiscard]] bool log_enabled(log_level level) noexcept;

/// Announces the end of the program: from now on all lines together wait for a reader at most for this time.
void hurry_log(std::chrono::milliseconds wait_max);

/// Takes finished lines, each with its end of line. Calls never overlap.
using log_sink = std::function<void(std::string_view line)>;

/// Sends the lines elsewhere, for tests; an empty sink means stderr again.
void replace_log_sink(log_sink sink);

/// Logs an event. Text that varies belongs in the fields, not in the name of the event.
void log(log_level level, event_name event, std::span<const log_field> fields);

/// For an event after which a person must act.
inline void log_error(event_at<log_level::error> event, std::initializer_list<log_field> fields = {}) {
  log(log_level::error, event, {fields.begin(), fields.size()});
}

/// For a failure that will be tried again, and for a state that a person should look at.
inline void log_warning(event_at<log_level::warning> event, std::initializer_list<log_field> fields = {}) {
  log(log_level::warning, event, {fields.begin(), fields.size()});
}

/// For a change of state.
inline void log_info(event_at<log_level::info> event, std::initializer_list<log_field> fields = {}) {
  log(log_level::info, event, {fields.begin(), fields.size()});
}

/// For people in search of a fault.
inline void log_debug(event_at<log_level::debug> event, std::initializer_list<log_field> fields = {}) {
  log(log_level::debug, event, {fields.begin(), fields.size()});
}

} // namespace sys::log
