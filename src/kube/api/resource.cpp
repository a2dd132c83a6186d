#include "kube/api/resource.hpp"

#include "base/contains.hpp"

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

object_type type_of(const resource& x) {
  return {.api_version = x.api_version(), .kind = x.kind};
}

} // namespace kube::api
