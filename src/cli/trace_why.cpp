#include "cli/trace_why.hpp"

#include "cli/read_trace.hpp"
#include "cli/trace_times.hpp"
#include "sys/log/screen.hpp"
#include "trace/read/recorded_run.hpp"
#include "trace/read/time_words.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace cli {

namespace {

/// Removes all events after this time. Spans that ended after this time are removed, too, because at this
/// time they had not ended.
void forget_what_ended_after(trace::read::trace_moment at, trace::read::trace_file& file) {
  if (file.events.empty()) return;
  const auto first = std::min_element(file.events.begin(), file.events.end(),
                                      [](const auto& a, const auto& b) { return a.time_us < b.time_us; });
  const auto until_us = at.at(std::min(file.began_us.value_or(first->time_us), first->time_us));
  std::erase_if(file.events, [&](const trace::event& x) { return x.time_us + x.duration_us > until_us; });
}

} // namespace

exit_with run(const trace_why_command& command) {
  auto x = command;
  if (auto settled = settle_times(x.source, {&x.at}); !settled)
    return {1, "addon-operator: " + settled.error().message + "\n"};
  const trace_extent extent{.until = x.at};
  auto file = read_trace(x.source, extent);
  if (!file) return {1, "addon-operator: " + file.error().message + "\n"};
  const bool is_older = file->version < trace::read::trace_version;
  if (x.at) forget_what_ended_after(*x.at, *file);
  auto remarks = remarks_on(*file, x.source, extent);
  const trace::read::recorded_run run(std::move(file->events), file->began_us);
  if (x.question.width == 0) x.question.width = sys::log::columns_of_stdout().value_or(0);
  auto text = trace::read::why(run, x.question);
  if (text) return {0, trace::read::time_words(run).head() + *text, std::move(remarks)};
  auto message = "addon-operator: " + x.source.name() + ": " + text.error().message + "\n";
  if (is_older)
    message += "The trace was written by an older version, which did not record what this question needs.\n";
  return {1, message + remarks};
}

} // namespace cli
