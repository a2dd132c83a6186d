#pragma once

#include "base/error.hpp"
#include "kube/api/resource.hpp"
#include "kube/api/resource_table.hpp"
#include "simulation/fake_api_server.hpp"
#include "text/json/json.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace simulation {

/// An object by its name, as people write it: `Secret team-blue/registry-credentials`, `Namespace team-red`.
struct object_name {
  std::string kind;       ///< kind, plural or short name, without group (not `deployments.apps`)
  std::string namespace_; ///< empty: the operator's namespace; ignored for kinds without namespaces
  std::string name;
  std::string api_version{}; ///< empty: the preferred version

  [[nodiscard]] std::string text() const;
};

/// Reads `KIND NAME` or `KIND NAMESPACE/NAME`.
[[nodiscard]] base::result<object_name> parse_object_name(std::string_view text);

/// A release of Helm, as its latest Secret describes it.
struct listed_release {
  std::uint32_t revision = 0;
  std::string status;
};

/// The cluster of a day: an API server in memory that serves the usual kinds and the kinds of its
/// CustomResourceDefinitions, and sets the few defaults that hooks and charts look at. No controller runs:
/// Pods are not started, Deployments make no Pods. Not thread-safe.
class virtual_cluster {
public:
  /// @param default_namespace of objects without a namespace
  explicit virtual_cluster(std::string default_namespace);

  [[nodiscard]] fake_api_server& api() { return api_; }

  /// Answers waiting requests. @returns the number of events
  std::size_t deliver();

  // -- as an administrator, whatever faults there are

  /// Makes the object, or merges it into the existing object (RFC 7386: null removes a field). Missing
  /// namespaces are made.
  [[nodiscard]] base::result<void> apply(text::json object);
  /// Stores an object of another cluster as it is, with its uid. A missing namespace is made. An error if the
  /// kind is not served, or if the object has no name.
  [[nodiscard]] base::result<void> take_over(const text::json& object);
  /// All objects of all kinds, by kind, namespace and name.
  [[nodiscard]] std::vector<text::json> all_objects() const;
  /// `not_found` if there is no such object.
  [[nodiscard]] base::result<void> remove(const object_name& x);
  /// Empty if there is no such object; an error if the kind is not served.
  [[nodiscard]] base::result<std::optional<text::json>> find(const object_name& x) const;
  /// The latest revision of a release; empty if there is no release.
  [[nodiscard]] std::optional<listed_release> release(const std::string& name) const;
  /// Carries a request out at once.
  [[nodiscard]] kube::api::http_response carry_out(const kube::api::http_request& request);

private:
  [[nodiscard]] base::result<kube::api::resource> resource_of(const std::string& api_version,
                                                              const std::string& kind) const;
  base::result<void> make_namespace(const std::string& name);
  void follow_definitions();

  std::string default_namespace_;
  fake_api_server api_;
  std::vector<text::json> definitions_before_; ///< CustomResourceDefinitions whose kinds are served
};

} // namespace simulation
