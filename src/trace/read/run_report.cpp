#include "trace/read/run_report.hpp"

#include "base/excerpt.hpp"
#include "trace/read/cause_story.hpp"
#include "trace/read/event_text.hpp"
#include "trace/read/folded_blocks.hpp"
#include "trace/read/open_programs.hpp"
#include "trace/read/run_blocks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trace::read {

namespace {

constexpr std::size_t causes_shown = 8;

// Codes of a terminal (ECMA-48, SGR).
constexpr std::string_view plain = "";
constexpr std::string_view title_style = "1";
constexpr std::string_view cause_style = "2";
constexpr std::string_view failure_style = "31";

/// A line of a block; lines of failed tries are gathered.
struct report_line {
  const event* event = nullptr;
  std::int64_t time_us = 0;
  std::int64_t duration_us = -1;
  int step = 0;
  std::size_t depth = 0;
  std::string text;
  int times = 1;
  bool is_failure = false;
};

bool is_reload_step(const event& request) {
  return request.fact("task") == "ConvergeModules";
}

/// The place of the last line of a block with these words.
using line_places = std::unordered_map<std::string, std::size_t>;

class report_writer {
public:
  report_writer(const recorded_run& run, const report_filter& part) : run_(run), part_(part), story_(run) {
    for (const auto* x : open_programs(run))
      if (const auto* request = run.request_of(*x); request != nullptr) open_[request].push_back(x);
  }

  [[nodiscard]] std::string write() {
    const auto blocks = blocks_of(run_);
    for (const auto& block : blocks)
      for (const auto* request : block.requests)
        // All causes are collected before the first report: a commit must not be reported alone if a later
        // report names it as its cause.
        for (const auto* cause : story_.nearest(*request)) written_as_cause_.insert(cause);
    note_edits();
    folded_blocks reported;
    for (const auto& block : blocks) {
      write_block(block);
      const auto& first = block.requests.empty() ? *block.parts.front() : *block.requests.front();
      reported.add(std::exchange(text_, {}), std::string(base::trimmed(time_text(first.time_us))));
    }
    return reported.take();
  }

private:
  /// Marks edits of the ConfigMap that have made a commit: the commit is reported in their place.
  void note_edits() {
    const auto edits = run_.nearest([](const event& x) { return x.type == "config_changed"; });
    for (const auto& x : run_.events())
      if (x.type == trace_span::values_commit)
        if (const auto* edit = edits[run_.index_of(x)]; edit != nullptr) written_as_cause_.insert(edit);
  }

  [[nodiscard]] bool is_wanted(const event& x) const {
    const auto agrees = [&](fact_name fact, const std::string& wanted) {
      return wanted.empty() || x.fact(fact) == wanted;
    };
    const bool is_hook = agrees("hook", part_.hook) || x.fact("hook").ends_with("/" + part_.hook);
    return agrees("module", part_.module) && is_hook && agrees("queue", part_.queue);
  }

  /// Whether the report includes work with this time and duration.
  [[nodiscard]] bool is_in_time(std::int64_t from_us, std::int64_t to_us) const {
    const auto begin_us = run_.begin_us();
    return (!part_.since || to_us >= part_.since->at(begin_us))
           && (!part_.until || from_us <= part_.until->at(begin_us));
  }
  /// A task without an end counts as still running.
  [[nodiscard]] bool is_in_time(const event& request) const {
    const auto* task = run_.task_of(request);
    return is_in_time(request.time_us, task == nullptr ? std::numeric_limits<std::int64_t>::max()
                                                       : task->time_us + std::max<std::int64_t>(task->duration_us, 0));
  }

  /// The line without its middle, because the outcome stands at its end.
  [[nodiscard]] std::string shortened(std::string_view x) const {
    const auto room = std::max<std::size_t>(part_.width, 2) - 1;
    const auto end = base::last_bytes(x, room / 3);
    return fmt::format("{}…{}", base::first_bytes(x, room - end.size()), end);
  }

