#include "actors/hooks/webhook_offer.hpp"

#include "actors/messages/conversions.hpp"
#include "actors/messages/webhooks.hpp"
#include "base/contains.hpp"
#include "core/bindings/webhook_binding.hpp"

#include <algorithm>
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

std::vector<core::webhooks::hook_conversion> conversions_of(const core::bindings::hook_registry& hooks) {
  std::vector<core::webhooks::hook_conversion> all;
  for (const auto& hook : hooks.hooks())
    for (const auto& conversion : hook->conversions) all.push_back({hook->name, conversion});
  return all;
}

std::string subject_of(const std::string& module) {
  return module.empty() ? "conversions by global hooks" : "conversions by module '" + module + "'";
}

} // namespace

webhook_offer::webhook_offer(owner_self self, messages::webhook_server_actor server,
                             const messages::supervisor_actor& supervisor, std::string module)
  : self_(self), server_(std::move(server)), supervisor_(supervisor), module_(std::move(module)),
    unserved_(self, supervisor, subject_of(module_)), doubted_(self, supervisor, "hooks for " + subject_of(module_)) {}

void webhook_offer::claim(const core::bindings::hook_registry& hooks, core::webhooks::asked_files asked,
                          on_claimed done, core::modules::hooks_known known) {
  convert(hooks);
  opened_.clear();
  const auto webhooks = webhooks_of(hooks);
  messages::claim_webhooks message{
    {}, module_, self_.handle(), webhooks, supervisor_, known == core::modules::hooks_known::all, std::move(asked)};
  if (webhooks.empty()) {
    has_claims_ = false;
    // Also without webhooks the WEBHOOK SERVER has to know that this owner wants no webhooks. No other work
    // waits for it.
    if (server_)
      self_->ask(
        server_, std::move(message), [](const messages::webhooks_claimed&) {}, [](const std::string&) {});
    return done({});
  }
  const auto refuse_all = [webhooks](const std::string& why) {
    std::map<std::string, base::error> refused;
    for (const auto& x : webhooks) refused.try_emplace(x.hook, base::error{base::error_code::unavailable, why});
    return refused;
  };
  self_->ask(
    server_, std::move(message),
    [this, webhooks, done](const messages::webhooks_claimed& x) {
      has_claims_ =
        std::any_of(webhooks.begin(), webhooks.end(), [&](const auto& y) { return !x.refused.contains(y.hook); });
      done(x.refused);
    },
    [done, refuse_all](const std::string& reason) { done(refuse_all("the webhook server has ended: " + reason)); });
}

void webhook_offer::open(const std::string& hook) {
  if (has_claims_) self_->tell(server_, messages::open_webhooks{{}, module_, hook});
}

void webhook_offer::open_known(const core::bindings::hook_definition& hook, const are_known& known) {
  if (!has_claims_) return;
  for (const auto& x : hook.webhooks) {
    std::set<core::bindings::binding_id> needed;
    for (std::size_t i = 0; i < hook.kubernetes.size(); ++i)
      if (base::contains(x->snapshots_from, hook.kubernetes[i].name)) needed.insert({hook.name, i});
    if (known(needed) && opened_.insert(x->name).second)
      self_->tell(server_, messages::open_webhooks{{}, module_, hook.name, x->name});
  }
}

void webhook_offer::close() {
  opened_.clear();
  if (has_claims_) self_->tell(server_, messages::close_webhooks{{}, module_});
}

void webhook_offer::forget() {
  has_claims_ = false;
  opened_.clear();
  if (!server_) return;
  self_->ask(
    server_, messages::claim_webhooks{{}, module_, self_.handle(), {}, supervisor_},
    [](const messages::webhooks_claimed&) {}, [](const std::string&) {});
}

void webhook_offer::convert(const core::bindings::hook_registry& hooks) {
  auto conversions = conversions_of(hooks);
  if (conversions.empty() && !has_conversions_) return;
  has_conversions_ = !conversions.empty();
  self_->ask(
    server_, messages::claim_conversions{{}, module_, self_.handle(), std::move(conversions), supervisor_},
    [this](const messages::conversions_claimed& x) {
      x.why_not.empty() ? unserved_.end() : static_cast<void>(unserved_.begin(x.why_not));
    },
    [this](const std::string& reason) { unserved_.begin("the webhook server has ended: " + reason); });
}

void webhook_offer::doubt_conversions(const std::string& why) {
  why.empty() ? doubted_.end() : static_cast<void>(doubted_.begin(why));
}

} // namespace actors::hooks
