#pragma once

#include "actors/messages/informer.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/kube_client.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/watches/subscription_set.hpp"
#include "actors/watches/watch_report.hpp"
#include "actors/watches/watch_room.hpp"
#include "actors/watches/watch_stream.hpp"
#include "base/evaluation_limit.hpp"
#include "base/portioned_work.hpp"
#include "kube/transport/growing_delay.hpp"
#include "kube/watch/watch_machine.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace actors::watches {

/// The actors to which an informer sends messages, and its limits.
struct informer_peers {
  messages::kube_client_actor kube;
  messages::supervisor_actor supervisor; ///< gets `watch_state_changed`
  messages::metrics_actor metrics;
  messages::kind_watcher_actor kinds;
  base::evaluation_limit_ptr filter_limit = base::no_evaluation_limit(); ///< of a jq filter, for each object
  /// The working time after which the informer pauses for other actors; zero: after each part of the work.
  std::chrono::microseconds portion = std::chrono::milliseconds(20);
  base::long_works_ptr long_works = std::make_shared<base::long_works>(); ///< of all informers
  watch_room_ptr room = std::make_shared<watch_room>();                   ///< for the objects of all informers
};

/// The state of an INFORMER: the objects of a watch as bytes, the position of the watch, and the view of each
/// subscription. It watches while it has subscriptions.
///
/// All changes of objects and views go through `work_`, in order. A long list with a slow filter takes long,
/// so the actor pauses for other actors between two parts of the work. Waiting work is bounded: the next page
/// is requested, and lines are taken from the inbox, only when the earlier work is done.
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
  void on_lines(const messages::stream_lines& x);
  void end_stream(const messages::stream_ended& x);
  void wait_over(const messages::informer_wait_over& x);
  void retry(const messages::retry_filters& x);
  void on_room(const messages::watch_room_changed& x);

