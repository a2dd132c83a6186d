#include "kube/objects/object_store.hpp"

#include <utility>

namespace kube::objects {

namespace {

bool is_same_state(const object_bytes& a, const object_bytes& b) {
  if (a.identity.uid != b.identity.uid || a.identity.resource_version != b.identity.resource_version) return false;
  // Aggregated APIs may serve objects without a version (PodMetrics).
  return !a.identity.resource_version.empty() || a.checksum == b.checksum;
}

} // namespace

std::vector<object_change> object_store::apply(object_ptr object) {
  const auto& identity = object->identity;
  const auto [entry, is_new] = objects_.try_emplace(identity.key, kept(object));
  if (is_new) return {note(change_kind::added, std::move(object))};
  if (entry->second->identity.uid != identity.uid) {
    // No event has shown that the object was deleted and created anew. It becomes two changes, so that hooks
    // clean up after the old object before they see the new object.
    auto gone = std::exchange(entry->second, kept(object));
    std::vector<object_change> changes;
    changes.push_back(note(change_kind::deleted, std::move(gone)));
    changes.push_back(note(change_kind::added, std::move(object)));
    return changes;
  }
  if (is_known_state(*entry->second, *object)) return {};
  auto previous = std::exchange(entry->second, kept(object));
  return {note(change_kind::modified, std::move(object), std::move(previous))};
}

std::vector<object_change> object_store::remove(const object_ptr& last_state) {
  if (objects_.erase(last_state->identity.key) == 0) return {};
  return {note(change_kind::deleted, last_state)};
}

std::vector<object_change> object_store::replace(object_listing listing) {
  std::vector<object_change> changes;
  for (auto entry = objects_.begin(); entry != objects_.end();) {
    if (listing.contains(entry->first)) {
      ++entry;
      continue;
    }
    changes.push_back(note(change_kind::deleted, std::move(entry->second)));
    entry = objects_.erase(entry);
  }
  for (auto& [key, object] : listing)
    for (auto& change : apply(std::move(object))) changes.push_back(std::move(change));
  are_states_doubted_ = false;
  return changes;
}

object_snapshot object_store::snapshot() const {
  object_snapshot result{.objects = {}, .revision = revision_};
  result.objects.reserve(objects_.size());
  for (const auto& [key, object] : objects_) result.objects.push_back(object);
  return result;
}

object_ptr object_store::known_state(const object_ptr& x) const {
  const auto entry = objects_.find(x->identity.key);
  return entry != objects_.end() && is_known_state(*entry->second, *x) ? entry->second : x;
}

bool object_store::is_known_state(const object_bytes& known, const object_bytes& x) const {
  return !are_states_doubted_ && is_same_state(known, x);
}

object_ptr object_store::kept(const object_ptr& x) const {
  return retention_ == object_retention::full ? x : without_text(x);
}

object_change object_store::note(change_kind kind, object_ptr object, object_ptr previous) {
  return {.kind = kind, .object = std::move(object), .previous = std::move(previous), .revision = ++revision_};
}

} // namespace kube::objects
