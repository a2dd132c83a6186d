#pragma once

#include "core/status/cluster_sights.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::status {

/// The objects that explain a failure with well-known words: the APIServices if an API does not answer, the
/// claim whose size cannot grow, the Job that cannot change, the Job for which Helm has waited in vain, with
/// its Pods, the namespace that does not go, the definition of a kind that is no longer served.
/// @param namespace_name of the operator, in which its releases are
[[nodiscard]] std::vector<sight> sights_for(std::string_view failure, const std::string& namespace_name);

/// An API whose server does not answer.
struct failing_api {
  std::string name;    ///< of the APIService: `v1beta1.metrics.k8s.io`
  std::string server;  ///< `Service monitoring/metrics-server`; empty: it is not known
  std::string reason;  ///< `FailedDiscoveryCheck`; may be empty
  std::string owner{}; ///< the label `owner`, or a label of its kind; may be empty
};

[[nodiscard]] std::vector<failing_api> failing_apis(const cluster_sights& seen);

/// Why a namespace that is being deleted does not go, in the words of its status; empty: not known.
[[nodiscard]] std::string words_on_rest_of(const text::json& namespace_object);

/// Whether a Job has ended well, so that its deletion stops no work.
[[nodiscard]] bool is_complete(const text::json& job);

/// The storage that a claim has: `20Gi`; empty: not known.
[[nodiscard]] std::string capacity_of(const text::json& claim);

/// The owner of an object, by its labels: `owner=team-tenancy`; empty: no label names one.
[[nodiscard]] std::string owner_of(const text::json& object);

/// The parts of a line about a watch that is lost because its version is no longer served.
struct lost_version {
  std::string kind;       ///< `Tenant`
  std::string wanted;     ///< `example.com/v1alpha1`; empty: not known
  std::string served;     ///< `example.com/v1`
  std::string hooks;      ///< `hook 'hooks/a.sh' of module 'web'`; empty: of no hook
  std::string definition; ///< the name that the definition most likely has: `tenants.example.com`
};

/// @returns nullopt for any other line
[[nodiscard]] std::optional<lost_version> lost_version_in(std::string_view line);

} // namespace core::status
