#include "cluster/views/subscription_view.hpp"

#include "base/contains.hpp"
#include "core/metrics/builtin_metrics.hpp"
#include "text/json/json.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cluster::views {

namespace {

bool is_one_of(const std::vector<std::string>& names, const std::string& name) {
  return names.empty() || base::contains(names, name);
}

/// An object without any content.
text::packed_text identity_text(const kube::objects::object_identity& x) {
  auto metadata = text::json::object({{"name", x.key.name}});
  if (!x.uid.empty()) metadata = metadata.with("uid", text::json(x.uid));
  if (!x.key.namespace_.empty()) metadata = metadata.with("namespace", text::json(x.key.namespace_));
  const auto object =
    text::json::object({{"apiVersion", x.type.api_version}, {"kind", x.type.kind}, {"metadata", std::move(metadata)}});
  return text::packed_text(object.dump());
}

/// The result of the operator's own filter. Most results are empty.
text::packed_text reduced(const core::bindings::kubernetes_binding& binding, const kube::objects::object_bytes& x,
                          text::recent_texts& shared) {
  std::string window;
  const auto text = x.packed().read(window);
  const auto place = x.managed_fields();
  return shared.share(binding.reduction(text, text.substr(place.begin, place.end - place.begin)));
}

double seconds_between(std::int64_t began_us, std::int64_t ended_us) {
  return static_cast<double>(ended_us - began_us) / 1e6;
}

} // namespace

subscription_view::subscription_view(binding_ptr binding, std::shared_ptr<filter_set> filters, on_filter_failure failed,
                                     clock now_us)
  : binding_(std::move(binding)), filters_(std::move(filters)), failed_(std::move(failed)), now_us_(std::move(now_us)) {
}

bool subscription_view::picks(const text::full_name& x) const {
  const bool in_namespace = x.space().empty() || is_one_of(binding_->namespaces.names, x.space());
  return in_namespace && is_one_of(binding_->object_names, std::string(x.name()));
}

base::result<core::bindings::snapshot_object> subscription_view::view(const kube::objects::object_ptr& object) {
  text::packed_text filtered;
  if (binding_->reduction != nullptr) filtered = reduced(*binding_, *object, reductions_);
  if (!binding_->jq_filter.empty()) {
    const auto began_us = now_us_();
    auto result = filters_->apply(binding_->jq_filter, object);
    core::metrics::observe(costs_.filter_seconds, core::metrics::duration_buckets(),
                           seconds_between(began_us, now_us_()));
    if (!result) {
      ++costs_.filter_failures;
      failed_(object->identity(), result.error());
      return tl::unexpected(result.error());
    }
    filtered = std::move(*result);
  }
  return core::bindings::view_of(*binding_, object->name(), object->packed(), std::move(filtered));
}

std::optional<core::bindings::snapshot_object>
subscription_view::view_of_present(const kube::objects::object_ptr& object, const kube::objects::object_ptr& kept) {
  auto made = view(object);
  failing_.forget(object->name());
  if (made && is_held_back(object, *made)) made = base::fail(base::error_code::invalid_input, moved_->words());
  if (!made) {
    const bool is_seen = find(object->name()) != nullptr;
    failing_.note(object, made.error(), is_seen ? earlier_view::stays : earlier_view::none);
    return std::nullopt;
  }
  // The text is shared with the store of the watch.
  if (made->object && kept && kept->has_text()) made->object = kept->packed();
  return std::move(*made);
}

bool subscription_view::is_held_back(const kube::objects::object_ptr& object,
                                     const core::bindings::snapshot_object& now) {
  if (!moved_ || !now.filter_result) return false;
  const auto* before = find(now.key);
  const bool is_known = before != nullptr && before->filter_result;
  return moved_->holds(object, is_known ? before->filter_result.text() : std::string(), now.filter_result.text());
}

void subscription_view::begin_version(std::string from, std::string to) {
  if (!binding_->jq_filter.empty()) moved_.emplace(std::move(from), std::move(to));
}

const moved_version* subscription_view::end_version() {
  if (!moved_) return nullptr;
  moved_->end_list();
  if (moved_->gone().empty()) return nullptr;
  const auto why = base::error{base::error_code::invalid_input, moved_->words()};
  for (const auto& object : moved_->held()) {
    // The reason that was noted before all objects were listed is not the last word.
    failing_.forget(object->name());
    failing_.note(object, why, earlier_view::stays);
  }
  return &*moved_;
}

std::vector<kube::objects::object_ptr> subscription_view::take_shown() {
  return moved_ ? moved_->take_shown() : std::vector<kube::objects::object_ptr>();
}

const core::bindings::snapshot_object* subscription_view::find(const text::full_name& name) const {
  return snapshot_.find(name.space(), name.name());
}

