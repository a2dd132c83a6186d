#pragma once

#include "core/releases/manifest.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// A kind in a namespace; the namespace is empty for a cluster-scoped kind.
struct resource_place {
  std::string api_version;
  std::string kind;
  std::string namespace_name;

  friend auto operator<=>(const resource_place&, const resource_place&) = default;
};

/// The place of an object.
[[nodiscard]] resource_place place_of(const manifest_object& x);

/// The known state of an object that a release must have.
enum class presence { unknown, present, absent };

/// An object that a release must have.
struct expected_resource {
  manifest_object object;
  presence state = presence::unknown;
};

/// Knows the objects that each release must have, and which of them are absent (LIFECYCLE-STEPS 15). An
/// object is absent only after a Deleted event, or after a complete list without the object. After a run of
/// Helm, the objects count as present until such an event or list. Before the first list their state is
/// unknown, which is not the same as absent.
class absent_resources {
public:
  /// The reason why a release is expected to have its objects.
  enum class reason {
    found_released, ///< the release existed before: unknown until the watch reports them
    helm_ran,       ///< Helm has just created them: present until the watch reports otherwise
  };

  /// Replaces the objects of a release.
  void expect(const std::string& release, const std::vector<manifest_object>& objects, reason why);
  /// Forgets a release that was uninstalled, with its objects.
  void forget(std::string_view release);

  /// Notes that an object was added or modified.
  void present(const manifest_object& x);
  /// Notes that an object was deleted.
  /// @returns the releases that have just lost the object, in byte order.
  [[nodiscard]] std::vector<std::string> deleted(const manifest_object& x);
  /// Handles a complete list of a place; `names` are the existing objects.
  /// @returns the releases with a newly missing object, in byte order.
  [[nodiscard]] std::vector<std::string> listed(const resource_place& place, const std::set<std::string>& names);

  /// The absent objects of a release, in the order of the manifest.
  [[nodiscard]] std::vector<manifest_object> absent(std::string_view release) const;
  /// All objects that a release must have, in the order of the manifest.
  [[nodiscard]] std::vector<manifest_object> objects(std::string_view release) const;
  /// All releases with objects, in byte order, each with its objects in the order of the manifest.
  [[nodiscard]] std::map<std::string, std::vector<expected_resource>> all() const;
  /// The places of the objects that a release must have.
  [[nodiscard]] std::set<resource_place> places(std::string_view release) const;
  /// True if a release has an object at this place, which must then be watched.
  [[nodiscard]] bool expects_any_at(const resource_place& place) const;
  /// The releases that must have the object.
  [[nodiscard]] std::set<std::string> releases_of(const manifest_object& x) const;
  /// True if a release must have the object.
  [[nodiscard]] bool expects(const manifest_object& x) const { return objects_.contains(x); }

private:
  struct expected_object {
    presence state = presence::unknown;
    std::set<std::string> releases; ///< releases that must have the object; never empty
  };

  void release_object(const std::string& release, const manifest_object& x);

  std::map<manifest_object, expected_object> objects_;
  std::map<std::string, std::vector<manifest_object>, std::less<>> releases_;
};

} // namespace core::releases
