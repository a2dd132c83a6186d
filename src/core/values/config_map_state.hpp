#pragma once

namespace core::values {

/// The authors of the ConfigMap. They decide whether the absence of a section in it is intended.
enum class config_map_state {
  absent,
  made_by_hooks, ///< config values patches of hooks are all that was written since it was absent
  written,       ///< by people or their tools, also if it is empty
};

} // namespace core::values
