#pragma once

#include "actors/hooks/hook_monitors.hpp"
#include "actors/messages/debug.hpp"

#include <memory>
#include <set>
#include <utility>

namespace actors {

/// Answers `dump_snapshots` for one owner of hooks: reads the snapshots of all its bindings as a run of a hook would,
/// and leaves everything as it is. A part of the owner's actor.
template <class Handle>
promise<snapshots_dumped> dump_hooks(base<Handle>* self, const hook_monitors<Handle>& monitors,
                                     std::shared_ptr<const core::hook_registry> hooks) {
  std::set<core::binding_id> ids;
  for (const auto& x : hooks->kubernetes()) ids.insert(x.id());
  auto to = self->template later<snapshots_dumped>();
  read_snapshots<Handle>(self, monitors.sources(ids), [self, to, hooks](binding_snapshots read) mutable {
    auto known = std::make_shared<core::snapshots_by_binding>();
    for (auto& [id, x] : read) known->emplace(id, std::move(x.objects));
    self->answer(to, snapshots_dumped{{}, hooks, std::move(known), {}});
  });
  return to;
}

} // namespace actors
