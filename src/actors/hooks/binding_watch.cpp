#include "actors/hooks/binding_watch.hpp"

#include "core/bindings/selector.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace actors {

subscription_key subscription_names::make(const core::binding_id& id, const std::string& text) {
  auto key = fmt::format("{}#{}.{}", text, id.index, ++last_);
  bindings_.emplace(key, id);
  return key;
}

std::optional<core::binding_id> subscription_names::find(const subscription_key& key) const {
  const auto found = bindings_.find(key);
  if (found == bindings_.end()) return std::nullopt;
  return found->second;
}

// -- watches -------------------------------------------------------------------

void binding_watch::open() {
  if (of_.binding->namespaces.labels) {
    namespaces_listed_ = false;
    return open(std::nullopt);
  }
  for (auto& place : core::places_of(*of_.binding)) open(std::move(place));
}

void binding_watch::close() {
  for (const auto& [key, x] : sources_)
    if (x.informer && !x.leaving) of_.self->tell(x.informer, unsubscribe{{}, key});
  sources_.clear();
}

watch_spec binding_watch::spec_of(const source& x, const subscription_key& key) const {
  watch_spec spec;
  const auto& binding = *of_.binding;
  if (!x.place) {
    spec.api_version = "v1";
    spec.kind = "Namespace";
    spec.label_selector = core::query_text(*binding.namespaces.labels);
    spec.metadata_only = true;
    return spec;
  }
  spec.api_version = binding.api_version;
  spec.kind = binding.kind;
  spec.namespace_name = x.place->namespace_name;
  spec.label_selector = core::query_text(binding.labels);
  auto fields = binding.fields;
  if (!x.place->object_name.empty()) fields.push_back({"metadata.name", true, x.place->object_name});
  spec.field_selector = core::query_text(fields);
  if (!binding.keep_full_objects) spec.private_to = key;
  return spec;
}

void binding_watch::open(std::optional<core::watch_place> place) {
  const auto key = of_.names->make(of_.id, of_.text);
  auto& x = sources_[key];
  x.late = place && of_.binding->namespaces.labels && namespaces_listed_;
  x.place = std::move(place);
  of_.self->ask(
    of_.supervisor, open_watch{{}, spec_of(x, key)},
    [self = of_.self, weak = weak_from_this(), key](const watch_opened& opened) {
      const auto me = weak.lock();
      // If the watch is not wanted any more, nobody else may have told the informer.
      if (!me || !me->subscribe_to(opened.informer, key)) self->tell(opened.informer, unsubscribe{{}, key});
    },
    [](const std::string&) {});
}

bool binding_watch::subscribe_to(const informer_actor& informer, const subscription_key& key) {
  const auto found = sources_.find(key);
  if (found == sources_.end()) return false;
  auto& x = found->second;
  x.informer = informer;
  subscribe message{{}, key, of_.self.handle(), of_.binding, of_.labels, x.late};
  if (!x.place) {
    message.binding = std::make_shared<const core::kubernetes_binding>(core::namespaces_of(*of_.binding));
    message.labels.clear();
    message.announce_all = true;
  }
  of_.self->tell(x.informer, std::move(message));
  // A namespace that has joined is waited for by nobody, so nobody else would learn that its list is refused.
  if (x.late || (awaited_ && is_needed(x))) ask_why(key, x);
  return true;
}

// -- what they tell ------------------------------------------------------------

void binding_watch::take(const objects_listed& x) {
  const auto found = sources_.find(x.subscription);
  if (found == sources_.end()) return;
  auto& listed = found->second;
  listed.listed = true;
  if (listed.place)
    count(listed);
  else
    namespaces_listed_ = true;
  check_listed();
}

void binding_watch::take(const object_changed& x) {
  const auto found = sources_.find(x.subscription);
  if (found == sources_.end()) return;
  auto& from = found->second;
  if (from.place) {
    count(from);
    auto event = x.event;
    event.source = from.number;
    return of_.listener.changed(std::move(event));
  }
  if (x.event.event == core::watch_event::added) join(x.event.object.name);
  if (x.event.event == core::watch_event::deleted) leave(x.event.object.name);
}

