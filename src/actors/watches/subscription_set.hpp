#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/informer.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/watches/filter_set.hpp"
#include "actors/watches/subscription_view.hpp"
#include "core/base/evaluation_limit.hpp"
#include "kube/object_store.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actors {

/// Reports what a filter fails on, for /readyz; nothing: it works.
using report_trouble = std::function<void(const std::string& subject, std::optional<std::string> problem)>;

/// The subscriptions of one INFORMER: the view of each, and the messages to its observer. A part of the informer:
/// everything here runs in its handlers.
class subscription_set {
public:
  /// All objects of the watch as they are; nothing if there is no watch.
  using all_objects = std::function<std::optional<kube::object_snapshot>()>;

  /// @param spec of the watch, for logs and reports.
  /// @param wants_retry called if `try_again` may show objects that are hidden by a filter.
  subscription_set(base<informer_actor>* self, const watch_spec& spec, core::evaluation_limit_ptr filter_limit,
                   all_objects all, report_trouble report, std::function<void()> wants_retry);

  [[nodiscard]] bool empty() const noexcept { return subscriptions_.empty(); }
  /// The first few, for logs.
  [[nodiscard]] std::string names() const;

  /// @param late the watch has begun, so the subscription has missed some changes.
  void add(const subscribe& x, bool late);
  void remove(const subscription_key& key);
  /// The objects of the subscription, if they were listed; it is removed.
  [[nodiscard]] std::shared_ptr<const core::object_list> leave(const subscription_key& key);

  /// The watch knows all objects: subscriptions that were waiting for them are complete now. A subscription with an object
  /// on which its filter fails, and never worked, is not: it would show a hook that there is no such object. It is complete
  /// when the filter works on the last of them, or that has gone. Later objects of that sort take its list away again.
  void complete_all(const std::string& kind, core::snapshot_revision revision);
  void complete(const subscription_key& key, const std::string& kind, core::snapshot_revision revision);

  /// The watch has listed the objects anew.
  void announce_list(const std::string& version);

  /// Applies filters again to objects that may be seen without a change.
  void try_again(const std::string& kind, core::snapshot_revision revision);

  /// An object has changed.
  void take(const kube::object_change& change, const std::string& kind, core::snapshot_revision revision);

  /// The objects of the subscription; `why_unlisted` is the answer if it has none yet.
  [[nodiscard]] snapshot_read read(const subscription_key& key, const std::string& why_unlisted,
                                   core::snapshot_revision revision) const;

  /// See `await_list`.
  [[nodiscard]] promise<list_awaited> await(const subscription_key& key);
  /// The watch fails, and it is no outage: those who wait for its list learn why.
  void answer_with_problem(const std::string& problem, core::lists::obstacle by);

  [[nodiscard]] metrics_measured measure() const;

private:
  struct subscription {
    observer_actor observer;
    subscription_view view;
    core::metric_labels labels;
    bool late = false;
    bool announce_all = false;
    bool announce_lists = false;
    bool complete = false; ///< its objects have been announced
    std::string unseen;    ///< the first object on which its filter has never worked; empty: none
    std::string held;      ///< why its list is unknown although the watch knows the objects: there is such an object
    std::string reported;  ///< trouble of its filter; empty: none
    std::string problem;   ///< why it never will; empty: it will
    std::vector<promise<list_awaited>> awaited;
  };

  void complete(const subscription_key& key, subscription& x, const std::string& kind,
                core::snapshot_revision revision);
  void announce(const subscription_key& key, const subscription& x, const std::string& kind,
                core::snapshot_revision revision);
  void answer(subscription& x, const std::string& problem, core::lists::obstacle by = core::lists::obstacle::list);
  void report(const subscription_key& key, subscription& x);
  /// @returns whether another object is the first that hides the list now.
  bool hold(subscription& x, const std::optional<filter_trouble>& trouble);
  /// The objects of a complete subscription have changed: its observer learns whether they all have a view.
  void judge(const subscription_key& key, subscription& x);
  void send(const subscription_key& key, const subscription& x, core::object_event event,
            core::snapshot_revision revision);
  [[nodiscard]] const subscription_view* twin_of(const subscription& x) const;

  base<informer_actor>* self_;
  std::string kind_;
  std::string watch_; ///< for people
  all_objects all_;
  report_trouble report_;
  std::function<void()> wants_retry_;
  std::shared_ptr<filter_set> filters_;
  std::map<subscription_key, subscription> subscriptions_;
};

} // namespace actors
