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
  /// Discovery does not show this resource any more, and its absence is not confirmed, so it counts as
  /// served.
  bool is_missing = false;

  /// `v1`, `apps/v1`.
  [[nodiscard]] std::string api_version() const;
  [[nodiscard]] bool has_verb(std::string_view verb) const;
  /// Whether its objects can be followed by a list and a watch. True also if the server names no verbs at
  /// all.
  [[nodiscard]] bool can_be_watched() const;

  friend bool operator==(const resource&, const resource&) = default;
};

/// Whether both resources have the same objects, whatever their versions are: all versions of a
/// CustomResourceDefinition share a plural and a scope.
[[nodiscard]] bool have_same_objects(const resource& a, const resource& b);

/// Whether a group certainly belongs to the API server itself: core, or a name without a dot (`apps`). There
/// names of lists and plurals follow the rules. Groups with a dot may be of the API server
/// (`storage.k8s.io`), of another server or of a CustomResourceDefinition, and may use any names.
[[nodiscard]] bool is_own_group(std::string_view group);

/// Whether a plural in a group of the API server can be the plural of the kind: `configmaps` of ConfigMap,
/// `ingresses` of Ingress.
[[nodiscard]] bool may_be_plural(std::string_view plural, std::string_view kind);

/// The two fields that every object has, and that the items of a list lack.
struct object_type {
  std::string api_version;
  std::string kind;

  friend bool operator==(const object_type&, const object_type&) = default;
};

/// The `apiVersion` and `kind` of objects of this resource.
[[nodiscard]] object_type type_of(const resource& x);

} // namespace kube::api
