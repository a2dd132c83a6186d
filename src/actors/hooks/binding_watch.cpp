#include "actors/hooks/binding_watch.hpp"

#include "core/bindings/selector.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace actors::hooks {

namespace {

source_request namespaces_request(const core::bindings::kubernetes_binding& binding, messages::subscription_key key) {
  source_request wanted;
  wanted.key = std::move(key);
  wanted.watch.api_version = "v1";
  wanted.watch.kind = "Namespace";
  wanted.watch.label_selector = core::bindings::query_text(*binding.namespaces.labels);
  wanted.watch.metadata_only = true;
  wanted.view = std::make_shared<const core::bindings::kubernetes_binding>(core::bindings::namespaces_of(binding));
  wanted.announce_all = true;
  return wanted;
}

messages::watch_spec objects_watch(const core::bindings::kubernetes_binding& binding,
                                   const core::bindings::watch_place& place, const messages::subscription_key& key) {
  messages::watch_spec watch;
  watch.api_version = binding.api_version;
  watch.kind = binding.kind;
  watch.namespace_name = place.namespace_name;
  watch.label_selector = core::bindings::query_text(binding.labels);
  auto fields = binding.fields;
  // The API server selects the object by its name, so that the watch gets no other objects.
  if (!place.object_name.empty()) fields.push_back({"metadata.name", true, place.object_name});
  watch.field_selector = core::bindings::query_text(fields);
  // Without full objects the informer keeps only the results of this binding's filter, which no other binding
  // can use.
  if (!binding.keep_full_objects) watch.private_to = key;
  return watch;
}

} // namespace

// -- watches -------------------------------------------------------------------

bool binding_watch::member::is_needed() const {
  if (watch->is_leaving()) return false;
  return came == arrival::first || core::bindings::is_refused(watch->list());
}

void binding_watch::open() {
  if (!of_.binding->namespaces.labels) {
    for (const auto& place : core::bindings::places_of(*of_.binding)) open(place, arrival::first);
    return;
  }
  namespaces_key_ = of_.names->make(of_.id, of_.text);
  namespaces_ = open(namespaces_request(*of_.binding, namespaces_key_));
}

void binding_watch::open(const core::bindings::watch_place& place, arrival came) {
  const auto key = of_.names->make(of_.id, of_.text);
  const source_request wanted{key, objects_watch(*of_.binding, place, key), of_.binding, of_.labels,
                              came == arrival::later};
  members_.emplace(key, member{open(wanted), place.namespace_name, came});
}

std::shared_ptr<binding_source> binding_watch::open(source_request wanted) {
  auto watch = std::make_shared<binding_source>(of_.self, of_.supervisor, std::move(wanted), [this] { update_list(); });
  watch->open();
  return watch;
}

void binding_watch::close() {
  if (namespaces_) namespaces_->close();
  beyond_.clear();
  note_excess();
  for (const auto& [key, x] : members_) x.watch->close();
}

// -- reports of the watches ------------------------------------------------------

void binding_watch::on_listed(const messages::objects_listed& x) {
  if (x.subscription == namespaces_key_) return namespaces_->on_listed(x);
  const auto found = members_.find(x.subscription);
  if (found == members_.end()) return;
  number(found->second);
  found->second.watch->on_listed(x);
}

void binding_watch::on_changed(const messages::object_changed& x) {
  if (x.subscription == namespaces_key_) {
    if (x.event.event == core::bindings::watch_event::added) join(std::string(x.event.object.name()));
    if (x.event.event == core::bindings::watch_event::deleted) leave(std::string(x.event.object.name()));
    return;
  }
  const auto found = members_.find(x.subscription);
  if (found == members_.end()) return;
  number(found->second);
  auto event = x.event;
  event.source = found->second.number;
  of_.listener.object_changed(std::move(event));
}

void binding_watch::number(member& x) {
  if (x.number == 0) x.number = ++last_number_;
}

void binding_watch::update_list() {
  core::bindings::list_state now = core::bindings::lists::known{};
  if (namespaces_) now = namespaces_->list();
  if (!beyond_.empty()) now = core::bindings::lists::refused{excess(), core::bindings::lists::obstacle::watches};
  for (const auto& [key, x] : members_)
    if (x.is_needed()) now = core::bindings::joined(now, x.watch->list());
  // Only changes are reported, because each report makes the owner check all its waits.
  if (list_ == now) return;
  list_ = std::move(now);
  of_.listener.list_changed();
}

// -- namespaces ----------------------------------------------------------------

