#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/messages/values.hpp"
#include "actors/supervision/announcements.hpp"
#include "actors/supervision/peer_registry.hpp"
#include "core/main_queue/change_consequence.hpp"
#include "core/metrics/period_counter.hpp"
#include "core/modules/problem_ledger.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace actors::supervision {

/// Sends contents of the ConfigMap to the VALUES STORE. Notes and logs the parts that cannot be used. A part
/// of the SUPERVISOR.
class configuration_intake {
public:
  using content = std::shared_ptr<const core::config::configuration>;

  configuration_intake(framework::actor_base<messages::supervisor_actor>* self, peer_registry& peers,
                       core::modules::problem_ledger& problems, announcements& news)
    : self_(self), peers_(peers), problems_(problems), news_(news) {}

  /// Notes the releases without a module. A flag of such a release confirms its removal, so it counts as
  /// used.
  void note_releases(std::set<std::string> without_module) { releases_ = std::move(without_module); }

  /// Logs the first configuration.
  static void report_first(const core::config::configuration& x);
  /// Applies the first configuration, when the operator starts.
  void on_first_configuration(const content& x, std::function<void()> then);
  /// Applies a later configuration.
  /// @param then gets the changes of the merged values
  void on_configuration(const content& x, std::function<void(const core::main_queue::change_facts&)> then);

  /// Updates the problems of sections after a change of flags, because only sections of enabled modules are
  /// checked.
  void on_flags(const messages::flags_read& x);

  /// The value of `config_values_errors_total`: the number of periods of 5 s in which a partly invalid
  /// ConfigMap was used.
  [[nodiscard]] std::uint64_t invalid_periods() const;

private:
  void apply(const content& x, std::function<void(const messages::configuration_applied&)> then);
  void note(const core::config::configuration& x, const messages::configuration_applied& applied);
  void set_invalid(bool is_invalid);

  framework::actor_base<messages::supervisor_actor>* self_;
  peer_registry& peers_;
  core::modules::problem_ledger& problems_;
  announcements& news_;
  std::set<std::string> releases_; ///< releases without a module
  core::metrics::period_counter invalid_{std::chrono::seconds(5)};
};

} // namespace actors::supervision
