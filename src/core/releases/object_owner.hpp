#pragma once

#include "core/releases/manifest.hpp"
#include "core/releases/objection.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// A release, as objects name it by Helm's annotations (`meta.helm.sh/release-name`,
/// `meta.helm.sh/release-namespace`).
struct object_owner {
  std::string release;
  std::string namespace_name;

  friend bool operator==(const object_owner&, const object_owner&) = default;
};

/// The release that owns an object, if it is another release. An object that names no release belongs to the
/// release whose chart has it.
/// @param object as it is in the cluster
[[nodiscard]] std::optional<object_owner> other_owner_of(const text::json& object, const object_owner& self);

/// True if the object names this release as its owner, and is not being deleted: it stays when Helm does not
/// know it.
[[nodiscard]] bool is_left_by(const text::json& object, const object_owner& owner);

/// True if Helm leaves the object in the cluster when an upgrade does not have it any more
/// (`helm.sh/resource-policy: keep`). An uninstallation looks at the manifest of the release instead.
[[nodiscard]] bool is_kept_by_upgrade(const text::json& object);

/// An object that Helm would delete with a release, and the release that it belongs to.
struct object_of_another {
  manifest_object object;
  object_owner owner;
};

/// The objection to an upgrade of the release.
[[nodiscard]] objection objection_to_upgrade(std::string_view release, const std::vector<object_of_another>& objects);

/// The reason for people not to uninstall the release, with the ways out.
[[nodiscard]] std::string words_of_uninstallation(std::string_view release,
                                                  const std::vector<object_of_another>& objects);

} // namespace core::releases
