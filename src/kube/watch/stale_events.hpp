#pragma once

#include <string>
#include <variant>

namespace kube::watch {

/// Compares the watch of an object with the answers to requests about this object. An answer counts at once;
/// events that are older than the answer come later and are ignored. The event with the version of the answer
/// is not ignored: with it the watch has caught up. Versions are resourceVersions.
/// Why so: docs/decisions/own-writes-of-the-configmap.md
class stale_events {
public:
  /// @returns false for an event that is older than an answer.
  [[nodiscard]] bool on_event(const std::string& version);
  /// @returns false for an answer that is older than an event or another answer: answers may overtake each
  /// other.
  [[nodiscard]] bool on_answer(const std::string& version);
  /// Takes a list, which shows the present object. An answer up to the version of the list is forgotten; a
  /// newer answer still counts. After a restore of the API server, whose lists have lower versions,
  /// `on_lost_history` comes first.
  void on_list(const std::string& version);
  /// The API server has lost a part of its history: all earlier versions are forgotten.
  void on_lost_history() { state_ = level{}; }
  /// The object is gone; earlier answers are forgotten.
  void forget_answers();

  /// True if an answer has shown a version that the watch has not reached.
  [[nodiscard]] bool is_behind() const noexcept { return std::holds_alternative<behind>(state_); }

private:
  struct level {
    std::string event; ///< the last event; empty: no event has come
  };
  struct behind {
    std::string event;
    std::string answer; ///< that the watch has not reached
  };

  std::variant<level, behind> state_;
};

} // namespace kube::watch
