#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace core::values {

/// The name of a hook behind the value of its label, which has `_` in place of characters that a label cannot
/// hold. The digest in the key of the label shows which `_` was a `/` of the path.
/// @param fits true for the name that the digest was made from
/// @returns the value as it is if no such name fits, because the name has other characters, or was too long
/// for a label. Bound: 4096 names are tried.
[[nodiscard]] std::string hook_name_behind(std::string_view value, const std::function<bool(const std::string&)>& fits);

/// Names a hook of a revision for messages, from its label `moduleValuesBy.DIGEST`: `global hook
/// 'hooks/a.sh'`.
/// @param module the name of the release
[[nodiscard]] std::string describe_hook_of_label(std::string_view key, std::string_view value,
                                                 const std::string& module);

/// The name of a hook from its label `moduleBeforeDelete.DIGEST` or `moduleAfterDelete.DIGEST`.
[[nodiscard]] std::string name_of_deletion_hook(std::string_view key, std::string_view value);

/// True if the label is that of a global hook.
[[nodiscard]] bool is_label_of_global_hook(std::string_view value);

} // namespace core::values
