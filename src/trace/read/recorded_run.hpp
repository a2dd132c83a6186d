#pragma once

#include "trace/event.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace trace::read {

/// For each event of a run, the nearest matching event among the event and its causes; null: no match. A
/// chain of causes may contain all events of the run, so the matches of all events are computed in a single
/// pass.
using nearest_events = std::vector<const event*>;

/// A run of the operator from its trace, with the causes of each event. It owns all its memory.
class recorded_run {
public:
  /// @param events in any order
  /// @param began_us when the run began; nullopt: with the first of these events
  explicit recorded_run(std::vector<event> events, std::optional<std::int64_t> began_us = {});
  recorded_run(const recorded_run&) = delete;
  recorded_run& operator=(const recorded_run&) = delete;

  /// In the order of their ids.
  [[nodiscard]] const std::vector<event>& events() const noexcept { return events_; }
  /// The start of the run. All times for users count from here.
  [[nodiscard]] std::int64_t begin_us() const noexcept { return begin_us_; }
  /// The time of the first event in the trace.
  [[nodiscard]] std::int64_t first_us() const noexcept { return first_us_; }
  /// The time of the last event in the trace.
  [[nodiscard]] std::int64_t last_us() const noexcept { return last_us_; }
  /// Null: the trace does not go back that far.
  [[nodiscard]] const event* find(std::uint64_t id) const;

  /// The cause of an event; null: it has no cause, or the trace lacks it.
  [[nodiscard]] const event* cause_of(const event& x) const {
    const auto* cause = find(x.cause);
    // Causes have smaller ids. The check prevents an endless loop in a file with other ids.
    return cause != nullptr && cause->id < x.id ? cause : nullptr;
  }
  /// The place of an event in `events()`.
  /// @pre it is an element of `events()`
  [[nodiscard]] std::size_t index_of(const event& x) const { return static_cast<std::size_t>(&x - events_.data()); }
  /// The nearest matching event for each event, by its place in `events()`; in one pass.
  template <class Matches>
  [[nodiscard]] nearest_events nearest(const Matches& matches) const {
    nearest_events found(events_.size());
    for (std::size_t i = 0; i < events_.size(); ++i) {
      const auto* cause = matches(events_[i]) ? nullptr : cause_of(events_[i]);
      found[i] = matches(events_[i]) ? &events_[i] : cause != nullptr ? found[index_of(*cause)] : nullptr;
    }
    return found;
  }

  /// The direct causes of an event: its cause, the further causes of the work, and the requests that came
  /// while the work waited. Events that the trace lacks are left out.
  [[nodiscard]] std::vector<const event*> causes_of(const event& x) const;

  /// The span of the task that a queue asked for by this message; null: it has not ended in the trace.
  [[nodiscard]] const event* task_of(const event& execute_task) const;
  /// The message by which a queue asked for the work that an event is part of; null: no such work.
  [[nodiscard]] const event* request_of(const event& x) const;
  /// The commit of values that a message has made; null: no commit.
  [[nodiscard]] const event* commit_of(const event& message) const;
  /// The hook's write that this object event reports; null if another client wrote it, or the trace lacks it.
  [[nodiscard]] const event* writer_of(const event& object_changed) const;
  /// Whether an edit of the ConfigMap (`config_changed`) is a write of the operator itself, for a hook.
  [[nodiscard]] bool is_own_write(const event& config_changed) const;
  /// The last event for which `matches` returns true; null: there is no such event.
  template <class Matches>
  [[nodiscard]] const event* last(Matches matches) const {
    for (auto x = events_.rbegin(); x != events_.rend(); ++x)
      if (matches(*x)) return &*x;
    return nullptr;
  }

private:
  void show_words();
  [[nodiscard]] const event* deleter_of(const event& object_changed) const;

  std::vector<event> events_;
  std::unordered_map<std::uint64_t, const event*> by_id_;
  std::unordered_map<std::uint64_t, const event*> reasons_; ///< notes, by the message that they describe
  std::unordered_map<std::uint64_t, const event*> tasks_;   ///< spans by the request of the queue
  std::unordered_map<std::uint64_t, const event*> commits_; ///< by their cause
  std::unordered_map<std::string, const event*> writes_;    ///< by kind, name and version of the object
  /// By kind and name: events by which objects came, and operations by which hooks deleted them.
  std::unordered_map<std::string, std::vector<const event*>> lives_;
  nearest_events requests_;       ///< of queues
  nearest_events section_writes_; ///< messages by which hooks write sections of the ConfigMap
  std::int64_t begin_us_ = 0;
  std::int64_t first_us_ = 0;
  std::int64_t last_us_ = 0;
};

/// Whether a queue has asked for a task by this message.
[[nodiscard]] bool is_request_of_queue(const event& x);

} // namespace trace::read
