#include "core/webhooks/known_owners.hpp"

#include <algorithm>

namespace core::webhooks {

namespace {

/// The hooks of a program with several hooks are named after its file: `hooks/program:NAME:ARGUMENT`.
bool has_answered(const std::set<std::string>& asked, const std::string& hook) {
  return asked.contains(hook)
         || std::any_of(asked.begin(), asked.end(), [&](const auto& file) { return hook.starts_with(file + ":"); });
}

} // namespace

unclaimed judge(const known_owners& known, const std::string& name, const webhook_owner* owner) {
  if (owner == nullptr || known.owned.contains(name)) return unclaimed::given_up;
  if (owner->hook.empty()) return unclaimed::ownerless;
  if (known.switched_off && !owner->module.empty() && known.switched_off->contains(owner->module))
    return unclaimed::given_up;
  if (const auto of = known.asked.find(owner->module); of != known.asked.end())
    return has_answered(of->second, owner->hook) ? unclaimed::given_up : unclaimed::hook_gone;
  if (known.off.contains(owner->module)) return unclaimed::module_off;
  if (known.present.contains(owner->module)) return unclaimed::awaited;
  return known.switched_off ? unclaimed::module_gone : unclaimed::awaited;
}

} // namespace core::webhooks
