#pragma once

#include "core/config/config_sections.hpp"
#include "core/values/value_source.hpp"

#include <memory>
#include <set>
#include <string>
#include <string_view>

namespace core::config {

/// Remembers the changes that edits of the ConfigMap have made to its sections since the operator has
/// started. A section that an edit has removed is not wanted. A section that was missing from the start, that
/// is blank, or has gone with the whole ConfigMap, may be lost by mistake. A section that only hooks have
/// made is no replacement for a lost section that a user had written.
class config_edits {
public:
  /// Takes a content of the ConfigMap. A content older than the last is skipped.
  void take(std::shared_ptr<const configuration> x);

  /// The content of the ConfigMap for a module, and the edits of it.
  /// @param section key of the module's section
  [[nodiscard]] values::value_standing standing(const std::string& section) const;

  /// The keys of lost flags (`ingressNginx`). A flag is lost if it was true, if an edit has removed it
  /// together with another true flag, and if no later content has written it: the ConfigMap may have been cut
  /// short. If a user replaces a deleted ConfigMap by an empty ConfigMap, no flag is lost.
  [[nodiscard]] const std::set<std::string>& vanished_flags() const noexcept { return vanished_flags_; }

  /// The sections of the ConfigMap that hooks alone have written.
  [[nodiscard]] std::set<std::string> sections_of_hooks() const;
  /// The sections of modules in the ConfigMap that users have written. A blank section does not count, and
  /// neither does a section that is `false`.
  [[nodiscard]] std::set<std::string> sections_of_users() const;

private:
  void note_vanished_flags(const configuration& before, const configuration& now);
  /// True if the content shows the wishes of users. False if users have had a ConfigMap, and it is deleted,
  /// or only hooks have written the present ConfigMap.
  [[nodiscard]] bool is_said(const configuration& x) const;
  void note_edits(const configuration& before, const configuration& now);
  /// @param is_there whether the section is in the present content
  /// @param was_there whether the section was in an earlier content
  [[nodiscard]] bool is_taken_away(const std::string& section, bool is_there, bool was_there) const;

  std::shared_ptr<const configuration> last_; ///< null: no content has come
  std::set<std::string> seen_;                ///< sections of users that were there at some time
  std::set<std::string> seen_of_hooks_;       ///< the same for contents that only hooks have made
  std::set<std::string> edited_;              ///< sections with a changed content
  std::set<std::string> vanished_flags_;      ///< bound: the keys of a ConfigMap
  bool was_written_ = false;                  ///< a ConfigMap of users was there at some time
  bool is_new_ = false; ///< it was created while this operator runs: sections that it lacks are not wanted
};

} // namespace core::config
