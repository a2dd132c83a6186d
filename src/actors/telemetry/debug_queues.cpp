#include "actors/messages/debug.hpp"
#include "actors/telemetry/debug_server.hpp"
#include "core/tasks/queue_dump.hpp"
#include "text/yaml/yaml_writer.hpp"

#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace actors::telemetry {

namespace {

constexpr const char* main_queue = "main";

/// Collects the answers of queues, and counts the missing answers.
struct gathered_queues {
  std::vector<core::tasks::queue_dump> dumps;
  std::size_t missing = 0;
  std::string running;     ///< text of the programs that run
  text::json running_dump; ///< the same as JSON
};

std::string text_of(const ask_queues& x, std::vector<core::tasks::queue_dump> dumps) {
  const auto empty = x.show_empty ? core::tasks::empty_queues::shown : core::tasks::empty_queues::counted;
  if (!x.only_main) return core::tasks::text_of_queues(std::move(dumps), empty);
  return dumps.empty() ? "Queue 'main': length 0, status: 'Queue is not created'\n"
                       : core::tasks::text_of_queue(dumps.front());
}

text::json tree_of(const ask_queues& x, std::vector<core::tasks::queue_dump> dumps) {
  const auto empty = x.show_empty ? core::tasks::empty_queues::shown : core::tasks::empty_queues::counted;
  if (!x.only_main) return core::tasks::dump_of_queues(std::move(dumps), empty);
  if (!dumps.empty()) return core::tasks::dump_of_queue(dumps.front());
  return text::json::object(
    {{"name", main_queue}, {"tasksCount", 0}, {"status", "Queue is not created"}, {"tasks", text::json::array({})}});
}

} // namespace

void debug_server_state::answer(const ask_queues& x, const sys::http::reply_function& reply) {
  with_actors(reply, [this, x, reply](const messages::actors_found& found) {
    std::vector<messages::queue_actor> asked;
    for (const auto& [name, queue] : found.queues)
      if (!x.only_main || name == main_queue) asked.push_back(queue);
    const auto gathered = std::make_shared<gathered_queues>();
    gathered->missing = asked.size();
    const auto now_us = self_->shared().steady_time_us();
    gathered->running = core::tasks::text_of_runs(found.lasting, now_us);
    gathered->running_dump = core::tasks::dump_of_runs(found.lasting, now_us);
    const auto look = [this, x, reply, gathered] {
      if (gathered->missing > 0) return;
      if (x.format == debug_format::text)
        return reply({200, "text/plain; charset=utf-8", gathered->running + text_of(x, std::move(gathered->dumps))});
      auto tree = tree_of(x, std::move(gathered->dumps));
      if (!x.only_main) tree = tree.with("running", std::move(gathered->running_dump));
      reply(formatted(tree.dump(), x.format));
    };
    if (asked.empty()) return look();
    // A queue may end before it answers. The page then shows the other queues.
    for (const auto& queue : asked)
      self_->ask(
        queue, messages::describe_queue{},
        [gathered, look](const messages::queue_described& described) {
          gathered->dumps.push_back(described.dump);
          --gathered->missing;
          look();
        },
        [gathered, look](const std::string&) {
          --gathered->missing;
          look();
        });
  });
}

} // namespace actors::telemetry
