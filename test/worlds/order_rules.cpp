// The order of tasks: a failed task goes before its successors, and modules run in the order of their numbers.
#include "worlds/world.hpp"

#include <algorithm>

namespace worlds {

namespace {

/// Which task it is, whatever events it has taken in since.
std::string work_of(const trace::event& event) {
  return std::string(event.fact("task")) + " " + std::string(event.fact("module")) + " "
         + std::string(event.fact("hook"));
}

std::string queue_of_sender(const trace::event& event) {
  constexpr std::string_view queue = "queue ";
  return event.sender.starts_with(queue) ? event.sender.substr(queue.size()) : std::string();
}

bool contains(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

} // namespace

/// The head that has failed or has to wait stays the head of its queue, unless the reload that it belongs to begins
/// anew.
void world::check_head(const trace::event& event) {
  if (event.type == "withdraw_tasks") {
    const auto queue = event.receiver.substr(event.receiver.find(' ') + 1);
    failed_heads_.erase(queue);
    withdrawn_.insert(queue);
    return;
  }
  // Members of a group wait on their own.
  if (event.fact("task") == "ModuleRun" && plan_.at_once > 1) return;
  if (event.type == trace::trace_span::task) {
    const auto outcome = event.fact("outcome");
    const std::string queue(event.fact("queue"));
    if ((outcome == "failed" || outcome == "postponed") && !withdrawn_.contains(queue))
      failed_heads_[queue] = work_of(event);
  }
  const auto queue = event.type == "execute_task" ? queue_of_sender(event) : std::string();
  if (queue.empty()) return;
  withdrawn_.erase(queue);
  const auto failed = failed_heads_.extract(queue);
  if (failed.empty()) return;
  ++seen_.rules["head"];
  if (failed.mapped() != work_of(event))
    breach_of("head", "queue " + queue + " begins '" + work_of(event) + "' before '" + failed.mapped()
                        + "', which has failed or waits");
}

// -- numbers ---------------------------------------------------------------------

/// A module with a higher number runs after the runs of lower numbers; removals come last, from the end.
void world::check_numbers(const trace::event& event) {
  if (event.type == "withdraw_tasks" && event.receiver == "queue main") {
    is_round_overtaken_ = true;
    round_.reset();
    return;
  }
  const auto task = event.fact("task");
  const std::string module(event.fact("module"));
  const bool begins = event.type == "execute_task" && queue_of_sender(event) == "main";
  const bool ends = event.type == trace::trace_span::task && event.fact("queue") == "main";
  const auto outcome = event.fact("outcome");
  if (task == "DiscoverModules" && begins) is_round_overtaken_ = false;
  if (task == "DiscoverModules" && ends && outcome == "done" && !is_round_overtaken_) round_.emplace();
  if (task == "ConvergeModules" && ends && outcome != "continues") round_.reset();
  if (!round_) return;
  if (begins && task == "ModuleRun") begin_in_round(module);
  if (begins && task == "ModuleDelete") delete_in_round(module);
  if (ends && task == "ModuleRun" && (outcome == "done" || outcome == "superseded")) round_->ended.insert(module);
}

/// Modules that run side by side have no order among modules of the same number.
std::string world::order_of(const std::string& module) const {
  return plan_.at_once > 1 ? number_of(plan_, module) : directory_of(plan_, module);
}

void world::begin_in_round(const std::string& module) {
  auto& now = *round_;
  if (contains(now.begun, module)) return;
  if (!now.deleted.empty())
    return breach_of("numbers", module + " runs after " + now.deleted.front() + " was deleted in the same reload");
  for (const auto& other : now.begun) {
    ++seen_.rules["numbers"];
    if (order_of(other) > order_of(module)) breach_of("numbers", module + " runs after " + other);
    if (order_of(other) < order_of(module) && !now.ended.contains(other))
      breach_of("numbers", module + " runs before " + other + " has had its run");
  }
  now.begun.push_back(module);
}

void world::delete_in_round(const std::string& module) {
  auto& now = *round_;
  if (contains(now.deleted, module)) return;
  for (const auto& other : now.deleted) {
    ++seen_.rules["numbers"];
    if (order_of(other) < order_of(module)) breach_of("numbers", module + " is deleted after " + other);
  }
  now.deleted.push_back(module);
}

} // namespace worlds
