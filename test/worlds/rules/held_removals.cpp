// An operator that lacks a global hook does not begin to remove a release.
#include "worlds/rule.hpp"

#include "core/releases/release.hpp"

#include <optional>
#include <set>
#include <vector>

namespace worlds {

namespace {

class held_removals_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override { held_.reset(); }

  /// From now on this life must not begin a removal: a hook that it lacks may want the release.
  void logs(const std::string& line) override {
    if (held_ || line.find(" global_hooks_refused ") == line.npos) return;
    held_.emplace();
    auto names = planned().strays;
    for (const auto& x : planned().modules) names.push_back(x.name);
    for (const auto& name : names) {
      const auto latest = helm().latest(name);
      if (latest && latest->status == "deployed"
          && !latest->labels.contains(std::string(core::releases::module_uninstall_label)))
        held_->insert(name);
    }
    if (!held_->empty()) holds();
  }

  void helm_begins(const helm_work& x) override {
    if (x.verb == "uninstall" && held_ && held_->contains(x.release))
      broken("release " + x.release + " is uninstalled while global hooks are not known");
  }

private:
  /// The releases that existed when this life reported missing global hooks; empty: no hook is missing.
  std::optional<std::set<std::string>> held_;
};

const registered<held_removals_rule> entry{"held-removals"};

} // namespace

} // namespace worlds
