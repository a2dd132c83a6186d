#include "kube/objects/object_store.hpp"

#include <utility>

namespace kube::objects {

std::vector<object_change> object_store::apply(object_ptr object) {
  const auto* found = objects_.find(object->name().both());
  if (found == nullptr) {
    auto now = kept(object);
    size_ += now->text_memory();
    objects_.put(now);
    return {note(change_kind::added, std::move(object), std::move(now))};
  }
  const auto known = *found;
  if (!known->is_same_object(*object)) {
    without_text_.erase(object->name());
    // No event has shown that the object was deleted and created anew. It becomes two changes, so that hooks
    // clean up after the old object before they see the new object.
    auto now = replace_known(known, object);
    std::vector<object_change> changes;
    changes.push_back(note(change_kind::deleted, known, nullptr));
    changes.push_back(note(change_kind::added, std::move(object), std::move(now)));
    return changes;
  }
  if (is_known_state(*known, *object)) return {};
  without_text_.erase(object->name());
  auto now = replace_known(known, object);
  return {note(change_kind::modified, std::move(object), std::move(now), known)};
}

object_ptr object_store::replace_known(const object_ptr& known, const object_ptr& now) {
  auto next = kept(now);
  size_ += next->text_memory();
  size_ -= known->text_memory();
  objects_.put(next);
  return next;
}

std::vector<object_change> object_store::remove(const object_ptr& last_state) {
  const auto* found = objects_.find(last_state->name().both());
  if (found == nullptr) return {};
  size_ -= (*found)->text_memory();
  without_text_.erase(last_state->name());
  objects_.erase(last_state->name().both());
  return {note(change_kind::deleted, last_state, nullptr)};
}

std::vector<object_change> object_store::replace(const object_listing& listing) {
  std::vector<object_ptr> gone;
  for (const auto& x : objects_.list())
    if (!listing.contains(x->name().both())) gone.push_back(x);
  std::vector<object_change> changes;
  for (const auto& x : gone)
    for (auto& change : remove(x)) changes.push_back(std::move(change));
  for (const auto& x : listing.list())
    for (auto& change : apply(x)) changes.push_back(std::move(change));
  are_states_doubted_ = false;
  return changes;
}

object_ptr object_store::find(const text::full_name& name) const {
  const auto* found = objects_.find(name.both());
  return found == nullptr ? nullptr : *found;
}

bool object_store::is_known(const object_ptr& x) const {
  const auto* found = objects_.find(x->name().both());
  return found != nullptr && is_known_state(**found, *x);
}

object_ptr object_store::known_state(const object_ptr& x) {
  const auto* found = objects_.find(x->name().both());
  if (found != nullptr && is_known_state(**found, *x)) return *found;
  return is_dropped_ ? kept(x) : packed(x);
}

void object_store::drop_texts() {
  is_dropped_ = true;
  without_text_.clear();
  objects_.change_all([](object_ptr& x) { x = without_text(x); });
}

void object_store::keep_texts() {
  is_dropped_ = false;
  for (const auto& x : objects_.list()) without_text_.insert(x->name());
}

std::size_t object_store::full_bytes() const noexcept {
  // About the memory that an object takes beside its text.
  constexpr std::size_t beside_text = 250;
  return retention_ == object_retention::full ? size_ + objects_.size() * beside_text : 0;
}

bool object_store::is_known_state(const object_bytes& known, const object_bytes& x) const {
  return !are_states_doubted_ && !without_text_.contains(x.name()) && known.is_same_state(x);
}

object_ptr object_store::packed(const object_ptr& x) {
  auto text = packer_.pack(x->packed());
  return text == x->packed() ? x : with_text(x, std::move(text));
}

object_ptr object_store::kept(const object_ptr& x) {
  if (retention_ == object_retention::identity) return without_text(x);
  // Also while texts are dropped, because the packed size decides when there is room for them again.
  auto now = packed(x);
  return is_dropped_ ? without_text(now) : now;
}

object_change object_store::note(change_kind kind, object_ptr object, object_ptr kept, object_ptr previous) {
  return {.kind = kind,
          .object = std::move(object),
          .previous = std::move(previous),
          .revision = ++revision_,
          .kept = std::move(kept)};
}

} // namespace kube::objects
