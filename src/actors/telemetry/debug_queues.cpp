#include "actors/telemetry/debug_server.hpp"
#include "core/tasks/queue_dump.hpp"
#include "text/yaml/yaml_writer.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace actors::telemetry {

namespace {

constexpr const char* main_queue = "main";

/// The exit code for scripts while a failed task waits for its next try.
constexpr int head_has_failed = 2;

bool is_any_failing(const std::vector<core::tasks::queue_dump>& queues) {
  return std::any_of(queues.begin(), queues.end(), [](const auto& queue) {
    if (!queue.aside.empty()) return true;
    if (queue.tasks.empty()) return false;
    const auto& head = queue.tasks.front();
    return head.failures > 0 || std::any_of(head.members.begin(), head.members.end(), [](const auto& member) {
             return member.now == core::tasks::group_member::state::failing;
           });
  });
}

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

text::json with_runs(const ask_queues& x, text::json tree, const std::vector<core::tasks::lasting_run>& runs,
                     std::int64_t now_us) {
  return x.only_main ? tree : tree.with("running", core::tasks::dump_of_runs(runs, now_us));
}

} // namespace

void debug_server_state::answer(const ask_queues& x, const sys::http::reply_function& reply) {
  with_status(reply, [this, x, reply](const gathered_status& all) {
    if (!all.has_begun) return reply(line_reply(503, "the operator is starting: ask again"));
    auto queues = all.facts.queues;
    if (x.only_main) std::erase_if(queues, [](const auto& queue) { return queue.name != main_queue; });
    const auto now_us = self_->shared().steady_time_us();
    const bool is_failing = is_any_failing(queues);
    auto page = page_of(
      x.format, [&] { return core::tasks::text_of_runs(all.lasting, now_us) + text_of(x, std::move(queues)); },
      [&] { return with_runs(x, tree_of(x, std::move(queues)), all.lasting, now_us); });
    page.exit_code = is_failing ? head_has_failed : 0;
    reply(std::move(page));
  });
}

} // namespace actors::telemetry
