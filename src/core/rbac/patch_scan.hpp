#pragma once

#include "core/bindings/binding.hpp"
#include "core/rbac/resource_names.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::rbac {

/// The object patches that the text of a hook mentions (writing-hooks, `KUBERNETES_PATCH_PATH`), in any
/// language.
struct patch_scan {
  std::set<std::string> verbs; ///< the verbs that the operations of the text need
  std::set<std::string> kinds; ///< without kinds that only its bindings have
  std::vector<std::string> subresources;
  bool patches = false;      ///< the text mentions object patches
  bool leaves_open = false;  ///< an operation or a kind is not written as a plain word
  bool reads_others = false; ///< the script sources a file that may contain further patches
};

/// A script without the lines that are comments.
[[nodiscard]] std::string without_comments(std::string_view script);

/// @param code a script without comments
[[nodiscard]] patch_scan scan_patches(const resource_names& names, const bindings::hook_definition& hook,
                                      std::string_view code);

/// The version that stands shortly before a kind; empty: no version.
[[nodiscard]] std::string version_before(std::string_view code, const std::string& kind);

} // namespace core::rbac
