#pragma once

#include "actors/messages/helm.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/values.hpp"
#include "core/modules/module_lifecycle.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace actors::hooks {

/// The actors that apply and watch a release.
struct release_peers {
  messages::values_store_actor values;
  messages::helm_actor helm;
  messages::release_watcher_actor releases;
};

/// The release of a module: its chart, applied to the cluster with its values. A part of the MODULE.
class module_release {
public:
  using on_done = std::function<void(base::result<void>)>;

  /// @param directory absolute path of the module.
  module_release(framework::acting* self, release_peers peers, std::string module, std::string directory);

  /// Brings the release up to date with its chart and values. Helm runs if there is a difference, or if an
  /// object is absent. Afterwards the RELEASE WATCHER watches the objects of the release.
  /// @param hooks of the deletion, for the labels of the release
  /// @param hooks_with_events that an upgrade awaits if it would remove objects; for people, may be empty
  void apply(core::releases::deletion_hooks hooks, std::string hooks_with_events, on_done done);
  /// The reason why the last `apply` has put the upgrade off until hooks have seen their events; empty: not
  /// put off.
  [[nodiscard]] const std::string& put_off() const noexcept { return put_off_; }
  /// The reason why the last `apply` has left the release unchanged although its chart differs; empty: not
  /// held.
  [[nodiscard]] const std::string& held() const noexcept { return held_; }
  /// Finds out, before a deletion, whether a release of this operator exists, or at least its record.
  void look_up(std::function<void(base::result<core::modules::release_at_deletion>)> done);
  /// The reason why the deletion must wait: the release that `look_up` has found names hooks for the
  /// deletion, and some of them are not among the hooks `now`. Empty: no hook is missing.
  [[nodiscard]] std::string objection_to_deletion(const core::releases::deletion_hooks& now) const;
  /// Removes the release, and stops watching its objects. Its record stays, with the status `uninstalled`.
  void remove(on_done done);
  /// Removes the record of the release.
  void remove_record(on_done done);

private:
  /// The text of the values file, or the reason why it is missing.
  using values_text = base::result<std::shared_ptr<const std::string>>;

  void find_absent_resources(const values_text& values, on_done done);
  void apply_chart(const values_text& values, std::vector<core::releases::manifest_object> absent, on_done done);
  void expect_resources_of(const messages::release_applied& x);
  void note_hold(const messages::release_applied& x);

  framework::acting* self_;
  release_peers peers_;
  std::string module_;
  std::string directory_;
  std::optional<core::values::flag_source> wanted_by_; ///< the flag's source, for the release's labels
  core::values::value_standing standing_;              ///< sources of the applied values
  std::string script_grounds_;                         ///< for the release's labels
  std::string held_;
  std::string put_off_;
  std::string hooks_with_events_;
  core::releases::deletion_hooks hooks_;
  core::modules::found_release found_; ///< of the last `look_up`; without a name: none
};

} // namespace actors::hooks
