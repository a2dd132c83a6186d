#pragma once

#include "support/scripted_hooks.hpp"
#include "worlds/config_author.hpp"
#include "worlds/part.hpp"
#include "worlds/widgets.hpp"

#include <cstdint>
#include <string>

namespace worlds {

/// The events in the cluster that come from outside, as the plan says.
class outside : public part {
public:
  outside(stage& around, config_author& config, widgets& kind) : part(around), config_(config), widgets_(kind) {}

  void happen(const happening& x);
  /// An item changes while the hook of a Synchronization runs, if the plan says so.
  void change_meanwhile(const test::hook_run& run, std::int64_t delay_us);
  /// A user removes the section of the module that a hook writes, if the plan says so.
  void remove_meanwhile(const test::hook_run& run, std::int64_t delay_us);
  /// @param module empty: none
  void disable_meanwhile(const std::string& module);
  void put_secret(const std::string& name, bool is_bad);
  /// The number of resourceVersions that changes of items have taken.
  [[nodiscard]] std::uint64_t item_revisions() const noexcept { return item_revisions_; }
  /// Notes the state of all objects that hooks watch.
  void note_past();

private:
  void begin_burst(const happening& x);
  void begin_storm(const happening& x);
  void put_thing(const happening& x);
  void put_namespace(const std::string& name, bool joins);

  void change_item(const happening& x);
  void delete_tally(const std::string& module, const std::string& manifest);

  std::uint64_t item_revisions_ = 0;
  config_author& config_;
  widgets& widgets_;
};

} // namespace worlds
