// While several releases have no module, each goes only after a user has confirmed its removal.
#include "worlds/rule.hpp"

#include "worlds/stray.hpp"

#include <algorithm>
#include <set>

namespace worlds {

namespace {

class confirmed_rule final : public rule {
public:
  using rule::rule;

  void life_begins() override { cluster_changes(); }

  void cluster_changes() override {
    for (const auto& name : planned().strays)
      if (is_confirmed(api(), name)) once_confirmed_.insert(name);
  }

  void helm_begins(const helm_work& x) override {
    if (x.verb != "uninstall" || !is_stray(planned(), x.release)) return;
    cluster_changes();
    const bool is_alone = std::none_of(planned().strays.begin(), planned().strays.end(), [&](const auto& name) {
      return name != x.release && !once_confirmed_.contains(name) && helm().latest(name);
    });
    if (once_confirmed_.contains(x.release) || is_alone) return;
    broken("release " + x.release + " has no module, is not alone, and is uninstalled without a confirmation");
  }

  void ends(const end_of_world&) override {
    if (planned().strays.size() > 1) holds();
  }

private:
  std::set<std::string> once_confirmed_; ///< stray releases
};

const registered<confirmed_rule> entry{"confirmed"};

} // namespace

} // namespace worlds
