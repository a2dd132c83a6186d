#pragma once

#include "kube/api/resource_table.hpp"
#include "kube/discovery/absence.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kube::discovery {

/// The time for which a kind must be missing from discovery before its absence is looked into, and the interval in
/// which it is looked into again. A kube-apiserver that has just started shows no CustomResourceDefinitions for a
/// fraction of a second, on a busy machine for some seconds.
inline constexpr std::chrono::microseconds confirmation_time{15'000'000};

/// The kinds that discovery does not show and whose absence is not confirmed: those that it has shown before, and
/// those that others know. They count as served until two discoveries at least `confirmation_time` apart lack them and
/// nothing else contradicts (`absence.hpp`). A version whose server is away confirms nothing.
/// All times are of one clock that rises, in microseconds.
/// Why so: docs/decisions/absence-is-confirmed.md
class missing_kinds {
public:
  /// Compares a discovery with the kinds that counted as served before it.
  /// @returns the kinds that are missing since this discovery
  std::vector<kind_id> compare(const api::resource_table& before, const api::resource_table& shown,
                               std::int64_t begun_us);

  /// Takes kinds that exist by the knowledge of others, such as a record of a release. Those that `shown` has, and
  /// those whose absence was confirmed, are left out.
  /// @returns the kinds that are missing now and were not before
  std::vector<kind_id> expect(const std::vector<kind_id>& known, const api::resource_table& shown,
                              std::int64_t begun_us);

  /// The kinds that a discovery of that time has lacked for long enough, by version.
  [[nodiscard]] std::vector<absence_question> due(const api::resource_table& shown, std::int64_t begun_us) const;
  /// Takes the answers. @returns the kinds whose absence is confirmed
  std::vector<kind_id> judge(const absence_verdicts& verdicts, std::int64_t begun_us);

  /// What counts as served: the kinds shown, and the missing kinds, which are stale.
  /// @param before as for `compare`: missing kinds keep their place in the order of preference
  [[nodiscard]] api::resource_table counted(const api::resource_table& before, api::resource_table shown) const;

  /// The time after which another discovery may confirm an absence; empty: nothing is missing, or only what a change
  /// of definitions or APIServices can settle.
  [[nodiscard]] std::optional<std::chrono::microseconds> settles_in(std::int64_t now_us) const;

private:
  struct entry {
    std::optional<api::resource> resource; ///< empty: known by its name only
    std::int64_t due_us = 0;
    bool is_away = false;  ///< the server of its version cannot be reached
    bool is_owned = false; ///< its definition or APIService says that it is served
  };

  std::map<kind_id, entry> missing_;
  /// Bound: the kinds that were ever shown or expected.
  std::set<kind_id> gone_;
};

} // namespace kube::discovery
