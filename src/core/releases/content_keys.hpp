#pragma once

#include "text/json/json.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// The keys in Secrets and ConfigMaps of a manifest, as people read them: `key 'password' of web/Secret/db`.
/// A key is the same in `data`, `stringData` and `binaryData`. Hooks of Helm have no keys here.
/// @param manifest a stream of YAML documents; a manifest that cannot be read has no keys
/// @param default_namespace the namespace of objects that name no namespace
[[nodiscard]] std::set<std::string> content_keys(std::string_view manifest, std::string_view default_namespace);

/// Adds the keys of a document of a manifest.
void add_content_keys(const text::json& document, std::string_view default_namespace, std::set<std::string>& to);

/// A short mark of each key, in order, to find out whether a key is missing without keeping all names. Two
/// keys may have the same mark by chance: then a missing key is not seen.
[[nodiscard]] std::vector<std::uint64_t> marks_of_keys(const std::set<std::string>& keys);

/// The keys that objects of a release have and its rendering has not, although the object stays. The keys of
/// an object that goes are left out. If an object has no content at all in the rendering, a helm that is
/// started for each task takes away keys that others have written into the object, and one more line says so.
[[nodiscard]] std::vector<std::string> keys_without(std::string_view released, std::string_view rendered,
                                                    std::string_view default_namespace);

} // namespace core::releases
