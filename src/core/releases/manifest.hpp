#pragma once

#include "base/error.hpp"
#include "text/json/json.hpp"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// Identifies an object of a rendered manifest.
struct manifest_object {
  std::string api_version;
  std::string kind;
  std::string namespace_name; ///< as written, else the release's; empty for a known cluster-scoped kind
  std::string name;

  friend auto operator<=>(const manifest_object&, const manifest_object&) = default;
};

/// Names the object in messages and metrics: `NAMESPACE/KIND/NAME`, without namespace `KIND/NAME`.
[[nodiscard]] std::string describe(const manifest_object& x);

/// Names an object by its content, without a default namespace.
[[nodiscard]] std::string describe_object(const text::json& object);

/// Finds the objects in a rendered manifest that must exist. Each item of a `List` kind is an object. Helm
/// hooks (annotation `helm.sh/hook`) are left out, because Helm does not keep them with the release. Objects
/// that may be absent are left out, too: objects with `helm.sh/resource-policy: keep`, objects with
/// `generateName`, and objects that the cluster itself deletes (a Job with `ttlSecondsAfterFinished`). Empty
/// documents are ignored. If a mapping repeats a key, the last value is used, as in Helm.
/// @param manifest a stream of YAML documents from `helm template` or `read_manifest`.
/// @param default_namespace the namespace of objects that name no namespace.
/// @returns the objects in the order of the text; an error (`invalid_input`) names the document or the
/// object.
[[nodiscard]] base::result<std::vector<manifest_object>> manifest_objects(std::string_view manifest,
                                                                          std::string_view default_namespace);

/// A manifest, read once.
struct manifest_parts {
  std::vector<manifest_object> objects; ///< see `manifest_objects`
  std::vector<manifest_object> kept;    ///< see `kept_objects`
  std::vector<std::uint64_t> keys;      ///< see `marks_of_keys`
};
/// The errors are those of `manifest_objects`.
[[nodiscard]] base::result<manifest_parts> read_manifest_parts(std::string_view manifest,
                                                               std::string_view default_namespace);

/// The objects in a manifest that Helm keeps by `helm.sh/resource-policy: keep`, in the order of the text.
/// Hooks of Helm are left out. A manifest that cannot be read has no such objects.
[[nodiscard]] std::vector<manifest_object> kept_objects(std::string_view manifest, std::string_view default_namespace);

/// The name of an object of a release, even if the object may be absent.
/// @returns nullopt for a Helm hook, and for an object without kind, version or name.
[[nodiscard]] std::optional<manifest_object> name_in_release(const text::json& object,
                                                             std::string_view default_namespace);

/// An object with the fields that a lookup needs; the reverse of `name_in_release`.
[[nodiscard]] text::json name_for_lookup(const manifest_object& x);

/// A digest of the manifest that fits into a label: 32 hexadecimal digits. White space at the beginning and
/// at the end of the whole text is ignored, so that the output of `helm template --no-hooks` and the manifest
/// in the release's Secret have the same digest. All other characters count, comments and blank lines too.
[[nodiscard]] std::string manifest_digest(std::string_view manifest);

} // namespace core::releases
