// In a reload, modules run in the order of the names of their directories. Removals come last, in the
// opposite order.
#include "worlds/rule.hpp"

#include "worlds/task_events.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace worlds {

namespace {

bool contains(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

class module_order_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override {
    reload_.forget();
    out_of_turn_.clear();
  }

  /// A module runs after the runs of all modules with lower numbers. Removals come last, in the opposite
  /// order.
  void handles(const trace::event& event) override {
    reload_.note(event);
    if (std::exchange(number_, reload_.number()) != reload_.number()) round_ = {};
    note_pause(event);
    if (!reload_.runs_modules()) return;
    const auto task = event.fact("task");
    const std::string module(event.fact("module"));
    const bool begins = event.type == "execute_task" && queue_named(event.sender) == "main";
    const bool ends = event.type == trace::trace_span::task && event.fact("queue") == "main";
    const auto outcome = event.fact("outcome");
    if (begins && task == "ModuleRun") begin_in_round(module);
    if (begins && task == "ModuleDelete") delete_in_round(module);
    const bool has_passed = outcome == "failed" && planned().passes;
    if (ends && task == "ModuleRun" && (outcome == "done" || outcome == "superseded" || has_passed))
      round_.ended.insert(module);
  }

private:
  /// If modules run side by side, modules with the same number have no order.
  [[nodiscard]] std::string order_of(const std::string& module) const {
    return planned().at_once > 1 ? number_of(planned(), module) : directory_of(planned(), module);
  }

  /// A module that a user resumes, or whose pause ends, runs or goes when its turn in the reload may be over.
  void note_pause(const trace::event& event) {
    constexpr std::string_view owner = "module ";
    if (event.type == "set_paused" && event.receiver.starts_with(owner))
      out_of_turn_.insert(std::string(event.receiver.substr(owner.size())));
  }

  void begin_in_round(const std::string& module) {
    auto& now = round_;
    if (out_of_turn_.erase(module) > 0) return;
    if (contains(now.begun, module)) return;
    if (!now.deleted.empty())
      return broken(module + " runs after " + now.deleted.front() + " was deleted in the same reload");
    for (const auto& other : now.begun) {
      holds();
      if (order_of(other) > order_of(module)) broken(module + " runs after " + other);
      if (order_of(other) < order_of(module) && !now.ended.contains(other))
        broken(module + " runs before " + other + " has had its run");
    }
    now.begun.push_back(module);
  }

  void delete_in_round(const std::string& module) {
    auto& now = round_;
    if (out_of_turn_.erase(module) > 0 || contains(now.deleted, module)) return;
    for (const auto& other : now.deleted) {
      holds();
      if (order_of(other) < order_of(module)) broken(module + " is deleted after " + other);
    }
    now.deleted.push_back(module);
  }

  reload_rounds reload_;
  std::size_t number_ = 0; ///< of the reload that `round_` is about
  /// The progress of the modules in a reload.
  struct round_of_runs {
    std::vector<std::string> begun; ///< modules, in order
    std::set<std::string> ended;
    std::vector<std::string> deleted;
  };
  round_of_runs round_;
  std::set<std::string> out_of_turn_; ///< modules that were paused or resumed, until they run
};

const registered<module_order_rule> entry{"module-order"};

} // namespace

} // namespace worlds
