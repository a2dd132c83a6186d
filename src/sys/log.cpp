#include "sys/log.hpp"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <mutex>
#include <utility>

namespace sys {

namespace {

/// The one log of this program. Never destroyed, so that threads may log until the very end.
struct log_state {
  std::atomic<log_level> level = log_level::info;
  std::atomic<log_format> format = log_format::text;
  std::atomic<bool> with_time = true;
  std::mutex mutex;
  log_sink sink; ///< guarded by `mutex`; empty: stderr
};

log_state& state() {
  static auto* const the_state = new log_state;
  return *the_state;
}

// There is no place left to report that stderr refuses the line.
void write_to_stderr(std::string_view line) {
  while (!line.empty()) {
    const auto written = ::write(STDERR_FILENO, line.data(), line.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    line.remove_prefix(static_cast<std::size_t>(written));
  }
}

} // namespace

void configure_log(log_options options) {
  state().level = options.level;
  state().format = options.format;
  state().with_time = options.with_time;
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

void log(log_level level, std::string_view event, std::span<const log_field> fields) {
  if (!log_enabled(level)) return;
  log_record record{.time = std::nullopt, .level = level, .event = event, .fields = fields};
  if (state().with_time) record.time = now();
  const auto line = format_log_line(state().format, record);
  const std::lock_guard guard(state().mutex);
  if (state().sink)
    state().sink(line);
  else
    write_to_stderr(line);
}

} // namespace sys
