#include "core/main_queue/change_consequence.hpp"

namespace core::main_queue {

consequence consequence_of(const change_facts& x) {
  // A module with a repaired section runs again even if its values have not changed.
  if (x.global || x.unblocked) return reload_follows{"GlobalValuesChanged", x.by};
  if (!x.flags.empty()) return reload_follows{"EnabledFlagsChanged", x.by};
  if (!x.modules.empty()) return runs_follow{x.modules, "ModuleValuesChanged"};
  return nothing_follows{};
}

} // namespace core::main_queue
