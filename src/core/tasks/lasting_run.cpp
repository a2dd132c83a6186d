#include "core/tasks/lasting_run.hpp"

#include "base/duration.hpp"
#include "text/plain/printable.hpp"
#include "text/plain/wrapped_text.hpp"

#include <fmt/format.h>

#include <chrono>
#include <utility>

namespace core::tasks {

std::string text_of(const lasting_run& x, std::int64_t now_us) {
  return fmt::format(
    "{} has run for {}{}{}, since {}{}", x.subject, base::duration_text(std::chrono::microseconds(now_us - x.began_us)),
    x.stage.empty() ? std::string() : ", " + x.stage, x.pid == 0 ? std::string() : fmt::format(", pid {}", x.pid),
    x.since, x.process.empty() ? std::string() : ": " + x.process);
}

std::string limit_of(const lasting_run& x) {
  if (x.subject.starts_with("helm ")) return "--helm-timeout ends such runs of Helm";
  if (x.subject.starts_with("enabled script ")) return "--hook-timeout ends such runs, of enabled scripts, too";
  return "--hook-timeout, or `settings.timeout` of the hook, ends such runs";
}

void lasting_run_list::note(std::uint64_t run, const std::optional<lasting_run>& lasts) {
  if (lasts)
    runs_.insert_or_assign(run, *lasts);
  else
    runs_.erase(run);
}

std::vector<std::string> lasting_run_list::lines(std::int64_t now_us) const {
  std::vector<std::string> lines;
  for (const auto& [run, x] : runs_) lines.push_back(text_of(x, now_us));
  return lines;
}

std::vector<std::string> lasting_run_list::problems(std::int64_t now_us) const {
  std::vector<std::string> lines;
  for (const auto& [run, x] : runs_)
    if (x.slow)
      lines.push_back(text_of(x, now_us) + ": tasks behind it wait until it ends (addon-operator queue list); "
                      + limit_of(x));
  return lines;
}

std::string text_of_runs(const std::vector<lasting_run>& runs, std::int64_t now_us) {
  if (runs.empty()) return {};
  std::string text = "Running now:\n";
  for (const auto& x : runs) text += "- " + text::wrapped(text::printable(text_of(x, now_us)), {80, 2}) + "\n";
  return text + "\n";
}

text::json dump_of_runs(const std::vector<lasting_run>& runs, std::int64_t now_us) {
  text::json::array_type all;
  for (const auto& x : runs) {
    auto dump = text::json::object(
      {{"subject", x.subject},
       {"since", x.since},
       {"seconds", text::json::number(fmt::format("{:.1f}", static_cast<double>(now_us - x.began_us) / 1e6))},
       {"slow", x.slow}});
    if (!x.stage.empty()) dump = dump.with("stage", text::json(x.stage));
    all.push_back(x.pid == 0 ? std::move(dump) : dump.with("pid", text::json(x.pid)));
  }
  return text::json::array(std::move(all));
}

std::string subject_with_binding(const std::string& subject, const std::string& binding) {
  return binding.empty() ? subject : fmt::format("{} ({})", subject, binding);
}

} // namespace core::tasks
