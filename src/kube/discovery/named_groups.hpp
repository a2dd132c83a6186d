#pragma once

#include "kube/api/resource_table.hpp"

#include <map>
#include <string>

namespace kube::discovery {

/// The API groups that kinds without an apiVersion belong to. The first answer to a name decides while the
/// program runs: if that group goes, the name does not lead to a kind of the same name in another group,
/// because no hook has meant the objects of that kind. A kind that several groups have stays undecided in the
/// same way. Pure.
///
/// A kind may move between groups of the API server itself, because its objects move along (`extensions`,
/// `apps`).
///
/// Bound: the names of served kinds, as hooks spell them.
/// Why so: docs/decisions/absence-is-confirmed.md
class named_groups {
public:
  /// Notes the first answer to the name, and compares a later answer with it.
  /// @param found by `api::resource_table::find` without an apiVersion
  /// @returns `found`, or `api::kind_undecided` with the code `invalid_input` if the group is another
  [[nodiscard]] api::lookup_result judge(const std::string& name, api::lookup_result found);

private:
  struct first_answer {
    std::string group{};
    bool is_ambiguous = false; ///< several groups had the kind
  };
  std::map<std::string, first_answer> by_name_;
};

} // namespace kube::discovery
