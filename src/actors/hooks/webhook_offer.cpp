#include "actors/hooks/webhook_offer.hpp"

#include "actors/messages/webhooks.hpp"
#include "core/bindings/webhook_binding.hpp"
#include "sys/log/log.hpp"

#include <utility>
#include <vector>

namespace actors::hooks {

namespace {

std::vector<core::webhooks::hook_webhook> webhooks_of(const core::bindings::hook_registry& hooks) {
  std::vector<core::webhooks::hook_webhook> all;
  for (const auto& hook : hooks.hooks())
    for (const auto& webhook : hook->webhooks) all.push_back({hook->name, webhook});
  return all;
}

std::string owner_words(const std::string& module) {
  return module.empty() ? "global hooks" : "module '" + module + "'";
}

} // namespace

webhook_offer::webhook_offer(owner_self self, messages::webhook_server_actor server,
                             const messages::supervisor_actor& supervisor, std::string module)
  : self_(self), server_(std::move(server)), supervisor_(supervisor), module_(std::move(module)),
    unregistered_(self, supervisor, "webhooks of " + owner_words(module_)) {}

void webhook_offer::claim(const core::bindings::hook_registry& hooks, on_claimed done) {
  const auto webhooks = webhooks_of(hooks);
  if (webhooks.empty() && !has_claims_) return done({});
  const auto refuse_all = [webhooks](const std::string& why) {
    std::map<std::string, base::error> refused;
    for (const auto& x : webhooks) refused.try_emplace(x.hook, base::error{base::error_code::unavailable, why});
    return refused;
  };
  messages::claim_webhooks message{{}, module_, self_.handle(), webhooks, supervisor_};
  self_->ask(
    server_, std::move(message),
    [this, hooks, done](const messages::webhooks_claimed& x) {
      report(hooks, x.refused);
      done(x.refused);
    },
    [done, refuse_all](const std::string& reason) { done(refuse_all("the webhook server has ended: " + reason)); });
}

/// The API server asks only webhooks in its own configuration, which the operator does not write yet.
void webhook_offer::report(const core::bindings::hook_registry& hooks,
                           const std::map<std::string, base::error>& refused) {
  auto webhooks = webhooks_of(hooks);
  std::erase_if(webhooks, [&refused](const auto& x) { return refused.contains(x.hook); });
  has_claims_ = !webhooks.empty();
  if (!has_claims_) return unregistered_.end();
  std::string names;
  for (const auto& x : webhooks) names += (names.empty() ? "" : ", ") + x.binding->name;
  const auto problem = names
                       + ": the operator answers their reviews, but does not write the configuration of webhooks in "
                         "the API server yet: apply it yourself (docs/writing-hooks.md, Webhooks)";
  if (unregistered_.begin(problem))
    sys::log::log_warning("webhooks_not_registered",
                          {{"module", module_},
                           {"names", names},
                           {"hint", "apply a ValidatingWebhookConfiguration or MutatingWebhookConfiguration"}});
}

void webhook_offer::open(const std::string& hook) const {
  if (has_claims_) self_->tell(server_, messages::open_webhooks{{}, module_, hook});
}

void webhook_offer::close() const {
  if (has_claims_) self_->tell(server_, messages::close_webhooks{{}, module_});
}

void webhook_offer::forget() {
  claim(core::bindings::hook_registry(), [](const auto&) {});
}

} // namespace actors::hooks