const core::bindings::snapshot_object* subscription_view::find_current(const text::full_name& name) const {
  return failing_.has_earlier_view(name) ? nullptr : find(name);
}

std::optional<filter_trouble> subscription_view::trouble() const {
  return failing_.trouble(snapshot_.size());
}

std::optional<core::bindings::object_event> subscription_view::on_change(const kube::objects::object_change& change,
                                                                         const std::string& kind) {
  if (!picks(change.object->name())) return std::nullopt;
  const auto began_us = now_us_();
  auto event = event_of_change(change);
  core::metrics::observe(costs_.event_seconds, core::metrics::duration_buckets(), seconds_between(began_us, now_us_()));
  if (event) event->version = change.object->resource_version();
  if (!event || !binding_->takes(event->event)) return std::nullopt;
  event->kind = kind;
  return event;
}

std::optional<core::bindings::object_event>
subscription_view::event_of_change(const kube::objects::object_change& change) {
  if (change.kind == kube::objects::change_kind::deleted) return on_deleted(change.object);
  auto now = view_of_present(change.object, change.kept);
  // There is no event without a view: the next successful view causes `Added` or `Modified`.
  if (!now) return std::nullopt;
  shared_.reset();
  const auto what = snapshot_.put(*now);
  if (!what) return std::nullopt;
  return core::bindings::object_event{*what, {}, std::move(*now), 0};
}

std::optional<core::bindings::object_event> subscription_view::on_deleted(const kube::objects::object_ptr& object) {
  const auto& name = object->name();
  failing_.forget(name);
  if (moved_) moved_->forget(name);
  auto last = snapshot_.remove(name.space(), name.name());
  // The hook has never seen the object, so it gets no event of the deletion.
  if (!last) return std::nullopt;
  shared_.reset();
  // The text is missing if the watch keeps only identities, and a list has shown the deletion.
  if (object->has_text())
    // The event shows the last state of the object if the filter works on it, else the last view.
    if (auto final_state = view(object)) last = std::move(*final_state);
  // The text of the last state was dropped.
  if (!last->object && binding_->keep_full_objects) last->object = identity_text(object->identity());
  return core::bindings::object_event{core::bindings::watch_event::deleted, {}, std::move(*last), 0};
}

void subscription_view::drop_texts() {
  snapshot_.drop_texts();
  failing_.drop_objects();
  moved_.reset();
  filters_->forget_results();
  shared_.reset();
}

void subscription_view::begin_fill(kube::objects::object_snapshot all) {
  snapshot_ = {};
  moved_.reset();
  failing_.forget_all();
  filling_.emplace(std::move(all.objects));
  shared_.reset();
}

void subscription_view::fill_next(const subscription_view* twin) {
  auto& next = filling_->next;
  const auto end = filling_->all.end();
  while (next != end && !picks((*next)->name())) ++next;
  if (next != end)
    if (auto made = filled_view(*next++, twin)) filling_->objects.push_back(std::move(*made));
  if (next != end) return;
  snapshot_ = core::bindings::snapshot(std::move(filling_->objects));
  filling_.reset();
  shared_.reset();
}

std::optional<core::bindings::snapshot_object> subscription_view::filled_view(const kube::objects::object_ptr& object,
                                                                              const subscription_view* twin) {
  // A view with the same filter already has the results for all objects, so a binding that joins late runs no
  // filter.
  const auto* same = twin == nullptr ? nullptr : twin->find_current(object->name());
  if (same == nullptr || !same->filter_result) return view_of_present(object, object);
  return core::bindings::view_of(*binding_, object->name(), object->packed(), same->filter_result);
}

std::optional<core::bindings::object_event> subscription_view::try_again(const kube::objects::object_ptr& object,
                                                                         const std::string& kind) {
  // Another subscription may have stored a result for the same state.
  filters_->forget_results();
  return on_change({kube::objects::change_kind::added, object}, kind);
}

std::shared_ptr<const core::bindings::object_list> subscription_view::last_objects() const {
  if (!binding_->keep_full_objects) return objects();
  const auto known = snapshot_.objects();
  std::vector<core::bindings::snapshot_object> last(known.begin(), known.end());
  for (auto& x : last)
    if (!x.object)
      x.object =
        identity_text({{binding_->api_version, binding_->kind}, {x.namespace_name(), std::string(x.name())}, {}, {}});
  return std::make_shared<const core::bindings::object_list>(std::move(last));
}

std::shared_ptr<const core::bindings::object_list> subscription_view::objects() const {
  // The list is made once, and shared by all snapshots until the next change.
  if (!shared_) shared_ = std::make_shared<const core::bindings::object_list>(snapshot_.objects());
  return shared_;
}

} // namespace cluster::views
