#pragma once

#include "kube/api/resource_table.hpp"
#include "kube/api/transport.hpp"
#include "kube/discovery/absence_check.hpp"
#include "kube/discovery/discovery.hpp"
#include "kube/discovery/freshness.hpp"
#include "kube/discovery/missing_kinds.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace actors::api {

/// The table of the kinds that the API server serves. It is loaded at the first question, and again if a kind
/// is not in it or may have gone. For charts, which may ask for any kind, it is loaded if it is older than
/// two seconds. Only a complete load replaces the table.
///
/// Kinds and versions that leave discovery stay in the table until their absence is confirmed
/// (`kube::discovery::missing_kinds`). Versions that the first discovery lacks, although they have an
/// APIService, are missing from the start. A part of the KUBE CLIENT.
class known_kinds {
public:
  explicit known_kinds(kube::api::send_request send) : send_(std::move(send)) {}

  using on_lookup = std::function<void(const kube::api::lookup_result&)>;
  /// Finds a kind. If it is not known, discovery is asked anew before `kind_absent` is the answer, but at
  /// most once within two seconds. If that fails, a kind that was found before still counts, and any other is
  /// `kind_undecided`.
  /// @param now_us time in microseconds, of any clock that rises.
  void find(const std::string& api_version, const std::string& kind, std::int64_t now_us, on_lookup done);
  /// Finds a kind that may have gone: a table that is older than two seconds does not count.
  void find_anew(const std::string& api_version, const std::string& kind, std::int64_t now_us, on_lookup done);

  /// Finds the present state of a resource that may have gone. A kind that has left its group has gone only
  /// if its CustomResourceDefinition has gone, too: a definition that serves no version keeps its objects.
  void find_again(const std::string& api_version, const kube::api::resource& before, std::int64_t now_us,
                  on_lookup done);

  /// Kinds may have come: the next lookup of an unknown kind loads the table, however short a time has
  /// passed.
  void doubt_absence() noexcept { doubts_.absence = true; }
  /// Kinds may have gone: the next lookup loads the table, although the kind is known.
  void doubt_presence() noexcept { doubts_.presence = true; }

  /// Finds a kind that exists by the caller's knowledge. If discovery does not show it, it is
  /// `kind_undecided` until its absence is confirmed.
  void find_expected(const std::string& api_version, const std::string& kind, std::int64_t now_us, on_lookup done);

  /// Takes kinds that exist by the caller's knowledge, for later lookups, as `find_expected` does.
  /// @pre the table was loaded
  void expect(const std::vector<kube::discovery::kind_id>& known);
  /// The time after which another load may confirm the absence of a kind that counts as served; empty: there
  /// is none.
  [[nodiscard]] std::optional<std::chrono::microseconds> settles_in(std::int64_t now_us) const {
    return missing_.settles_in(now_us);
  }

  /// The time after which another load may confirm the first table. An API server that has just started does
  /// not show all CustomResourceDefinitions. Empty: a later load has confirmed it.
  [[nodiscard]] std::optional<std::chrono::microseconds> matures_in(std::int64_t now_us) const;

  using on_table = std::function<void(const base::result<const kube::api::resource_table*>&)>;
  /// The whole table, not older than two seconds.
  void table(std::int64_t now_us, kube::discovery::when_unanswered otherwise, on_table done);

private:
  struct doubts {
    bool absence = false;
    bool presence = false;
  };

  void confirm_absence(const kube::api::resource& before, on_lookup done);
  [[nodiscard]] bool is_fresh(std::int64_t now_us) const;
  /// Loads the table; all callers meanwhile share the answer.
  void load(std::int64_t now_us, on_table done);
  void send(std::vector<kube::api::http_request> requests);
  void conclude();
  void begin_first(kube::api::resource_table shown);
  void confirm(kube::api::resource_table shown);
  /// Ends the load; without a failure the table is loaded.
  void end_load(const std::optional<base::error>& failure);

  kube::api::send_request send_;
  kube::discovery::api_discovery discovery_;
  bool loading_ = false;
  doubts doubts_;                                  ///< of the table
  doubts doubts_before_;                           ///< doubts that the present load will settle
  std::int64_t begun_us_ = 0;                      ///< the last load
  std::int64_t loaded_us_ = 0;                     ///< the load of the table
  std::optional<std::int64_t> first_us_;           ///< the load of the first table, until a later load confirms it
  std::optional<kube::api::resource_table> table_; ///< the kinds that count as served
  kube::discovery::missing_kinds missing_;
  std::vector<on_table> waiting_;
};

} // namespace actors::api
