#include "cli/trace_order.hpp"

#include "cli/read_trace.hpp"
#include "core/trace/lifecycle_order.hpp"

#include <utility>

namespace cli {

exit_with run(const trace_order_command& x) {
  auto file = read_trace(x.file);
  if (!file) return {1, "addon-operator: " + file.error().message + "\n"};
  auto detail =
    x.detail == trace_order_detail::everything ? core::trace_detail::everything : core::trace_detail::lifecycle;
  auto shown = core::lifecycle_order(std::move(file->events), detail);
  for (const auto& bad : file->bad_lines) shown += x.file + ": " + bad.message + "\n";
  return {0, std::move(shown)};
}

} // namespace cli
