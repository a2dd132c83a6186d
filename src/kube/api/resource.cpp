#include "kube/api/resource.hpp"

#include "base/contains.hpp"

#include <algorithm>

namespace kube::api {

std::string resource::api_version() const {
  return group.empty() ? version : group + "/" + version;
}

bool resource::has_verb(std::string_view verb) const {
  return base::contains(verbs, verb);
}

bool resource::can_be_watched() const {
  return verbs.empty() || (has_verb("list") && has_verb("watch"));
}

bool have_same_objects(const resource& a, const resource& b) {
  return a.group == b.group && a.kind == b.kind && a.plural == b.plural && a.namespaced == b.namespaced;
}

bool is_own_group(std::string_view group) {
  return group.find('.') == group.npos;
}

bool may_be_plural(std::string_view plural, std::string_view kind) {
  if (kind.empty()) return false;
  // The last letter may differ: `networkpolicies`.
  const auto stem = kind.substr(0, kind.size() - 1);
  return plural.size() >= kind.size() && std::equal(stem.begin(), stem.end(), plural.begin(), [](char a, char b) {
           return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
         });
}

object_type type_of(const resource& x) {
  return {.api_version = x.api_version(), .kind = x.kind};
}

} // namespace kube::api
