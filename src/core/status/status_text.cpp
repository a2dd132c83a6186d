#include "core/status/status_text.hpp"

#include "base/duration.hpp"
#include "base/utc_time.hpp"
#include "core/status/headline.hpp"
#include "text/plain/printable.hpp"
#include "text/plain/wrapped_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <variant>

namespace core::status {

namespace {

/// Narrower screens show no table: its last column would be a column of single words.
constexpr std::size_t table_columns_min = 120;
constexpr std::size_t indent = 4;

std::string ago(std::int64_t us, std::int64_t now_us) {
  return base::duration_text(std::chrono::microseconds(now_us - us));
}

/// `2026-11-25 03:14:10 (1 min 22 s ago)`
std::string moment(std::int64_t us, std::int64_t now_us) {
  return fmt::format("{} ({} ago)", base::utc_text(us), ago(us, now_us));
}

std::string counted(std::size_t count, const char* thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

/// A paragraph of a foreign text.
std::string paragraph(const std::string& begin, const std::string& text, std::size_t columns) {
  return begin + text::wrapped(text::printable(text), {.columns = columns, .indent = begin.size()}) + "\n";
}

std::string heading_of(const platform_status& x, std::size_t columns) {
  auto text = text::wrapped(fmt::format("{}. It is {} UTC; {} since {}.", headline_of(x), base::utc_text(x.now_us),
                                        x.is_ready ? "ready" : "running", base::utc_text(x.since_us)),
                            {.columns = columns})
              + "\n";
  text += paragraph(
    "", fmt::format("addon-operator {}, platform '{}', namespace '{}'", x.version, x.platform, x.namespace_name),
    columns);
  if (!x.lead.text.empty()) text += paragraph("Leader: ", x.lead.text, columns);
  if (!x.activity.empty()) text += paragraph("Now: ", x.activity, columns);
  for (const auto& program : x.programs) text += paragraph("Now: ", program, columns);
  return text;
}

std::string waiting_of(const status_problem& x) {
  auto text = fmt::format("{}", fmt::join(x.waiting, ", "));
  return x.relief.empty() ? text : text + fmt::format(" (`{}` lets them run now)", x.relief);
}

std::string problems_of(const platform_status& x, std::size_t columns) {
  if (x.problems.empty()) return {};
  std::string text = "\nProblems\n";
  for (std::size_t i = 0; i < x.problems.size(); ++i) {
    const auto& problem = x.problems[i];
    text += paragraph(fmt::format("{:2}. ", i + 1), problem.cause, columns);
    if (problem.since_us) text += paragraph("    since ", moment(*problem.since_us, x.now_us), columns);
    if (!problem.waiting.empty()) text += paragraph("    these wait: ", waiting_of(problem), columns);
    if (!problem.reads.empty()) text += paragraph("    reads: ", problem.reads, columns);
    if (!problem.next_step.empty()) text += paragraph("    next: ", problem.next_step, columns);
  }
  return text;
}

std::string removals_of(const platform_status& x, std::size_t columns) {
  if (x.removals.empty()) return {};
  std::string text = "\nRemoved in the last hour\n";
  for (const auto& removal : x.removals) {
    text += paragraph("  - ", removal.cause, columns);
    text += paragraph("    since ", moment(removal.what.removed_us, x.now_us), columns);
    if (!removal.next_step.empty()) text += paragraph("    next: ", removal.next_step, columns);
  }
  return text;
}

/// Whether a release was removed, and is not there again.
bool is_any_gone(const platform_status& x) {
  return std::any_of(x.removals.begin(), x.removals.end(), [](const auto& y) { return !y.what.made_again_us; });
}

std::string last_line_of(const platform_status& x) {
  if (is_any_gone(x)) return "No problem, apart from what was removed.\n";
  return x.remarks.empty() ? "All is well.\n" : "All is well, apart from what may be mistakes.\n";
}

/// Remarks beyond this number are counted: the screen is for the person on call.
constexpr std::size_t remarks_max = 10;

std::string remarks_of(const platform_status& x, std::size_t columns) {
  if (x.remarks.empty()) return {};
  std::string text = "\nMay be mistakes\n";
  for (std::size_t i = 0; i < std::min(x.remarks.size(), remarks_max); ++i)
    text += paragraph("  - ", x.remarks[i], columns);
  if (x.remarks.size() > remarks_max)
    text += fmt::format("  - and {} more: `-o json` shows all\n", x.remarks.size() - remarks_max);
  return text;
}

std::string queues_of(const platform_status& x, std::size_t columns) {
  if (x.queues.empty()) return {};
  std::string text = "\nQueues with work\n";
  for (const auto& queue : x.queues)
    text += paragraph(
      std::string(indent, ' '),
      fmt::format("{}: {}, head {} {}", queue.name, counted(queue.length, "task"), queue.head, queue.head_state),
      columns);
  return text;
}

/// If more modules than this are off, only their names are shown: users switch many modules off on purpose.
constexpr std::size_t reasons_max = 8;

/// Modules that are well need no line each.
std::string names_of_modules(const platform_status& x, std::size_t columns) {
  std::vector<std::string> on;
  std::vector<std::string> off;
  std::vector<std::string> reasons;
  for (const auto& module : x.modules) {
    const auto* why = std::get_if<module_state::off>(&module.now);
    (why != nullptr ? off : on).push_back(module.name);
    if (why != nullptr) reasons.push_back(module.name + ": " + (why->reason.empty() ? "off" : why->reason));
  }
  std::string text = "\n";
  if (!on.empty())
    text += paragraph("", fmt::format("{} on: {}", counted(on.size(), "module"), fmt::join(on, ", ")), columns);
  if (off.size() > reasons_max) {
    text += paragraph("", fmt::format("{} off: {}", counted(off.size(), "module"), fmt::join(off, ", ")), columns);
    text += "`addon-operator module list` shows why.\n";
  } else if (!off.empty()) {
    text += fmt::format("{} off:\n", counted(off.size(), "module"));
    for (const auto& reason : reasons) text += paragraph("  - ", reason, columns);
  }
  return text;
}

bool is_at_rest(const module_status& x) {
  return std::holds_alternative<module_state::well>(x.now) || std::holds_alternative<module_state::off>(x.now);
}

std::string last_run_of(const module_status& x, std::int64_t now_us) {
  return x.last_run ? moment(x.last_run->ended_us, now_us) : std::string("-");
}

std::string drift_of(const module_status& x) {
  if (x.drifted_objects == 0) return {};
  return fmt::format("{} differ{} from the chart", counted(x.drifted_objects, "object"),
                     x.drifted_objects == 1 ? "s" : "");
}

/// `ok` stands alone: a module whose objects or hooks are not as they should be is not well, even if its last
/// run was.
std::string state_of(const module_status& x) {
  auto troubles = x.troubles;
  if (troubles.empty() && x.drifted_objects > 0) troubles.push_back(drift_of(x));
  if (troubles.empty()) return text_of(x.now);
  const auto text = fmt::format("{}", fmt::join(troubles, ", "));
  return std::holds_alternative<module_state::well>(x.now) ? "not well: " + text : text_of(x.now) + ", and " + text;
}

std::string two_lines_of(const module_status& x, std::size_t number, std::int64_t now_us, std::size_t columns) {
  auto text = paragraph(fmt::format("{:2}. ", number), x.name + ": " + state_of(x), columns);
  std::string more;
  if (x.revision > 0) more = fmt::format("revision {}", x.revision);
  if (x.last_run)
    more += fmt::format("{}last run {}, took {}{}", more.empty() ? "" : ", ", moment(x.last_run->ended_us, now_us),
                        base::duration_text(x.last_run->lasted), x.last_run->failure.empty() ? "" : ", failed");
  return more.empty() ? text : text + paragraph(std::string(indent, ' '), more, columns);
}

/// The widths of the columns before the state.
struct table_shape {
  std::size_t name = 4;
  std::size_t revision = 8;
  std::size_t last_run = 8;
  std::size_t took = 4;
};

std::string row(const table_shape& x, const std::string& number, const module_status& module, std::int64_t now_us,
                std::size_t columns) {
  const auto begin =
    fmt::format("{:>3} {:<{}}  {:<{}}  {:<{}}  {:<{}}  ", number, text::printable(module.name), x.name,
                module.revision > 0 ? std::to_string(module.revision) : "-", x.revision, last_run_of(module, now_us),
                x.last_run, module.last_run ? base::duration_text(module.last_run->lasted) : "-", x.took);
  return paragraph(begin, state_of(module), columns);
}

} // namespace

std::string text_of_modules(const std::vector<module_status>& all, std::int64_t now_us, std::size_t columns) {
  std::string text;
  // A name or a reason must not be broken into a column of a few letters.
  if (columns < table_columns_min) {
    for (std::size_t i = 0; i < all.size(); ++i) text += two_lines_of(all[i], i + 1, now_us, columns);
    return text;
  }
  table_shape shape;
  for (const auto& x : all) {
    shape.name = std::max(shape.name, text::printable(x.name).size());
    shape.last_run = std::max(shape.last_run, last_run_of(x, now_us).size());
    if (x.last_run) shape.took = std::max(shape.took, base::duration_text(x.last_run->lasted).size());
  }
  text = fmt::format("    {:<{}}  {:<{}}  {:<{}}  {:<{}}  STATE\n", "NAME", shape.name, "REVISION", shape.revision,
                     "LAST RUN", shape.last_run, "TOOK", shape.took);
  for (std::size_t i = 0; i < all.size(); ++i) text += row(shape, fmt::format("{}.", i + 1), all[i], now_us, columns);
  return text;
}

std::string words_of_standby(const lead_facts& x, const std::string& namespace_name) {
  const std::string words = "This replica is a standby: it runs no module and no hook. ";
  if (x.leader_pod.empty()) return words + "No replica is known to lead.";
  return words
         + fmt::format("The leader has all answers: `kubectl -n {} exec {} -- addon-operator status`.", namespace_name,
                       x.leader_pod);
}

std::string text_of_status(const platform_status& x, std::size_t columns) {
  auto text = heading_of(x, columns) + problems_of(x, columns) + removals_of(x, columns) + remarks_of(x, columns);
  if (x.lead.is_standby) return text + "\n" + paragraph("", words_of_standby(x.lead, x.namespace_name), columns);
  const bool is_quiet = x.is_well() && x.queues.empty() && std::all_of(x.modules.begin(), x.modules.end(), is_at_rest);
  if (is_quiet) return text + names_of_modules(x, columns) + last_line_of(x);
  if (!x.modules.empty()) text += "\nModules\n" + text_of_modules(x.modules, x.now_us, columns);
  return text + queues_of(x, columns);
}

} // namespace core::status
