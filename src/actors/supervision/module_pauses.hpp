#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/supervision/announcements.hpp"
#include "actors/supervision/main_queue.hpp"
#include "actors/supervision/pause_labels.hpp"
#include "actors/supervision/peer_registry.hpp"
#include "core/config/config_sections.hpp"
#include "core/config/misspelt_keys.hpp"
#include "core/modules/ending_pauses.hpp"
#include "core/modules/paused_modules.hpp"
#include "core/modules/recent_removals.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace actors::supervision {

/// The pauses of modules, as the ConfigMap has them. A pause that goes without an order of a user may have
/// gone by mistake: it is named at once, and ends when the grace of removals is over. A part of the
/// SUPERVISOR.
/// Why so: docs/decisions/a-pause-stands-in-the-config-map.md
class module_pauses {
public:
  module_pauses(framework::actor_base<messages::supervisor_actor>* self, peer_registry& peers,
                std::optional<main_queue>& main, announcements& news, core::modules::recent_removals& recent,
                const operator_setup& setup)
    : self_(self), peers_(peers), main_(main), news_(news), recent_(recent), labels_(self, peers, setup),
      pauses_(setup.removal_grace) {}

  /// Takes the pauses of a new content of the ConfigMap.
  void take(const core::config::configuration& x);
  /// The main queue exists from now on.
  void begin() { main_->set_paused(paused_); }

  /// Takes the releases whose records say that their modules are paused, as the first discovery has found
  /// them. A pause without its key may have lost it while no operator ran: it counts for a grace.
  void recall(const std::set<std::string>& releases);

  /// Handles a reminder: ends the pauses whose grace is over.
  void grace_over();

  /// An order ends the pause of a module, so that its end needs no word.
  void expect_end(const std::string& module);
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
  /// Carries out what has changed in `pauses_`.
  /// @param ending_before the former `pauses_.ending()`
  void apply(const std::set<std::string>& ending_before);
  /// Keeps pauses by slips that a new content of the ConfigMap still has. @param written gets them
  void take_slips(const core::config::configuration& x, core::modules::paused_modules::by_key& written);
  void name_end(const std::string& module, const std::string& remark) const;
  void begin_pause(const std::string& module, const std::string& remark);
  void end_pause(const std::string& module, const std::string& remark);
  void remind();
  [[nodiscard]] std::string manner_of_end(const std::string& module) const;
  [[nodiscard]] core::modules::ending_pauses::moment now() const;
  [[nodiscard]] std::string line_of(const std::string& module, const core::config::module_pause& x,
                                    const std::optional<core::modules::discovered_modules>& found) const;
  [[nodiscard]] std::optional<core::modules::discovered_modules> last_discovery() const;

  framework::actor_base<messages::supervisor_actor>* self_;
  peer_registry& peers_;
  std::optional<main_queue>& main_;
  announcements& news_;
  core::modules::recent_removals& recent_;
  pause_labels labels_;
  core::modules::ending_pauses pauses_;
  core::modules::paused_modules paused_; ///< that count
  std::set<std::string> unreadable_;     ///< values keys of pauses whose text cannot be read; bound: a ConfigMap
  /// Keys of pauses that may be misspelt, by values key; empty after the recall. Bound: the modules.
  std::map<std::string, core::config::misspelt_key> slips_;
  std::set<std::string> slipped_;              ///< members of `slips_` whose pauses have been recalled
  std::set<std::string> resumed_;              ///< modules whose pause an order ends; bounded by the modules
  std::map<std::string, std::string> manners_; ///< of the ends of pauses, by module; bounded by the modules
  bool has_recalled_ = false;
  std::int64_t reminded_us_ = 0; ///< the end that a reminder is sent for; bound: a reminder for each end of a pause
};

} // namespace actors::supervision
