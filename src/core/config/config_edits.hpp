#pragma once

#include "core/config/config_sections.hpp"
#include "core/values/value_source.hpp"

#include <memory>
#include <set>
#include <string>
#include <string_view>

namespace core::config {

/// Remembers what edits of the ConfigMap have done to its sections since the operator has started. A section that an edit has
/// removed is not wanted; one that was missing from the start, or has gone with the whole ConfigMap, may be lost by mistake.
/// A section that hooks alone have made does not bring back a section that was lost.
class config_edits {
public:
  /// Takes a content of the ConfigMap. One that is older than the last one is passed over.
  void take(std::shared_ptr<const configuration> x);

  /// What the ConfigMap has for a module, and what edits have said of it.
  /// @param section key of the module's section
  [[nodiscard]] values::value_standing standing(const std::string& section) const;

private:
  /// True if that content is what somebody has written, and not what is left of a ConfigMap that has gone.
  [[nodiscard]] bool is_said(const configuration& x) const;
  void note_edits(const configuration& before, const configuration& now);
  /// @param is_there now
  /// @param was_there at some time
  [[nodiscard]] bool is_taken_away(bool is_there, bool was_there) const;

  std::shared_ptr<const configuration> last_; ///< null: none has come
  std::set<std::string> seen_;                ///< sections of people that were there at some time
  std::set<std::string> seen_of_hooks_;       ///< the same of those that hooks alone have made
  std::set<std::string> edited_;              ///< sections whose content has changed
  bool was_written_ = false;                  ///< a ConfigMap of people was there at some time
  bool is_new_ = false;                       ///< it was made in this life: what it lacks is not wanted
};

} // namespace core::config
