#pragma once

#include "core/rbac/needed_rights.hpp"
#include "text/json/json.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace core::rbac {

/// Finds the objects of a template without rendering it: an object with `apiVersion` and `kind` for each line
/// `kind: NAME` without indent, whatever conditions enclose it. Kinds that are template expressions are
/// skipped.
[[nodiscard]] std::vector<text::json> kinds_of_template(std::string_view text);
/// Whether `kinds_of_template` skips a kind of the text, because it is a template expression or the text is
/// JSON.
[[nodiscard]] bool hides_kinds(std::string_view text);

/// Adds the rights that a rendering without a cluster does not show: a remark for `lookup`, for capabilities,
/// for a first installation and for aggregated roles; rights for logs of Helm's hooks.
void add_beyond_rendering(needed_rights& rights, const std::string& asker, std::string_view text);

} // namespace core::rbac