  void line(const std::string& x, std::string_view style = plain) {
    const bool fits = part_.width == 0 || x.size() <= part_.width;
    const bool is_coloured = part_.is_coloured && !style.empty();
    if (is_coloured) text_ += fmt::format("\033[{}m", style);
    text_ += fits ? x : shortened(x);
    if (is_coloured) text_ += "\033[0m";
    text_ += '\n';
  }

  void write_block(const run_block& block) {
    const auto lines = lines_of(block);
    if (lines.empty()) return;
    if (block.requests.empty()) return tell_commit(*block.parts.front());
    const auto& first = *block.requests.front();
    const auto reload =
      std::find_if(block.requests.begin(), block.requests.end(), [](const event* x) { return is_reload_step(*x); });
    line(reload != block.requests.end() ? words_of_run(**reload, nullptr) : subject_of(first), title_style);
    const auto& asked = reload != block.requests.end() ? **reload : first;
    std::set<std::string> reported;
    for (const auto& cause : new_causes(asked, reported)) line("  because " + cause, cause_style);
    for (const auto& x : lines) {
      if (x.event != nullptr && is_request_of_queue(*x.event) && is_reload_step(*x.event)) {
        for (const auto& cause : new_causes(*x.event, reported))
          line(fmt::format("  {}  it begins again, because {}", time_text(x.time_us), cause), cause_style);
        continue;
      }
      line(text_of(x), x.is_failure ? failure_style : plain);
    }
  }

  /// A commit outside any task is listed only if no other report names it as a cause.
  void tell_commit(const event& x) {
    if (written_as_cause_.contains(&x)) return;
    line(x.type == "config_changed" ? words_of(x, nullptr) : words_of_part(x), title_style);
    line(fmt::format("  {}  nothing followed", time_text(x.time_us)));
  }

  /// The nearest causes that were not reported before.
  [[nodiscard]] std::vector<std::string> new_causes(const event& request, std::set<std::string>& reported) const {
    std::vector<std::string> causes;
    std::size_t more = 0;
    for (const auto* cause : story_.nearest(request)) {
      auto words = is_request_of_queue(*cause) ? subject_of(*cause) : words_of(*cause, run_.writer_of(*cause));
      if (cause->fact("source") == "start")
        words = "the operator was started";
      else if (const auto changes = words_of_changes(*cause, 3); !changes.empty())
        words += fmt::format(": {}", fmt::join(changes, ", "));
      // Runs of the same task have the same words, but each of them is a separate cause.
      const auto which = is_request_of_queue(*cause) ? std::to_string(cause->id) : std::string();
      if (!reported.insert(words + which).second) continue;
      if (causes.size() < causes_shown)
        causes.push_back(std::move(words));
      else
        ++more;
    }
    if (more > 0) causes.push_back(fmt::format("of {} more", more));
    return causes;
  }

  [[nodiscard]] static std::string subject_of(const event& request) {
    return is_reload_step(request) ? words_of_run(request, nullptr)
                                   : words_of_task(request) + " in queue " + std::string(request.fact("queue"));
  }

  /// The lines in order of time. Steps of the reload itself are lines, too, because a round may begin with
  /// such a step.
  [[nodiscard]] std::vector<report_line> lines_of(const run_block& block) const {
    std::vector<report_line> lines;
    line_places reported;
    for (std::size_t i = 0; i < block.requests.size(); ++i) {
      const auto& request = *block.requests[i];
      if (!is_in_time(request)) continue;
      if (is_reload_step(request))
        lines.push_back({&request, request.time_us, -1, 0, 0, {}});
      else if (is_wanted(request))
        add_task(lines, reported, request);
      if (run_.task_of(request) == nullptr) add_open(lines, request);
    }
    for (const auto* part : block.parts)
      if (is_wanted(*part) && is_in_time(part->time_us, part->time_us + std::max<std::int64_t>(part->duration_us, 0)))
        add_part(lines, reported, *part);
    const bool is_empty = std::all_of(lines.begin(), lines.end(), [](const report_line& x) {
      return is_request_of_queue(*x.event) && is_reload_step(*x.event);
    });
    const bool is_filtered =
      !part_.module.empty() || !part_.hook.empty() || !part_.queue.empty() || part_.since || part_.until;
    // A block without any work of the requested part is left out, even if steps of a reload remain.
    if (is_empty && is_filtered) return {};
    std::sort(lines.begin(), lines.end(), [](const report_line& a, const report_line& b) {
      return std::pair(a.time_us, a.event->id) < std::pair(b.time_us, b.event->id);
    });
    return lines;
  }

