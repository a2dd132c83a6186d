#pragma once

#include "core/releases/manifest.hpp"
#include "core/releases/objection.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// The release in Helm's annotations of an object (`meta.helm.sh/release-name`,
/// `meta.helm.sh/release-namespace`).
struct object_owner {
  std::string release;
  std::string namespace_name;

  friend bool operator==(const object_owner&, const object_owner&) = default;
};

/// The owner of an object, if it is another release than `self`. An object without an owner belongs to the
/// release that has it in its chart.
/// @param object the object in the cluster
[[nodiscard]] std::optional<object_owner> other_owner_of(const text::json& object, const object_owner& self);

/// True if this release owns the object, and the object is not being deleted. If Helm does not know such an
/// object, it will never be removed.
[[nodiscard]] bool is_left_by(const text::json& object, const object_owner& owner);

/// True if an upgrade that no longer has the object leaves it in the cluster (`helm.sh/resource-policy:
/// keep`). An uninstallation checks the release's manifest instead.
[[nodiscard]] bool is_kept_by_upgrade(const text::json& object);

/// The reason for which an upgrade by the Helm worker leaves an object that the chart of the release does not
/// have any more (src/helm_worker/worker/owners.go), for people; nullopt: it goes. An object that names no
/// release, and that no Helm has written, belongs to a user.
[[nodiscard]] std::optional<std::string> reason_to_stay(const text::json& object, const object_owner& self);

/// An object that Helm would delete with a release although another release owns it.
struct object_of_another {
  manifest_object object;
  object_owner owner;
};

/// The objection to an upgrade that would delete these objects.
[[nodiscard]] objection objection_to_upgrade(std::string_view release, const std::vector<object_of_another>& objects);

/// The reason not to uninstall the release, with the next steps, for a message.
[[nodiscard]] std::string words_of_uninstallation(std::string_view release,
                                                  const std::vector<object_of_another>& objects);

} // namespace core::releases
