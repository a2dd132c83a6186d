#pragma once

#include "base/error.hpp"
#include "text/json/json.hpp"

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// Names an object of a rendered manifest.
struct manifest_object {
  std::string api_version;
  std::string kind;
  std::string namespace_name; ///< as written, else that of the release; empty for a known kind with cluster scope
  std::string name;

  friend auto operator<=>(const manifest_object&, const manifest_object&) = default;
};

/// The object as messages and metrics name it: `NAMESPACE/KIND/NAME`, without namespace `KIND/NAME`.
[[nodiscard]] std::string describe(const manifest_object& x);

/// The same for an object as it is written, without the namespace of its release.
[[nodiscard]] std::string describe_object(const text::json& object);

/// Reads which objects a rendered manifest consists of. Each item of a `List` kind counts; Helm hooks
/// (annotation `helm.sh/hook`) are left out, as Helm does not keep them with the release; objects that Helm
/// is to keep (`helm.sh/resource-policy: keep`), objects with `generateName`, and objects that the cluster
/// deletes because their manifest says so (a Job with `ttlSecondsAfterFinished`) are left out too, because
/// they may be absent. Empty documents do not count. If a mapping repeats a key, the last value counts, as
/// for Helm.
/// @param manifest a stream of YAML documents, as `helm template` prints it and `read_manifest` returns it.
/// @param default_namespace where objects without a namespace go.
/// @returns the objects in the order of the text; an error (`invalid_input`) names document or object.
[[nodiscard]] base::result<std::vector<manifest_object>> manifest_objects(std::string_view manifest,
                                                                          std::string_view default_namespace);

/// The name of an object that is a part of a release, even if the object may be absent.
/// @returns nullopt for a Helm hook, and for an object without kind, version or name.
[[nodiscard]] std::optional<manifest_object> name_in_release(const text::json& object,
                                                             std::string_view default_namespace);

/// The fields of the object that a lookup needs: the reverse of `name_in_release`.
[[nodiscard]] text::json name_for_lookup(const manifest_object& x);

/// A digest of the manifest that fits into a label: 32 hexadecimal digits. Blank lines, comments and white
/// space at the ends of lines do not count, so `helm template --no-hooks` and the manifest in the release's
/// Secret agree.
[[nodiscard]] std::string manifest_digest(std::string_view manifest);

} // namespace core::releases
