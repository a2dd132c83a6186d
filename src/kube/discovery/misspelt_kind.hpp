#pragma once

#include "kube/api/resource_table.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace kube::discovery {

/// Whether a name that discovery does not know is a misspelt name of a kind that it knows. The objects of the
/// kind that was meant exist, so a hook must not see an empty list in their place. These are slips:
/// - a near kind with the same capitals, of the same version if a version is given: `Widgit` or `widgit` of
/// Widget. TLSRoute and TCPRoute are two kinds, and so are names below 6 letters;
/// - the same kind in a group whose name is near, both with 8 letters or more: `a.exmple.com` of
/// `a.example.com`;
/// - the same kind in two groups that belong to the API server itself (`v1` for `apps/v1`), which no
///   definition can extend.
/// A kind of the same name in any other group is another kind, and a well-known group is no slip.
/// @returns the reason with the right name; empty: not a slip
[[nodiscard]] std::optional<std::string> slip_in_kind(std::string_view api_version, std::string_view name,
                                                      const api::kind_absent& as);

} // namespace kube::discovery