private:
  struct waiting_read {
    messages::read_snapshot request;
    framework::promise<messages::snapshot_read> to;
  };

  /// No subscription knows the objects.
  struct unlisted {};
  /// The subscriptions know the objects of a list, and each change since then.
  struct listed {};
  /// The kind is not served, so the subscriptions know that there are no objects. If the kind is served
  /// again, this state stays until the watch has listed all objects, page by page.
  struct listed_as_absent {
    std::string why;                                   ///< for messages
    std::vector<kube::objects::object_change> pages{}; ///< bound: a list
  };

  void remove(const messages::subscription_key& key);
  /// Ends the watch and forgets the objects.
  void stop_watch();
  void complete_all();
  /// Wraps a handler of an answer or reminder: it is not called if the watch has ended meanwhile.
  template <class Message>
  [[nodiscard]] std::function<void(const Message&)> meant(std::function<void(const Message&)> then) {
    return [this, generation = generation_, then = std::move(then)](const Message& x) {
      if (generation == generation_) then(x);
    };
  }

  // -- the kind
  void resolve(messages::kind_knowledge wants = messages::kind_knowledge::any);
  void on_kind(const kube::api::lookup_result& found);
  void on_served(const kube::api::resource& x);
  void wait_for_kind(const kube::api::kind_undecided& why);
  /// The watch cannot begin; tries again later.
  void fail(const base::error& reason, core::bindings::lists::obstacle by);
  /// Reports that the kind is in doubt: its objects may exist. Looks the kind up again when kinds may have
  /// changed.
  void wait_in_doubt(const base::error& reason);
  /// Notes that no objects exist, because the API server does not serve the kind, unless its name is
  /// misspelt. Looks the kind up again when kinds may have changed.
  void on_absent(const kube::api::kind_absent& as);
  /// Reports that the objects cannot be known, because the API has no watch for the kind. Looks the kind up
  /// again when kinds may have changed.
  void on_unwatchable(const kube::api::resource& found);
  /// Reports that the kind is served, but not in the wanted version. Looks the kind up again when kinds may
  /// have changed.
  void on_other_version(const kube::api::kind_in_other_version& found);
  void await_kinds_then(std::function<void()> then);
  /// Reports that the watch fails: `why` for readers that wait for its list, `reason` for all other readers.
  void report_failure(std::string why, const base::error& reason, std::optional<std::chrono::milliseconds> retry_in,
                      core::bindings::lists::obstacle by = core::bindings::lists::obstacle::list);
  /// Answers readers that wait for the list with the reason of the delay, unless it is an outage of the API
  /// server.
  void answer_with_problem();
  void wait(std::chrono::milliseconds time);
  /// Waits after a failure. If the failure may be an outage, the KUBE CLIENT decides when the wait is over.
  void wait_to_try_again(std::chrono::milliseconds time);
  void go_on(const messages::api_server_awaited& x);
  /// Called if the list fails while the API server answers other requests. Finds out whether the server of
  /// the kind's group is down since the kind was found. Bound: a lookup before each try, and tries wait
  /// longer each time.
  void look_at_group(std::function<void()> then);
  void note_group(const kube::api::lookup_result& found);
  void judge(const messages::api_server_awaited& x);
  void try_again();

  // -- the room for objects
  /// The objects of this watch have been given up.
  struct shortage {
    std::size_t result_bytes = 0; ///< of filter results, before the shortage
    int looks = 0;                ///< for room
    bool lists_again = false;     ///< the objects are on their way
  };
  void enter_room();
  /// Notes the bytes of this watch, and gives the objects up if they do not fit.
  void weigh();
  void give_up_objects();
  void look_for_room();
  /// All objects are there again, or no object exists.
  void end_shortage();

  // -- the watch
  void start_watch(const kube::api::resource& found);
  /// Gives the input to the machine, after all waiting work.
  void step(kube::watch::watch_machine_input input);
  void take(const kube::watch::watch_machine_input& input);
  /// Carries out the effects in order. Snapshots are read before the first or after the last effect.
  void perform(std::vector<kube::watch::watch_machine_effect> effects);
  void handle_line(std::uint64_t stream, const std::string& line);
  void note_age();
  void perform(const kube::watch::watch_effect::send_list& x);
  void perform(const kube::watch::watch_effect::look_up_kind& x);
  void perform(const kube::watch::watch_effect::ask_position& x);
  void perform(const kube::watch::watch_effect::open_watch& x);
  void perform(const kube::watch::watch_effect::close_watch& x);
  void perform(const kube::watch::watch_effect::wait_for& x);
  void perform(const kube::watch::watch_effect::await_age&);
  void perform(const kube::watch::watch_effect::changed& x);
  void perform(const kube::watch::watch_effect::listed& x);
  void perform(const kube::watch::watch_effect::kind_gone& x);
  void perform(const kube::watch::watch_effect::version_gone& x);
  void perform(const kube::watch::watch_effect::moved& x);
  void perform(const kube::watch::watch_effect::failed& x);
  void perform(const kube::watch::watch_effect::restored& x);
  void perform(const kube::watch::watch_effect::expired&);
  void perform(const kube::watch::watch_effect::went_back& x);
  void on_change(const kube::objects::object_change& change);
  void on_changes(std::vector<kube::objects::object_change> changes);
  [[nodiscard]] messages::snapshot_read read_now(const messages::read_snapshot& x) const;
  void answer_reads();
  /// Plans another try of a filter that was stopped on objects without a view, after a wait that doubles.
  void retry_filters_later();
  void count_error(const char* type);
  /// True if the message is of the stream that is open.
  [[nodiscard]] bool is_current(std::uint64_t stream) { return machine_ && stream_.is(stream); }

  framework::actor_base<messages::informer_actor>* self_;
  messages::watch_spec spec_;
  informer_peers peers_;
  watch_report report_;
  base::portioned_work work_;
  subscription_set subscriptions_;

  kube::transport::growing_delay kind_delay_;
  std::string kind_;                                  ///< in the server's spelling
  std::optional<kube::watch::watch_machine> machine_; ///< empty: the kind is not known, or there is no subscription
  bool has_moved_ = false;                            ///< its objects are being listed in another version
  bool lists_again_ = false;                          ///< known objects are being listed again
  messages::list_history history_ = messages::list_history::continued; ///< since the last announced list
  std::uint64_t generation_ = 0; ///< answers and reminders that belong to an older generation are ignored
  watch_stream stream_;
  core::bindings::snapshot_revision base_ = 0;     ///< revisions of the machine are counted from here
  core::bindings::snapshot_revision revision_ = 0; ///< of the last change
  std::variant<unlisted, listed, listed_as_absent> known_;
  int torn_ = 0; ///< changes that some subscriptions have not seen, and sets of changes shown together
  std::vector<waiting_read> reads_; ///< wait until `torn_` is 0; bound: the readers
  bool will_retry_filters_ = false;
  std::chrono::seconds filters_rest_;
  std::string waits_for_ = "the API server has not answered yet";
  core::bindings::lists::obstacle obstacle_ = core::bindings::lists::obstacle::list; ///< that `waits_for_` is about
  std::optional<kube::api::resource> resource_;                                      ///< the watched resource
  std::optional<watch_place> place_; ///< in the room for objects, while it watches
  std::optional<shortage> shortage_; ///< empty: the objects are kept
  bool is_group_away_ = false;       ///< at the last lookup the server of its group could not be reached
};

/// Spawns the informer of a watch.
messages::informer_actor informer(caf::actor_system& system, const framework::context_ptr& shared,
                                  messages::watch_spec spec, informer_peers peers);

} // namespace actors::watches
