#pragma once

#include "base/error.hpp"
#include "core/config/section_record.hpp"
#include "core/values/enabled_flags.hpp"
#include "core/values/patch_rules.hpp"

#include <optional>
#include <string>

namespace core::store {

/// A section to be written to the ConfigMap.
struct config_write {
  std::string key;                  ///< `global` or the module's values key
  std::string yaml;                 ///< the whole section
  std::optional<text::json> before; ///< the section in the ConfigMap now; nullopt: it has no such section
};

/// The patches of a hook run, checked against a revision, not yet applied.
struct prepared_commit {
  values::values_owner owner;
  std::string hook; ///< for messages
  values::split_patch values_patch;
  values::split_patch config_patch;
  config::section_record
    after; ///< the owner's section with the patches, at the revision against which they were checked
  values::flag_layer hook_flags;     ///< afterwards
  std::optional<config_write> write; ///< nullopt: the configuration stays as it is
  /// A value that this write takes away, as a JSON Pointer below the section; nullopt: it takes no value
  /// away.
  std::optional<std::string> taken_away{};

  /// True if the hook has given no patches.
  [[nodiscard]] bool empty() const noexcept { return values_patch.empty() && config_patch.empty(); }
};

/// Applies the patches of a commit to its section and flags, which are as they were before it. Errors name
/// the patch that cannot be applied, or the values that the schemas refuse.
[[nodiscard]] base::result<void> apply_patches(prepared_commit& commit);

} // namespace core::store
