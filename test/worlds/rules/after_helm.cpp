// If an afterHelm hook changes values, its module runs again, so that the chart sees them.
#include "worlds/rule.hpp"

#include "worlds/tree_texts.hpp"

#include <map>

namespace worlds {

namespace {

class after_helm_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override { has_changed_.clear(); }

  void begins(const begun_run& x) override {
    if (!x.run.script.ends_with(echo_script)) return;
    const auto module = owner_of(x.run);
    has_changed_[module] = x.run.value("/" + module + "/echo") != x.run.value("/" + module + "/replicas");
  }

  void ends(const end_of_world& end) override {
    for (const auto& [module, has_changed] : has_changed_) {
      if (!end.enabled.contains(module)) continue;
      holds();
      if (has_changed) broken("the last run of Helm for " + module + " has not seen the value of an afterHelm hook");
    }
  }

private:
  std::map<std::string, bool> has_changed_; ///< module -> whether the last run of its hook has changed the value
};

const registered<after_helm_rule> entry{"after-helm"};

} // namespace

} // namespace worlds
