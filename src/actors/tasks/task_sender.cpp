#include "actors/tasks/task_sender.hpp"

#include "actors/messages/queue.hpp"
#include "actors/messages/supervisor.hpp"

namespace actors::tasks {

void task_sender::send(const std::string& queue, const messages::task_entry& entry) {
  auto [slot, is_new] = queues_.try_emplace(queue);
  if (slot->second.queue) return self_->tell(slot->second.queue, messages::append_task{{}, entry});
  // The module is enabled again, so the queue must not get the earlier message that the module has left.
  slot->second.left_by.clear();
  slot->second.waiting.push_back({entry, self_->current_id()});
  if (is_new) look_up(queue);
}

void task_sender::leave_out(const std::string& queue, const std::string& module, std::vector<std::uint64_t> runs) {
  if (const auto known = queues_.find(queue); known != queues_.end() && known->second.queue)
    self_->tell(known->second.queue, messages::runs_left_out{{}, module, std::move(runs)});
}

void task_sender::leave(const std::string& module) {
  for (auto& [name, known] : queues_)
    if (known.queue)
      self_->tell(known.queue, messages::leave_queue{{}, module});
    else
      known.left_by = module;
}

void task_sender::look_up(const std::string& queue) {
  // No answer means that the supervisor has ended. All queues end before the supervisor, so no task is lost.
  self_->ask(
    supervisor_, messages::find_queue{{}, queue},
    [this, queue](const messages::queue_found& found) {
      auto& known = queues_[queue];
      known.queue = found.queue;
      for (auto& x : std::exchange(known.waiting, {}))
        self_->because(x.cause, [&] { self_->tell(known.queue, messages::append_task{{}, std::move(x.entry)}); });
      if (const auto module = std::exchange(known.left_by, {}); !module.empty())
        self_->tell(known.queue, messages::leave_queue{{}, module});
    },
    [](const std::string&) {});
}

} // namespace actors::tasks
