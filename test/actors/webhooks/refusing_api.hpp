#pragma once

#include "simulation/fake_api_server.hpp"
#include "text/json/json_parts.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <string>

namespace test {

/// Lets the fake API server serve configurations of webhooks.
inline void serve_configurations(simulation::fake_api_server& api) {
  for (const auto* kind : {"ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"}) {
    auto plural = std::string(kind) + "s";
    for (auto& c : plural) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    kube::api::resource x{"admissionregistration.k8s.io", "v1", kind, plural, false};
    x.verbs = {"create", "delete", "get", "list", "patch", "update", "watch"};
    api.add_resource(x);
  }
}

/// Refuses each write of a configuration with one of these webhooks, as kube-apiserver refuses CEL that does
/// not compile: it names the index of the webhook.
inline void refuse_entries(simulation::fake_api_server& api, std::set<std::string> names) {
  api.put_between([names = std::move(names)](
                    const kube::api::http_request& x) -> std::optional<base::result<kube::api::http_response>> {
    if (x.method == "GET" || x.target.find("webhookconfigurations") == std::string::npos) return std::nullopt;
    const auto body = text::parse_json(x.body);
    const auto& entries = text::items(text::member(body ? *body : text::json(), "webhooks"));
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (!names.contains(entries[i].string_at("name").value_or(""))) continue;
      const auto field = "webhooks[" + std::to_string(i) + "].matchConditions[0].expression";
      kube::api::http_response refused;
      refused.status = 422;
      refused.body = R"({"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Invalid","code":422,"message":)"
                     R"("ValidatingWebhookConfiguration.admissionregistration.k8s.io \"hooks-hooks\" is invalid: )"
                     + field + R"(: Invalid value: compilation failed"})";
      return refused;
    }
    return std::nullopt;
  });
}

} // namespace test
