#pragma once

#include "core/releases/release.hpp"
#include "text/json/json.hpp"
#include "text/json/json_pointer.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace core::releases {

/// The places of a module's values that hooks have set. The first token is the section: `/web/password`.
using hook_places = std::set<text::json_pointer>;

/// The beginning of the keys of labels on a revision, one label for each place that hooks had set: the key is
/// `moduleHookPlace.0123456789`, and the value names the place for users.
inline constexpr std::string_view module_hook_place_prefix = "moduleHookPlace.";

/// The places in which values differ from the values without patches of hooks. A list, and an object that the
/// other sources lack or have empty, is a place as a whole. Removed places are left out.
/// @param with, without values by section
[[nodiscard]] hook_places places_set_by_hooks(const text::json& with, const text::json& without);

/// The labels of the next revision: at most 50 with a place each, and 40 with digests of ten more places
/// each. Of still more places, objects around them count, so that other values in these objects count, too.
/// Labels of the latest revision that are outdated get `label_taken_away`, because Helm copies them.
/// @param last null: there is no release
[[nodiscard]] std::map<std::string, std::string> hook_place_labels(const release* last, const hook_places& now);

/// False for a revision without such labels: then it is not known which values hooks had set.
[[nodiscard]] bool names_hook_places(const release& last);

/// True if a hook had set the place, or an object around it, according to the labels of the revision.
[[nodiscard]] bool was_set_by_hook(const release& last, const text::json_pointer& place);

} // namespace core::releases
