// At the end /readyz names no problem, and reports no running task.
#include "worlds/rule.hpp"

#include "worlds/stray.hpp"

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
      if (!problem.starts_with("objects of release '") && !is_of_strays(planned(), problem))
        return broken("/readyz names a problem: " + problem);
    if (!x.running.empty() || x.reload_tasks != 0) broken("something is said to run: " + x.running);
  }
};

const registered<readyz_at_rest_rule> entry{"readyz-at-rest"};

} // namespace

} // namespace worlds
