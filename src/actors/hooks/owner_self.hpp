#pragma once

#include "actors/interfaces.hpp"

namespace actors {

/// The owner of hooks, a MODULE or the GLOBAL HOOKS, as the parts see it that both are made of: they send and ask in its
/// name, and everything in them runs in its handlers.
class owner_self {
public:
  template <class Handle>
  owner_self(base<Handle>* self)
    : self_(self), handle_([](acting* x) { return hook_owner_actor(Handle(static_cast<base<Handle>*>(x))); }) {}

  acting* operator->() const noexcept { return self_; }
  [[nodiscard]] acting* get() const noexcept { return self_; }
  /// The owner's handle, for messages. Whoever keeps it keeps the owner alive.
  [[nodiscard]] hook_owner_actor handle() const { return handle_(self_); }

private:
  acting* self_;
  hook_owner_actor (*handle_)(acting*);
};

} // namespace actors
