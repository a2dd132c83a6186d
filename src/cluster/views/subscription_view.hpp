#pragma once

#include "cluster/views/failing_objects.hpp"
#include "cluster/views/filter_set.hpp"
#include "cluster/views/moved_version.hpp"
#include "core/bindings/binding_states.hpp"
#include "core/bindings/snapshot.hpp"
#include "core/metrics/state_metrics.hpp"
#include "kube/objects/object_store.hpp"
#include "text/plain/recent_texts.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cluster::views {

/// The objects of a watch as a binding sees them: picked by namespace and name, filtered, with or without
/// their text. A part of the INFORMER.
class subscription_view {
public:
  using binding_ptr = std::shared_ptr<const core::bindings::kubernetes_binding>;
  /// Called for an object on which the filter fails; the object keeps its last view, if it has a view.
  using on_filter_failure = std::function<void(const kube::objects::object_identity&, const base::error&)>;

  /// A steady clock, in microseconds.
  using clock = std::function<std::int64_t()>;

  subscription_view(binding_ptr binding, std::shared_ptr<filter_set> filters, on_filter_failure failed, clock now_us);

  /// Takes a change of an object.
  /// @param kind of the objects, for the event.
  /// @returns the event that the binding takes, or empty; the revision is left to the caller.
  [[nodiscard]] std::optional<core::bindings::object_event> on_change(const kube::objects::object_change& change,
                                                                      const std::string& kind);

  /// Begins to take all present objects, in place of the known objects.
  void begin_fill(kube::objects::object_snapshot all);
  [[nodiscard]] bool is_filling() const noexcept { return filling_.has_value(); }
  /// Takes the next of the present objects; after the last call all of them are known. `on_change` must not
  /// be called before that.
  /// @pre `is_filling`
  /// @param twin a view with the same filter, to share its results; may be null.
  void fill_next(const subscription_view* twin);

  void stop_fill() noexcept { filling_.reset(); }

  /// Objects without a view on which the filter was stopped or was not run. The limit may have been reached
  /// because of other work, so the filter may succeed without a change of the object.
  [[nodiscard]] std::vector<kube::objects::object_ptr> stopped_on() const { return failing_.stopped_on(); }
  /// Applies the filter again to such an object. @returns the event that the binding takes, as `on_change`
  /// does.
  [[nodiscard]] std::optional<core::bindings::object_event> try_again(const kube::objects::object_ptr& object,
                                                                      const std::string& kind);
  [[nodiscard]] bool may_try_again() const noexcept { return failing_.may_try_again(); }

  /// The watch goes on in another version of the kind, and lists all its objects again.
  /// @param from, to versions as in the constructor of `moved_version`
  void begin_version(std::string from, std::string to);
  /// All objects were listed in that version. @returns the version if fields are gone in it; null: none is
  [[nodiscard]] const moved_version* end_version();
  /// Objects whose results are not held back any more for the version: `try_again` shows them.
  [[nodiscard]] std::vector<kube::objects::object_ptr> take_shown();

  /// Forgets the texts of all objects and of filter results, because there is no room for them. Until
  /// `on_change` has brought each object again, `objects` must not be read.
  void drop_texts();
  [[nodiscard]] std::size_t result_bytes() const noexcept { return snapshot_.result_bytes(); }

  /// The present objects that have a view.
  [[nodiscard]] std::shared_ptr<const core::bindings::object_list> objects() const;

  /// The objects that the reader knows, for the end of the view. An object without its text has its name.
  [[nodiscard]] std::shared_ptr<const core::bindings::object_list> last_objects() const;

  /// Empty: the filter works on all objects, or there is no filter.
  [[nodiscard]] std::optional<filter_trouble> trouble() const;

  [[nodiscard]] std::size_t size() const noexcept { return snapshot_.size(); }
  /// The time that filters and changes have taken so far, for metrics.
  [[nodiscard]] const core::metrics::binding_costs& costs() const noexcept { return costs_; }

  [[nodiscard]] const core::bindings::kubernetes_binding& binding() const noexcept { return *binding_; }

private:
  struct filling {
    explicit filling(kube::objects::object_index::list_type objects_now) : all(std::move(objects_now)) {}
    kube::objects::object_index::list_type all;
    kube::objects::object_index::list_type::const_iterator next = all.begin();
    std::vector<core::bindings::snapshot_object> objects{};
  };

  [[nodiscard]] bool picks(const text::full_name& x) const;
  /// The view of an object's state; an error if the filter fails on it.
  [[nodiscard]] base::result<core::bindings::snapshot_object> view(const kube::objects::object_ptr& object);
  /// The view of an object that exists; empty if the filter fails on it, which is noted.
  /// @param kept the object as the watch keeps it; may be null
  [[nodiscard]] std::optional<core::bindings::snapshot_object> view_of_present(const kube::objects::object_ptr& object,
                                                                               const kube::objects::object_ptr& kept);
  /// True if the result counts only when it is known which fields the new version has.
  [[nodiscard]] bool is_held_back(const kube::objects::object_ptr& object, const core::bindings::snapshot_object& now);
  [[nodiscard]] std::optional<core::bindings::snapshot_object> filled_view(const kube::objects::object_ptr& object,
                                                                           const subscription_view* twin);
  /// The view of the present state of an object; null if there is no view, or only an earlier view.
  [[nodiscard]] const core::bindings::snapshot_object* find_current(const text::full_name& name) const;
  [[nodiscard]] const core::bindings::snapshot_object* find(const text::full_name& name) const;
  [[nodiscard]] std::optional<core::bindings::object_event> event_of_change(const kube::objects::object_change& change);
  [[nodiscard]] std::optional<core::bindings::object_event> on_deleted(const kube::objects::object_ptr& object);

  binding_ptr binding_;
  std::shared_ptr<filter_set> filters_;
  on_filter_failure failed_;
  clock now_us_;
  core::metrics::binding_costs costs_;
  core::bindings::snapshot snapshot_;
  failing_objects failing_;
  text::recent_texts reductions_;      ///< most results of the operator's own filters are equal
  std::optional<moved_version> moved_; ///< nullopt: the watch is in its first version, or no result is held back
  std::optional<filling> filling_;
  mutable std::shared_ptr<const core::bindings::object_list> shared_; ///< the answer of `objects`; null after a change
};

} // namespace cluster::views