  /// Failed tries share a line, with the time from the first to the end of the last try.
  void add_task(std::vector<report_line>& lines, line_places& reported, const event& request) const {
    const auto* task = run_.task_of(request);
    report_line next{&request,
                     request.time_us,
                     task != nullptr ? task->duration_us : -1,
                     request.step,
                     0,
                     words_of_try(request, task)};
    next.is_failure = is_failed(request);
    if (!next.is_failure) return lines.push_back(std::move(next));
    const auto [place, is_new] = reported.emplace("task " + words_of_task(request), lines.size());
    if (is_new) return lines.push_back(std::move(next));
    auto& before = lines[place->second];
    before.duration_us = next.time_us + next.duration_us - before.time_us;
    before.text = fmt::format("{}: failed x{}, {} ({})", words_of_task(request), ++before.times,
                              words_of_duration(before.duration_us), task->fact("reason"));
  }

  /// The programs of a task that have not ended.
  void add_open(std::vector<report_line>& lines, const event& request) const {
    const auto open = open_.find(&request);
    if (open == open_.end()) return;
    for (const auto* x : open->second)
      // A task of Helm has no facts of its own.
      if (is_wanted(*x) || is_wanted(request))
        lines.push_back(
          {x, x->time_us, -1, x->step, 1, fmt::format("{}: not ended in this trace", words_of_program(*x))});
  }

  void add_part(std::vector<report_line>& lines, line_places& reported, const event& part) const {
    // The line of the task reports the hook already.
    if (const auto* request = run_.request_of(part); request != nullptr && part.type == trace_span::hook
                                                     && request->fact("hook") == part.fact("hook")
                                                     && request->fact("binding") == part.fact("binding"))
      return;
    const auto text = words_of_part(part);
    const bool is_failure = part.fact("outcome") == "failed";
    const auto [place, is_new] = reported.emplace(part.type.text() + " " + text, lines.size());
    if (is_failure && !is_new) {
      auto& before = lines[place->second];
      before.text = fmt::format("{} x{}", text, ++before.times);
      return;
    }
    place->second = lines.size();
    lines.push_back({&part, part.time_us, part.duration_us, part.step, 1, text});
    lines.back().is_failure = is_failure;
  }

  [[nodiscard]] bool is_failed(const event& request) const {
    const auto* task = is_request_of_queue(request) ? run_.task_of(request) : nullptr;
    return task != nullptr && task->fact("outcome") == "failed";
  }

  [[nodiscard]] std::string time_text(std::int64_t time_us) const {
    return fmt::format("{:>+10.3f} s", static_cast<double>(time_us - run_.begin_us()) / 1e6);
  }

  [[nodiscard]] std::string text_of(const report_line& x) const {
    return fmt::format("  {}  {:>9}  {:>2}  {}{}", time_text(x.time_us),
                       x.duration_us > 0 ? words_of_duration(x.duration_us) : "",
                       x.step == 0 ? "" : std::to_string(x.step), std::string(2 * x.depth, ' '), x.text);
  }

  const recorded_run& run_;
  const report_filter& part_;
  cause_story story_;
  std::string text_; ///< of the block that is being reported
  std::set<const event*> written_as_cause_;
  std::unordered_map<const event*, std::vector<const event*>> open_; ///< programs without an end, by their task
};

} // namespace

std::string run_report(const recorded_run& run, const report_filter& part) {
  return report_writer(run, part).write();
}

} // namespace trace::read