void binding_watch::join(const std::string& namespace_name) {
  // The last objects of the namespace are still pending. It is watched again after they have come.
  if (is_leaving(namespace_name)) {
    returning_.insert(namespace_name);
    return;
  }
  if (!has_room()) {
    beyond_.insert(namespace_name);
    note_excess();
    return update_list();
  }
  // The binding waits for the namespaces of the first list. A later namespace must not make the objects of a
  // running hook unknown until it is listed.
  const auto came = core::bindings::is_known(namespaces_->list()) ? arrival::later : arrival::first;
  for (const auto& place : core::bindings::places_in(*of_.binding, namespace_name)) open(place, came);
}

bool binding_watch::has_room() const {
  const auto names = std::max<std::size_t>(of_.binding->object_names.size(), 1);
  return members_.size() + names <= core::bindings::watches_max(*of_.binding);
}

/// All namespaces that match are counted, so that the text does not depend on the order in which they came.
std::string binding_watch::excess() const {
  std::set<std::string> namespaces = beyond_;
  for (const auto& [key, x] : members_)
    if (!x.watch->is_leaving()) namespaces.insert(x.namespace_name);
  return core::bindings::describe_excess(*of_.binding, namespaces.size());
}

/// The hook may have no run for long, so the problem is reported apart from its runs.
void binding_watch::note_excess() {
  if (beyond_.empty() && !is_excess_noted_) return;
  is_excess_noted_ = !beyond_.empty();
  of_.self->tell(of_.supervisor,
                 messages::module_state_changed{
                   {}, "binding " + of_.text, beyond_.empty() ? std::nullopt : std::optional(excess())});
}

bool binding_watch::is_leaving(const std::string& namespace_name) const {
  return std::any_of(members_.begin(), members_.end(), [&](const auto& entry) {
    return entry.second.watch->is_leaving() && entry.second.namespace_name == namespace_name;
  });
}

void binding_watch::leave(const std::string& namespace_name) {
  // The namespace has matched again and ceased to match again before its last objects came. So there is no
  // new watch to end.
  if (returning_.erase(namespace_name) > 0) return;
  if (beyond_.erase(namespace_name) > 0) {
    note_excess();
    return update_list();
  }
  std::vector<std::pair<messages::subscription_key, std::shared_ptr<binding_source>>> left;
  for (const auto& [key, x] : members_)
    if (x.namespace_name == namespace_name && !x.watch->is_leaving()) left.emplace_back(key, x.watch);
  for (const auto& [key, watch] : left)
    watch->leave([this, key = key](const messages::watch_left& x) { on_left(key, x); });
}

void binding_watch::on_left(const messages::subscription_key& key, const messages::watch_left& x) {
  const auto found = members_.find(key);
  if (found == members_.end()) return;
  if (x.objects && of_.binding->takes(core::bindings::watch_event::deleted)) {
    number(found->second);
    for (const auto& object : *x.objects)
      // The objects may still exist, but they leave the binding, so the hook sees them as deleted.
      of_.listener.object_changed(
        {core::bindings::watch_event::deleted, x.kind, object, found->second.number, x.revision});
  }
  forget(key);
}

void binding_watch::forget(const messages::subscription_key& key) {
  const auto namespace_name = members_.extract(key).mapped().namespace_name;
  of_.names->drop(key);
  // The last objects have come. If the namespace matches again, it can be watched again now.
  if (!is_leaving(namespace_name) && returning_.erase(namespace_name) > 0) join(namespace_name);
  while (!beyond_.empty() && has_room()) join(beyond_.extract(beyond_.begin()).value());
  note_excess();
  update_list();
}

// -- for the owner -------------------------------------------------------------

binding_reading binding_watch::reading() {
  if (const core::bindings::list_state list = namespaces_ ? namespaces_->list() : core::bindings::lists::known{};
      !core::bindings::is_known(list)) {
    const auto* why = core::bindings::refusal(list);
    return core::bindings::unlisted{"its namespaces are not known yet" + (why == nullptr ? "" : ": " + *why)};
  }
  if (!beyond_.empty()) return core::bindings::unlisted{excess()};
  binding_sources out;
  for (auto& [key, x] : members_) {
    if (!x.is_needed() && (x.number == 0 || x.watch->is_leaving())) continue;
    const auto informer = x.watch->informer();
    if (!informer) return core::bindings::unlisted{"its watch has not begun"};
    number(x);
    out.watches.push_back({informer, key, x.number});
  }
  out.last_source = last_number_;
  return out;
}

} // namespace actors::hooks
