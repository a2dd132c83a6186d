#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kube::api {

/// A kind of objects as an API server serves it.
struct resource {
  std::string group; ///< empty for the core group
  std::string version;
  std::string kind;   ///< `ConfigMap`
  std::string plural; ///< `configmaps`, as in paths
  bool namespaced = true;
  std::vector<std::string> verbs; ///< `list`, `watch`, …
  std::string singular;           ///< `configmap`; may be empty
  std::vector<std::string> short_names;
  bool is_stale = false; ///< the server of its group could not be reached when this was discovered
  /// Discovery does not show it any more, and its absence is not confirmed: it counts as served.
  bool is_missing = false;

  /// `v1`, `apps/v1`.
  [[nodiscard]] std::string api_version() const;
  [[nodiscard]] bool has_verb(std::string_view verb) const;
  /// Whether its objects can be followed, by a list and a watch. Without any verb it is not known, so it counts as yes.
  [[nodiscard]] bool can_be_watched() const;

  friend bool operator==(const resource&, const resource&) = default;
};

/// Whether both are the same kind with the same objects, in whichever version: a CustomResourceDefinition has one
/// plural and one scope for all its versions.
[[nodiscard]] bool have_same_objects(const resource& a, const resource& b);

/// Whether the names of lists and plurals follow the rules in a group, as in the API server's own groups (core, `apps`). A
/// group of another server or of a CustomResourceDefinition is a domain, and names them as it likes.
[[nodiscard]] bool is_own_group(std::string_view group);

/// Whether a plural in such a group can be that of the kind: `configmaps` of ConfigMap, `ingresses` of Ingress.
[[nodiscard]] bool may_be_plural(std::string_view plural, std::string_view kind);

/// The two fields that every object carries and the items of a list lack.
struct object_type {
  std::string api_version;
  std::string kind;

  friend bool operator==(const object_type&, const object_type&) = default;
};

/// The `apiVersion` and `kind` of objects of this resource.
[[nodiscard]] object_type type_of(const resource& x);

} // namespace kube::api
