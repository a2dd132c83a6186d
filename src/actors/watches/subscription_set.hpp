#pragma once

#include "actors/messages/informer.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/supervisor.hpp"
#include "base/evaluation_limit.hpp"
#include "base/portioned_work.hpp"
#include "cluster/views/filter_set.hpp"
#include "cluster/views/subscription_view.hpp"
#include "kube/objects/object_store.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actors::watches {

/// Reports the failure of a filter, for /readyz; empty: it works.
using report_trouble = std::function<void(const std::string& subject, std::optional<std::string> problem)>;

/// The subscriptions of an INFORMER: the view of each, and the messages to its observer. A part of the
/// informer: everything here runs in its handlers.
class subscription_set {
public:
  /// All objects of the watch as they are; empty if there is no watch.
  using all_objects = std::function<std::optional<kube::objects::object_snapshot>()>;
  /// Does work that may take long, because filters run in it.
  using do_in_portions = std::function<void(base::portioned_work::part)>;

  /// @param spec of the watch, for logs and reports.
  /// @param work does `complete`, `on_change` and `try_again` in the order of the calls.
  /// @param wants_retry called if `try_again` may show objects that are hidden by a filter.
  subscription_set(framework::actor_base<messages::informer_actor>* self, const messages::watch_spec& spec,
                   base::evaluation_limit_ptr filter_limit, all_objects all, do_in_portions work, report_trouble report,
                   std::function<void()> wants_retry);

  [[nodiscard]] bool empty() const noexcept { return subscriptions_.empty(); }
  /// The first few, for logs.
  [[nodiscard]] std::string names() const;

  /// @param late the watch has begun, so the subscription has missed some changes.
  void add(const messages::subscribe& x, bool late);
  void remove(const messages::subscription_key& key);
  /// The objects of the subscription, if they were listed; it is removed.
  [[nodiscard]] std::shared_ptr<const core::bindings::object_list> leave(const messages::subscription_key& key);

  /// The watch knows all objects: subscriptions that were waiting for them are complete now. A subscription with an object
  /// on which its filter fails, and never worked, is not: it would show a hook that there is no such object. It is complete
  /// when the filter works on the last of them, or that has gone. Later objects of that sort take its list away again.
  void complete_all(const std::string& kind, core::bindings::snapshot_revision revision);
  void complete(const messages::subscription_key& key, const std::string& kind,
                core::bindings::snapshot_revision revision);

  /// The work was given up with the watch: it will list all objects again.
  void forget_work();

  /// The watch has listed the objects anew.
  void announce_list(const std::string& version);

  /// Applies filters again to objects that may be seen without a change.
  void try_again(const std::string& kind, core::bindings::snapshot_revision revision);

  /// An object has changed. The changes of before have all been taken.
  /// @param taken called when each subscription has seen it.
  void on_change(kube::objects::object_change change, const std::string& kind,
                 core::bindings::snapshot_revision revision, std::function<void()> taken);

  /// The objects of the subscription; `why_unlisted` is the answer if it has no list yet.
  [[nodiscard]] messages::snapshot_read read(const messages::subscription_key& key, const std::string& why_unlisted,
                                             core::bindings::snapshot_revision revision) const;

  /// See `await_list`.
  [[nodiscard]] framework::promise<messages::list_awaited> await(const messages::await_list& x);
  /// The watch fails, and it is no outage: readers that wait for its list get the reason.
  void answer_with_problem(const std::string& problem, core::bindings::lists::obstacle by);

  [[nodiscard]] messages::metrics_measured measure() const;

private:
  struct awaiting {
    framework::promise<messages::list_awaited> to;
    std::optional<core::bindings::lists::obstacle> known; ///< of the problem that the asker knows
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
    std::string held;      ///< why its list is unknown although the watch knows the objects: there is such an object
    std::string reported;  ///< trouble of its filter; empty: no trouble
    std::string problem;   ///< why it never will; empty: it will
    std::vector<awaiting> awaited;
  };

  /// @returns whether it is complete, or will not be; else a part of its objects has been taken.
  bool complete_next(const messages::subscription_key& key, const std::string& kind,
                     core::bindings::snapshot_revision revision);
  void end_completion(const messages::subscription_key& key, subscription& x, const std::string& kind,
                      core::bindings::snapshot_revision revision);
  void on_change(const messages::subscription_key& key, subscription& x, const kube::objects::object_change& change,
                 const std::string& kind, core::bindings::snapshot_revision revision);
  void try_again(const messages::subscription_key& key, const kube::objects::object_ptr& object,
                 const std::string& kind, core::bindings::snapshot_revision revision);
  void end_tries(const messages::subscription_key& key, const std::string& kind,
                 core::bindings::snapshot_revision revision);
  void announce(const messages::subscription_key& key, const subscription& x, const std::string& kind,
                core::bindings::snapshot_revision revision);
  void answer(subscription& x, const std::string& problem,
              core::bindings::lists::obstacle by = core::bindings::lists::obstacle::list);
  void report(const messages::subscription_key& key, subscription& x);
  /// @returns whether another object is the first that hides the list now.
  bool hold(subscription& x, const std::optional<cluster::views::filter_trouble>& trouble);
  /// The objects of a complete subscription have changed: its observer learns whether they all have a view.
  void judge(const messages::subscription_key& key, subscription& x);
  void send(const messages::subscription_key& key, const subscription& x, core::bindings::object_event event,
            core::bindings::snapshot_revision revision);
  [[nodiscard]] const cluster::views::subscription_view* twin_of(const subscription& x) const;

  framework::actor_base<messages::informer_actor>* self_;
  std::string kind_;
  std::string watch_; ///< for people
  all_objects all_;
  do_in_portions work_;
  report_trouble report_;
  std::function<void()> wants_retry_;
  std::shared_ptr<cluster::views::filter_set> filters_;
  std::map<messages::subscription_key, subscription> subscriptions_;
};

} // namespace actors::watches
