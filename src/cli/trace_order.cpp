#include "cli/trace_order.hpp"

#include "core/trace/lifecycle_order.hpp"
#include "core/trace/trace_file.hpp"
#include "sys/files.hpp"

namespace cli {

exit_with run(const trace_order_command& x) {
  auto text = sys::read_file(x.file);
  if (!text) return {1, "addon-operator: " + text.error().message + "\n"};
  auto file = core::parse_trace(*text);
  if (file.events.empty()) {
    const auto reason = file.bad_lines.empty() ? "it is empty" : file.bad_lines.front().message;
    return {1, "addon-operator: " + x.file + " is no trace: " + reason
                 + "\nA trace is what `addon-operator start --trace-file FILE` writes.\n"};
  }
  auto detail =
    x.detail == trace_order_detail::everything ? core::trace_detail::everything : core::trace_detail::lifecycle;
  auto shown = core::lifecycle_order(std::move(file.events), detail);
  for (const auto& bad : file.bad_lines) shown += x.file + ": " + bad.message + "\n";
  return {0, std::move(shown)};
}

} // namespace cli
