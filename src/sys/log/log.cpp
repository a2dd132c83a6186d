#include "sys/log/log.hpp"

#include "sys/log/line_output.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <mutex>
#include <string>
#include <utility>

namespace sys::log {

namespace {

/// The only log of this program. Never destroyed, so that threads may log until the very end.
struct log_state {
  std::atomic<log_level> level = log_level::info;
  std::atomic<log_format> format = log_format::text;
  std::atomic<bool> with_time = true;
  std::atomic<log_look> look{};
  std::mutex mutex;
  // Guarded by `mutex`:
  log_sink sink; ///< empty: stderr
  line_output errors{STDERR_FILENO};
  std::uint64_t dropped = 0; ///< lost lines that the log has not reported yet
};

log_state& state() {
  static auto* const the_state = new log_state;
  return *the_state;
}

std::string line_of(log_level level, std::string_view event, std::span<const log_field> fields) {
  log_record record{.time = std::nullopt, .level = level, .event = event, .fields = fields};
  if (state().with_time) record.time = time::now();
  return format_log_line(state().format, record, state().look);
}

void write_to_stderr(log_state& to, std::string_view line) {
  // The number of lost lines stands before the next line, because the lines are missing there.
  if (to.dropped > 0) {
    const std::array<log_field, 1> lines{{{"lines", to.dropped}}};
    if (!to.errors.put(line_of(log_level::warning, "log_lines_dropped", lines))) {
      ++to.dropped;
      return;
    }
    to.dropped = 0;
  }
  if (!to.errors.put(line)) ++to.dropped;
}

} // namespace

void configure_log(log_options options) {
  state().level = options.level;
  state().format = options.format;
  state().with_time = options.with_time;
  state().look = options.look;
}

void set_log_level(log_level level) noexcept {
  state().level = level;
}

log_level current_log_level() noexcept {
  return state().level;
}

bool log_enabled(log_level level) noexcept {
  return level <= state().level.load(std::memory_order_relaxed);
}

void replace_log_sink(log_sink sink) {
  const std::lock_guard guard(state().mutex);
  state().sink = std::move(sink);
}

void hurry_log(std::chrono::milliseconds wait_max) {
  const std::lock_guard guard(state().mutex);
  state().errors.hurry(wait_max);
}

void log(log_level level, event_name event, std::span<const log_field> fields) {
  if (!log_enabled(level)) return;
  const auto line = line_of(level, event.view(), fields);
  const std::lock_guard guard(state().mutex);
  if (state().sink)
    state().sink(line);
  else
    write_to_stderr(state(), line);
}

} // namespace sys::log
