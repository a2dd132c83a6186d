#pragma once

#include <string>
#include <string_view>

namespace base {

/// The reason why a text cannot be a name, a namespace or a subresource. These are parts of the path of a
/// request, and `..` in one of them would lead to another object. The rule is `IsValidPathSegmentName` of
/// k8s.io/apimachinery (api/validation/path); the empty text is refused, too.
/// @returns for example `must not be '..'`; empty: the text is allowed
[[nodiscard]] inline std::string path_segment_problem(std::string_view text) {
  if (text.empty()) return "must not be empty";
  if (text == "." || text == "..") return "must not be '" + std::string(text) + "', which no object is called";
  if (const auto at = text.find_first_of("/%"); at != text.npos)
    return std::string("must not have '") + text[at] + "' in it, which no name in Kubernetes has";
  return {};
}

} // namespace base
