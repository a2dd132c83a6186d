#include "cli/read_trace.hpp"

#include "cli/debug_question.hpp"
#include "sys/files/files.hpp"
#include "sys/files/line_splitter.hpp"
#include "sys/http/client.hpp"
#include "trace/read/trace_window.hpp"

#include <fmt/format.h>

#include <functional>
#include <string_view>
#include <utility>

namespace cli {

namespace {

constexpr const char* page = "/trace";

} // namespace

base::result<std::string> fetch_trace(const std::string& socket, const std::string& query) {
  auto answer = sys::http::get_from_socket(socket, page, {.query = query});
  if (!answer)
    return base::fail(answer.error().code, answer.error().message + step_to_reach_operator(answer.error().code));
  if (answer->status == 200) return std::move(answer->body);
  return base::fail(base::error_code::unavailable, socket + ": " + answer->body);
}

namespace {

/// Limit of a file that is read as a whole: in memory a trace takes about three times the bytes of its lines.
constexpr std::uint64_t whole_bytes_max = 32 << 20;
constexpr std::uint64_t last_piece_bytes = 16 << 20;
/// Limit of a line. A longer line does not come from an operator, and is delivered in pieces.
constexpr std::size_t line_bytes_max = 16 << 20;

/// Delivers all lines of a trace. It is called twice if only a part is read.
using line_source = std::function<base::result<void>(const sys::files::line_splitter::line_function&)>;

line_source lines_of_file(const std::string& path) {
  return [path](const sys::files::line_splitter::line_function& take) {
    sys::files::line_splitter splitter(line_bytes_max);
    auto read = sys::files::read_file_in_pieces(path, [&](std::string_view piece) { splitter.push(piece, take); });
    if (read) splitter.finish(take);
    return read;
  };
}

line_source lines_of_text(std::string text) {
  return [text = std::move(text)](const sys::files::line_splitter::line_function& take) -> base::result<void> {
    sys::files::line_splitter splitter(line_bytes_max);
    splitter.push(text, take);
    splitter.finish(take);
    return {};
  };
}

base::result<trace::read::trace_file> read_part(const line_source& lines, const trace::read::window_limits& limits) {
  trace::read::trace_window window(limits);
  if (auto seen = lines([&](std::string_view line) { window.see(line); }); !seen) return tl::unexpected(seen.error());
  window.follow_causes();
  trace::read::trace_file file;
  file.is_part = window.leaves_out();
  std::size_t number = 0;
  bool is_same = true;
  auto read = lines([&](std::string_view line) {
    const auto at = number++;
    if (!window.has(at)) return;
    const auto before = file.events.size();
    trace::read::take_trace_line(file, number, line);
    if (file.events.size() == before) return;
    is_same = is_same && window.has_id(at, file.events.back().id);
    if (at == window.begins_at()) file.part_from_us = file.events.back().time_us;
  });
  if (!read) return tl::unexpected(read.error());
  // The file was read twice. If it was rotated in between, the chosen lines are other lines now.
  if (!is_same)
    return base::fail(base::error_code::conflict, "the trace file was replaced while it was read; try again");
  return file;
}

base::result<trace::read::trace_file> read_some(const trace_source& from, const trace_extent& extent) {
  const trace::read::window_limits limits{.since = extent.since, .until = extent.until, .bytes_max = last_piece_bytes};
  const bool is_limited = extent.since || extent.until;
  const auto size = from.file.empty() ? std::nullopt : sys::files::size_of_file(from.file);
  if (!extent.is_whole && size && (is_limited || *size > whole_bytes_max))
    return read_part(lines_of_file(from.file), limits);
  auto text = from.file.empty() ? fetch_trace(from.socket) : sys::files::read_file(from.file, sys::files::whole_file);
  if (!text) return tl::unexpected(text.error());
  if (is_limited) return read_part(lines_of_text(std::move(*text)), limits);
  return trace::read::parse_trace(*text);
}

} // namespace

base::result<trace::read::trace_file> read_trace(const trace_source& from, const trace_extent& extent) {
  auto file = read_some(from, extent);
  if (!file || !file->events.empty()) return file;
  const auto reason = file->bad_lines.empty() ? "it is empty" : file->bad_lines.front().message;
  return base::fail(base::error_code::invalid_input,
                    from.name() + " is no trace: " + reason
                      + "\nA trace is what `addon-operator start --trace-file FILE` and `trace dump` write.");
}

std::string remarks_on(const trace::read::trace_file& file, const trace_source& from, const trace_extent& extent) {
  std::string remarks;
  for (const auto& bad : file.bad_lines) remarks += from.name() + ": " + bad.message + "\n";
  if (file.has_other_run)
    remarks += from.name()
               + ": a second run with ids from the beginning follows the first run, as `simulate` writes them: "
                 "only the first run is read; put the second run into another file\n";
  if (file.part_from_us && !extent.since)
    remarks += from.name() + " is large: this is its last part" + (extent.until ? " before that time" : "")
               + " and the events that have led to it. --since TIME begins earlier.\n";
  if (file.before > 0)
    remarks += fmt::format("{} does not go back to the start of the run: {} earlier events are not in it{}.\n",
                           from.name(), file.before, file.began_us ? "" : ", and times count from its first event");
  return remarks;
}

} // namespace cli
