#pragma once

#include "core/modules/discovered_modules.hpp"

#include <map>
#include <set>
#include <string>

namespace core::modules {

/// Answers questions about the operator's own releases. The facts must outlive it.
class own_releases {
public:
  explicit own_releases(const discovery_facts& facts);

  [[nodiscard]] bool contains(const std::string& name) const { return by_name_.contains(name); }
  /// True if the release exists. A release with a removal that has begun does not count, because the removal
  /// is continued.
  [[nodiscard]] bool is_there(const std::string& name) const;
  /// True if no written setting requests the removal of the release.
  [[nodiscard]] bool is_unasked(const std::string& name) const;
  /// True if an unrequested removal is held even if it is the only such removal. After a start a hook's flags
  /// are missing until the hook has run, which may be late: at a tick, or when an object changes. A release
  /// with a former name of the platform may belong to a platform that is still in use, if the option has a
  /// wrong name.
  [[nodiscard]] bool is_held_alone(const std::string& name) const;
  /// True if it is unknown whether the release of this module is wanted, or if the module's files cannot be
  /// used.
  [[nodiscard]] bool is_in_doubt(const std::string& module) const;
  /// True if an existing release is left after the removal of these releases.
  [[nodiscard]] bool is_any_left(const std::set<std::string>& without) const;
  [[nodiscard]] release_removal removal_of(const std::string& name, const std::string& reason,
                                           removal_cause cause) const;

private:
  [[nodiscard]] bool is_directory_missing(const std::string& name) const;
  [[nodiscard]] bool is_source_left_out(const found_release& x) const;

  const discovery_facts& facts_;
  std::map<std::string, const found_release*> by_name_;
};

/// The operator's release for this module; null: there is no release, or its removal has begun.
[[nodiscard]] const found_release* own_release(const discovery_facts& facts, const std::string& module);

/// Whether switching this module off deletes it: it is active, or the operator has made a release for it.
[[nodiscard]] bool would_be_deleted(const discovery_facts& facts, const std::string& module);

} // namespace core::modules
