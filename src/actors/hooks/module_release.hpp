#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/helm.hpp"
#include "actors/messages/values.hpp"
#include "core/modules/module_lifecycle.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace actors {

/// The actors that make a release.
struct release_peers {
  values_store_actor values;
  helm_actor helm;
  release_watcher_actor releases;
};

/// The release of one module: its chart with its values in the cluster. A part of the MODULE.
class module_release {
public:
  using on_done = std::function<void(core::result<void>)>;

  /// @param directory of the module, absolute.
  module_release(acting* self, release_peers peers, std::string module, std::string directory);

  /// Brings the release to what chart and values say, with the help of HELM if something differs or an object is absent,
  /// and has its objects watched from then on.
  void apply(on_done done);
  /// Why the last `apply` has left the release as it is, although its chart says otherwise; empty: it has not.
  [[nodiscard]] const std::string& held() const noexcept { return held_; }
  /// What there is of it, for a deletion.
  void look_up(std::function<void(core::result<core::release_at_deletion>)> done);
  /// Removes the release; its objects are not watched any more. The record that it was uninstalled stays.
  void remove(on_done done);
  /// Removes the record.
  void remove_record(on_done done);

private:
  /// The text of the values file, or why there is none.
  using values_text = core::result<std::shared_ptr<const std::string>>;

  void find_absent_resources(const values_text& values, on_done done);
  void apply_chart(const values_text& values, std::vector<core::manifest_object> absent, on_done done);
  void expect_resources_of(const release_applied& x);
  void note_hold(const release_applied& x);

  acting* self_;
  release_peers peers_;
  std::string module_;
  std::string directory_;
  std::optional<core::flag_source> wanted_by_; ///< what switches the module on, for the labels of its release
  core::value_standing standing_;              ///< of the values that are applied
  std::string held_;
};

} // namespace actors
