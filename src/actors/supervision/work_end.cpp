#include "actors/supervision/work_end.hpp"

#include "actors/messages/hook_runner.hpp"
#include "actors/messages/webhooks.hpp"

#include <memory>
#include <string>
#include <utility>

namespace actors::supervision {

namespace {

void stop_runner(framework::actor_base<messages::supervisor_actor>* self, const messages::hook_runner_actor& runner,
                 std::chrono::milliseconds grace, const std::function<void(bool clean)>& end) {
  self->ask(
    runner, messages::stop_running{{}, grace}, [end](const messages::stopped_running&) { end(true); },
    [end](const std::string&) { end(false); });
}

} // namespace

void end_work(framework::actor_base<messages::supervisor_actor>* self, const peer_registry& peers,
              std::chrono::milliseconds grace, std::function<void(bool clean)> then) {
  // Queues are drained first, so that no further task begins while running programs end.
  peers.drain_queues();
  const auto left = std::make_shared<int>(2);
  const auto is_clean = std::make_shared<bool>(true);
  const auto end = [left, is_clean, then = std::move(then)](bool clean) {
    *is_clean = *is_clean && clean;
    if (--*left == 0) then(*is_clean);
  };
  stop_runner(self, peers->runner, grace, end);
  // Reviews still come while the endpoints of a Service follow the end of this Pod.
  const auto end_reviews = [self, grace, end, reviewer = peers->reviewer] {
    stop_runner(self, reviewer, grace / 2, end);
  };
  self->ask(
    peers->webhooks, messages::drain_reviews{{}, grace / 2},
    [end_reviews](const messages::reviews_drained&) { end_reviews(); },
    [end_reviews](const std::string&) { end_reviews(); });
}

} // namespace actors::supervision
