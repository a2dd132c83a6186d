#include "trace/formats/timeline.hpp"

#include "base/contains.hpp"
#include "trace/formats/span_text.hpp"
#include "trace/read/cause_story.hpp"
#include "trace/read/event_text.hpp"
#include "trace/read/open_programs.hpp"
#include "trace/read/reviews.hpp"
#include "trace/read/run_blocks.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <queue>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace trace::formats {

namespace {

bool is_reload_step(const event& request) {
  return request.fact("task") == "ConvergeModules";
}

/// The rows of a lane. Spans come in the order of their beginnings.
class lane_rows {
public:
  /// Returns the first row that is free at that time.
  std::size_t take(std::int64_t begin_us, std::int64_t end_us) {
    // Rows of ended spans become free first, so that a lane has as few rows as spans overlap.
    for (; !taken_.empty() && taken_.top().first <= begin_us; taken_.pop()) free_.insert(taken_.top().second);
    if (free_.empty()) free_.insert(count_++);
    const auto row = *free_.begin();
    free_.erase(free_.begin());
    taken_.emplace(end_us, row);
    return row;
  }
  [[nodiscard]] std::size_t count() const noexcept { return count_; }

private:
  using row_end = std::pair<std::int64_t, std::size_t>;
  std::priority_queue<row_end, std::vector<row_end>, std::greater<>> taken_; ///< the span that ends first on top
  std::set<std::size_t> free_;
  std::size_t count_ = 0;
};

class timeline_maker {
public:
  explicit timeline_maker(const read::recorded_run& run)
    : run_(run), story_(run), reviews_(run),
      hook_messages_(run.nearest([](const auto& x) { return x.type == "run_hook"; })) {}

  [[nodiscard]] timeline make() {
    line_.run_begin_us = run_.begin_us();
    line_.begin_us = run_.first_us();
    line_.end_us = line_.begin_us;
    for (const auto& x : run_.events())
      line_.end_us = std::max(line_.end_us, x.time_us + std::max<std::int64_t>(x.duration_us, 0));
    for (const auto& block : read::blocks_of(run_)) add_reload(block);
    for (const auto& x : run_.events()) add(x);
    for (const auto* x : read::open_programs(run_)) add_open(*x);
    find_wholes();
    for (std::size_t i = 0; i < line_.spans.size(); ++i) find_causes(i);
    sort_by_time();
    place_lanes();
    return std::move(line_);
  }

private:
  /// All steps of a reload form a single span.
  void add_reload(const read::run_block& block) {
    const event* last = nullptr;
    for (const auto* x : block.requests)
      if (is_reload_step(*x)) {
        if (last == nullptr) begin_span(*x, {"Queues", "reloads"});
        places_.emplace(x, line_.spans.size() - 1);
        requests_.back().push_back(x);
        last = x;
      }
    if (last == nullptr) return;
    const auto* task = run_.task_of(*last);
    // A step with the outcome `continues` is followed by a further step, which the trace does not contain.
    const bool has_ended = task != nullptr && task->fact("outcome") != "continues";
    auto& span = line_.spans.back();
    span.result = has_ended ? result_of(*task) : timeline_result::not_ended;
    span.duration_us = (has_ended ? task->time_us + task->duration_us : line_.end_us) - span.time_us;
    span.label = span.text = read::words_of_task(*last);
  }

  void add(const event& x) {
    if (read::is_request_of_queue(x)) {
      if (!is_reload_step(x)) add_task(x);
      return;
    }
    const auto lane = lane_of(x);
    if (lane.group.empty()) return;
    auto& span = begin_span(x, lane);
    span.duration_us = std::max<std::int64_t>(x.duration_us, 0);
    span.result = result_of(x);
    span.label = label_of(x);
    span.text = run_.is_own_write(x) ? read::words_of_own_write(x) : text_of_span(x);
    span.details = details_of_span(x);
    places_.emplace(&x, line_.spans.size() - 1);
    if (x.type == trace_span::review)
      // The runs of hooks for the review follow from its span.
      if (const auto* asked = reviews_.asked_of(x); asked != nullptr) places_.emplace(asked, line_.spans.size() - 1);
    if (x.type == trace_span::hook)
      // The message that asked for the hook has no span of its own; events that this message has caused
      // follow from the span of the hook.
      if (const auto* message = message_of_hook(x); message != nullptr)
        places_.emplace(message, line_.spans.size() - 1);
  }

  /// A program that has not ended: its span goes to the end of the trace.
  void add_open(const event& x) {
    auto& span = begin_span(x, lane_of_program(x));
    span.duration_us = line_.end_us - x.time_us;
    span.result = timeline_result::not_ended;
    span.label = read::words_of_program(x);
    span.text = span.label + ": not ended in this trace";
    places_.emplace(&x, line_.spans.size() - 1);
  }

