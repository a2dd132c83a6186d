#include "cli/read_trace.hpp"

#include "sys/files.hpp"

namespace cli {

core::result<core::trace_file> read_trace(const std::string& path) {
  auto text = sys::read_file(path);
  if (!text) return tl::unexpected(text.error());
  auto file = core::parse_trace(*text);
  if (!file.events.empty()) return file;
  const auto reason = file.bad_lines.empty() ? "it is empty" : file.bad_lines.front().message;
  return core::fail(core::error_code::invalid_input,
                    path + " is no trace: " + reason
                      + "\nA trace is what `addon-operator start --trace-file FILE` writes.");
}

} // namespace cli
