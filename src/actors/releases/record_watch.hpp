#pragma once

#include "actors/framework/actor.hpp"
#include "actors/messages/helm.hpp"
#include "actors/messages/informer.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/releases/record_client.hpp"
#include "actors/watches/watched_objects.hpp"
#include "core/releases/record_age.hpp"
#include "core/releases/release_difference.hpp"
#include "core/releases/release_ownership.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace actors::releases {

/// The watch on the records of releases. It asks for a run of a module when another client has worked on its
/// release, or its record has gone. A part of HELM.
class record_watch {
public:
  /// @param is_busy true for a release on which work of HELM is under way: its changes are looked at when the
  /// work ends
  record_watch(framework::actor_base<messages::helm_actor>* self, messages::supervisor_actor supervisor,
               record_client& records, core::releases::platform_identity platform,
               std::function<bool(const std::string&)> is_busy);

  void open();
  /// Calls `then` when the records were listed.
  void when_known(std::function<void()> then);

  void listed(const messages::objects_listed& x);
  void changed(const messages::object_changed& x);
  void look_at(const messages::look_at_unfinished& x);

  /// The last work on the release has ended.
  void end_of_work(const std::string& release);
  /// Forgets a lost record, because work on the release has looked at its records.
  void forget_loss(const std::string& release) { lost_.erase(release); }

  /// The upgrade of a release is held, until a user changes the labels of its record.
  void await_confirmation(const std::string& release) { held_.insert(release); }
  void forget_confirmation(const std::string& release) { held_.erase(release); }

  /// An upgrade over the latest revision was judged, and held. If another client has made the revision, this
  /// is no reason for another run: it would be held, too.
  void note_hold(const std::string& release);

  /// Ages of revisions that were unfinished when they were seen.
  [[nodiscard]] core::releases::record_ages& ages() noexcept { return ages_; }
  [[nodiscard]] const core::releases::record_ages& ages() const noexcept { return ages_; }
  /// Releases that differ from the rendering of their last upgrade.
  [[nodiscard]] core::releases::difference_pace& differences() noexcept { return differences_; }

private:
  /// @param before the latest revision of its release before a change
  void notice_change(const core::releases::release& before);
  void notice_loss(const core::releases::release& before);
  void report_loss(const std::string& name);
  void notice_others(const std::string& name);
  /// Plans a look at the revision, in case its maker has been killed.
  void await_end(const core::releases::release& unfinished);

  framework::actor_base<messages::helm_actor>* self_;
  messages::supervisor_actor supervisor_;
  record_client& records_;
  core::releases::platform_identity platform_;
  std::function<bool(const std::string&)> is_busy_;
  watches::watched_objects<messages::helm_actor> secrets_; ///< of releases
  std::vector<std::function<void()>> waiting_until_known_;
  std::map<std::string, std::uint32_t> lost_; ///< release -> revision whose record has gone, until work looks at it
  std::set<std::pair<std::string, std::uint32_t>> awaited_; ///< revisions that were not finished when they were seen
  core::releases::record_ages ages_;
  std::set<std::string> held_;                                           ///< releases whose upgrade is held
  std::map<std::string, cluster::records::revision_identity> held_over_; ///< release -> revision, see `note_hold`
  core::releases::difference_pace differences_;
};

} // namespace actors::releases
