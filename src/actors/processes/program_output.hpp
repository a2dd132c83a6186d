#pragma once

#include "actors/framework/actor.hpp"
#include "actors/framework/inbox.hpp"
#include "actors/messages/interfaces.hpp"
#include "sys/process/process.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace actors::processes {

struct output_line {
  sys::process::stream from = sys::process::stream::out;
  std::string text;
};

/// Lines of a program's output between the reactor and the runner. A program that prints faster than the
/// runner reads is paused until `process_starter::resume`.
using output_inbox = framework::inbox<output_line>;

/// The kernel's number of a process; 0 until the reactor has started it. A place that the reactor fills and
/// the runner reads, so that a start costs no message.
using kernel_number = std::shared_ptr<std::atomic<int>>;

/// Callbacks of a process that post messages to the HOOK RUNNER: `process_wrote` when the first line waits in
/// the inbox, and `process_ended`. They do not keep the runner alive.
/// @param number of the process in these messages
[[nodiscard]] sys::process::process_events report_to_runner(framework::actor_base<messages::hook_runner_actor>* self,
                                                            std::uint64_t number,
                                                            const std::shared_ptr<output_inbox>& output,
                                                            const kernel_number& pid);

} // namespace actors::processes
