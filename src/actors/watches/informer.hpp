#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/informer.hpp"
#include "actors/messages/kube_client.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/watches/subscription_set.hpp"
#include "actors/watches/watch_report.hpp"
#include "actors/watches/watch_stream.hpp"
#include "core/base/evaluation_limit.hpp"
#include "kube/retry_delay.hpp"
#include "kube/watch_machine.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace actors {

/// Whom an informer talks to.
struct informer_peers {
  kube_client_actor kube;
  supervisor_actor supervisor; ///< gets `watch_state_changed`
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
  /// The subscriptions know nothing of the objects.
  struct unlisted {};
  /// They know what the watch has listed, and each change since then.
  struct listed {};
  /// They know that there are none, because the kind is not served. If it is again, they know so until the watch has
  /// listed the objects, which come in pages.
  struct listed_as_absent {
    std::string why;                          ///< for people
    std::vector<kube::object_change> pages{}; ///< bound: one list
  };

  void remove(const subscription_key& key);
  /// Forgets the objects too.
  void stop_watch();
  void complete_all();
  /// A handler of an answer or reminder that is not meant any more when the watch has ended meanwhile.
  template <class Message>
  [[nodiscard]] std::function<void(const Message&)> meant(std::function<void(const Message&)> then);

  // -- the kind
  void resolve(kind_knowledge wants = kind_knowledge::any);
  void take_kind(const kube::lookup_result& found);
  void wait_for_kind(const kube::kind_undecided& why);
  /// The watch cannot begin; tries again later.
  void fail(const core::error& reason, core::lists::obstacle by);
  /// There are no objects, because the API server does not serve the kind. Looks again when that may have changed.
  void take_absence(const kube::kind_absent& as);
  /// Nothing can be known of the objects, because the API has no watch for the kind. Looks again when that may have changed.
  void take_unwatchable(const kube::resource& found);
  /// There are objects, which are not to be had in the version that is wanted. Looks again when that may have changed.
  void take_other_version(const kube::kind_in_other_version& found);
  void await_kinds_then(std::function<void()> then);
  /// Reports that the watch fails: `why` for those who wait for its list, `reason` for all others.
  void report_failure(std::string why, const core::error& reason, std::optional<std::chrono::milliseconds> retry_in,
                      core::lists::obstacle by = core::lists::obstacle::list);
  /// Those who wait for the list learn why it does not come, unless that is an outage of the API server.
  void answer_with_problem();
  void wait(std::chrono::milliseconds time);
  /// The same after a failure. If it may be an outage, the KUBE CLIENT knows best when it is over.
  void wait_to_try_again(std::chrono::milliseconds time);
  void go_on(const api_server_awaited& x);
  void try_again();

  // -- the watch
  void start_watch(const kube::resource& found);
  void step(const kube::watch_machine_input& input);
  void perform(const kube::watch_effect::send_list& x);
  void perform(const kube::watch_effect::look_up_kind& x);
  void perform(const kube::watch_effect::open_watch& x);
  void perform(const kube::watch_effect::close_watch& x);
  void perform(const kube::watch_effect::wait_for& x);
  void perform(const kube::watch_effect::changed& x);
  void perform(const kube::watch_effect::listed& x);
  void perform(const kube::watch_effect::kind_gone& x);
  void perform(const kube::watch_effect::version_gone& x);
  void perform(const kube::watch_effect::moved& x);
  void perform(const kube::watch_effect::failed& x);
  void perform(const kube::watch_effect::restored& x);
  void perform(const kube::watch_effect::expired&);
  void take(const kube::object_change& change);
  /// A filter was stopped on objects that nobody has seen: it is tried again in a while, ever more seldom.
  void retry_filters_later();
  void retry(const retry_filters& x);
  void count_error(const char* type);
  /// True if the message is of the stream that is open.
  [[nodiscard]] bool is_current(std::uint64_t stream) { return machine_ && stream_.is(stream); }

  base<informer_actor>* self_;
  watch_spec spec_;
  informer_peers peers_;
  watch_report report_;
  subscription_set subscriptions_;

  kube::retry_delay kind_delay_;
  std::string kind_;                           ///< as the server spells it
  std::optional<kube::watch_machine> machine_; ///< nothing: the kind is not known, or nobody subscribes
  bool lists_again_ = false;                   ///< what is known is being listed anew
  std::uint64_t generation_ = 0; ///< answers and reminders that an older one asked for are not meant any more
  watch_stream stream_;
  core::snapshot_revision base_ = 0;     ///< what revisions of the machine are counted from
  core::snapshot_revision revision_ = 0; ///< of the last change
  std::variant<unlisted, listed, listed_as_absent> known_;
  bool will_retry_filters_ = false;
  std::chrono::seconds filters_rest_;
  std::string waits_for_ = "the API server has not answered yet";
  core::lists::obstacle obstacle_ = core::lists::obstacle::list; ///< that `waits_for_` is about
  bool is_group_away_ = false; ///< the server of its group could not be reached when the kind was found
};

/// Spawns the informer of a watch.
informer_actor informer(caf::actor_system& system, const context_ptr& shared, watch_spec spec, informer_peers peers);

} // namespace actors
