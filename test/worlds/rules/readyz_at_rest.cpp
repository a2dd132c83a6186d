// At the end /readyz names no problem, and reports no running task.
#include "worlds/rule.hpp"

#include "worlds/registration.hpp"
#include "worlds/stray.hpp"

#include <algorithm>

namespace worlds {

namespace {

class readyz_at_rest_rule final : public rule {
public:
  using rule::rule;

  void ends(const end_of_world& x) override {
    holds();
    if (!x.is_first_converge_done) return broken("the first converge is said not to be done");
    // An object was deleted again and again: the problem stays named for a while after the object exists
    // again.
    for (const auto& problem : x.problems)
      if (!problem.starts_with("objects of release '") && !is_of_strays(planned(), problem)
          && !is_of_kept_webhook(x, problem))
        return broken("/readyz names a problem: " + problem);
    if (!x.running.empty() || x.reload_tasks != 0) broken("something is said to run: " + x.running);
  }

private:
  /// The webhook of a module that is off stays if no user has written that the module is to be off.
  [[nodiscard]] bool is_of_kept_webhook(const end_of_world& end, const std::string& problem) const {
    const auto& all = planned().modules;
    return std::any_of(all.begin(), all.end(), [&](const auto& x) {
      return x.reviews && !end.enabled.contains(x.name) && problem.starts_with("webhook '" + webhook_of(x.name) + "'");
    });
  }
};

const registered<readyz_at_rest_rule> entry{"readyz-at-rest"};

} // namespace

} // namespace worlds
