#pragma once

#include "core/releases/manifest.hpp"
#include "core/releases/object_owner.hpp"
#include "text/json/json.hpp"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// The objects of releases, by release.
using released_objects = std::map<std::string, std::shared_ptr<const std::vector<manifest_object>>>;

/// The name in place of a release for definitions in `crds/` of modules. Helm takes it for the name of
/// another release, so it does not delete such a definition.
inline constexpr const char* definitions_owner = "crds-of-modules";

/// The definitions of these names as objects of a release in the namespace.
[[nodiscard]] std::vector<manifest_object> definition_objects(const std::vector<std::string>& names,
                                                              const std::string& namespace_name);

/// Where a module has an object of another release.
enum class sharing {
  released,        ///< in its release
  in_templates,    ///< in its templates, and not in its release yet; the module is on, or this is not known
  in_templates_off ///< in its templates, and the module is off
};

/// An object of a release that another module has, too.
struct shared_object {
  manifest_object object;
  std::string other; ///< the first of these modules in byte order
  sharing by = sharing::released;

  friend bool operator==(const shared_object&, const shared_object&) = default;
};

/// The objects that another release has, too, in the given order. An object in another version of its kind is
/// the same object.
[[nodiscard]] std::vector<shared_object> shared_with(const std::vector<manifest_object>& objects,
                                                     const released_objects& others);

/// The objects without those that are shared.
[[nodiscard]] std::vector<manifest_object> without_shared(std::vector<manifest_object> objects,
                                                          const std::vector<shared_object>& shared);

/// A merge patch that makes the release the owner of an object.
[[nodiscard]] text::json patch_of_owner(const object_owner& to);

/// The objects and their other releases, for people.
[[nodiscard]] std::string words_of(const std::vector<shared_object>& objects);

/// The next step after these objects of `release` were handed over.
[[nodiscard]] std::string hint_of_shared(std::string_view release, const std::vector<shared_object>& objects);

} // namespace core::releases
