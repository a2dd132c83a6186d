#include "trace/read/recorded_run.hpp"

#include "base/log_hint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace trace::read {

namespace {

/// The key of a write: kind, name and version. The namespace is left out, because an operation may not name
/// it; objects of the same name in two namespaces differ in their versions.
std::string key_of_write(const event& x) {
  return fmt::format("{} {} {}", x.fact("kind"), x.fact("name"), x.fact("version"));
}

std::string key_of_life(const event& x) {
  return fmt::format("{} {}", x.fact("kind"), x.fact("name"));
}

/// True if an object comes by the event, or a hook deletes it.
bool is_of_life(const event& x) {
  return (x.type == "object_changed" && x.fact("event") == "Added")
         || (x.type == trace_span::object_operation && x.fact("outcome") == "deleted");
}

} // namespace

bool recorded_run::is_own_write(const event& config_changed) const {
  return config_changed.type == "config_changed" && section_writes_[index_of(config_changed)] != nullptr;
}

bool is_request_of_queue(const event& x) {
  return x.type == "execute_task" && x.sender.starts_with("queue ");
}

recorded_run::recorded_run(std::vector<event> events, std::optional<std::int64_t> began_us)
  : events_(std::move(events)) {
  std::stable_sort(events_.begin(), events_.end(), [](const event& a, const event& b) { return a.id < b.id; });
  for (const auto& x : events_) {
    by_id_.emplace(x.id, &x);
    if (x.type == trace_span::reasons) reasons_.emplace(x.cause, &x);
    if (x.type == trace_span::values_commit) commits_.emplace(x.cause, &x);
    if (x.type == trace_span::object_operation && !x.fact("version").empty()) writes_.emplace(key_of_write(x), &x);
    if (is_of_life(x)) lives_[key_of_life(x)].push_back(&x);
    first_us_ = &x == &events_.front() ? x.time_us : std::min(first_us_, x.time_us);
    last_us_ = std::max(last_us_, x.time_us);
  }
  // After a step of the clock the time in the head may be later than an event, and times since the start
  // would be negative.
  begin_us_ = std::min(began_us.value_or(first_us_), first_us_);
  for (const auto& x : events_) {
    if (x.type != trace_span::task) continue;
    // The queue has recorded the span while it handled the outcome, so the cause of the span is the outcome.
    // The cause of the outcome is the request.
    const auto* outcome = find(x.cause);
    if (outcome != nullptr) tasks_.emplace(outcome->cause, &x);
  }
  requests_ = nearest(is_request_of_queue);
  section_writes_ = nearest([](const event& x) { return x.type == "write_section"; });
  show_words();
}

/// Shows the words of a failed program in place of the hint to the log: in the reason of its own span, and in
/// the reason of the task that has failed with it. If the trace has no words (another version may have
/// written it), the reasons stay as they are.
void recorded_run::show_words() {
  const auto put = [](event& x, std::string_view name, std::string_view words) {
    for (auto& fact : x.facts)
      if (fact.name == name)
        fact.text = base::hinted_event(fact.text).empty() ? fact.text + ": " + std::string(words)
                                                          : base::with_words(fact.text, words);
  };
  for (auto& x : events_) {
    const std::string words(x.fact("words"));
    if (words.empty()) continue;
    // The span of Helm has the reason for its work, too.
    put(x, x.type == trace_span::helm ? "error" : "reason", words);
    const auto* request = request_of(x);
    const auto* task = request == nullptr ? nullptr : task_of(*request);
    if (task != nullptr && !base::hinted_event(task->fact("reason")).empty())
      put(events_[index_of(*task)], "reason", words);
  }
}

const event* recorded_run::find(std::uint64_t id) const {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? nullptr : found->second;
}

std::vector<const event*> recorded_run::causes_of(const event& x) const {
  std::vector<const event*> causes;
  const auto add = [&](std::uint64_t id) {
    const auto* cause = find(id);
    // Causes have smaller ids. The check prevents an endless loop in a file with other ids.
    if (cause == nullptr || id >= x.id || std::find(causes.begin(), causes.end(), cause) != causes.end()) return;
    causes.push_back(cause);
  };
  const auto note = reasons_.find(x.id);
  const bool has_note = note != reasons_.end();
  // For a step of a reload, the reasons of the current round replace the reasons for which the reload has
  // begun.
  const bool counts_alone = has_note && note->second->fact("task") == "ConvergeModules";
  if (!counts_alone) {
    add(x.cause);
    for (const auto id : x.also) add(id);
  }
  if (has_note)
    for (const auto id : note->second->also) add(id);
  return causes;
}

const event* recorded_run::task_of(const event& execute_task) const {
  const auto found = tasks_.find(execute_task.id);
  return found == tasks_.end() ? nullptr : found->second;
}

const event* recorded_run::request_of(const event& x) const {
  return requests_[index_of(x)];
}

const event* recorded_run::writer_of(const event& object_changed) const {
  if (object_changed.type != "object_changed") return nullptr;
  if (object_changed.fact("event") == "Deleted") return deleter_of(object_changed);
  const auto found = writes_.find(key_of_write(object_changed));
  return found == writes_.end() ? nullptr : found->second;
}

/// The deletion by a hook that ended the previous life of the object; null: no hook has deleted it. The
/// deletion is found by the object's name, because the answer to a deletion names no version. The operation
/// may be recorded later than the event, because it waits until the object has gone.
const event* recorded_run::deleter_of(const event& object_changed) const {
  const auto found = lives_.find(key_of_life(object_changed));
  if (found == lives_.end()) return nullptr;
  const auto space = object_changed.fact("namespace");
  const event* last = nullptr;
  for (const auto* x : found->second) {
    const bool is_other = !x->fact("namespace").empty() && x->fact("namespace") != space;
    if (is_other || x->time_us > object_changed.time_us) continue;
    if (last == nullptr || x->time_us >= last->time_us) last = x;
  }
  return last != nullptr && last->type == trace_span::object_operation ? last : nullptr;
}

const event* recorded_run::commit_of(const event& message) const {
  const auto found = commits_.find(message.id);
  return found == commits_.end() ? nullptr : found->second;
}

} // namespace trace::read
