#include "worlds/registration.hpp"

#include "worlds/model.hpp"

#include <algorithm>
#include <utility>

namespace worlds {

namespace {

constexpr auto validating = "ValidatingWebhookConfiguration";

} // namespace

bool has_webhooks(const plan& x) {
  return std::any_of(x.modules.begin(), x.modules.end(), [](const auto& module) { return module.reviews; });
}

void serve_webhook_configurations(simulation::fake_api_server& api) {
  for (const auto& [kind, plural] : {std::pair{validating, "validatingwebhookconfigurations"},
                                     std::pair{"MutatingWebhookConfiguration", "mutatingwebhookconfigurations"}}) {
    kube::api::resource x{"admissionregistration.k8s.io", "v1", kind, plural, false};
    x.verbs = {"create", "delete", "get", "list", "patch", "update", "watch"};
    api.add_resource(x);
  }
}

actors::webhooks::registrar_options registration_of_worlds() {
  actors::webhooks::registrar_options x;
  auto& place = x.registration;
  place.configuration = "worlds";
  place.namespace_name = operator_namespace;
  place.service = "operator";
  place.config_map = operator_config;
  place.owner = std::string(operator_namespace) + "/worlds";
  place.authority = core::webhooks::authority_source::file;
  x.read_authority = [] { return base::result<std::string>("an authority"); };
  return x;
}

std::string webhook_of(const std::string& module) {
  return "reviews." + module + ".example.io";
}

std::set<std::string> registered_webhooks(const simulation::fake_api_server& api) {
  std::set<std::string> names;
  const auto object = api.object(validating, "", webhook_configuration);
  const auto* webhooks = object ? object->find("webhooks") : nullptr;
  if (webhooks != nullptr)
    for (const auto& x : webhooks->as_array()) names.insert(x.string_at("name").value_or(""));
  return names;
}

} // namespace worlds
