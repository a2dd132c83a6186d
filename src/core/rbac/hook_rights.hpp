#pragma once

#include "core/bindings/binding.hpp"
#include "core/rbac/needed_rights.hpp"
#include "core/rbac/resource_names.hpp"

#include <string>
#include <string_view>

namespace core::rbac {

/// Adds the rights that the `kubernetes` bindings of a hook need: list and watch of their kinds. Notes a hook
/// with webhooks or conversions, which the operator registers; conversions need rights on their definitions.
/// @param asker for people: `hook 'hooks/a.sh' of module 'web'`
void add_rights_of_bindings(needed_rights& rights, const resource_names& names, const std::string& asker,
                            const bindings::hook_definition& hook);

/// Adds the rights that the object patches in the text of a hook need (writing-hooks,
/// `KUBERNETES_PATCH_PATH`). A text shows operations and kinds, but not which operation is on which kind. So
/// each operation counts for each kind that the text names besides its bindings. Unknown parts become
/// remarks: a call of kubectl, operations without a kind, a program without text.
void add_rights_of_patches(needed_rights& rights, const resource_names& names, const std::string& asker,
                           const bindings::hook_definition& hook, std::string_view text);

/// Adds a remark if a script calls kubectl, because the script's rights cannot be read from its text.
void remark_kubectl(needed_rights& rights, const std::string& asker, std::string_view text);

} // namespace core::rbac
