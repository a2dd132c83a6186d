#pragma once

#include "core/releases/manifest.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// The place of objects of a kind in the API; the namespace is empty for kinds with cluster scope.
struct resource_place {
  std::string api_version;
  std::string kind;
  std::string namespace_name;

  friend auto operator<=>(const resource_place&, const resource_place&) = default;
};

/// The place where an object is found.
[[nodiscard]] resource_place place_of(const manifest_object& x);

/// The known state of an object that a release must have.
enum class presence { unknown, present, absent };

/// An object that a release must have.
struct expected_resource {
  manifest_object object;
  presence state = presence::unknown;
};

/// Knows which objects every release must have and which of them are absent (LIFECYCLE-STEPS 15). An object
/// is absent only if the cluster said so: by a Deleted event, or by a complete list without it. After Helm
/// has run, its objects count as present until such an answer. Before the first list their state is unknown,
/// and unknown is not absent.
class absent_resources {
public:
  /// The reason why a release is expected to have its objects.
  enum class reason {
    found_released, ///< the release was there already: unknown until their watch reports them
    helm_ran,       ///< Helm has just made them: present until their watch reports otherwise
  };

  /// Sets the objects of a release; they replace the earlier objects.
  void expect(const std::string& release, const std::vector<manifest_object>& objects, reason why);
  /// Forgets a release that is uninstalled: it expects no object any more.
  void forget(std::string_view release);

  /// An object was added or modified.
  void present(const manifest_object& x);
  /// An object was deleted.
  /// @returns the releases that expect it and have just lost it, in byte order.
  [[nodiscard]] std::vector<std::string> deleted(const manifest_object& x);
  /// Takes a complete list of the place; `names` are the objects that exist.
  /// @returns the releases that expect an object that is missing and was not known to be absent, in byte
  /// order.
  [[nodiscard]] std::vector<std::string> listed(const resource_place& place, const std::set<std::string>& names);

  /// The objects of a release that are known to be absent, in the order of the manifest.
  [[nodiscard]] std::vector<manifest_object> absent(std::string_view release) const;
  /// The objects that a release is expected to have, in the order of the manifest.
  [[nodiscard]] std::vector<manifest_object> objects(std::string_view release) const;
  /// All releases that are expected to have objects, in byte order, and theirs in the order of the manifest.
  [[nodiscard]] std::map<std::string, std::vector<expected_resource>> all() const;
  /// The places of the objects that a release is expected to have.
  [[nodiscard]] std::set<resource_place> places(std::string_view release) const;
  /// True if some release expects an object there: it has to be watched.
  [[nodiscard]] bool expects_any_at(const resource_place& place) const;
  /// True if some release expects the object.
  [[nodiscard]] bool expects(const manifest_object& x) const { return objects_.contains(x); }

private:
  struct expected_object {
    presence state = presence::unknown;
    std::set<std::string> releases; ///< that expect it; never empty
  };

  void release_object(const std::string& release, const manifest_object& x);

  std::map<manifest_object, expected_object> objects_;
  std::map<std::string, std::vector<manifest_object>, std::less<>> releases_;
};

} // namespace core::releases
