#pragma once

#include "base/error.hpp"
#include "kube/api/transport.hpp"
#include "simulation/fake_api_target.hpp"
#include "simulation/virtual_cluster.hpp"
#include "text/json/json.hpp"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace simulation {

/// Copies the objects of a cluster into a virtual cluster when a request first needs them: a list or a watch
/// copies the selected objects, a get or a change the named object. So the copy needs only rights that the
/// platform itself needs, and reads nothing else. It gets and lists, and never changes the cluster.
///
/// Each object is copied once, so an object that the virtual cluster has deleted does not come back. Not
/// thread-safe.
/// Why so: docs/decisions/a-plan-copies-on-demand.md
class cluster_copy {
public:
  /// Sends a GET to the cluster and waits for the answer.
  using asker = std::function<base::result<kube::api::http_response>(const kube::api::http_request&)>;

  explicit cluster_copy(asker ask) : ask_(std::move(ask)) {}

  /// Copies the version of the API server, its kinds and the namespaces that each cluster has; from now on
  /// the requests to the virtual cluster bring their objects. Both must outlive the requests. Errors: the
  /// kinds cannot be read.
  [[nodiscard]] base::result<void> begin(virtual_cluster& to, const std::string& namespace_name);

  /// The copied objects, as they were in the cluster.
  [[nodiscard]] const std::vector<text::json>& objects() const noexcept { return objects_; }
  /// Reads that have failed, a line each for people.
  [[nodiscard]] const std::set<std::string>& failures() const noexcept { return failures_; }

private:
  using object_id = std::tuple<std::string, std::string, std::string, std::string>;
  using answer = std::optional<base::result<kube::api::http_response>>;

  [[nodiscard]] base::result<void> copy_kinds();
  /// Copies the objects of a request. @returns the answer if the cluster refuses to show them
  [[nodiscard]] answer bring(const kube::api::http_request& request);
  [[nodiscard]] answer bring_object(const kube::api::resource& what, const std::string& space, const std::string& name);
  [[nodiscard]] answer bring_list(const kube::api::resource& what, const std::string& space, const api_target& target);
  void bring_namespace(const std::string& name);
  void take_over(const kube::api::resource& what, text::json object);
  [[nodiscard]] answer fail(const std::string& what, base::result<kube::api::http_response> answer);

  asker ask_;
  virtual_cluster* to_ = nullptr;
  std::set<object_id> known_; ///< objects that were copied, or are absent
  std::set<std::tuple<std::string, std::string, std::string, std::string>> lists_; ///< kind, namespace, selectors
  std::vector<text::json> objects_;
  std::set<std::string> failures_;
};

} // namespace simulation
