#pragma once

#include "base/error.hpp"
#include "base/time_zone.hpp"
#include "core/bindings/binding.hpp"
#include "core/hooks/hooks_on_disk.hpp"

#include <string_view>

namespace core::hooks {

/// Parses the output of a hook's run with `--config`: a YAML or JSON document. It is v1 if it has a member
/// `configVersion`, else v0. Name and path of the definition stay empty.
///
/// The error message lists all faults of the document, separated by `; `, each with its path, for example
/// `kubernetes[0].kind: is required`. Crontabs, selectors and jq programs are checked too; `zones` finds the
/// time zones of crontabs. A binding that only the other kind of owner may have is an error. The definition
/// gets a remark if the hook has no bindings, if a map repeats a key (the last value counts), or if there is
/// a second document (the first counts).
[[nodiscard]] base::result<bindings::hook_definition>
parse_hook_config(std::string_view text, hook_owner owner, const base::time_zone_source& zones = base::only_utc);

} // namespace core::hooks
