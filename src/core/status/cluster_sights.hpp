#pragma once

#include "text/json/json.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace core::status {

/// The part of the objects that is read.
enum class sight_content { metadata, whole };

/// Objects of the cluster that are read while a person waits for the state: an object by its name, or,
/// without a name, the objects that the selectors pick. Secrets are read as metadata only.
struct sight {
  std::string api_version; ///< empty: the preferred version that has the kind
  std::string kind;
  std::string namespace_name{}; ///< empty: all namespaces, or a cluster-scoped object
  std::string name{};           ///< empty: a list
  std::string labels{};         ///< selectors of a list, as in requests
  std::string fields{};
  sight_content content = sight_content::metadata;

  friend auto operator<=>(const sight&, const sight&) = default;
};

/// The objects that were read. A sight without an answer is missing: its objects are not known.
using cluster_sights = std::map<sight, std::vector<text::json>>;

/// The objects of all sights of a kind, whatever their version is.
[[nodiscard]] std::vector<text::json> seen_of_kind(const cluster_sights& all, const std::string& kind);
/// The object, if it was read alone. @returns nullopt: it is not known, or does not exist
[[nodiscard]] std::optional<text::json> seen_object(const cluster_sights& all, const std::string& kind,
                                                    const std::string& namespace_name, const std::string& name);

/// A write of an object by a client.
struct object_write {
  std::string manager;    ///< the client, as `metadata.managedFields` names it: `kubectl-label`
  std::int64_t at_us = 0; ///< wall clock, in whole seconds
  std::string fields{};   ///< the first few that the client owns since then: `metadata.labels.environment`
};

/// The last write of an object; writes of its state (the subresource `status`) do not count. Source:
/// Kubernetes, "Server-Side Apply", field management.
/// @returns nullopt if the metadata name no write with a time
[[nodiscard]] std::optional<object_write> last_write_of(const text::json& object);

/// `kubectl-label at 2026-11-27 09:19:06 (metadata.labels.environment)`
[[nodiscard]] std::string describe(const object_write& x);

/// The time at which the object was made; nullopt: its metadata do not say.
[[nodiscard]] std::optional<std::int64_t> created_us_of(const text::json& object);

/// The sight of an object by its name in messages: `ConfigMap web/facts`, `Namespace web`. Only its metadata
/// are read.
/// @returns nullopt for any other text
[[nodiscard]] std::optional<sight> sight_named(const std::string& name);

} // namespace core::status
