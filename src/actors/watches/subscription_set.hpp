#pragma once

#include "actors/messages/informer.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/watches/watch_report.hpp"
#include "base/evaluation_limit.hpp"
#include "base/portioned_work.hpp"
#include "cluster/views/filter_set.hpp"
#include "cluster/views/subscription_view.hpp"
#include "kube/objects/object_store.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actors::watches {

/// Reports the failure of a filter, for /readyz; empty: the filter works.
using report_trouble = std::function<void(const std::string& subject, std::optional<std::string> problem)>;

/// The subscriptions of an INFORMER, with their views and the messages to their observers. A part of the
/// informer: everything here runs in its handlers.
class subscription_set {
public:
  /// Returns all current objects of the watch; empty if there is no watch.
  using all_objects = std::function<std::optional<kube::objects::object_snapshot>()>;
  /// Does work part by part, because filters in it may take long.
  using do_in_portions = std::function<void(base::portioned_work::part)>;

  /// @param spec of the watch, for logs and reports.
  /// @param work carries out calls of `complete`, `on_change` and `try_again` in order.
  /// @param wants_retry called if `try_again` may create a view of objects on which a filter was stopped
  subscription_set(framework::actor_base<messages::informer_actor>* self, const messages::watch_spec& spec,
                   base::evaluation_limit_ptr filter_limit, all_objects all, do_in_portions work, report_trouble report,
                   std::function<void()> wants_retry);

  [[nodiscard]] bool empty() const noexcept { return subscriptions_.empty(); }
  /// The names of the first few subscriptions, for logs.
  [[nodiscard]] std::string names() const;

  /// The same with the hooks of the subscriptions.
  [[nodiscard]] watch_users users() const;

  enum class watch_state : std::uint8_t { not_begun, running };
  /// @param watch `running`: the subscription has missed changes
  void add(const messages::subscribe& x, watch_state watch);
  void remove(const messages::subscription_key& key);
  /// Removes a subscription. @returns its objects, if they were listed.
  [[nodiscard]] std::shared_ptr<const core::bindings::object_list> leave(const messages::subscription_key& key);

  /// Notes that the watch knows all objects, and completes the waiting subscriptions. A subscription stays
  /// incomplete while its filter has never worked on an object, because the object would look absent in a
  /// list without it. If such an object comes later, a complete list becomes unknown again.
  void complete_all(const std::string& kind, core::bindings::snapshot_revision revision);
  void complete(const messages::subscription_key& key, const std::string& kind,
                core::bindings::snapshot_revision revision);

  /// Forgets the work of a watch that was ended, because the next watch lists all objects again.
  void forget_work();

  /// Announces a repeated list of the watch.
  void announce_list(const std::string& version, messages::list_history history);

  /// Applies filters again to unchanged objects on which they were stopped.
  void try_again(const std::string& kind, core::bindings::snapshot_revision revision);

  /// The watch goes on in another version of its kind, and lists all objects again. If a field in the results
  /// of a binding's filter has a value on no object in that version, the objects with this field keep their
  /// earlier views (`cluster::views::moved_version`).
  /// @param from, to versions: `example.com/v1beta1`
  void begin_version(const std::string& from, const std::string& to);
  /// All objects were listed in the new version. Reports bindings for which fields are gone.
  void end_version(const std::string& kind, core::bindings::snapshot_revision revision);

  /// Makes all lists unknown for this reason, because there is no room for the objects: their texts are
  /// forgotten, and only deletions are noted.
  void give_up_objects(std::string why);
  /// Notes all changes again. The lists stay unknown until `end_shortage`, because objects are missing.
  void take_objects() noexcept { takes_objects_ = true; }
  /// All objects are there again.
  void end_shortage(const std::string& kind, core::bindings::snapshot_revision revision);

  /// Forgets a shortage with the watch that had it.
  void forget_shortage();

  /// True if all subscriptions are of hooks. The operator's own watches give up no object.
  [[nodiscard]] bool are_of_hooks() const;
  /// The bytes of all results of filters.
  [[nodiscard]] std::size_t result_bytes() const;

