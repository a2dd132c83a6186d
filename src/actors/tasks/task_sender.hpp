#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/task.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace actors {

/// Sends tasks to queues by name, in order. A queue is looked up once; what is sent meanwhile waits here. A part of the
/// actor `self`.
class task_sender {
public:
  task_sender(acting* self, supervisor_actor supervisor) : self_(self), supervisor_(std::move(supervisor)) {}

  void send(const std::string& queue, const task_entry& entry);

private:
  struct waiting_task {
    task_entry entry;
    std::uint64_t cause = 0; ///< id of the message that was being handled
  };
  struct known_queue {
    queue_actor queue; ///< null while it is looked up
    std::vector<waiting_task> waiting;
  };

  void look_up(const std::string& queue);

  acting* self_;
  supervisor_actor supervisor_;
  std::map<std::string, known_queue> queues_;
};

} // namespace actors
