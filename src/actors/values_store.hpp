#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/messages/values.hpp"
#include "core/values/values_book.hpp"

#include <deque>
#include <functional>
#include <string>
#include <vector>

namespace actors {

/// The state of the VALUES STORE. What changes values is done one after the other, because a commit may have to wait for
/// the ConfigMap to be written; reading is answered at once from the last complete revision.
struct values_store_state {
  using handle_type = values_store_actor;

  values_store_state(base<values_store_actor>* self, const core::static_values& files, config_watcher_actor config,
                     supervisor_actor supervisor);
  values_store_actor::behavior_type make_behavior();

  promise<configuration_applied> apply(const apply_configuration& x);
  [[nodiscard]] values_read read(const read_values& x) const;
  [[nodiscard]] helm_values_read read_for_helm(const read_helm_values& x) const;
  [[nodiscard]] output_checked check(const check_hook_output& x) const;
  promise<output_committed> commit(const commit_hook_output& x);
  [[nodiscard]] flags_read flags() const;
  void discovered(const modules_discovered& x);
  void drop(const drop_module_values& x);

private:
  void enqueue(std::function<void()> change);
  void change_done();
  void apply_now(const apply_configuration& x, promise<configuration_applied> to);
  void commit_now(const commit_hook_output& x, promise<output_committed> to);
  void write_then_commit(const commit_hook_output& x, core::prepared_commit prepared, promise<output_committed> to);
  void finish_commit(const commit_hook_output& x, core::prepared_commit prepared, promise<output_committed> to);
  void announce(const core::values_change& change, const std::string& by);
  [[nodiscard]] std::vector<std::string> problem_lines() const;

  base<values_store_actor>* self_;
  core::values_book book_;
  config_watcher_actor config_;
  supervisor_actor supervisor_;
  std::vector<std::string> modules_;         ///< all known ones
  std::vector<std::string> enabled_modules_; ///< as the last discovery found them
  /// Changes that wait for the one at the front. Bound: one per running hook, one per ConfigMap event.
  std::deque<std::function<void()>> changes_;
};

/// Spawns the values store.
values_store_actor values_store(caf::actor_system& system, const context_ptr& shared, const core::static_values& files,
                                const config_watcher_actor& config, const supervisor_actor& supervisor);

} // namespace actors