  void add_task(const event& request) {
    const auto* task = run_.task_of(request);
    auto& span = begin_span(request, {"Queues", std::string(request.fact("queue"))});
    span.duration_us = task != nullptr ? task->duration_us : line_.end_us - request.time_us;
    span.result = task != nullptr ? result_of(*task) : timeline_result::not_ended;
    span.label = label_of_task(request);
    span.text = read::words_of_run(request, task);
    if (task != nullptr && !task->fact("reason").empty()) span.details.emplace_back(task->fact("reason"));
    places_.emplace(&request, line_.spans.size() - 1);
  }

  timeline_span& begin_span(const event& x, const lane_name& lane) {
    const auto [known, is_new] = lanes_.emplace(lane, lanes_.size());
    requests_.push_back({&x});
    return line_.spans.emplace_back(timeline_span{.id = x.id, .lane = known->second, .time_us = x.time_us});
  }

  /// The message that asked for the run of a hook.
  [[nodiscard]] const event* message_of_hook(const event& x) const { return hook_messages_[run_.index_of(x)]; }

  /// The owner of a span: for a hook or a Helm run, its task; for a commit or a request of a hook, the hook.
  [[nodiscard]] const event* whole_of(const event& x) const {
    const auto* above = run_.cause_of(x);
    if (above == nullptr) return nullptr;
    const bool is_in_task = x.type == trace_span::hook || x.type == trace_span::helm;
    return (is_in_task ? tasks_above_ : spans_above_)[run_.index_of(*above)];
  }

  /// @pre all spans have begun
  void find_wholes() {
    spans_above_ = run_.nearest([this](const event& x) { return places_.contains(&x); });
    tasks_above_ = run_.nearest([this](const event& x) { return x.type != "run_hook" && places_.contains(&x); });
  }

  void find_causes(std::size_t i) {
    auto& causes = line_.spans[i].causes;
    const auto add_cause = [&](const event* x) {
      const auto place = places_.find(x);
      if (place != places_.end() && place->second != i && !base::contains(causes, place->second))
        causes.push_back(place->second);
    };
    for (const auto* x : requests_[i]) {
      if (is_from_outside(*x) && !run_.is_own_write(*x)) continue;
      const auto* whole = read::is_request_of_queue(*x) || is_link(*x) ? nullptr : whole_of(*x);
      if (whole != nullptr) {
        add_cause(whole);
        continue;
      }
      // The causes of later steps of a reload are tasks of the reload itself, which are not shown as causes.
      // Any other cause has begun the reload again.
      for (const auto* cause : story_.nearest(*x))
        if (x == requests_[i].front() || !read::is_request_of_queue(*cause)) add_cause(cause);
    }
  }

  void sort_by_time() {
    std::vector<std::size_t> order(line_.spans.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](auto a, auto b) {
      return std::tuple(line_.spans[a].time_us, line_.spans[a].id, a)
             < std::tuple(line_.spans[b].time_us, line_.spans[b].id, b);
    });
    std::vector<std::size_t> place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
    std::vector<timeline_span> sorted;
    sorted.reserve(order.size());
    for (const auto i : order) sorted.push_back(std::move(line_.spans[i]));
    for (auto& span : sorted)
      for (auto& cause : span.causes) cause = place[cause];
    line_.spans = std::move(sorted);
  }

  /// Numbers the lanes in the order in which they are shown, and gives spans that overlap rows of their own.
  void place_lanes() {
    std::vector<std::size_t> place(lanes_.size());
    for (const auto& [lane, number] : lanes_) {
      place[number] = line_.lanes.size();
      line_.lanes.push_back({std::string(lane.group), lane.name, 1});
    }
    std::vector<lane_rows> rows(lanes_.size());
    for (auto& span : line_.spans) {
      span.lane = place[span.lane];
      span.row = rows[span.lane].take(span.time_us, span.time_us + span.duration_us);
      line_.lanes[span.lane].rows = rows[span.lane].count();
    }
  }

  const read::recorded_run& run_;
  read::cause_story story_;
  read::recorded_reviews reviews_;
  read::nearest_events hook_messages_;
  read::nearest_events spans_above_;
  read::nearest_events tasks_above_; ///< like `spans_above_`, without messages that asked for hooks
  timeline line_;
  std::map<lane_name, std::size_t> lanes_; ///< numbers in the order in which they came
  /// The span of an event. Several events may share a span: the steps of a reload, the message that asked for
  /// a hook.
  std::unordered_map<const event*, std::size_t> places_;
  std::vector<std::vector<const event*>> requests_; ///< for each span the events that have causes
};

} // namespace

timeline timeline_of(const read::recorded_run& run) {
  return timeline_maker(run).make();
}

} // namespace trace::formats
