#include "core/modules/paused_modules.hpp"

#include "base/contains.hpp"
#include "core/values/names.hpp"

#include <fmt/format.h>

namespace core::modules {

namespace {

std::string in_brackets(const std::string& remark) {
  return remark.empty() ? std::string() : fmt::format(" ({})", remark);
}

/// The removal that waits for the end of the pause, for people; empty: none that is known.
const char* waiting_work(const std::string& module, const std::optional<discovered_modules>& found) {
  if (found && base::contains(found->to_purge, module))
    return "; no module has its name, and the removal of its release waits for the end of the pause";
  if (found && base::contains(found->to_delete, module))
    return "; it is switched off, and its deletion waits for the end of the pause";
  return "";
}

} // namespace

const config::module_pause* paused_modules::find(const std::string& name) const {
  // Most operators pause no module, and this is asked for each module of each plan.
  if (pauses_.empty()) return nullptr;
  const auto at = pauses_.find(values::to_camel(name));
  return at == pauses_.end() ? nullptr : &at->second;
}

std::string describe_pause(const std::string& module, const config::module_pause& x,
                           const std::optional<discovered_modules>& found) {
  return fmt::format("module '{}' is paused by key '{}' of the ConfigMap{}: its release stays as it is, and its hooks "
                     "wait{}. Next step: addon-operator module resume {}",
                     module, values::maintenance_key(values::to_camel(module)), in_brackets(x.remark),
                     waiting_work(module, found), module);
}

std::string describe_ending_pause(const std::string& module, const config::module_pause& x, const std::string& manner,
                                  const std::string& ends, const std::optional<discovered_modules>& found) {
  return fmt::format("module '{0}' is paused until {1} only: {2}, and no order has ended the pause{3}{4}. Next step: "
                     "addon-operator module pause {0} if it is to stay as it is, else addon-operator module resume {0}",
                     module, ends, manner, in_brackets(x.remark), waiting_work(module, found));
}

} // namespace core::modules
