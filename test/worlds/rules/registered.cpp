// At rest, the API server asks the webhooks of all modules that are on.
#include "worlds/rule.hpp"

#include "worlds/registration.hpp"

namespace worlds {

namespace {

class registered_rule final : public rule {
public:
  using rule::rule;

  void ends(const end_of_world& end) override {
    if (!has_webhooks(planned())) return;
    holds();
    const auto names = registered_webhooks(api());
    for (const auto& x : planned().modules)
      if (x.reviews && end.enabled.contains(x.name) && !names.contains(webhook_of(x.name)))
        broken("the webhook of " + x.name + " is not registered");
  }
};

const registered<registered_rule> entry{"registered"};

} // namespace

} // namespace worlds
