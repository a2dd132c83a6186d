// Releases whose flags, files or hooks are lost stay until a user confirms their removal.
#include "worlds/rule.hpp"

#include "worlds/operator_life.hpp"

#include <algorithm>
#include <set>

namespace worlds {

namespace {

/// A start takes less than this, if nothing slows it down.
constexpr std::int64_t start_us = 5'000'000;

class lost_stays_rule final : public rule {
public:
  using rule::rule;

  void cluster_changes() override {
    if (!lost().is_on()) return decided_.clear();
    const auto replicas_of = [&](const std::string& module) {
      const auto section = config_section(api(), module);
      const auto* found = section.find("replicas");
      return found == nullptr ? std::string("1") : found->dump();
    };
    const auto global = config_section(api(), "global");
    const auto* gate = global.find("gate");
    for (const auto& name : lost().releases()) {
      const bool is_flagged_here = config_section(api(), name + "Enabled").is_bool();
      const auto says = script_says(*module_named(name), gate == nullptr ? "true" : gate->dump(), replicas_of(name));
      if (is_flagged_here || !says || excused().by_hand.contains(name)) decided_.insert(name);
    }
  }

  void time_passes() override {
    if (!lost().is_on()) {
      is_counted_ = false;
      return decided_.clear();
    }
    cluster_changes();
    if (life() == nullptr || is_counted_ || now_us() - world_.here().tally.began_us < start_us) return;
    is_counted_ = true;
    if (must_stay()) holds();
  }

  void helm_begins(const helm_work& x) override {
    if (x.verb != "uninstall" || !lost().is_on()) return;
    cluster_changes();
    if (lost().releases().contains(x.release) && !decided_.contains(x.release) && must_stay())
      broken("release " + x.release + " is uninstalled after a loss, and no user has confirmed that");
  }

private:
  [[nodiscard]] const things_lost& lost() const { return world_.losses(); }

  /// Whether the number of releases without a decision shows that their removal is no wish.
  [[nodiscard]] bool must_stay() const {
    const auto undecided = std::count_if(lost().releases().begin(), lost().releases().end(), [&](const auto& name) {
      return !decided_.contains(name) && helm().latest(name);
    });
    return undecided > (lost().is_single_held() ? 0 : 1);
  }

  std::set<std::string> decided_; ///< releases about which a user or a script has decided since the loss
  bool is_counted_ = false;
};

const registered<lost_stays_rule> entry{"lost-stays"};

} // namespace

} // namespace worlds
