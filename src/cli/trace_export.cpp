#include "cli/trace_export.hpp"

#include "cli/read_trace.hpp"
#include "cli/trace_page.hpp"
#include "cli/trace_times.hpp"
#include "sys/files/files.hpp"
#include "trace/formats/perfetto.hpp"
#include "trace/formats/timeline.hpp"
#include "trace/formats/timeline_json.hpp"
#include "trace/read/recorded_run.hpp"

#include <utility>

namespace cli {

namespace {

constexpr const char* to_stdout = "-";

/// `run.html`, in the directory where the command runs.
std::string default_path(const trace_export_command& x) {
  auto name = x.source.file.empty() ? std::string("trace") : x.source.file;
  name.erase(0, name.rfind('/') + 1);
  if (const auto dot = name.rfind('.'); dot != std::string::npos && dot > 0) name.erase(dot);
  return name + (x.format == trace_format::html ? ".html" : ".perfetto.json");
}

std::string content_of(trace_format format, const trace::formats::timeline& line) {
  if (format == trace_format::perfetto) return trace::formats::perfetto_trace(line);
  std::string page(trace_page_before_data);
  page += trace::formats::timeline_json(line);
  return page += trace_page_behind_data;
}

} // namespace

exit_with run(const trace_export_command& command) {
  auto x = command;
  if (auto settled = settle_times(x.source, {&x.since, &x.until}); !settled)
    return {1, "addon-operator: " + settled.error().message + "\n"};
  const trace_extent extent{.since = x.since, .until = x.until};
  auto file = read_trace(x.source, extent);
  if (!file) return {1, "addon-operator: " + file.error().message + "\n"};
  auto remarks = remarks_on(*file, x.source, extent);
  if (file->version < 2)
    return {1, "addon-operator: " + x.source.name()
                 + " was written by an older version, which did not record what is drawn\n"};
  auto line = trace::formats::timeline_of(trace::read::recorded_run(std::move(file->events), file->began_us));
  line.partial_from_us = file->part_from_us;
  line.place = file->place;
  auto content = content_of(x.format, line);
  if (x.to == to_stdout) return {0, std::move(content), std::move(remarks)};
  const auto path = x.to.empty() ? default_path(x) : x.to;
  if (auto written = sys::files::write_file_private(path, content); !written) {
    return {1, "addon-operator: " + written.error().message + "; --out names another path, or - for stdout\n"};
  }
  return {0, path + "\n", std::move(remarks)};
}

} // namespace cli
