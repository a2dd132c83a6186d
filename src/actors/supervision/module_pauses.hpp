#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/supervision/announcements.hpp"
#include "actors/supervision/main_queue.hpp"
#include "actors/supervision/peer_registry.hpp"
#include "core/config/config_sections.hpp"
#include "core/modules/paused_modules.hpp"
#include "core/modules/recent_removals.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace actors::supervision {

/// The pauses of modules, as the ConfigMap has them. A pause that goes without an order of a user is named,
/// because it may have gone by mistake. A part of the SUPERVISOR.
/// Why so: docs/decisions/a-pause-stands-in-the-config-map.md
class module_pauses {
public:
  module_pauses(framework::actor_base<messages::supervisor_actor>* self, peer_registry& peers,
                std::optional<main_queue>& main, announcements& news, core::modules::recent_removals& recent)
    : self_(self), peers_(peers), main_(main), news_(news), recent_(recent) {}

  /// Takes the pauses of a new content of the ConfigMap.
  void take(const core::config::configuration& x);
  /// The main queue exists from now on.
  void begin() { main_->set_paused(paused_); }

  /// An order ends the pause of a module, so that its end needs no word.
  void expect_end(const std::string& module) { resumed_.insert(module); }
  /// No order ends the pause any more.
  void forget_end(const std::string& module) { resumed_.erase(module); }

  [[nodiscard]] const core::modules::paused_modules& all() const noexcept { return paused_; }
  /// The paused modules with a line for each.
  [[nodiscard]] std::map<std::string, std::string> lines() const;
  /// The paused modules with the remarks of their pauses.
  [[nodiscard]] std::map<std::string, std::string> remarks() const;
  /// The names that may be paused: modules, and releases without a module that a discovery wants to remove.
  [[nodiscard]] std::vector<std::string> names() const;

private:
  void end_pause(const std::string& module, const std::string& remark, const core::config::configuration& x);
  [[nodiscard]] std::optional<core::modules::discovered_modules> last_discovery() const;

  framework::actor_base<messages::supervisor_actor>* self_;
  peer_registry& peers_;
  std::optional<main_queue>& main_;
  announcements& news_;
  core::modules::recent_removals& recent_;
  core::modules::paused_modules paused_;
  std::set<std::string> resumed_; ///< modules whose pause an order ends; bounded by the modules
};

} // namespace actors::supervision
