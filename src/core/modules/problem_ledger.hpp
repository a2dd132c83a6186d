#pragma once

#include "core/config/config_sections.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace core::modules {

/// A watch that does not deliver events; it is tried again.
struct lost_watch {
  std::string what;  ///< for people: `Pod in namespace default`
  std::string since; ///< RFC 3339 in UTC
  std::string reason;
};

/// The present problems of the operator, a line each, for /readyz: sections and keys of the ConfigMap,
/// modules and queues, watches.
class problem_ledger {
public:
  /// The new problems, for the log.
  struct news {
    std::vector<std::string> sections;
    std::vector<config::ignored_key> keys;
  };

  /// All problems of the configuration that is in use now.
  /// @param sections a line for each section that cannot be used
  /// @param unused keys that have no effect
  news note_configuration(std::vector<std::string> sections, std::vector<config::ignored_key> unused);

  /// Notes the problems of all sections.
  /// @returns the new problems
  std::vector<std::string> note_sections(std::vector<std::string> sections);

  /// @param subject `module web`, `queue 'main'`
  /// @param problem empty: the subject is well
  void note(const std::string& subject, const std::optional<std::string>& problem);
  /// Whether the subject has a problem now.
  [[nodiscard]] bool knows(const std::string& subject) const { return by_subject_.contains(subject); }

  /// @param watch a number that identifies the watch
  /// @param loss empty: the watch works, or is not wanted
  void note_watch(std::uint64_t watch, const std::optional<lost_watch>& loss);

  /// All problems. Lost watches come last, the longest loss first: only a few by name, and the number of the
  /// rest.
  [[nodiscard]] std::vector<std::string> lines() const;

private:
  void add_watches(std::vector<std::string>& lines) const;

  std::vector<std::string> sections_;
  std::vector<config::ignored_key> unused_keys_;
  std::map<std::string, std::string> by_subject_;
  std::map<std::uint64_t, lost_watch> lost_watches_;
};

} // namespace core::modules
