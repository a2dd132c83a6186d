#pragma once

namespace core::values {

/// The authors of the ConfigMap. They decide whether the absence of a section in it is intended.
enum class config_map_state {
  absent,
  made_by_hooks, ///< since it was absent, only config values patches of hooks have written it
  written,       ///< by people or their tools, also if it is empty
};

} // namespace core::values