  /// Handles a change of an object. @pre all earlier changes are handled
  /// @param taken called when all subscriptions have seen the change.
  void on_change(kube::objects::object_change change, const std::string& kind,
                 core::bindings::snapshot_revision revision, std::function<void()> taken);

  /// The objects of a subscription; without a list the answer is `why_unlisted`.
  [[nodiscard]] messages::snapshot_read read(const messages::subscription_key& key, const std::string& why_unlisted,
                                             core::bindings::snapshot_revision revision) const;

  /// See `await_list`.
  [[nodiscard]] framework::promise<messages::list_awaited> await(const messages::await_list& x);
  /// Answers readers that wait for the list with the reason of a failure that is not an outage.
  void answer_with_problem(const std::string& problem, core::bindings::lists::obstacle by);

  [[nodiscard]] messages::metrics_measured measure() const;

private:
  struct awaiting {
    framework::promise<messages::list_awaited> to;
    std::optional<core::bindings::lists::obstacle> known; ///< the obstacle that the sender knows already
  };

  struct subscription {
    messages::observer_actor observer;
    cluster::views::subscription_view view;
    core::metrics::metric_labels labels;
    bool late = false;
    bool announce_all = false;
    bool announce_lists = false;
    bool complete = false; ///< its objects have been announced
    std::string unseen;    ///< the first object on which its filter has never worked; empty: no such object
    std::string held;      ///< why its list is unknown although the watch knows the objects: `unseen`
    std::string reported;  ///< trouble of its filter; empty: no trouble
    std::string problem;   ///< why it will never be complete; empty: no reason
    std::vector<awaiting> awaited;
  };

  /// @returns true: the completion has ended, successfully or not; false: only a part of the objects was
  /// handled
  bool complete_next(const messages::subscription_key& key, const std::string& kind,
                     core::bindings::snapshot_revision revision);
  void end_completion(const messages::subscription_key& key, subscription& x, const std::string& kind,
                      core::bindings::snapshot_revision revision);
  void on_change(const messages::subscription_key& key, subscription& x, const kube::objects::object_change& change,
                 const std::string& kind, core::bindings::snapshot_revision revision);
  void try_again(const messages::subscription_key& key, const kube::objects::object_ptr& object,
                 const std::string& kind, core::bindings::snapshot_revision revision);
  /// Shows results that were held back for a version.
  void show(const messages::subscription_key& key, subscription& x, const std::string& kind,
            core::bindings::snapshot_revision revision);
  void end_tries(const messages::subscription_key& key, const std::string& kind,
                 core::bindings::snapshot_revision revision);
  void announce(const messages::subscription_key& key, const subscription& x, const std::string& kind,
                core::bindings::snapshot_revision revision);
  void answer(subscription& x, const std::string& problem,
              core::bindings::lists::obstacle by = core::bindings::lists::obstacle::list);
  void report(const messages::subscription_key& key, subscription& x);
  void note_shortage(const messages::subscription_key& key, subscription& x);
  /// @returns true if the first object without a view has changed
  bool hold(subscription& x, const std::optional<cluster::views::filter_trouble>& trouble);
  /// Called after the objects of a complete subscription have changed. Reports to the observer whether all of
  /// them have a view.
  void judge(const messages::subscription_key& key, subscription& x);
  void send(const messages::subscription_key& key, const subscription& x, core::bindings::object_event event,
            core::bindings::snapshot_revision revision);
  [[nodiscard]] const cluster::views::subscription_view* twin_of(const subscription& x) const;

  framework::actor_base<messages::informer_actor>* self_;
  std::string kind_;
  std::string watch_; ///< for messages
  all_objects all_;
  do_in_portions work_;
  report_trouble report_;
  std::function<void()> wants_retry_;
  std::shared_ptr<cluster::views::filter_set> filters_;
  std::map<messages::subscription_key, subscription> subscriptions_;
  std::string shortage_; ///< why the objects are not kept; empty: they are kept
  bool takes_objects_ = true;
};

} // namespace actors::watches
