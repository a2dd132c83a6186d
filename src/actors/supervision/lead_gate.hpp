#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/messages/leader.hpp"
#include "actors/supervision/operator_setup.hpp"
#include "core/leadership/leadership_view.hpp"
#include "core/status/status_facts.hpp"

#include <chrono>
#include <functional>
#include <optional>

namespace actors::supervision {

/// Holds the work of a replica until it leads. Without an election the gate is open. A part of the
/// SUPERVISOR.
class lead_gate {
public:
  /// Called once if the lead is lost: nothing may begin any more, and running programs end within the grace.
  using on_lost = std::function<void(std::chrono::milliseconds grace)>;

  lead_gate(framework::actor_base<messages::supervisor_actor>* self, const operator_setup& setup, on_lost lost)
    : self_(self), setup_(setup), lost_(std::move(lost)) {}

  /// Spawns the LEADER, which takes part in the election at once.
  void begin(const messages::metrics_actor& metrics);
  /// Calls `work` once: now if this replica leads, else as soon as it leads.
  void pass(std::function<void()> work);
  void take(const messages::leadership_changed& x);
  /// Gives the lead away, calls `then`, and ends the LEADER. All work has ended before.
  void give_away(std::function<void()> then);

  /// Empty: there is no election.
  [[nodiscard]] const std::optional<core::leadership::leadership_view>& view() const noexcept { return view_; }
  /// True if all is ready, and only the lead is missing.
  [[nodiscard]] bool is_waiting() const noexcept { return static_cast<bool>(waiting_); }
  /// The part of this replica in the election, for people.
  [[nodiscard]] core::status::lead_facts facts() const;

private:
  /// Logs once that this replica can lead at once, as soon as another leader is known.
  void note_standby();

  framework::actor_base<messages::supervisor_actor>* self_;
  const operator_setup& setup_;
  on_lost lost_;
  messages::leader_actor leader_;
  std::optional<core::leadership::leadership_view> view_;
  std::function<void()> waiting_;
  bool is_noted_ = false; ///< `standby_ready` is logged
};

} // namespace actors::supervision
