#pragma once

#include "core/config/config_sections.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace core::modules {

/// A watch that delivers no events at the moment.
struct lost_watch {
  std::string what;  ///< for messages: `Pod in namespace default`
  std::string since; ///< RFC 3339 in UTC
  std::string reason;
};

/// The consequence of a problem for a module, or for a queue.
enum class trouble {
  other,
  cannot_run,   ///< the module does not run until the fault is repaired
  waits,        ///< the module waits for objects
  held,         ///< an upgrade of its release is held
  drifted,      ///< objects of its release differ from the chart
  failing_task, ///< the head of a queue has failed, and is tried again
};

/// The subject of a problem, apart from its name.
struct problem_place {
  trouble kind = trouble::other;
  std::string module{};   ///< empty: of no single module
  std::string detailed{}; ///< the problem with words that may hold data of users; empty: the problem itself
};

/// A present problem.
struct known_problem {
  std::string subject;  ///< `module web`, `queue 'main'`; empty: a part of the configuration, or a watch
  std::string text;     ///< for all readers
  std::string detailed; ///< for readers of the debug socket alone
  trouble kind = trouble::other;
  std::string module{};
  std::int64_t since_us = 0; ///< wall clock; 0: the text says it
};

/// The current problems of the operator for /readyz, a line for each: sections and keys of the ConfigMap,
/// modules, queues, watches.
class problem_ledger {
public:
  /// The new problems, for the log.
  struct news {
    std::vector<std::string> sections;
    std::vector<config::ignored_key> keys;
  };

  /// Notes all problems of the current configuration.
  /// @param sections a line for each section that cannot be used
  /// @param unused keys that have no effect
  news note_configuration(std::vector<std::string> sections, std::vector<config::ignored_key> unused);

  /// Notes the problems of all sections.
  /// @returns the new problems
  std::vector<std::string> note_sections(std::vector<std::string> sections);

  /// @param subject `module web`, `queue 'main'`
  /// @param problem empty: the subject has no problem
  /// @param now_us wall clock. If the subject has a problem already, the new problem keeps the time at which
  /// the earlier problem began.
  void note(const std::string& subject, const std::optional<std::string>& problem, problem_place where = {},
            std::int64_t now_us = 0);
  /// Whether the subject has a problem now.
  [[nodiscard]] bool knows(const std::string& subject) const { return by_subject_.contains(subject); }

  /// @param watch number that identifies the watch
  /// @param loss empty: the watch works, or is not needed
  void note_watch(std::uint64_t watch, const std::optional<lost_watch>& loss);

  /// @param what the watch of a kind that is not served, with its hooks; empty: the kind is served, or the
  /// watch is not needed
  void note_unserved(std::uint64_t watch, const std::optional<std::string>& what);
  /// A line for each watch of a hook whose kind was never served, which is no problem, but may be a mistake.
  [[nodiscard]] std::vector<std::string> unserved_lines() const;

  /// All problems. Lost watches come last, with the longest loss first; only a few are named, and the rest is
  /// counted.
  [[nodiscard]] std::vector<std::string> lines() const;
  /// The problems of `lines` with all that is known about them, in the same order.
  [[nodiscard]] std::vector<known_problem> problems() const;

private:
  [[nodiscard]] std::vector<std::string> watch_lines(const std::vector<known_problem>& above) const;

  std::vector<std::string> sections_;
  std::vector<config::ignored_key> unused_keys_;
  std::map<std::string, known_problem> by_subject_;
  std::map<std::uint64_t, lost_watch> lost_watches_;
  std::map<std::uint64_t, std::string> unserved_watches_;
};

} // namespace core::modules
