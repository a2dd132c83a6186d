#pragma once

#include "support/scripted_hooks.hpp"
#include "worlds/current_troubles.hpp"
#include "worlds/outside.hpp"
#include "worlds/part.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace worlds {

/// The hooks and `enabled` scripts of the tree as programs: they take time, fail, and leave children.
class hook_scripts : public part {
public:
  hook_scripts(stage& around, current_troubles& troubles, outside& cluster);

  /// @param script `web/a.sh` for a hook, `web/enabled`, or `global/a.sh`
  void add(const std::string& script, const std::string& config, test::hook_script play);
  /// The hook for items, whose configuration may change.
  void add_items(const std::string& module, bool in_queue, test::hook_script play);
  /// @returns false if the module has no hook for items.
  bool reconfigure_items(const std::string& module);
  /// Whether the hook for items has printed a queue of its own when it was asked for its configuration.
  [[nodiscard]] bool are_items_in_queue(const std::string& module) const;

  test::fake_end run(test::fake_process& process);
  /// A program of the operator has ended.
  void count_end(const std::vector<std::string>& argv, const sys::process::process_exit& how);

private:
  /// A run for a review. It is no work of a queue, so most rules about hooks do not look at it.
  test::fake_end run_review(test::fake_process& process, const std::string& script, std::int64_t delay_us);
  [[nodiscard]] static std::string items_config(const std::string& name, bool in_queue);
  /// True if the hook has printed a configuration that cannot be used.
  [[nodiscard]] bool refuses_config(test::fake_process& process, const std::string& script);
  void leave_child(const test::fake_process& process, std::int64_t hook_ends_us);

  current_troubles& troubles_;
  outside& outside_;
  test::scripted_hooks hooks_;
  std::map<std::string, std::string> paths_;      ///< of scripts
  std::map<std::string, bool> items_in_queue_;    ///< module -> whether its items hook prints a queue of its own
  std::map<std::string, bool> is_items_in_queue_; ///< likewise, at the last time that it was asked
};

} // namespace worlds
