#pragma once

#include "trace/read/recorded_run.hpp"
#include "trace/read/time_words.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace trace::read {

/// An event in plain words, and its causes.
struct cause_tree {
  const event* event = nullptr; ///< the event in the trace
  std::int64_t time_us = 0;
  std::string text;
  std::vector<std::string> details; ///< a line each
  /// Empty: it came from outside, its causes were reported before, or the trace does not go back that far.
  std::vector<cause_tree> causes;
  bool is_repeated = false; ///< its causes were reported before, in another branch
  std::size_t rounds = 0;   ///< 0: a single event; else this number of equal rounds, from `event` on
};

/// Describes the causes of an event, back to the outside: objects, the ConfigMap, ticks, the start. Messages
/// between actors that mean nothing to a user are skipped. If work leads to the same work again and again,
/// the story has it once, with the number of rounds.
class cause_story {
public:
  /// Reads the whole run once, for stories of many events.
  explicit cause_story(const recorded_run& run);

  /// The event as it is reported: a request of a queue becomes a run, a commit gets its values.
  [[nodiscard]] cause_tree tree_of(const event& x);

  /// The nearest causes that are reported, the latest last.
  [[nodiscard]] std::vector<const event*> nearest(const event& x) const;

private:
  [[nodiscard]] std::vector<const event*> causes_of(const event& x) const;
  void climb(const event& from, std::vector<const event*>& found, std::unordered_set<std::uint64_t>& seen) const;
  /// Whether an event is left out of the story if it has a single cause.
  [[nodiscard]] bool is_passed(const event& x) const;
  [[nodiscard]] bool is_reported(const event& x) const;
  void forget_what_is_covered(const event& run, std::vector<const event*>& causes) const;
  [[nodiscard]] std::string text_of(const event& x) const;
  [[nodiscard]] std::vector<std::string> details_of(const event& x) const;

  [[nodiscard]] std::optional<cause_tree> rounds_before(const event& x);

  const recorded_run& run_;
  nearest_events forks_; ///< by event: the nearest event that is not left out
  std::unordered_set<std::uint64_t> reported_;
  std::vector<std::string> path_;      ///< identities of the event that is reported now and its effects
  const event* covered_run_ = nullptr; ///< the run before the run that is asked about
};

/// The story as text: the last event first, then `because`. Branches are indented.
[[nodiscard]] std::string text_of_story(const cause_tree& story, const time_words& times);

} // namespace trace::read
