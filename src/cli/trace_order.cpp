#include "cli/trace_order.hpp"

#include "cli/read_trace.hpp"
#include "cli/trace_times.hpp"
#include "sys/log/screen.hpp"
#include "trace/read/lifecycle_listing.hpp"
#include "trace/read/order_rules.hpp"
#include "trace/read/part_names.hpp"
#include "trace/read/recorded_run.hpp"
#include "trace/read/run_report.hpp"
#include "trace/read/time_words.hpp"

#include <utility>

namespace cli {

namespace {

base::result<std::string> order_of(const trace_order_command& x, trace::read::trace_file& file) {
  // Files of version 1 lack the facts for plain words, so they get lines.
  if (x.detail == trace_order_detail::told && file.version > 1) {
    auto part = x.part;
    if (part.width == 0) part.width = sys::log::columns_of_stdout().value_or(0);
    part.is_coloured = sys::log::stdout_shows_colours();
    const trace::read::recorded_run run(std::move(file.events), file.began_us);
    if (auto known = trace::read::check_names(run, part); !known) return tl::unexpected(known.error());
    const auto report = trace::read::run_report(run, part);
    return report.empty() ? report : trace::read::time_words(run).head_of_report() + "\n" + report;
  }
  return trace::read::lifecycle_order(std::move(file.events),
                                      x.detail == trace_order_detail::everything ? trace::read::trace_detail::everything
                                                                                 : trace::read::trace_detail::lifecycle,
                                      file.began_us);
}

} // namespace

namespace {

std::string why_empty(const trace::read::report_filter& x) {
  const bool is_filtered = !x.module.empty() || !x.hook.empty() || !x.queue.empty() || x.since || x.until;
  return is_filtered ? "it has no work that fits --module, --hook, --queue, --since and --until"
                     : "no task has begun in it; --all shows each message";
}

exit_with verified(const trace_order_command& x, trace::read::trace_file file, std::string remarks) {
  if (file.version < 2)
    return {1, "addon-operator: " + x.source.name()
                 + " was written by an older version, which did not record the facts that rules need\n"};
  const auto unread = file.is_cut_off ? 0 : file.bad_lines.size();
  const trace::read::recorded_run run(std::move(file.events), file.began_us);
  const auto broken = trace::read::first_broken_order(run);
  // Lines that cannot be read may hide a broken rule, so this is no success.
  if (!broken && unread > 0)
    return {1,
            "addon-operator: " + x.source.name()
              + ": no broken rule in the lines that could be read; unreadable lines: " + std::to_string(unread) + "\n",
            std::move(remarks)};
  if (!broken) return {0, "all rules of the order were kept\n", std::move(remarks)};
  auto text = "addon-operator: " + x.source.name() + ": broken rule: " + broken->rule + "\n";
  for (const auto* event : broken->events) trace::read::append_trace_line(text, *event);
  return {1, std::move(text), std::move(remarks)};
}

} // namespace

exit_with run(const trace_order_command& command) {
  auto x = command;
  if (auto settled = settle_times(x.source, {&x.part.since, &x.part.until}); !settled)
    return {1, "addon-operator: " + settled.error().message + "\n"};
  const bool is_verified = x.detail == trace_order_detail::verified;
  const bool is_of_part = !x.part.module.empty() || !x.part.hook.empty() || !x.part.queue.empty();
  if (is_of_part && x.detail != trace_order_detail::told)
    return {1,
            "addon-operator: --module, --hook and --queue do not go with --lines, --all and --verify, which are about "
            "the whole run: leave them out, and look for the name in the lines\n"};
  const trace_extent extent{.since = x.part.since, .until = x.part.until, .is_whole = is_verified};
  auto file = read_trace(x.source, extent);
  if (!file) return {1, "addon-operator: " + file.error().message + "\n"};
  auto remarks = remarks_on(*file, x.source, extent);
  if (is_verified) return verified(x, std::move(*file), std::move(remarks));
  auto shown = order_of(x, *file);
  if (!shown)
    return {1, "addon-operator: " + x.source.name() + ": " + shown.error().message + "\n", std::move(remarks)};
  if (shown->empty()) remarks += x.source.name() + ": " + why_empty(x.part) + "\n";
  return {0, std::move(*shown), std::move(remarks)};
}

} // namespace cli
