#include "cli/trace_why.hpp"

#include "cli/read_trace.hpp"
#include "core/trace/recorded_run.hpp"

#include <utility>

namespace cli {

exit_with run(const trace_why_command& x) {
  const trace_extent extent{.until = x.at};
  auto file = read_trace(x.source, extent);
  if (!file) return {1, "addon-operator: " + file.error().message + "\n"};
  const bool is_older = file->version < core::trace_version;
  auto remarks = remarks_on(*file, x.source, extent);
  const core::recorded_run run(std::move(file->events));
  auto text = core::why(run, x.question);
  if (text) return {0, std::move(*text), std::move(remarks)};
  auto message = "addon-operator: " + x.source.name() + ": " + text.error().message + "\n";
  if (is_older)
    message += "The trace was written by an older version, which did not record what this question needs.\n";
  return {1, message + remarks};
}

} // namespace cli
