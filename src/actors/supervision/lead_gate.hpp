#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/messages/leader.hpp"
#include "actors/supervision/operator_setup.hpp"
#include "core/leadership/leadership_view.hpp"
#include "core/status/status_facts.hpp"

#include <chrono>
#include <cstddef>
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
  /// Reads what the work needs, while it waits for the lead, and then calls `done`.
  using preparation = std::function<void(std::function<void()> done)>;

  /// Calls `work` once: now if this replica leads, else as soon as it leads, and `prepare` meanwhile. The
  /// work does not wait for the end of the preparation.
  void pass(std::function<void()> work, const preparation& prepare);
  void take(const messages::leadership_changed& x);
  /// Waits for the answers to the last requests that change the cluster, and calls `then`. Without an
  /// election no other operator waits for them, and after the loss of the lead there is no time.
  void await_last_writes(const messages::kube_client_actor& kube, std::function<void()> then);
  /// Gives the lead away, calls `then`, and ends the LEADER. All work has ended before. While a request may
  /// still take effect, the Lease is kept, and runs out.
  void give_away(std::function<void()> then);

  /// True for a leader, and without an election.
  [[nodiscard]] bool leads() const noexcept;
  /// True if all is ready, and only the lead is missing.
  [[nodiscard]] bool is_warm() const noexcept { return is_waiting() && is_warm_; }
  /// Empty: there is no election.
  [[nodiscard]] const std::optional<core::leadership::leadership_view>& view() const noexcept { return view_; }
  /// True while the work waits for the lead.
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
  std::size_t unanswered_ = 0; ///< requests that may still take effect, at the end
  bool is_warm_ = false;       ///< the preparation has ended
  bool is_noted_ = false;      ///< `standby_ready` is logged
};

} // namespace actors::supervision
