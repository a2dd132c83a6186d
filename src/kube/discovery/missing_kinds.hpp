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

/// The time for which a kind must be missing from discovery before the operator asks whether it is gone, and
/// the interval of these questions. For a fraction of a second after its start, on a busy machine for some
/// seconds, a kube-apiserver shows no kinds of CustomResourceDefinitions.
inline constexpr std::chrono::microseconds confirmation_time{15'000'000};

/// The kinds that discovery does not show and whose absence is not confirmed: kinds that it has shown before,
/// and kinds of records. They count as served until two discoveries at least `confirmation_time` apart lack
/// them and no other answer contradicts (`absence.hpp`). While the server of a version is away, no kind of
/// the version is confirmed as absent. All times are of a steady clock, in microseconds.
/// Why so: docs/decisions/absence-is-confirmed.md
class missing_kinds {
public:
  /// Compares a discovery with the kinds that counted as served before it.
  /// @returns the kinds that are missing since this discovery
  std::vector<kind_id> compare(const api::resource_table& before, const api::resource_table& shown,
                               std::int64_t begun_us);

  /// Adds kinds that are known from elsewhere, such as a record of a release, except kinds in `shown` and
  /// kinds with a confirmed absence.
  /// @returns the kinds that are missing now and were not before
  std::vector<kind_id> expect(const std::vector<kind_id>& known, const api::resource_table& shown,
                              std::int64_t begun_us);

  /// The kinds that the discovery begun at that time does not show, and that have been missing for long
  /// enough; by version.
  [[nodiscard]] std::vector<absence_question> due(const api::resource_table& shown, std::int64_t begun_us) const;
  /// Takes the verdicts. @returns the kinds that they confirm as absent
  std::vector<kind_id> judge(const absence_verdicts& verdicts, std::int64_t begun_us);

  /// The kinds that count as served: the kinds shown, and the missing kinds, which are stale.
  /// @param before as for `compare`: missing kinds keep their place in the order of preference
  [[nodiscard]] api::resource_table counted(const api::resource_table& before, api::resource_table shown) const;

  /// The time after which another discovery may confirm an absence. Empty: there is no such time, because for
  /// each missing kind the server of its version cannot be reached, or its definition or APIService says that
  /// it is served; or because no kind is missing.
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
