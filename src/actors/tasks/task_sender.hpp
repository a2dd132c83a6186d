#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/queue.hpp"
#include "actors/messages/supervisor.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace actors {

/// Sends tasks to queues by name, in order. A queue is looked up once; what is sent meanwhile waits here. A part of the
/// actor `self`.
template <class Handle>
class task_sender {
public:
  task_sender(base<Handle>* self, supervisor_actor supervisor) : self_(self), supervisor_(std::move(supervisor)) {}

  void send(const std::string& queue, const task_entry& entry) {
    auto [slot, is_new] = queues_.try_emplace(queue);
    if (slot->second.queue) return self_->tell(slot->second.queue, append_task{{}, entry});
    slot->second.waiting.push_back(entry);
    if (is_new) look_up(queue);
  }

private:
  struct known_queue {
    queue_actor queue;
    std::vector<task_entry> waiting;
  };

  void look_up(const std::string& queue) {
    // The supervisor ends last: while it does not answer, nothing is to be done any more.
    self_->ask(
      supervisor_, find_queue{{}, queue},
      [this, queue](const queue_found& found) {
        auto& known = queues_[queue];
        known.queue = found.queue;
        for (auto& waiting : std::exchange(known.waiting, {})) self_->tell(known.queue, append_task{{}, waiting});
      },
      [](const std::string&) {});
  }

  base<Handle>* self_;
  supervisor_actor supervisor_;
  std::map<std::string, known_queue> queues_;
};

} // namespace actors
