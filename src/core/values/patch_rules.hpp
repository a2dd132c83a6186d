#pragma once

#include "base/error.hpp"
#include "text/json/json_patch.hpp"

#include <string>

namespace core::values {

/// The owner of values: the global hooks, or a module.
struct values_owner {
  std::string module; ///< `ingress-nginx`; empty: global

  [[nodiscard]] bool is_global() const noexcept { return module.empty(); }
  /// `global` or the module's values key.
  [[nodiscard]] std::string key() const;
};

/// A hook's patch, divided into operations on values and operations on flags.
struct split_patch {
  text::json_patch section; ///< operations on the owner's section
  text::json_patch flags;   ///< operations on `/xEnabled`; global hooks only

  [[nodiscard]] bool empty() const noexcept { return section.empty() && flags.empty(); }
};

/// Checks which places the operations name (VALUES.md of flant/addon-operator, "Update values"): a module's
/// hooks may change the module's section; global hooks the global section and `xEnabled` flags, whose values
/// are booleans.
[[nodiscard]] base::result<split_patch> split_by_rules(const values_owner& owner, text::json_patch patch);

} // namespace core::values
