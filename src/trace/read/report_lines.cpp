#include "trace/read/report_lines.hpp"

#include "trace/read/event_text.hpp"
#include "trace/read/open_programs.hpp"
#include "trace/read/reviews.hpp"
#include "trace/read/time_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

namespace trace::read {

namespace {

/// The place of the last line of a block with these words.
using line_places = std::unordered_map<std::string, std::size_t>;

class line_maker {
public:
  line_maker(const recorded_run& run, const report_filter& part, const open_by_request& open, const new_events* news)
    : run_(run), part_(part), open_(open), news_(news) {}

  /// Steps of the reload itself are lines, too, because a round may begin with such a step.
  [[nodiscard]] std::vector<report_line> lines_of(const run_block& block) const {
    std::vector<report_line> lines;
    line_places reported;
    for (const auto* request : block.requests) {
      if (!is_in_time(*request)) continue;
      if (is_reload_step(*request)) {
        if (is_new(*request)) lines.push_back({request, request->time_us, -1, 0, 0, {}});
      } else if (is_wanted(*request)
                 && is_new(run_.task_of(*request) != nullptr ? *run_.task_of(*request) : *request)) {
        add_task(lines, reported, *request);
      }
      if (run_.task_of(*request) == nullptr) add_open(lines, *request);
    }
    for (const auto* x : block.reviews)
      if (is_wanted(*x) && is_new(*x) && is_in_time(x->time_us, x->time_us + x->duration_us))
        lines.push_back({x, x->time_us, x->duration_us, 0, 0, words_of_decision(*x), 1, !is_consent(*x)});
    for (const auto* part : block.parts)
      if (is_wanted(*part) && is_new(*part)
          && is_in_time(part->time_us, part->time_us + std::max<std::int64_t>(part->duration_us, 0)))
        add_part(lines, reported, *part);
    // A block with no work of the requested part is left out, even if it has steps of a reload.
    if (is_filtered() && std::none_of(lines.begin(), lines.end(), [](const auto& x) { return !x.text.empty(); }))
      return {};
    std::sort(lines.begin(), lines.end(), [](const report_line& a, const report_line& b) {
      return std::pair(a.time_us, a.event->id) < std::pair(b.time_us, b.event->id);
    });
    return lines;
  }

private:
  [[nodiscard]] bool is_filtered() const {
    return news_ != nullptr || !part_.module.empty() || !part_.hook.empty() || !part_.queue.empty() || part_.since
           || part_.until;
  }
  [[nodiscard]] bool is_new(const event& x) const { return news_ == nullptr || news_->contains(x.id); }

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

  /// Failed tries share a line, with the time from the start of the first try to the end of the last try.
  void add_task(std::vector<report_line>& lines, line_places& reported, const event& request) const {
    const auto* task = run_.task_of(request);
    const bool begins = task == nullptr && news_ != nullptr;
    report_line next{&request,
                     request.time_us,
                     task != nullptr ? task->duration_us : -1,
                     request.step,
                     0,
                     begins ? words_of_task(request) + ": begins" : words_of_try(request, task)};
    next.is_failure = task != nullptr && task->fact("outcome") == "failed";
    if (!next.is_failure) return lines.push_back(std::move(next));
    const auto [place, is_first] = reported.emplace("task " + words_of_task(request), lines.size());
    if (is_first) return lines.push_back(std::move(next));
    auto& before = lines[place->second];
    before.duration_us = next.time_us + next.duration_us - before.time_us;
    before.text = fmt::format("{}: failed x{}, {} ({})", words_of_task(request), ++before.times,
                              words_of_duration(before.duration_us), task->fact("reason"));
  }

  /// The programs of a task that have not ended.
  void add_open(std::vector<report_line>& lines, const event& request) const {
    const auto open = open_.find(&request);
    if (open == open_.end()) return;
    for (const auto* x : open->second) {
      // The line of the task reports the hook already.
      if (x->fact("hook") == request.fact("hook") && x->fact("binding") == request.fact("binding")
          && !request.fact("hook").empty())
        continue;
      // A task of Helm has no facts of its own.
      if ((is_wanted(*x) || is_wanted(request)) && is_new(*x))
        lines.push_back(
          {x, x->time_us, -1, x->step, 1, fmt::format("{}: not ended in this trace", words_of_program(*x))});
    }
  }

  void add_part(std::vector<report_line>& lines, line_places& reported, const event& part) const {
    // The line of the task reports the hook already.
    if (const auto* request = run_.request_of(part); request != nullptr && part.type == trace_span::hook
                                                     && request->fact("hook") == part.fact("hook")
                                                     && request->fact("binding") == part.fact("binding"))
      return;
    const bool is_message = part.type == "config_changed" || part.type == "leadership_changed";
    const auto text = is_message ? words_of(part) : words_of_part(part);
    const bool is_failure = part.fact("outcome") == "failed";
    const auto [place, is_first] = reported.emplace(part.type.text() + " " + text, lines.size());
    if (is_failure && !is_first) {
      auto& before = lines[place->second];
      before.text = fmt::format("{} x{}", text, ++before.times);
      return;
    }
    place->second = lines.size();
    lines.push_back({&part, part.time_us, part.duration_us, part.step, 1, text});
    lines.back().is_failure = is_failure;
  }

  const recorded_run& run_;
  const report_filter& part_;
  const open_by_request& open_;
  const new_events* news_;
};

} // namespace

bool is_reload_step(const event& request) {
  return is_request_of_queue(request) && request.fact("task") == "ConvergeModules";
}

open_by_request open_programs_by_request(const recorded_run& run) {
  open_by_request open;
  for (const auto* x : open_programs(run))
    if (const auto* request = run.request_of(*x); request != nullptr) open[request].push_back(x);
  return open;
}

std::vector<report_line> report_lines(const recorded_run& run, const run_block& block, const report_filter& part,
                                      const open_by_request& open, const new_events* news) {
  return line_maker(run, part, open, news).lines_of(block);
}

} // namespace trace::read
