#include "cli/trace_times.hpp"

#include "sys/files/files.hpp"
#include "sys/files/line_splitter.hpp"
#include "sys/time/clock.hpp"
#include "trace/read/trace_file.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace cli {

namespace {

constexpr std::size_t line_bytes_max = 16 << 20;

std::int64_t now_us() {
  return std::chrono::duration_cast<std::chrono::microseconds>(sys::time::now().time_since_epoch()).count();
}

/// Returns the end of the last event of a file. Without an event it returns the present time, because the
/// later reading of the file reports that there is no event.
base::result<std::int64_t> end_of_file(const std::string& path) {
  // Only the last lines are parsed, because a file may have millions. The very last may be cut off.
  std::string last;
  std::string before;
  const auto take = [&](std::string_view line) {
    if (line.empty()) return;
    before = std::exchange(last, std::string(line));
  };
  sys::files::line_splitter splitter(line_bytes_max);
  auto read = sys::files::read_file_in_pieces(path, [&](std::string_view piece) { splitter.push(piece, take); });
  if (!read) return tl::unexpected(read.error());
  splitter.finish(take);
  for (const auto* line : {&last, &before})
    if (const auto event = trace::read::parse_trace_line(*line))
      return event->time_us + std::max<std::int64_t>(event->duration_us, 0);
  return now_us();
}

} // namespace

base::result<void> settle_times(const trace_source& from,
                                std::initializer_list<std::optional<trace::read::trace_moment>*> moments) {
  std::optional<std::int64_t> end_us;
  for (auto* moment : moments) {
    if (!*moment || !(*moment)->needs_end()) continue;
    if (!end_us) {
      const auto end = from.file.empty() ? base::result<std::int64_t>(now_us()) : end_of_file(from.file);
      if (!end) return tl::unexpected(end.error());
      end_us = *end;
    }
    *moment = (*moment)->before(*end_us);
  }
  return {};
}

} // namespace cli
