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
  void note(const std::string& subject, const std::optional<std::string>& problem);

  /// @param watch number that identifies the watch
  /// @param loss empty: the watch works, or is not needed
  void note_watch(std::uint64_t watch, const std::optional<lost_watch>& loss);

  /// All problems. Lost watches come last, with the longest loss first; only a few are named, and the rest is
  /// counted.
  [[nodiscard]] std::vector<std::string> lines() const;

private:
  void add_watches(std::vector<std::string>& lines) const;

  std::vector<std::string> sections_;
  std::vector<config::ignored_key> unused_keys_;
  std::map<std::string, std::string> by_subject_;
  std::map<std::uint64_t, lost_watch> lost_watches_;
};

} // namespace core::modules
