#pragma once

#include "base/error.hpp"
#include "text/json/json.hpp"

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// Names one object of a rendered manifest.
struct manifest_object {
  std::string api_version;
  std::string kind;
  std::string namespace_name; ///< as written, else the release's; who knows that the kind has cluster scope empties it
  std::string name;

  friend auto operator<=>(const manifest_object&, const manifest_object&) = default;
};

/// The object as messages and metrics name it: `NAMESPACE/KIND/NAME`, without namespace `KIND/NAME`.
[[nodiscard]] std::string describe(const manifest_object& x);

/// The same for an object as it is written, without the namespace of its release.
[[nodiscard]] std::string describe_object(const text::json& object);

/// Reads which objects a rendered manifest consists of. Items of `List` kinds count one by one; Helm hooks
/// (annotation `helm.sh/hook`) are left out, as Helm does not keep them with the release; so are objects that Helm is to
/// keep (`helm.sh/resource-policy: keep`), those with `generateName`, and those that the cluster deletes because their
/// manifest says so (a Job with `ttlSecondsAfterFinished`), because none of them has to be there. Empty documents do not
/// count. Of a key that stands in a mapping several times the last one counts, as for Helm.
/// @param manifest a stream of YAML documents, as `helm template` prints it and `read_manifest` returns it.
/// @param default_namespace where objects without a namespace go.
/// @returns the objects in the order of the text; an error (`invalid_input`) names document or object.
[[nodiscard]] base::result<std::vector<manifest_object>> manifest_objects(std::string_view manifest,
                                                                          std::string_view default_namespace);

/// The name of one object that is a part of a release, whether or not it has to be there.
/// @returns nothing for a Helm hook, and for an object without kind, version or name.
[[nodiscard]] std::optional<manifest_object> name_in_release(const text::json& object,
                                                             std::string_view default_namespace);

/// A digest of the manifest that fits into a label: 32 hexadecimal digits. Blank lines, comments and white space at the
/// ends of lines do not count, so `helm template --no-hooks` and the manifest in the release's Secret agree.
[[nodiscard]] std::string manifest_digest(std::string_view manifest);

} // namespace core::releases
