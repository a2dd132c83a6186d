#include "core/bindings/binding_states.hpp"

#include <algorithm>
#include <utility>

namespace core::bindings {

binding_states::binding_states(const hook_registry& hooks) {
  for (const auto& x : hooks.kubernetes()) {
    auto& added = entries_[x.id()];
    added.awaited = x.binding().wait_for_synchronization;
  }
}

void binding_states::listed(const binding_id& id) {
  auto at = entries_.find(id);
  if (at != entries_.end() && at->second.at == phase::unknown) at->second.at = phase::listed;
}

void binding_states::reading_begins(const binding_id& id) {
  auto at = entries_.find(id);
  if (at == entries_.end() || at->second.at == phase::synchronized) return;
  // All changes before this moment are in the snapshot that is about to be read.
  at->second.at = phase::reading;
  at->second.held.clear();
}

void binding_states::synchronization_begins(const binding_id& id, const snapshot_position& position) {
  auto at = entries_.find(id);
  if (at == entries_.end() || at->second.at == phase::synchronized) return;
  auto& x = at->second;
  x.at = phase::synchronizing;
  x.seen = position;
  x.held.drop_seen(x.seen);
  x.held.allow_compaction();
}

std::vector<object_event> binding_states::synchronized(const binding_id& id) {
  auto at = entries_.find(id);
  // The run began before `forget`, so it concerns earlier bindings.
  if (at == entries_.end() || at->second.at != phase::synchronizing) return {};
  at->second.at = phase::synchronized;
  return at->second.held.take();
}

std::optional<object_event> binding_states::object_changed(const binding_id& id, object_event x) {
  auto at = entries_.find(id);
  // The snapshot of the Synchronization contains the change already, so it is not an event.
  if (at == entries_.end() || at->second.seen.covers(x.source, x.revision)) return std::nullopt;
  if (at->second.at == phase::synchronized) return x;
  // In an earlier phase the change is dropped, because the snapshot is read later and contains it.
  if (at->second.at == phase::reading || at->second.at == phase::synchronizing) at->second.held.put(std::move(x));
  return std::nullopt;
}

std::vector<binding_id> binding_states::due() const {
  std::vector<binding_id> out;
  for (const auto& [id, x] : entries_)
    if (x.at != phase::unknown && x.at != phase::synchronized) out.push_back(id);
  return out;
}

std::vector<binding_id> binding_states::unknown() const {
  std::vector<binding_id> out;
  for (const auto& [id, x] : entries_)
    if (x.at == phase::unknown) out.push_back(id);
  return out;
}

bool binding_states::all_listed() const noexcept {
  return std::none_of(entries_.begin(), entries_.end(), [](const auto& x) { return x.second.at == phase::unknown; });
}

bool binding_states::all_awaited_synchronized() const noexcept {
  return std::all_of(entries_.begin(), entries_.end(), [this](const auto& x) {
    return !x.second.awaited || x.second.at == phase::synchronized || put_off_.contains(x.first.hook);
  });
}

void binding_states::forget() {
  for (auto& [id, x] : entries_) {
    const bool awaited = x.awaited;
    x = entry{};
    x.awaited = awaited;
  }
}

} // namespace core::bindings
