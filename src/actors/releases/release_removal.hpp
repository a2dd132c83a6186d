#pragma once

#include "actors/messages/helm.hpp"
#include "actors/releases/helm_parts.hpp"
#include "core/releases/helm_task.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace actors::releases {

/// The removal of a release: the work for a `remove_release`.
///
/// The release of a disabled module is removed in two steps. First Helm removes its objects, and keeps its
/// record with the status `uninstalled`. The record is removed after the afterDeleteHelm hooks have run. So
/// if this operator is killed between the steps, the next operator finds the rest of the work.
class release_removal : public std::enable_shared_from_this<release_removal> {
public:
  /// @param done called once, after the answer
  release_removal(helm_parts& parts, messages::remove_release wanted, framework::promise<messages::release_removed> to,
                  std::function<void()> done);

  /// @pre the releases are known, and no other work on this release is running
  void begin();

private:
  void remove_known();
  void uninstall();
  void hand_over(const std::string& record);
  void find_gone(const std::string& record);
  void note_deployed();
  void run_uninstall();
  void ask_helm();
  void on_uninstalled();
  /// @param words Helm's message about a failure, only for the log
  void end_uninstall(const base::result<void>& result, const std::string& words);
  void name_damage(const base::result<void>& result);
  void remove_record();
  void end(const base::result<void>& result, bool existed);
  [[nodiscard]] bool is_purge() const noexcept;
  [[nodiscard]] core::releases::helm_history history() const noexcept;

  helm_parts& parts_;
  messages::remove_release wanted_;
  framework::promise<messages::release_removed> to_;
  std::function<void()> done_;
  std::int64_t begun_us_;
  core::releases::release before_; ///< the latest revision before the uninstallation
  std::vector<std::string> gone_kinds_;
};

} // namespace actors::releases
