#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/informer.hpp"
#include "actors/messages/kube_client.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/watches/subscription_set.hpp"
#include "actors/watches/watch_report.hpp"
#include "core/base/evaluation_limit.hpp"
#include "kube/retry_delay.hpp"
#include "kube/watch_machine.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace actors {

/// Whom an informer talks to.
struct informer_peers {
  kube_client_actor kube;
  supervisor_actor supervisor; ///< is told `watch_state_changed`
  metrics_actor metrics;
  kind_watcher_actor kinds;
  core::evaluation_limit_ptr filter_limit = core::no_evaluation_limit(); ///< of a jq filter, for each object
};

/// The state of an INFORMER: the objects of one watch as bytes, the position in it, and what each subscription sees of
/// them. It watches while it has subscriptions.
struct informer_state {
  using handle_type = informer_actor;

  informer_state(base<informer_actor>* self, watch_spec spec, informer_peers peers);
  informer_actor::behavior_type make_behavior();

  void add(const subscribe& x);
  void remove(const unsubscribe& x);
  [[nodiscard]] watch_left leave(const leave_watch& x);
  [[nodiscard]] promise<list_awaited> await(const await_list& x);
  [[nodiscard]] snapshot_read read(const read_snapshot& x) const;
  void begin_stream(const stream_begun& x);
  void take_lines(const stream_lines& x);
  void end_stream(const stream_ended& x);
  void wait_over(const informer_wait_over& x);

private:
  void remove(const subscription_key& key);
  void complete_all();

  // -- the kind
  void resolve();
  void take_kind(const kube::lookup_result& found);
  void wait_for_kind(const kube::kind_undecided& why);
  /// The watch can not begin; tries again later.
  void fail(core::error reason);
  /// There are no objects, because the API server does not serve the kind. Looks again when that may have changed.
  void take_absence();
  /// The watch fails. If that is no outage, those who wait for its list are told.
  void report_failure(const core::error& reason, std::chrono::milliseconds retry_in);
  void tell_problem();
  void wait(std::chrono::milliseconds time);
  /// The same after a failure. If it may be an outage, the KUBE CLIENT knows best when it is over.
  void wait_to_try_again(std::chrono::milliseconds time);
  void go_on(const api_server_awaited& x);
  void try_again();

  // -- the watch
  void start_watch(const kube::resource& found);
  void stop_watch();
  void step(const kube::watch_machine_input& input);
  void perform(const kube::watch_effect::send_list& x);
  void perform(const kube::watch_effect::open_watch& x);
  void perform(const kube::watch_effect::close_watch& x);
  void perform(const kube::watch_effect::wait_for& x);
  void perform(const kube::watch_effect::changed& x);
  void perform(const kube::watch_effect::listed& x);
  void perform(const kube::watch_effect::kind_gone& x);
  void perform(const kube::watch_effect::failed& x);
  void perform(const kube::watch_effect::restored& x);
  void perform(const kube::watch_effect::expired&);
  void take(const kube::object_change& change);
  void count_error(const char* type);
  /// True if the message is about the stream that is open, whose number may be learned from it.
  [[nodiscard]] bool is_current(std::uint64_t stream);

  base<informer_actor>* self_;
  watch_spec spec_;
  informer_peers peers_;
  watch_report report_;
  subscription_set subscriptions_;

  kube::retry_delay kind_delay_;
  std::string kind_;                           ///< as the server spells it
  std::optional<kube::watch_machine> machine_; ///< nothing: the kind is not known, or nobody subscribes
  std::uint64_t generation_ = 0;           ///< answers and reminders that an older one asked for are not meant any more
  std::uint64_t stream_ = 0;               ///< that is open; 0: none, or its number is not known yet
  std::uint64_t last_closed_ = 0;          ///< stream; numbers rise
  core::snapshot_revision base_ = 0;       ///< what revisions of the machine are counted from
  core::snapshot_revision revision_ = 0;   ///< of the last change
  bool listed_ = false;                    ///< the subscriptions know all objects
  bool watch_listed_ = false;              ///< so does the machine
  std::vector<kube::object_change> pages_; ///< of a list that is not complete; bound: that list
  bool fails_alone_ = false; ///< the last failure might have been an outage, but the server has answered others
  std::string waits_for_ = "the API server has not answered yet";
};

/// Spawns the informer of a watch.
informer_actor informer(caf::actor_system& system, const context_ptr& shared, watch_spec spec, informer_peers peers);

} // namespace actors
