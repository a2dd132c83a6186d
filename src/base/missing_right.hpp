#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace base {

/// A right that an account lacks, as the API server names it in an answer with status 403.
struct missing_right {
  std::string user;                          ///< `system:serviceaccount:addon-operator:addon-operator`; may be empty
  std::optional<std::string> namespace_name; ///< nullopt: in the whole cluster
  std::vector<std::string> groups;
  std::vector<std::string> resources;
  std::vector<std::string> names; ///< of the objects that the right is limited to; empty: all objects
  std::vector<std::string> paths; ///< URLs that are no resources, like `/metrics`; then groups and resources are empty
  std::vector<std::string> verbs;
};

/// Finds the rights that a text reports as missing in the words of the API server. Another text may quote
/// these words. Rights for the same resources are joined. The result consists of names only, whatever else
/// the text contains.
[[nodiscard]] std::vector<missing_right> missing_rights(std::string_view text);

/// True if a message has the advice of `advice_on_rights`, or the words of the API server about a missing
/// right.
[[nodiscard]] bool names_missing_right(std::string_view text);

/// The words of the API server for the right:
/// `User "u" cannot get resource "secrets" in API group "" in the namespace "n"`.
[[nodiscard]] std::string sentence(const missing_right& x);

/// The end of a rule that `advice_on_rights` has written, if such a rule begins at `begin`; else `begin`. The
/// rule consists of names.
[[nodiscard]] std::size_t end_of_right(std::string_view text, std::size_t begin);

/// The advice about the rights that a text reports as missing: rules to paste into a Role or ClusterRole,
/// and, for a service account, the place in the operator's chart; empty if no right is missing.
[[nodiscard]] std::string advice_on_rights(std::string_view text);

} // namespace base
