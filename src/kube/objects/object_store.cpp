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
  size_ += object->size;
  if (is_new) return {note(change_kind::added, std::move(object))};
  size_ -= entry->second->size;
  if (entry->second->identity.uid != identity.uid) {
    without_text_.erase(identity.key);
    // No event has shown that the object was deleted and created anew. It becomes two changes, so that hooks
    // clean up after the old object before they see the new object.
    auto gone = std::exchange(entry->second, kept(object));
    std::vector<object_change> changes;
    changes.push_back(note(change_kind::deleted, std::move(gone)));
    changes.push_back(note(change_kind::added, std::move(object)));
    return changes;
  }
  if (is_known_state(*entry->second, *object)) return {};
  without_text_.erase(identity.key);
  auto previous = std::exchange(entry->second, kept(object));
  return {note(change_kind::modified, std::move(object), std::move(previous))};
}

std::vector<object_change> object_store::remove(const object_ptr& last_state) {
  const auto known = objects_.find(last_state->identity.key);
  if (known == objects_.end()) return {};
  size_ -= known->second->size;
  without_text_.erase(known->first);
  objects_.erase(known);
  return {note(change_kind::deleted, last_state)};
}

std::vector<object_change> object_store::replace(object_listing listing) {
  std::vector<object_change> changes;
  for (auto entry = objects_.begin(); entry != objects_.end();) {
    if (listing.contains(entry->first)) {
      ++entry;
      continue;
    }
    size_ -= entry->second->size;
    without_text_.erase(entry->first);
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

object_ptr object_store::find(const object_key& key) const {
  const auto entry = objects_.find(key);
  return entry == objects_.end() ? nullptr : entry->second;
}

object_ptr object_store::known_state(const object_ptr& x) const {
  const auto entry = objects_.find(x->identity.key);
  if (entry != objects_.end() && is_known_state(*entry->second, *x)) return entry->second;
  return is_dropped_ ? without_text(x) : x;
}

void object_store::drop_texts() {
  is_dropped_ = true;
  without_text_.clear();
  for (auto& [key, object] : objects_) object = without_text(object);
}

void object_store::keep_texts() {
  is_dropped_ = false;
  for (const auto& [key, object] : objects_) without_text_.insert(key);
}

std::size_t object_store::full_bytes() const noexcept {
  // About the memory that an object takes beside its text.
  constexpr std::size_t beside_text = 500;
  return retention_ == object_retention::full ? size_ + objects_.size() * beside_text : 0;
}

bool object_store::is_known_state(const object_bytes& known, const object_bytes& x) const {
  return !are_states_doubted_ && !without_text_.contains(x.identity.key) && is_same_state(known, x);
}

object_ptr object_store::kept(const object_ptr& x) const {
  return retention_ == object_retention::full && !is_dropped_ ? x : without_text(x);
}

object_change object_store::note(change_kind kind, object_ptr object, object_ptr previous) {
  return {.kind = kind, .object = std::move(object), .previous = std::move(previous), .revision = ++revision_};
}

} // namespace kube::objects
