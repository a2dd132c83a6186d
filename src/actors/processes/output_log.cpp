#include "actors/processes/output_log.hpp"

#include "base/excerpt.hpp"
#include "core/hooks/json_log_line.hpp"
#include "sys/log/log.hpp"

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace actors::processes {

namespace {

std::vector<sys::log::log_field> origin_of(const messages::run_program& what, const char* stream) {
  std::vector<sys::log::log_field> fields{{"hook", what.hook}};
  if (!what.module.empty()) fields.push_back({"module", what.module});
  fields.push_back({"binding", what.binding});
  fields.push_back({"queue", what.queue});
  fields.push_back({"stream", stream});
  return fields;
}

void log_record_of(const core::hooks::log_line& record, std::vector<sys::log::log_field> fields) {
  fields.push_back({"msg", record.message});
  for (const auto& [key, value] : record.fields) fields.push_back({key, value});
  sys::log::log(sys::log::parse_log_level(record.level).value_or(sys::log::log_level::info), "hook_log", fields);
}

/// Logs a long line in pieces of 4 KiB, because a line of the log must have less than 16 KiB, and no output
/// may be lost.
void log_in_pieces(std::string_view line, std::vector<sys::log::log_field> fields) {
  constexpr std::size_t piece_bytes = 4 << 10;
  const auto first_words = fields.size();
  do {
    const auto piece = base::first_bytes(line, piece_bytes);
    fields.erase(fields.begin() + static_cast<std::ptrdiff_t>(first_words), fields.end());
    fields.push_back({"line", piece});
    sys::log::log(sys::log::log_level::info, "hook_output", fields);
    line.remove_prefix(piece.empty() ? line.size() : piece.size());
  } while (!line.empty());
}

} // namespace

void log_output(const messages::run_program& what, sys::process::stream from, const logged_line& line,
                bool proxy_json) {
  const auto* stream = from == sys::process::stream::out ? "stdout" : "stderr";
  if (what.hook.empty()) {
    const auto kept = from == sys::process::stream::err && what.collect_stderr;
    const std::vector<sys::log::log_field> fields{{"subject", what.subject}, {"stream", stream}, {"line", line.shown}};
    return sys::log::log(kept ? sys::log::log_level::debug : sys::log::log_level::info, "program_output", fields);
  }
  auto fields = origin_of(what, stream);
  if (proxy_json)
    if (const auto record = core::hooks::parse_hook_log_line(line.text))
      return log_record_of(*record, std::move(fields));
  log_in_pieces(line.shown, std::move(fields));
}

} // namespace actors::processes
