#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/messages/task.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace actors::tasks {

/// Sends tasks to queues by name, in order. Each queue is looked up once; tasks wait here during the lookup.
/// A part of the actor `self`.
class task_sender {
public:
  task_sender(framework::acting* self, messages::supervisor_actor supervisor)
    : self_(self), supervisor_(std::move(supervisor)) {}

  void send(const std::string& queue, const messages::task_entry& entry);
  /// Notifies the queue that the owner has dropped the contexts of these runs. Has no effect on tasks of a
  /// queue that is still looked up.
  void leave_out(const std::string& queue, const std::string& module, std::vector<std::uint64_t> runs);
  /// Notifies the module's queues that the module is off, after all tasks that were sent.
  void leave(const std::string& module);

private:
  struct waiting_task {
    messages::task_entry entry;
    std::uint64_t cause = 0; ///< id of the message that caused the task
  };
  struct known_queue {
    messages::queue_actor queue; ///< null while it is looked up
    std::vector<waiting_task> waiting;
    std::string left_by; ///< a module that was switched off after its last task
  };

  void look_up(const std::string& queue);

  framework::acting* self_;
  messages::supervisor_actor supervisor_;
  std::map<std::string, known_queue> queues_;
};

} // namespace actors::tasks
