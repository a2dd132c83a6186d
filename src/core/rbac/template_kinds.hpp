#pragma once

#include "core/rbac/needed_rights.hpp"
#include "text/json/json.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace core::rbac {

/// What the text of a template tells about its objects, without rendering it: an object with `apiVersion` and `kind` for
/// each line `kind: NAME` without indent, whatever conditions stand around it. Kinds that are made by the template
/// language are passed over.
[[nodiscard]] std::vector<text::json> kinds_of_template(std::string_view text);
/// Whether `kinds_of_template` passes over a kind of the text: one that the template language makes, or JSON.
[[nodiscard]] bool hides_kinds(std::string_view text);

/// Adds what one rendering without a cluster does not show of a template: a remark for `lookup`, for capabilities, for a first
/// installation and for roles that are put together of others; rights for logs of Helm's hooks.
void add_beyond_rendering(needed_rights& rights, const std::string& asker, std::string_view text);

} // namespace core::rbac
