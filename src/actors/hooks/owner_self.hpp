#pragma once

#include "actors/messages/interfaces.hpp"

namespace actors::hooks {

/// The actor that owns hooks (a MODULE or the GLOBAL HOOKS), for its parts. Parts send messages in the name
/// of the owner, and run in its handlers.
class owner_self {
public:
  template <class Handle>
  owner_self(framework::actor_base<Handle>* self)
    : self_(self), handle_([](framework::acting* x) {
        return messages::hook_owner_actor(Handle(static_cast<framework::actor_base<Handle>*>(x)));
      }) {}

  framework::acting* operator->() const noexcept { return self_; }
  [[nodiscard]] framework::acting* get() const noexcept { return self_; }
  /// The owner's handle, for messages. A copy of it keeps the owner alive.
  [[nodiscard]] messages::hook_owner_actor handle() const { return handle_(self_); }

private:
  framework::acting* self_;
  messages::hook_owner_actor (*handle_)(framework::acting*);
};

} // namespace actors::hooks
