#include "cli/read_trace.hpp"

#include "cli/debug_commands.hpp"
#include "sys/files.hpp"
#include "sys/http_client.hpp"

#include <utility>

namespace cli {

namespace {

constexpr const char* page = "/trace";

} // namespace

core::result<std::string> fetch_trace(const std::string& socket, const std::string& query) {
  auto answer = sys::get_from_socket(socket, page, {.query = query});
  if (!answer)
    return core::fail(answer.error().code, answer.error().message + step_to_reach_operator(answer.error().code));
  if (answer->status == 200) return std::move(answer->body);
  return core::fail(core::error_code::unavailable, socket + ": " + answer->body);
}

core::result<core::trace_file> read_trace(const trace_source& from) {
  auto text = from.file.empty() ? fetch_trace(from.socket) : sys::read_file(from.file);
  if (!text) return tl::unexpected(text.error());
  auto file = core::parse_trace(*text);
  if (!file.events.empty()) return file;
  const auto reason = file.bad_lines.empty() ? "it is empty" : file.bad_lines.front().message;
  return core::fail(core::error_code::invalid_input,
                    from.name() + " is no trace: " + reason
                      + "\nA trace is what `addon-operator start --trace-file FILE` and `trace dump` write.");
}

} // namespace cli
