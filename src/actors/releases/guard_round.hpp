#pragma once

#include "actors/releases/application_chart.hpp"
#include "actors/releases/object_owners.hpp"
#include "core/releases/removal_grounds.hpp"
#include "core/releases/unpacked_record.hpp"
#include "core/releases/upgrade_guard.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace actors::releases {

/// Asks guards in order about an upgrade, and fetches the facts that they need. A part of an application,
/// which the callback keeps alive.
class guard_round : public std::enable_shared_from_this<guard_round> {
public:
  /// No guard has an objection.
  struct no_objection {
    std::string removed;                  ///< the objects that go, and why, for people; empty: no object goes
    core::releases::objects_ptr before{}; ///< the objects that Helm compares with; null: not known
    /// True: a user has written the difference, so the objects go at once. False: no difference is known that
    /// a user has written, so the objects stay for their grace.
    bool is_removal_written = false;
    std::string differs{}; ///< see `core::releases::removal_grounds`; empty: no object goes
  };
  using verdict =
    std::variant<no_objection, core::releases::guard_answer::hold, core::releases::guard_answer::put_off,
                 core::releases::guard_answer::delay, core::releases::guard_answer::begin_again, failed_step>;

  /// @param wanted, chart outlive this object
  /// @param reason of the upgrade
  guard_round(helm_parts& parts, const messages::apply_release& wanted, application_chart& chart, std::string reason);

  void ask(std::vector<core::releases::upgrade_guard> guards, std::function<void(const verdict&)> then);

private:
  void ask_next();
  /// True if another Helm has created or removed the latest revision since the first guard was asked.
  [[nodiscard]] bool has_base_changed() const;
  void ask_again();
  void on_answer(const core::releases::guard_answer_type& answer);
  void pass(const core::releases::guard_answer::pass& x);
  /// @pre values that have lost their content are reported
  void pass_named(const core::releases::guard_answer::pass& x);
  /// Ends the round. When the delay begins, it is reported, and a run of the module is requested for its end.
  void delay(const core::releases::guard_answer::delay& x);
  /// Reports values that have lost their content, in the log and on /readyz.
  void name_blanks(const core::releases::blank_values_note& x, const std::function<void()>& then);
  void name_blanks_of_hooks(const core::releases::blank_values_note& x) const;
  /// With the objects that differ, for which the record is read again.
  void name_blanks_of_users(const core::releases::blank_values_note& x, std::function<void()> then);
  /// Reports keys that go, in the log and on /readyz.
  void name_keys(const core::releases::departing_keys_note& x) const;
  /// Reports objects with several documents in the chart, in the log.
  void name_doubled(const std::string& objects) const;
  /// Reports the objects that the upgrade will remove, in the log and on /readyz, with the differences from
  /// the revision that has these objects.
  void name_losses(const std::vector<core::releases::manifest_object>& removed, std::function<void()> then);
  void name_going(const std::vector<core::releases::manifest_object>& removed, std::function<void()> then);
  [[nodiscard]] core::releases::removing_upgrade removing(std::vector<core::releases::manifest_object> objects,
                                                          const base::result<std::string>& record) const;
  void hand_over_all(const std::vector<core::releases::shared_object>& objects);
  void write_labels(const std::map<std::string, std::string>& labels);

  void fetch(core::releases::upgrade_fact fact, const std::vector<text::json_pointer>& places);
  void list_records();
  void find_other_record();
  void find_hidden_records();
  void read_record();
  void render();
  void render_with_lost();
  void look_at_start_files();
  /// Renders the chart with the defaults that its schemas, or values.yaml, have lost.
  void render_with_defaults();
  void read_values();
  void read_places_of_hooks();
  /// Renders the chart with the former values at these places.
  void render_with_former(const std::vector<text::json_pointer>& places);
  void look_at_helm();
  /// Reads the deployed revision, with which Helm compares. It may be older than the latest revision, which
  /// may have failed.
  void read_compared();
  void find_unread_values();
  void find_others();
  void find_moved_objects();
  void read_place();
  void find_taken();
  void find_claimed();
  void find_other_versions();
  void find_deletable();
  void find_scaled();
  void find_narrowed_parts();
  void find_doubled_objects();
  void compare_dependencies();
  void find_departing_keys();
  void look_up_scaled(std::vector<core::releases::scaled_set> sets);

  [[nodiscard]] core::releases::planned_upgrade planned() const;
  [[nodiscard]] failed_step failed(base::error why) const;

  helm_parts& parts_;
  const messages::apply_release& wanted_;
  application_chart& chart_;
  std::string reason_;
  /// The revision that all guards must have checked.
  std::optional<cluster::records::revision_identity> base_;
  std::vector<core::releases::upgrade_guard> guards_; ///< the first guard is asked next
  core::releases::planned_upgrade upgrade_;
  std::vector<core::releases::shared_object> handed_over_;
  std::string removed_; ///< see `no_objection`
  bool is_removal_written_ = false;
  std::string differs_;
  std::function<void(const verdict&)> then_;
};

} // namespace actors::releases
