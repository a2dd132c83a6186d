#include "cli/trace_dump.hpp"

#include "cli/read_trace.hpp"
#include "sys/files/files.hpp"

#include <utility>

namespace cli {

exit_with run(const trace_dump_command& x) {
  auto text = fetch_trace(x.source.socket);
  if (!text) return {1, "addon-operator: " + text.error().message + "\n"};
  if (x.to.empty()) return {0, std::move(*text)};
  if (auto written = sys::files::write_file_private(x.to, *text); !written)
    return {1, "addon-operator: " + written.error().message + "\n"};
  return {};
}

} // namespace cli
