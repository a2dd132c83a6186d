#pragma once

#include "actors/leadership/election.hpp"
#include "actors/messages/informer.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/leader.hpp"
#include "actors/messages/observation.hpp"
#include "core/leadership/lease_machine.hpp"

#include <cstdint>
#include <optional>

namespace actors::leadership {

/// The state of the LEADER: it sends the requests that the machine of the Lease wants, sets the permit, and
/// reports each change to the SUPERVISOR.
struct leader_state {
  using handle_type = messages::leader_actor;

  leader_state(framework::actor_base<messages::leader_actor>* self, election setup,
               messages::supervisor_actor supervisor);
  ~leader_state();
  leader_state(const leader_state&) = delete;
  leader_state& operator=(const leader_state&) = delete;
  messages::leader_actor::behavior_type make_behavior();

private:
  void step(const core::leadership::lease_machine_input& input);
  void perform(const core::leadership::lease_effect::open_watch& x);
  void perform(const core::leadership::lease_effect::read_lease& x);
  void perform(const core::leadership::lease_effect::write_lease& x);
  void perform(const core::leadership::lease_effect::lead_until& x);
  void perform(const core::leadership::lease_effect::wake_at& x);
  void perform(const core::leadership::lease_effect::view_changed& x);
  void perform(const core::leadership::lease_effect::gave_away& x);

  /// Sends a request; `read` makes an input of the machine of its answer.
  template <class Read>
  void send(kube::api::http_request request, Read read);
  void on_lines(const messages::stream_lines& x);
  void on_watch_end(const messages::stream_ended& x);
  void on_time(const messages::lease_time_came& x);
  [[nodiscard]] framework::promise<messages::lease_given_away> give_away();
  [[nodiscard]] messages::metrics_measured measure() const;
  void log_change(const core::leadership::leadership_view& x) const;
  [[nodiscard]] std::string lease_text() const;

  framework::actor_base<messages::leader_actor>* self_;
  election setup_;
  messages::supervisor_actor supervisor_;
  core::leadership::lease_machine machine_;
  core::leadership::leadership_view view_;       ///< with `since_us`
  std::optional<core::leadership::instant> due_; ///< of the next reminder
  std::uint64_t watch_ = 0;                      ///< number of the last watch; lines of earlier watches are ignored
  kube::api::transfer_id transfer_ = 0;          ///< of the watch
  std::optional<framework::promise<messages::lease_given_away>> asked_;
  std::optional<messages::lease_given_away> given_;
};

/// Spawns the LEADER, which takes part in the election at once.
messages::leader_actor leader(caf::actor_system& system, const framework::context_ptr& shared, election setup,
                              messages::supervisor_actor supervisor);

} // namespace actors::leadership
