#pragma once

#include "actors/messages/informer.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/kube_client.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/watches/portioned_work.hpp"
#include "actors/watches/subscription_set.hpp"
#include "actors/watches/watch_report.hpp"
#include "actors/watches/watch_stream.hpp"
#include "base/evaluation_limit.hpp"
#include "kube/transport/retry_delay.hpp"
#include "kube/watch/watch_machine.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace actors::watches {

/// Whom an informer talks to.
struct informer_peers {
  messages::kube_client_actor kube;
  messages::supervisor_actor supervisor; ///< gets `watch_state_changed`
  messages::metrics_actor metrics;
  messages::kind_watcher_actor kinds;
  base::evaluation_limit_ptr filter_limit = base::no_evaluation_limit(); ///< of a jq filter, for each object
  /// How long the objects of a watch may be worked on before other actors have their turn; zero: a step.
  std::chrono::microseconds portion = std::chrono::milliseconds(20);
  long_works_ptr long_works = std::make_shared<watches::long_works>(); ///< of all informers
};

/// The state of an INFORMER: the objects of a watch as bytes, the position in it, and the view of each subscription on
/// them. It watches while it has subscriptions.
///
/// All that changes the objects or the views on them goes through `work_`, in order: a list with many objects and a slow
/// filter takes long, and the actor gives way to others meanwhile. The next page is asked for, and lines of a stream are
/// taken from its inbox, when the work before is done; so the waiting work has a bound.
struct informer_state {
  using handle_type = messages::informer_actor;

  informer_state(framework::actor_base<messages::informer_actor>* self, messages::watch_spec spec,
                 informer_peers peers);
  messages::informer_actor::behavior_type make_behavior();

  void add(const messages::subscribe& x);
  void remove(const messages::unsubscribe& x);
  [[nodiscard]] messages::watch_left leave(const messages::leave_watch& x);
  [[nodiscard]] framework::promise<messages::list_awaited> await(const messages::await_list& x);
  [[nodiscard]] framework::promise<messages::snapshot_read> read(const messages::read_snapshot& x);
  void begin_stream(const messages::stream_begun& x);
  void take_lines(const messages::stream_lines& x);
  void end_stream(const messages::stream_ended& x);
  void wait_over(const messages::informer_wait_over& x);
  void retry(const messages::retry_filters& x);

private:
  struct waiting_read {
    messages::read_snapshot request;
    framework::promise<messages::snapshot_read> to;
  };

  /// The subscriptions know nothing of the objects.
  struct unlisted {};
  /// They know the objects of the list, and each change since then.
  struct listed {};
  /// They know that there are no objects, because the kind is not served. If it is served again, this counts
  /// until the watch has listed the objects, which come in pages.
  struct listed_as_absent {
    std::string why;                                   ///< for people
    std::vector<kube::objects::object_change> pages{}; ///< bound: a list
  };

  void remove(const messages::subscription_key& key);
  /// Forgets the objects too.
  void stop_watch();
  void complete_all();
  /// A handler of an answer or reminder that is not meant any more when the watch has ended meanwhile.
  template <class Message>
  [[nodiscard]] std::function<void(const Message&)> meant(std::function<void(const Message&)> then) {
    return [this, generation = generation_, then = std::move(then)](const Message& x) {
      if (generation == generation_) then(x);
    };
  }

  // -- the kind
  void resolve(messages::kind_knowledge wants = messages::kind_knowledge::any);
  void take_kind(const kube::api::lookup_result& found);
  void wait_for_kind(const kube::api::kind_undecided& why);
  /// The watch cannot begin; tries again later.
  void fail(const base::error& reason, core::bindings::lists::obstacle by);
  /// There are no objects, because the API server does not serve the kind. Looks again when that may have changed.
  void take_absence(const kube::api::kind_absent& as);
  /// The objects cannot be known, because the API has no watch for the kind. Looks again when that may have
  /// changed.
  void take_unwatchable(const kube::api::resource& found);
  /// There are objects, which are not to be had in the version that is wanted. Looks again when that may have changed.
  void take_other_version(const kube::api::kind_in_other_version& found);
  void await_kinds_then(std::function<void()> then);
  /// Reports that the watch fails: `why` for readers that wait for its list, `reason` for all others.
  void report_failure(std::string why, const base::error& reason, std::optional<std::chrono::milliseconds> retry_in,
                      core::bindings::lists::obstacle by = core::bindings::lists::obstacle::list);
  /// Readers that wait for the list get the reason of the delay, unless that is an outage of the API server.
  void answer_with_problem();
  void wait(std::chrono::milliseconds time);
  /// The same after a failure. If it may be an outage, the KUBE CLIENT knows best when it is over.
  void wait_to_try_again(std::chrono::milliseconds time);
  void go_on(const messages::api_server_awaited& x);
  /// The list fails while the API server answers other requests: finds out whether the server of its group has gone
  /// since the kind was found. Bound: a lookup before each try, which waits longer each time.
  void look_at_group(std::function<void()> then);
  void note_group(const kube::api::lookup_result& found);
  void judge(const messages::api_server_awaited& x);
  void try_again();

