#include "core/rbac/needed_rights.hpp"

#include "base/contains.hpp"

namespace core::rbac {

void needed_rights::add(const right_target& target, const std::set<std::string>& verbs, const std::string& asker) {
  if (verbs.empty()) return;
  auto& right = rights_[target];
  right.verbs.insert(verbs.begin(), verbs.end());
  if (!base::contains(right.askers, asker)) right.askers.push_back(asker);
}

void needed_rights::remark(const std::string& text) {
  if (!base::contains(remarks_, text)) remarks_.push_back(text);
}

} // namespace core::rbac
