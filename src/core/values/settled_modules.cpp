#include "core/values/settled_modules.hpp"

#include "core/values/names.hpp"

#include <utility>

namespace core::values {

std::set<std::string> modules_switched_off(const enabled_flags& flags) {
  std::set<std::string> found;
  for (const auto source : default_flag_order())
    for (const auto& [key, is_on] : flags.layer(source)) {
      // A `true` counts only in the deciding source. A `false` in any source shows that a user wants the
      // module off.
      const auto flag = flags.flag(key);
      if (!flag.enabled && (flag.source || !is_on)) found.insert(to_kebab(key));
    }
  return found;
}

void settled_modules::discovered(const std::vector<std::string>& enabled, const std::set<std::string>& given_up) {
  found_ = given_up;
  found_->insert(enabled.begin(), enabled.end());
  settled_.reset();
}

std::optional<shared_names> settled_modules::with(const flags_ptr& flags) {
  if (!found_) return std::nullopt;
  if (settled_ && flags_ == flags) return settled_;
  auto names = modules_switched_off(*flags);
  names.insert(found_->begin(), found_->end());
  settled_.emplace(std::move(names));
  flags_ = flags;
  ++made_;
  return settled_;
}

} // namespace core::values
