#pragma once

namespace core::values {

/// The authors of the ConfigMap. A missing section is intended only if a user could have removed it.
enum class config_map_state {
  absent,
  made_by_hooks, ///< written only by config values patches of hooks since it was absent
  written,       ///< written by users or their tools, even if it is empty
};

} // namespace core::values
