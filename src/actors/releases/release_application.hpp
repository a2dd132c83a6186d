#pragma once

#include "actors/messages/helm.hpp"
#include "actors/releases/application_chart.hpp"
#include "actors/releases/guard_round.hpp"
#include "actors/releases/helm_parts.hpp"
#include "actors/releases/release_recovery.hpp"
#include "core/releases/release_labels.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace actors::releases {

/// An application of a module's chart: the work for an `apply_release`.
///
/// ```
///   begin ─▶ (template_guard) ─▶ check_inputs ─▶ digest_inputs ─▶ decide
///
///   decide ─┬─▶ skip ───────────────────────────────────────────────────────────────────────────┬─▶ conclude
///      │    ├─▶ upgrade ─▶ guards_of_upgrade ─┬─▶ run_upgrade ─▶ on_upgraded ─▶ (comparison) ────┤
///      │    │                                 ├─▶ hold ──────────────────────────────────────────┘
///      │    │                                 └─▶ begin, if another client has changed the records
///      ▲    ├─▶ render ─▶ decide
///      ├────┼─▶ recover ─▶ upgrade or decide
///      └────┴─▶ remove_record
/// ```
/// A failure of any step goes to conclude too, and so do a release that belongs to another client, and an
/// upgrade that a guard puts off or delays. A decision to wait for the list of records comes back to decide.
class release_application : public std::enable_shared_from_this<release_application> {
public:
  /// @param done called once, after the answer
  release_application(helm_parts& parts, messages::apply_release wanted,
                      framework::promise<messages::release_applied> to, std::function<void()> done);

  /// @pre the releases are known, and no other work on this release is running
  void begin();

private:
  // -- inputs
  void read_chart();
  /// In the log and on /readyz for an hour, once for the same files.
  void name_damaged_files();
  void check_inputs();

  // -- decision
  void decide();
  void carry_out(const core::releases::helm_decision::skip& x);
  void carry_out(const core::releases::helm_decision::render_first& x);
  void carry_out(const core::releases::helm_decision::upgrade& x);
  void carry_out(const core::releases::helm_decision::recover_pending_then_upgrade& x);
  void carry_out(const core::releases::helm_decision::remove_record& x);
  void carry_out(const core::releases::helm_decision::leave_to_others& x);
  void carry_out(const core::releases::helm_decision::wait& x);
  [[nodiscard]] core::releases::helm_situation situation() const;
  /// In the log and on /readyz for an hour, once for the same keys.
  void name_lacking_keys();

  // -- upgrade
  void upgrade(const std::string& reason);
  /// @param before the objects that Helm compares with; null: not known
  void run_upgrade(const std::string& reason, const core::releases::objects_ptr& before);
  void run_upgrade_without(const std::vector<std::string>& gone_kinds, const std::string& reason);
  void name_lost_modules();
  void explain_failure(const base::error& failure, const std::string& reason);
  /// Holds an upgrade that would write over objects of users, or of a release with lost records, until their
  /// time is over. All of them wait together.
  /// @returns false if Helm has not failed because of them, or if that time is over
  [[nodiscard]] bool hold_overwriting();
  [[nodiscard]] std::optional<core::releases::release> last_known() const;
  void on_upgraded(const std::string& reason, const helm_runs::outcome& ended);

  // -- labels of its records
  /// Writes the labels of `labels_due` if there are any. Among them is the label of the owner, by which a
  /// release of the predecessor is taken over.
  void own(std::function<void()> then);
  void write_labels_due(std::function<void()> then);
  void with_hook_places(std::function<void()> then);
  [[nodiscard]] std::map<std::string, std::string> labels_due(const core::releases::release& last) const;
  /// Updates the labels of the upgrade's revision that name objects found by `lookup`: they get the answers
  /// of the upgrade itself, because a first revision is made without an earlier rendering.
  void note_lookups(const helm_runs::outcome& ended, std::function<void()> then);
  /// True if the chart has defaults that Helm's record lacks, and the revision has no labels for them.
  [[nodiscard]] bool lacks_defaults(const core::releases::release& last) const;
  [[nodiscard]] std::map<std::string, std::string> labels_of_defaults(const core::releases::release* last) const;
  [[nodiscard]] core::releases::labelled_facts labelled() const;
  /// The labels of the next revision. If the chart `is_compared`, they do not name inputs yet.
  [[nodiscard]] std::map<std::string, std::string> next_labels() const;

  // -- end
  void hold(const core::releases::guard_answer::hold& x);
  void fail(const failed_step& x);
  void conclude(const base::result<void>& result, const std::string& operation, const std::string& reason);
  [[nodiscard]] core::releases::objects_ptr objects_of(const std::string& operation) const;

  helm_parts& parts_;
  messages::apply_release wanted_;
  framework::promise<messages::release_applied> to_;
  std::function<void()> done_;
  std::int64_t begun_us_;
  application_chart chart_;
  std::optional<core::releases::hook_places> hook_places_{}; ///< nullopt: not known, or not asked
  std::map<std::string, std::string> written_{};             ///< labels that the upgrade gives to its revision
  bool has_removed_record_ = false;                          ///< of an interrupted or uninstalled revision
  guard_round::no_objection removal_{};                      ///< objects that the upgrade takes out
  bool may_take_over_ = true; ///< the chart may have objects that the release does not have yet
};

} // namespace actors::releases
