#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/supervision/module_discovery.hpp"
#include "core/main_queue/change_consequence.hpp"
#include "core/modules/removal_grace.hpp"

#include <chrono>
#include <functional>
#include <string>

namespace actors::supervision {

/// Names the releases that a hook or a script wishes away, and wants a reload when their grace is over. A
/// part of the SUPERVISOR.
class removal_graces {
public:
  /// @param on_over wants a reload
  removal_graces(framework::actor_base<messages::supervisor_actor>* self, std::chrono::milliseconds grace,
                 std::function<void()> on_over)
    : self_(self), grace_(grace), on_over_(std::move(on_over)) {}

  /// The state for a discovery, which does not see later edits: an edit that matters repeats the discovery.
  [[nodiscard]] const core::modules::removal_grace& now() const noexcept { return grace_; }
  /// Notes the effective changes of an edit of the ConfigMap.
  void edited(const core::main_queue::change_facts& x);
  void ran(const std::string& module) { grace_.ran(module); }
  /// @param wishes of the discovery; without the members that `found` shows
  void discovered(const core::modules::discovered_modules& found, core::modules::removal_grace::wishes wishes);
  /// Handles the reminder.
  void grace_over();

private:
  void remind();

  framework::actor_base<messages::supervisor_actor>* self_;
  core::modules::removal_grace grace_;
  std::function<void()> on_over_;
  /// A reminder is pending. Bound: a single reminder, because all graces have the same length: a grace that
  /// begins later does not end earlier.
  bool is_reminded_ = false;
};

} // namespace actors::supervision
