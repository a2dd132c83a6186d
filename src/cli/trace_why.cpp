#include "cli/trace_why.hpp"

#include "cli/read_trace.hpp"
#include "core/trace/recorded_run.hpp"

#include <utility>

namespace cli {

exit_with run(const trace_why_command& x) {
  if (x.file.empty())
    return {1, "addon-operator: a running operator cannot be asked for its trace yet: start it with --trace-file FILE, "
               "and name that file by --file\n"};
  auto file = read_trace(x.file);
  if (!file) return {1, "addon-operator: " + file.error().message + "\n"};
  const bool is_older = file->version < core::trace_version;
  const core::recorded_run run(std::move(file->events));
  auto text = core::why(run, x.question);
  if (text) return {0, std::move(*text)};
  auto message = "addon-operator: " + x.file + ": " + text.error().message + "\n";
  if (is_older)
    message += "The trace was written by an older version, which did not record what this question needs.\n";
  return {1, std::move(message)};
}

} // namespace cli
