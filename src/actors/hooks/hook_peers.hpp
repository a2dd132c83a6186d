#pragma once

#include "actors/messages/interfaces.hpp"
#include "core/bindings/context.hpp"
#include "core/bindings/waiting_contexts.hpp"

#include <cstddef>

namespace actors::hooks {

/// The actors to which an owner of hooks sends messages.
struct peers {
  messages::supervisor_actor supervisor;
  messages::hook_runner_actor runner;
  messages::scheduler_actor scheduler;
  core::bindings::context_limits context_limits;                          ///< of a run
  core::bindings::waiting_size waiting_max = core::bindings::waiting_max; ///< limit before compaction
  messages::webhook_server_actor webhooks{};                              ///< null: webhooks are refused
  messages::hook_runner_actor reviewer{};                                 ///< runs hooks for reviews
};

} // namespace actors::hooks
