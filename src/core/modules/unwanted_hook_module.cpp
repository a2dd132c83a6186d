#include "core/modules/unwanted_hook_module.hpp"

#include "core/values/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace core::modules {

std::string hint_of(const unwanted_hook_module& x) {
  return fmt::format("if this is a mistake, bring back what had switched the module on (its flag is {}): its hooks "
                     "start anew then. What the hooks have deleted must be restored by hand",
                     values::enabled_key(values::to_camel(x.module)));
}

std::string describe(const unwanted_hook_module& x) {
  return fmt::format("module '{}' is switched off, and its hooks of the deletion run ({}): {}; {}. Hint: {}", x.module,
                     fmt::join(x.hooks, ", "), x.why.reason,
                     x.why.wanted_before.empty() ? "it is not known what had switched it on"
                                                 : "before, it was switched on by: " + x.why.wanted_before,
                     hint_of(x));
}

} // namespace core::modules
