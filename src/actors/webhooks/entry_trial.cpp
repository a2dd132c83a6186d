#include "actors/webhooks/entry_trial.hpp"

#include "actors/messages/kube_client.hpp"
#include "core/webhooks/wanted_configuration.hpp"
#include "kube/api/request.hpp"

#include <utility>

namespace actors::webhooks {

using text::json;

entry_trial::entry_trial(registrar_self self, messages::kube_client_actor kube, core::bindings::webhook_kind kind,
                         core::webhooks::entry_verdicts& verdicts)
  : self_(self), kube_(std::move(kube)), kind_(kind), verdicts_(verdicts) {}

void entry_trial::begin(std::vector<json> entries, std::string configuration, on_done done) {
  left_ = std::move(entries);
  configuration_ = std::move(configuration);
  done_ = std::move(done);
  found_ = finding::none_refused;
  next();
}

void entry_trial::next() {
  if (left_.empty()) return std::exchange(done_, {})(found_);
  const auto body = json::object({{"apiVersion", "admissionregistration.k8s.io/v1"},
                                  {"kind", core::webhooks::configuration_kind(kind_)},
                                  {"metadata", json::object({{"name", configuration_}})},
                                  {"webhooks", json::array({left_.back()})}});
  auto request = kube::api::create_request(configurations_of(kind_), {}, body.dump());
  request.target += "?dryRun=All";
  call_for_object(self_, kube_, std::move(request), [this](const base::result<json>& answer) { note(answer); });
}

/// The configuration usually exists. The API server reports that only after it has accepted the content.
void entry_trial::note(const base::result<json>& answer) {
  const auto entry = std::move(left_.back());
  left_.pop_back();
  if (answer || answer.error().code == base::error_code::already_exists) {
    verdicts_.accept(entry);
  } else if (answer.error().code == base::error_code::invalid_input) {
    verdicts_.refuse(entry, core::webhooks::words_on_entry(answer.error().message));
    found_ = finding::some_refused;
  }
  next();
}

kube::api::resource configurations_of(core::bindings::webhook_kind kind) {
  return {.group = "admissionregistration.k8s.io",
          .version = "v1",
          .kind = core::webhooks::configuration_kind(kind),
          .plural = kind == core::bindings::webhook_kind::validating ? "validatingwebhookconfigurations"
                                                                     : "mutatingwebhookconfigurations",
          .namespaced = false};
}

} // namespace actors::webhooks
