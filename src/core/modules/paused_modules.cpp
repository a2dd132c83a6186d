#include "core/modules/paused_modules.hpp"

#include "base/contains.hpp"
#include "core/values/names.hpp"

#include <fmt/format.h>

namespace core::modules {

const config::module_pause* paused_modules::find(const std::string& name) const {
  // Most operators pause no module, and this is asked for each module of each plan.
  if (pauses_.empty()) return nullptr;
  const auto at = pauses_.find(values::to_camel(name));
  return at == pauses_.end() ? nullptr : &at->second;
}

std::string describe_pause(const std::string& module, const config::module_pause& x,
                           const std::optional<discovered_modules>& found) {
  const auto remark = x.remark.empty() ? std::string() : fmt::format(" ({})", x.remark);
  const char* waits = "";
  if (found && base::contains(found->to_delete, module))
    waits = "; it is switched off, and its deletion waits for the end of the pause";
  if (found && base::contains(found->to_purge, module))
    waits = "; no module has its name, and the removal of its release waits for the end of the pause";
  return fmt::format("module '{}' is paused by key '{}' of the ConfigMap{}: its release stays as it is, and its hooks "
                     "wait{}. Next step: addon-operator module resume {}",
                     module, values::maintenance_key(values::to_camel(module)), remark, waits, module);
}

} // namespace core::modules
