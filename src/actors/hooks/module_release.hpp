#pragma once

#include "actors/messages/helm.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/values.hpp"
#include "core/modules/lifecycle.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace actors::hooks {

/// The actors that make a release.
struct release_peers {
  messages::values_store_actor values;
  messages::helm_actor helm;
  messages::release_watcher_actor releases;
};

/// The release of a module: its chart with its values in the cluster. A part of the MODULE.
class module_release {
public:
  using on_done = std::function<void(base::result<void>)>;

  /// @param directory of the module, absolute.
  module_release(framework::acting* self, release_peers peers, std::string module, std::string directory);

  /// Makes the release equal to its chart and values. Helm runs if there is a difference or an object is
  /// absent. From then on the RELEASE WATCHER watches the objects of the release.
  void apply(on_done done);
  /// Not empty: the last `apply` has left the release as it is although its chart differs, for this reason.
  [[nodiscard]] const std::string& held() const noexcept { return held_; }
  /// Finds out, for a deletion, whether a release of the operator or its record exists.
  void look_up(std::function<void(base::result<core::modules::release_at_deletion>)> done);
  /// Removes the release; its objects are not watched any more. The record that it was uninstalled stays.
  void remove(on_done done);
  /// Removes the record.
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
  std::optional<core::values::flag_source>
    wanted_by_;                           ///< the source that switches the module on, for the labels of its release
  core::values::value_standing standing_; ///< of the values that are applied
  std::string script_grounds_;            ///< for the labels of its release
  std::string held_;
};

} // namespace actors::hooks
