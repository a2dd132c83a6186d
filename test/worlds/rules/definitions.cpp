// A reload installs the definitions of all modules that have become enabled before it runs the first of them.
#include "worlds/rule.hpp"

#include "worlds/task_events.hpp"

#include <cstddef>
#include <optional>
#include <set>
#include <utility>

namespace worlds {

namespace {

class definitions_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override {
    reload_.forget();
    forget_reload();
  }

  void handles(const trace::event& event) override {
    reload_.note(event);
    if (std::exchange(number_, reload_.number()) != reload_.number()) forget_reload();
    if (!reload_.runs_modules()) return;
    if (event.type == "execute_task" && event.fact("task") == "ModuleEnsureCRDs")
      tried_.insert(std::string(event.fact("module")));
    if (!module_runs::begins(event)) return;
    if (!at_first_run_) at_first_run_ = defined();
    const std::string module(event.fact("module"));
    const auto* its_plan = module_named(module);
    if (its_plan == nullptr || !its_plan->defines) return;
    holds();
    if (!at_first_run_->contains(module))
      broken(module + " runs in a reload that has run modules before its definition was there");
  }

private:
  void forget_reload() {
    tried_.clear();
    at_first_run_.reset();
  }

  /// The modules with a definition that is installed, or that this reload has tried to install. The API
  /// server may have refused a definition: then the reload goes on with other modules.
  [[nodiscard]] std::set<std::string> defined() const {
    auto found = tried_;
    for (const auto& x : planned().modules)
      if (x.defines && api().object("CustomResourceDefinition", "", "things." + x.name + ".example.io"))
        found.insert(x.name);
    return found;
  }

  reload_rounds reload_;
  std::size_t number_ = 0;                            ///< of the reload that `at_first_run_` is about
  std::set<std::string> tried_;                       ///< modules with a definition that this reload has sent
  std::optional<std::set<std::string>> at_first_run_; ///< `defined` before the first run in this reload
};

const registered<definitions_rule> entry{"definitions"};

} // namespace

} // namespace worlds
