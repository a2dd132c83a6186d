#pragma once

#include "core/releases/manifest.hpp"

#include <optional>
#include <string>
#include <vector>

namespace core::releases {

/// An object of a release that another client manages by server-side apply, such as Argo CD or Flux.
struct claimed_object {
  manifest_object object;
  std::string manager; ///< `managedFields[].manager`: `argocd-controller`
};

/// The client that has applied at least as many fields of the object as Helm and the operator have written. A
/// client that applies a field or two, such as a caBundle or `spec.replicas`, does not manage the object.
/// `kubectl` is a person. `metadata` and `status` do not count.
/// @param object the object in the cluster, with `metadata.managedFields`
/// @returns its name as a manager of fields; nullopt: there is no such client
[[nodiscard]] std::optional<std::string> applying_client_of(const text::json& object);

/// For people, the first few: `web/ConfigMap/a (argocd-controller)`.
[[nodiscard]] std::string words_of_claims(const std::vector<claimed_object>& objects);

} // namespace core::releases
