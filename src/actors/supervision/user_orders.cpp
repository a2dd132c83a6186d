#include "actors/supervision/user_orders.hpp"

#include "actors/framework/time_text.hpp"
#include "actors/messages/debug.hpp"
#include "actors/messages/queue.hpp"
#include "actors/messages/values.hpp"
#include "base/contains.hpp"
#include "base/edit_distance.hpp"
#include "core/tasks/failed_work.hpp"
#include "core/values/names.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <memory>
#include <utility>

namespace actors::supervision {

namespace {

using action = messages::order_work::action;

/// The words of an order in the log.
const char* name_of(action x) {
  switch (x) {
    case action::pause: return "pause";
    case action::resume: return "resume";
    case action::retry: return "retry";
    case action::run: return "run";
  }
  return "";
}

void log_order(const messages::order_work& x) {
  std::vector<sys::log::log_field> fields{{"order", name_of(x.what)}};
  if (!x.module.empty()) fields.push_back({"module", x.module});
  if (!x.queue.empty()) fields.push_back({"queue", x.queue});
  fields.push_back({"by", x.by});
  if (!x.reason.empty()) fields.push_back({"reason", x.reason});
  sys::log::log(sys::log::log_level::info, "work_ordered", fields);
}

base::result<std::string> refuse(base::error_code code, std::string why) {
  return base::fail(code, std::move(why));
}

base::result<std::string> unknown(const char* what, const std::string& name, const std::vector<std::string>& known) {
  const auto hint = base::did_you_mean(name, known);
  return refuse(base::error_code::not_found, fmt::format("{} '{}': there is no such {}{} there are: {}", what, name,
                                                         what, hint.empty() ? ";" : hint, fmt::join(known, ", ")));
}

std::string subject_of_queue(const std::string& name) {
  return "queue '" + name + "' is paused";
}

} // namespace

framework::promise<messages::work_ordered> user_orders::order(const messages::order_work& x) {
  auto to = self_->later<messages::work_ordered>();
  // Logged before it is judged, so that the log has refused orders, too.
  log_order(x);
  if (x.module.empty())
    order_queue(x, to);
  else
    order_module(x, to);
  return to;
}

void user_orders::order_module(const messages::order_work& x, promise to) {
  const auto answer = [&](base::result<std::string> text) {
    self_->answer(to, messages::work_ordered{{}, std::move(text)});
  };
  const auto known = pauses_.names();
  if (!base::contains(known, x.module)) return answer(unknown("module", x.module, known));
  const auto* pause = pauses_.all().find(x.module);
  if (x.what == action::resume && pause == nullptr)
    return answer(refuse(base::error_code::conflict, fmt::format("module '{}' is not paused", x.module)));
  if (x.what == action::pause || x.what == action::resume) return write_pause(x, to);
  if (pause != nullptr)
    // The pause was ordered for a reason, so work for the module needs an end of the pause first.
    return answer(refuse(base::error_code::conflict, pauses_.lines().at(x.module)));
  if (x.what == action::retry) return retry(x.module, to);
  answer(run(x.module));
}

void user_orders::write_pause(const messages::order_work& x, promise to) {
  const auto key = core::values::maintenance_key(core::values::to_camel(x.module));
  const bool begins = x.what == action::pause;
  if (begins)
    pauses_.forget_end(x.module);
  else
    // Noted before the write, because its event may come before its answer.
    pauses_.expect_end(x.module);
  const auto since = framework::time_text(self_->shared().wall_time_us());
  const auto said = begins ? fmt::format("module '{}' is paused: key '{}' of the ConfigMap says so. A step of its run "
                                         "that has begun comes to its end",
                                         x.module, key)
                           : fmt::format("module '{}' goes on: its run, or its deletion, is in queue 'main'", x.module);
  self_->ask(
    peers_->config,
    messages::write_pause{
      {}, key, begins ? std::optional(core::config::write_pause({since, x.by, x.reason})) : std::nullopt, x.by},
    [this, to, said, module = x.module](const messages::pause_written& written) mutable {
      // The pause goes on, so a later end of it must be named.
      if (!written.result) pauses_.forget_end(module);
      self_->answer(to, messages::work_ordered{{}, written.result.map([&] { return said; })});
    },
    [this, to](const std::string& reason) mutable {
      self_->answer(to, messages::work_ordered{
                          {}, base::fail(base::error_code::unavailable, "the config watcher has ended: " + reason)});
    });
}

/// The queues know the failed tries, so they are asked first.
void user_orders::retry(const std::string& module, promise to) {
  struct gathering {
    std::size_t missing = 0;
    std::size_t failed = 0;
  };
  const auto queues = peers_.all().queues;
  const auto all = std::make_shared<gathering>(gathering{queues.size() + 1, 0});
  const std::function<void(std::size_t)> count = [this, all, module, to](std::size_t failed) mutable {
    all->failed += failed;
    if (--all->missing == 0) self_->answer(to, messages::work_ordered{{}, retry_now(module, all->failed)});
  };
  for (const auto& [name, queue] : queues)
    self_->ask(
      queue, messages::describe_queue{},
      [count, module](const messages::queue_described& x) { count(core::tasks::failed_work(x.dump, module)); },
      [count](const std::string&) { count(0); });
  count(0);
}

std::string user_orders::retry_now(const std::string& module, std::size_t failed) {
  // If a hook of the module has no valid configuration, no task waits in a queue: the module itself waits for
  // the time of its next run.
  const bool waits = problems_.knows("module '" + module + "'");
  if (failed == 0 && !waits)
    return fmt::format("module '{}': no try of it has failed, so none is repeated; addon-operator module run {} runs "
                       "it now",
                       module, module);
  peers_.bring_tries_forward(core::tasks::repair::asked_for{module});
  if (main_ && waits) main_->want_run(module, "AskedFor");
  return fmt::format("module '{}': its failed work is tried again now; addon-operator queue list shows it", module);
}

base::result<std::string> user_orders::run(const std::string& module) {
  using base::error_code;
  if (!main_ || !main_->work().plan().last_discovery())
    return refuse(error_code::conflict, "which modules are enabled is not known yet: ask again");
  const auto& plan = main_->work().plan();
  if (!plan.is_enabled(module))
    return refuse(
      error_code::conflict,
      fmt::format("module '{}' is not enabled: addon-operator trace why disabled {} says why", module, module));
  if (plan.is_held_back(module))
    return refuse(error_code::conflict,
                  fmt::format("module '{}' cannot run until something is repaired: /readyz names it", module));
  main_->want_run(module, "AskedFor");
  return fmt::format("module '{}' is run: addon-operator queue main shows it", module);
}

void user_orders::order_queue(const messages::order_work& x, promise to) {
  const auto answer = [&](base::result<std::string> text) {
    self_->answer(to, messages::work_ordered{{}, std::move(text)});
  };
  const auto queues = peers_.all().queues;
  const auto queue = queues.find(x.queue);
  if (queue == queues.end()) {
    std::vector<std::string> known;
    for (const auto& [name, actor] : queues) known.push_back(name);
    return answer(unknown("queue", x.queue, known));
  }
  if (x.what == action::resume) {
    if (!problems_.knows(subject_of_queue(x.queue)))
      return answer(refuse(base::error_code::conflict, fmt::format("queue '{}' is not paused", x.queue)));
    problems_.note(subject_of_queue(x.queue), std::nullopt);
    self_->tell(queue->second, messages::pause_queue{{}, std::nullopt});
    news_.note([&](auto& news) { news.note_queue(x.queue, std::nullopt); });
    return answer(fmt::format("queue '{}' goes on", x.queue));
  }
  const auto why = fmt::format("since {} by {}{}{}", framework::time_text(self_->shared().wall_time_us()), x.by,
                               x.reason.empty() ? "" : ": ", x.reason);
  problems_.note(subject_of_queue(x.queue),
                 fmt::format("{}; no task of it begins. Next step: addon-operator queue resume {}", why, x.queue), {},
                 self_->shared().wall_time_us());
  self_->tell(queue->second, messages::pause_queue{{}, why});
  news_.note([&](auto& news) { news.note_queue(x.queue, why); });
  answer(fmt::format("queue '{}' is paused until addon-operator queue resume {}, or until the operator starts again; "
                     "its running task still comes to its end",
                     x.queue, x.queue));
}

} // namespace actors::supervision