  // -- the watch
  void start_watch(const kube::api::resource& found);
  /// Gives the input to the machine, after all that is being worked on.
  void step(kube::watch::watch_machine_input input);
  void perform(std::vector<kube::watch::watch_machine_effect> effects);
  void handle_line(std::uint64_t stream, const std::string& line);
  void perform(const kube::watch::watch_effect::send_list& x);
  void perform(const kube::watch::watch_effect::look_up_kind& x);
  void perform(const kube::watch::watch_effect::open_watch& x);
  void perform(const kube::watch::watch_effect::close_watch& x);
  void perform(const kube::watch::watch_effect::wait_for& x);
  void perform(const kube::watch::watch_effect::changed& x);
  void perform(const kube::watch::watch_effect::listed& x);
  void perform(const kube::watch::watch_effect::kind_gone& x);
  void perform(const kube::watch::watch_effect::version_gone& x);
  void perform(const kube::watch::watch_effect::moved& x);
  void perform(const kube::watch::watch_effect::failed& x);
  void perform(const kube::watch::watch_effect::restored& x);
  void perform(const kube::watch::watch_effect::expired&);
  void take(const kube::objects::object_change& change);
  void take_all(std::vector<kube::objects::object_change> changes);
  [[nodiscard]] messages::snapshot_read read_now(const messages::read_snapshot& x) const;
  void answer_reads();
  /// A filter was stopped on objects that nobody has seen: it is tried again in a while, ever more seldom.
  void retry_filters_later();
  void count_error(const char* type);
  /// True if the message is of the stream that is open.
  [[nodiscard]] bool is_current(std::uint64_t stream) { return machine_ && stream_.is(stream); }

  framework::actor_base<messages::informer_actor>* self_;
  messages::watch_spec spec_;
  informer_peers peers_;
  watch_report report_;
  portioned_work work_;
  subscription_set subscriptions_;

  kube::transport::retry_delay kind_delay_;
  std::string kind_;                                  ///< as the server spells it
  std::optional<kube::watch::watch_machine> machine_; ///< nothing: the kind is not known, or nobody subscribes
  bool lists_again_ = false;                          ///< the known objects are being listed anew
  std::uint64_t generation_ = 0; ///< answers and reminders that an older one asked for are not meant any more
  watch_stream stream_;
  core::bindings::snapshot_revision base_ = 0;     ///< revisions of the machine are counted from here
  core::bindings::snapshot_revision revision_ = 0; ///< of the last change
  std::variant<unlisted, listed, listed_as_absent> known_;
  int torn_ = 0; ///< changes that are seen only together, or by all subscriptions, and are so by a part as yet
  std::vector<waiting_read> reads_; ///< wait for the end of that; bound: the readers
  bool will_retry_filters_ = false;
  std::chrono::seconds filters_rest_;
  std::string waits_for_ = "the API server has not answered yet";
  core::bindings::lists::obstacle obstacle_ = core::bindings::lists::obstacle::list; ///< that `waits_for_` is about
  std::optional<kube::api::resource> resource_;                                      ///< that is listed and watched
  bool is_group_away_ = false; ///< the server of its group could not be reached when the kind was looked up last
};

/// Spawns the informer of a watch.
messages::informer_actor informer(caf::actor_system& system, const framework::context_ptr& shared,
                                  messages::watch_spec spec, informer_peers peers);

} // namespace actors::watches
