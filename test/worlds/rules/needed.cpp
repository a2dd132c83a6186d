// A module does not run while the last run of a module that it needs has failed. Its run then names that
// module.
#include "worlds/rule.hpp"

#include "worlds/task_events.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace worlds {

namespace {

class needed_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override {
    failed_.clear();
    lacks_.clear();
  }

  void handles(const trace::event& event) override {
    const std::string module(event.fact("module"));
    if (event.fact("task") != "ModuleRun") return;
    if (module_runs::begins(event)) lacks_[module] = failed_need_of(module);
    if (event.type != trace::trace_span::task) return;
    const auto outcome = event.fact("outcome");
    if (const auto need = lacks_[module]) check(module, *need, outcome, event.fact("reason"));
    if (outcome == "failed") failed_.insert(module);
    if (outcome == "done") failed_.erase(module);
  }

  void ends(const end_of_world& end) override {
    const auto waits = [](const std::string& problem) { return problem.starts_with("needs of module '"); };
    if (std::any_of(end.problems.begin(), end.problems.end(), waits))
      broken("a module still waits for a module that it needs");
  }

private:
  [[nodiscard]] std::optional<std::string> failed_need_of(const std::string& module) const {
    const auto* known = module_named(module);
    if (known == nullptr || !failed_.contains(known->needs)) return std::nullopt;
    return known->needs;
  }

  void check(const std::string& module, const std::string& need, std::string_view outcome, std::string_view reason) {
    holds();
    if (outcome == "done" || outcome == "failed")
      return broken(module + " has run although " + need + ", which it needs, has failed");
    if (reason.starts_with("it needs module '") && reason.find("'" + need + "'") == reason.npos)
      broken(module + " needs " + need + ", and its run names another reason: " + std::string(reason));
  }

  std::set<std::string> failed_;                            ///< modules whose last run has failed
  std::map<std::string, std::optional<std::string>> lacks_; ///< module -> a failed need when its run began
};

const registered<needed_rule> entry{"needed"};

} // namespace

} // namespace worlds