void binding_watch::count(source& x) {
  if (x.number == 0) x.number = ++last_source_;
}

void binding_watch::check_listed() {
  const auto is_missing = [this](const auto& entry) { return is_needed(entry.second); };
  if (listed_ || !namespaces_listed_ || std::any_of(sources_.begin(), sources_.end(), is_missing)) return;
  listed_ = true;
  of_.listener.listed();
}

// -- namespaces ----------------------------------------------------------------

void binding_watch::join(const std::string& namespace_name) {
  // Its last objects of before come first.
  if (is_leaving(namespace_name)) {
    joining_.insert(namespace_name);
    return;
  }
  for (auto& place : core::places_in(*of_.binding, namespace_name)) open(std::move(place));
}

bool binding_watch::is_leaving(const std::string& namespace_name) const {
  return std::any_of(sources_.begin(), sources_.end(), [&](const auto& entry) {
    return entry.second.leaving && entry.second.place->namespace_name == namespace_name;
  });
}

void binding_watch::leave(const std::string& namespace_name) {
  if (joining_.erase(namespace_name) > 0) return;
  std::vector<subscription_key> keys;
  for (const auto& [key, x] : sources_)
    if (x.place && x.place->namespace_name == namespace_name && !x.leaving) keys.push_back(key);
  for (const auto& key : keys) leave(key, sources_.at(key));
}

void binding_watch::leave(const subscription_key& key, source& x) {
  if (!x.informer) return forget(key);
  x.leaving = true;
  of_.self->ask(
    x.informer, leave_watch{{}, key},
    [weak = weak_from_this(), key](const watch_left& answer) {
      if (const auto me = weak.lock()) me->left(key, answer);
    },
    [weak = weak_from_this(), key](const std::string&) {
      if (const auto me = weak.lock()) me->forget(key);
    });
}

void binding_watch::left(const subscription_key& key, const watch_left& x) {
  const auto found = sources_.find(key);
  if (found == sources_.end()) return;
  if (x.objects && of_.binding->wants(core::watch_event::deleted)) {
    count(found->second);
    for (const auto& object : *x.objects)
      of_.listener.changed({core::watch_event::deleted, x.kind, object, found->second.number, x.revision});
  }
  forget(key);
}

void binding_watch::forget(const subscription_key& key) {
  const auto node = sources_.extract(key);
  of_.names->drop(key);
  const auto namespace_name = node.empty() ? std::string{} : node.mapped().place->namespace_name;
  if (!is_leaving(namespace_name) && joining_.erase(namespace_name) > 0) join(namespace_name);
  check_listed();
}

// -- for the owner -------------------------------------------------------------

void binding_watch::await_list() {
  awaited_ = true;
  for (const auto& [key, x] : sources_)
    if (x.informer && is_needed(x)) ask_why(key, x);
}

void binding_watch::ask_why(const subscription_key& key, const source& x) {
  of_.self->ask(
    x.informer, actors::await_list{{}, key},
    [weak = weak_from_this(), key](const list_awaited& answer) {
      const auto me = weak.lock();
      if (me && !answer.problem.empty()) me->take_problem(key, answer.problem);
    },
    [](const std::string&) {});
}

void binding_watch::take_problem(const subscription_key& key, const std::string& problem) {
  problem_ = problem;
  const auto found = sources_.find(key);
  if (found != sources_.end() && found->second.late && !found->second.listed && !found->second.leaving) {
    found->second.refused = true;
    if (std::exchange(listed_, false)) of_.listener.lost(problem);
  }
  if (std::exchange(awaited_, false)) of_.listener.failing(problem);
}

binding_sources binding_watch::sources() {
  if (!namespaces_listed_)
    return {"its namespaces are not known yet" + (problem_.empty() ? "" : ": " + problem_), {}, 0};
  binding_sources out;
  for (auto& [key, x] : sources_) {
    const bool not_yet = x.late && !x.refused && x.number == 0;
    if (!x.place || x.leaving || not_yet) continue;
    if (!x.informer) return {"its watch has not begun", {}, 0};
    count(x);
    out.sources.push_back({x.informer, key, x.number});
  }
  out.last_source = last_source_;
  return out;
}

} // namespace actors
