#pragma once

#include "core/base/error.hpp"
#include "core/values/enabled_flags.hpp"
#include "core/values/patch_rules.hpp"
#include "core/values/section_record.hpp"

#include <optional>
#include <string>

namespace core {

/// A section to be written to the ConfigMap.
struct config_write {
  std::string key;            ///< `global` or the module's values key
  std::string yaml;           ///< the whole section
  std::optional<json> before; ///< the section in the ConfigMap now; nothing: it has none
};

/// The patches of a hook run, checked against one revision, not yet applied.
struct prepared_commit {
  values_owner owner;
  std::string hook; ///< for messages
  split_patch values_patch;
  split_patch config_patch;
  section_record after;  ///< the owner's section, with the patches; the revision is that which it was checked against
  flag_layer hook_flags; ///< afterwards
  std::optional<config_write> write; ///< nothing: the configuration stays as it is

  /// True if the hook has given no patches.
  [[nodiscard]] bool empty() const noexcept { return values_patch.empty() && config_patch.empty(); }
};

/// Applies the patches of a commit to its section and flags, which are as they were before it. Errors name the patch that
/// cannot be applied, or the values that the schemas refuse.
[[nodiscard]] result<void> apply_patches(prepared_commit& commit);

} // namespace core
