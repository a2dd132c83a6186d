#pragma once

#include <string>
#include <variant>

namespace kube::watch {

/// Whether the watch of an object is behind the answers to requests about it. An answer is known at once, and
/// the events up to its version come later: these are ignored. Versions are resourceVersions.
/// Why so: docs/decisions/own-writes-of-the-configmap.md
class watch_lag {
public:
  /// @returns false for an event that is older than an answer.
  [[nodiscard]] bool on_event(const std::string& version);
  /// @returns false for an answer that is older than an event or another answer: two of them may change places.
  [[nodiscard]] bool on_answer(const std::string& version);
  /// A list of that version shows the object as it is. Earlier answers are forgotten: an API server that was
  /// restored may have forgotten them too.
  void on_list(const std::string& version);
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
