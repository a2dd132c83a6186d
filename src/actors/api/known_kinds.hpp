#pragma once

#include "kube/api/resource_table.hpp"
#include "kube/api/transport.hpp"
#include "kube/discovery/absence_check.hpp"
#include "kube/discovery/discovery.hpp"
#include "kube/discovery/freshness.hpp"
#include "kube/discovery/hidden_definitions.hpp"
#include "kube/discovery/missing_kinds.hpp"
#include "kube/discovery/named_groups.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace actors::api {

/// The table of the kinds that the API server serves. It is loaded at the first lookup, and again if a kind
/// is missing in it or may have been removed. Charts may use any kind, so for them it is loaded again if it
/// is older than two seconds. Only a complete load replaces the table.
///
/// A kind or version that disappears from discovery stays in the table until its absence is confirmed
/// (`kube::discovery::missing_kinds`). A version that has an APIService but is not in the first discovery
/// counts as disappeared, too. A name without an apiVersion keeps the group of its first answer
/// (`kube::discovery::named_groups`). A part of the KUBE CLIENT.
class known_kinds {
public:
  explicit known_kinds(kube::api::send_request send) : send_(send), definitions_(std::move(send)) {}

  using on_lookup = std::function<void(const kube::api::lookup_result&)>;
  /// Finds a kind. Before the result is `kind_absent`, discovery is read again, but at most once in two
  /// seconds. If this read fails, a kind that was found before is still found, and any other kind is
  /// `kind_undecided`.
  /// @param now_us time of a steady clock, in microseconds.
  void find(const std::string& api_version, const std::string& kind, std::int64_t now_us, on_lookup done);
  /// Finds a kind that may have been removed, in a table that is at most two seconds old.
  void find_anew(const std::string& api_version, const std::string& kind, std::int64_t now_us, on_lookup done);

  /// Finds the current state of a resource that may have been removed. A kind that disappeared from its group
  /// counts as removed only if its CustomResourceDefinition is gone, too, because a definition that serves no
  /// version keeps its objects.
  void find_again(const std::string& api_version, const kube::api::resource& before, std::int64_t now_us,
                  on_lookup done);

  /// Notes that kinds may have been added: the next lookup of an unknown kind loads the table, even within
  /// two seconds.
  void doubt_absence() noexcept { doubts_.absence = true; }
  /// Notes that kinds may have been removed: the next lookup loads the table, even for a known kind.
  void doubt_presence() noexcept { doubts_.presence = true; }

  /// Finds a kind that the caller knows to exist. If discovery does not show it, the result is
  /// `kind_undecided` until its absence is confirmed.
  void find_expected(const std::string& api_version, const std::string& kind, std::int64_t now_us, on_lookup done);

  /// Notes kinds that the caller knows to exist, so that later lookups treat them like `find_expected`.
  /// @pre the table was loaded
  void expect(const std::vector<kube::discovery::kind_id>& known);
  /// The time until another load may confirm the absence of a kind that is still in the table; empty: there
  /// is no such kind.
  [[nodiscard]] std::optional<std::chrono::microseconds> settles_in(std::int64_t now_us) const {
    return missing_.settles_in(now_us);
  }

  /// The time until another load may confirm the first table, which may lack CustomResourceDefinitions if the
  /// API server had just started. Empty: a later load has confirmed it.
  [[nodiscard]] std::optional<std::chrono::microseconds> matures_in(std::int64_t now_us) const;

  using on_table = std::function<void(const base::result<const kube::api::resource_table*>&)>;
  /// The whole table, at most two seconds old.
  void table(std::int64_t now_us, kube::discovery::when_unanswered otherwise, on_table done);

private:
  struct doubts {
    bool absence = false;
    bool presence = false;
  };

  /// Finds a kind in the table, with `named_groups`. @pre the table was loaded
  [[nodiscard]] kube::api::lookup_result look_up(const std::string& api_version, const std::string& kind);
  /// Calls `done` with the result of a lookup. An absence counts only if no CustomResourceDefinition is of
  /// the kind, because a definition that serves no version keeps its objects; else the kind is undecided,
  /// with the code `invalid_input`. @pre the table was loaded
  void confirm(const std::string& api_version, const std::string& kind, const kube::api::lookup_result& found,
               const on_lookup& done);
  void confirm_by_document(const std::string& api_version, const std::string& kind,
                           const kube::api::lookup_result& found, const on_lookup& done);
  void note_unread(const base::error& reason);
  void confirm_absence(const kube::api::resource& before, on_lookup done);
  [[nodiscard]] bool is_fresh(std::int64_t now_us) const;
  /// Loads the table. Calls during a load share its result.
  void load(std::int64_t now_us, on_table done);
  void send(std::vector<kube::api::http_request> requests);
  void conclude();
  void begin_first(kube::api::resource_table shown);
  void confirm_missing(kube::api::resource_table shown);
  /// Ends the load. Without a failure, `table_` is the new table.
  void end_load(const std::optional<base::error>& failure);

  kube::api::send_request send_;
  kube::discovery::api_discovery discovery_;
  bool loading_ = false;
  doubts doubts_;                                  ///< about the current table
  doubts doubts_before_;                           ///< doubts that the current load will settle
  std::int64_t begun_us_ = 0;                      ///< beginning of the last load
  std::int64_t loaded_us_ = 0;                     ///< beginning of the load that has filled the table
  std::optional<std::int64_t> first_us_;           ///< the first load, until a later load confirms it
  std::optional<kube::api::resource_table> table_; ///< the kinds that count as served
  kube::discovery::missing_kinds missing_;
  kube::discovery::named_groups named_groups_;
  kube::discovery::definition_reading definitions_;
  bool is_unread_noted_ = false; ///< the log has said that definitions cannot be read
  std::vector<on_table> waiting_;
};

} // namespace actors::api
