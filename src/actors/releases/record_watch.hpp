#pragma once

#include "actors/framework/actor.hpp"
#include "actors/messages/helm.hpp"
#include "actors/messages/informer.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/releases/record_client.hpp"
#include "actors/watches/watched_objects.hpp"
#include "core/releases/operator_instance.hpp"
#include "core/releases/record_age.hpp"
#include "core/releases/release_difference.hpp"
#include "core/releases/release_ownership.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace actors::releases {

/// Watches the records of releases. It requests a run of a module when another client has worked on the
/// module's release, when its record was deleted or is visible again, when labels that decide a held upgrade
/// or a held deletion have changed, and when another platform has given the release up. A part of HELM.
class record_watch {
public:
  /// @param instance see `core::releases::operator_instance`; empty: other operators are not named
  /// @param is_busy returns true for a release with running work; its changes are handled when the work ends
  record_watch(framework::actor_base<messages::helm_actor>* self, messages::supervisor_actor supervisor,
               record_client& records, core::releases::platform_identity platform, std::string instance,
               std::function<bool(const std::string&)> is_busy);

  /// Called with the texts of all records of the first list.
  std::function<void(const std::vector<std::string_view>&)> on_first_list = [](const auto&) {};

  /// This operator is a replica: revisions of a leader are no surprise, and until `read_again` the leader
  /// answers for changes of releases.
  void follow() noexcept {
    operators_.expect_leaders();
    follows_ = true;
  }
  void open();
  /// Calls `then` when the records are listed.
  void when_known(std::function<void()> then);

  /// Calls `on_first_list` again, with all records as they are now, and then `then`. While they are not
  /// known, only `then` is called.
  void read_again(const std::function<void()>& then);

  void listed(const messages::objects_listed& x);
  void changed(const messages::object_changed& x);
  void look_at(const messages::look_at_unfinished& x);

  /// Handles the end of the last work on a release.
  void end_of_work(const std::string& release);
  /// Forgets a lost record, because work on the release has handled the loss.
  void forget_loss(const std::string& release) { lost_.erase(release); }

  /// Notes that an upgrade is held until a user changes the labels of the release's record.
  void await_confirmation(const std::string& release) { held_.insert(release); }
  void forget_confirmation(const std::string& release) { held_.erase(release); }

  /// Notes that an upgrade from the latest revision is held. No run is requested because of this revision,
  /// even if another client has made it: the upgrade of that run would be held, too.
  void note_hold(const std::string& release);

  /// The ages of unfinished revisions.
  [[nodiscard]] core::releases::record_ages& ages() noexcept { return ages_; }
  [[nodiscard]] const core::releases::record_ages& ages() const noexcept { return ages_; }
  /// The releases that differ from their rendering after an upgrade.
  [[nodiscard]] core::releases::difference_pace& differences() noexcept { return differences_; }

private:
  /// @param before the latest revision of its release before a change
  void notice_change(const core::releases::release& before);
  /// Handles the latest record that is there when the operator starts.
  void notice_start(const core::releases::release& latest);
  void notice_appearance(const std::string& name);
  void notice_loss(const core::releases::release& before);
  void notice_end_of_waiting(const core::releases::release& before);
  void report_loss(const std::string& name);
  void notice_others(const std::string& name);
  /// Names a revision that another operator of the platform has made while this operator runs.
  void notice_operator(const core::releases::release& latest);
  void show_operators();
  /// Plans a check of the revision, in case its Helm was killed.
  void await_end(const core::releases::release& unfinished);

  framework::actor_base<messages::helm_actor>* self_;
  messages::supervisor_actor supervisor_;
  record_client& records_;
  core::releases::platform_identity platform_;
  std::function<bool(const std::string&)> is_busy_;
  watches::watched_objects<messages::helm_actor> secrets_; ///< the records of releases
  std::vector<std::function<void()>> waiting_until_known_;
  std::map<std::string, std::uint32_t> lost_; ///< release -> revision of a lost record, until work handles the loss
  std::set<std::pair<std::string, std::uint32_t>> awaited_; ///< unfinished revisions
  core::releases::record_ages ages_;
  std::set<std::string> held_;                                           ///< releases with a held upgrade
  std::map<std::string, cluster::records::revision_identity> held_over_; ///< release -> revision, see `note_hold`
  core::releases::difference_pace differences_;
  core::releases::other_operators operators_;
  std::string shown_operators_; ///< the line on /readyz; empty: none
  bool follows_ = false;        ///< see `follow`
};

} // namespace actors::releases
