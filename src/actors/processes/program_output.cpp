#include "actors/processes/program_output.hpp"

#include "actors/messages/hook_runner.hpp"

#include <string_view>
#include <utility>

namespace actors::processes {

sys::process::process_events report_to_runner(framework::actor_base<messages::hook_runner_actor>* self,
                                              std::uint64_t number, const std::shared_ptr<output_inbox>& output,
                                              const kernel_number& pid) {
  const auto shared = self->shared_ptr();
  const auto cause = self->current_id();
  // An address, because a handle would keep the actor alive until the process ends.
  const auto address = messages::hook_runner_actor(self).address();
  sys::process::process_events events;
  events.on_start = [pid](int started) { pid->store(started, std::memory_order_relaxed); };
  events.on_line = [=](sys::process::stream from, std::string_view text) {
    // The size counts the line's structure, too, because even an empty line takes memory.
    const auto change = output->put({from, std::string(text)}, sizeof(output_line) + text.size());
    if (change.begins())
      if (auto runner = caf::actor_cast<messages::hook_runner_actor>(address))
        framework::post(shared, runner, messages::process_wrote{{}, number}, cause);
    return change.now == framework::inbox_fill::enough ? sys::process::flow::pause : sys::process::flow::go_on;
  };
  events.on_exit = [=](sys::process::process_exit exit) {
    if (auto runner = caf::actor_cast<messages::hook_runner_actor>(address))
      framework::post(
        shared, runner,
        messages::process_ended{{}, number, std::make_shared<const sys::process::process_exit>(std::move(exit))},
        cause);
  };
  return events;
}

} // namespace actors::processes
