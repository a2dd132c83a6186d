#include "kube/resource.hpp"

#include "core/base/contains.hpp"

namespace kube {

std::string resource::api_version() const {
  return group.empty() ? version : group + "/" + version;
}

bool resource::has_verb(std::string_view verb) const {
  return core::contains(verbs, verb);
}

object_type type_of(const resource& x) {
  return {.api_version = x.api_version(), .kind = x.kind};
}

} // namespace kube
