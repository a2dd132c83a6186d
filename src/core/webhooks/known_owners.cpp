#include "core/webhooks/known_owners.hpp"

#include <algorithm>

namespace core::webhooks {

namespace {

unclaimed judge_answer(const asked_files& asked, const webhook_owner& owner) {
  const auto* file = file_of(asked, owner.hook);
  if (file == nullptr) return unclaimed::hook_gone;
  // The file with the same content has asked for the webhook before, so another answer comes from something
  // that the file reads.
  return !file->second.empty() && file->second == owner.file ? unclaimed::not_asked : unclaimed::dropped;
}

} // namespace

const asked_files::value_type* file_of(const asked_files& files, const std::string& hook) {
  const auto at = std::find_if(files.begin(), files.end(), [&](const auto& file) {
    return hook == file.first || hook.starts_with(file.first + ":");
  });
  return at == files.end() ? nullptr : &*at;
}

unclaimed judge(const known_owners& known, const std::string& name, const webhook_owner* owner) {
  if (owner == nullptr || known.owned.contains(name)) return unclaimed::given_up;
  if (owner->hook.empty()) return unclaimed::ownerless;
  if (known.switched_off && !owner->module.empty() && known.switched_off->contains(owner->module))
    return unclaimed::given_up;
  if (const auto of = known.asked.find(owner->module); of != known.asked.end()) return judge_answer(of->second, *owner);
  if (known.off.contains(owner->module)) return unclaimed::module_off;
  if (known.present.contains(owner->module)) return unclaimed::awaited;
  return known.switched_off ? unclaimed::module_gone : unclaimed::awaited;
}

} // namespace core::webhooks
