#pragma once

namespace core::values {

/// The authors of the ConfigMap. If only hooks have written it, a missing section is not a user's decision.
enum class config_map_state {
  absent,
  made_by_hooks, ///< written only by config values patches of hooks since it was absent
  written,       ///< written by users or their tools, even if it is empty
};

} // namespace core::values
