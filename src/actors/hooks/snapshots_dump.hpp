#pragma once

#include "actors/hooks/binding_watches.hpp"
#include "actors/messages/debug.hpp"

#include <memory>

namespace actors::hooks {

/// Answers `dump_snapshots` for an owner of hooks. It reads the snapshots of all bindings like a run of a
/// hook, but changes no state. A part of the actor `self`.
[[nodiscard]] framework::promise<messages::snapshots_dumped>
dump_hooks(framework::acting* self, const binding_watches& watches,
           std::shared_ptr<const core::bindings::hook_registry> hooks);

} // namespace actors::hooks
