#pragma once

#include "actors/messages/status.hpp"
#include "actors/webhooks/registrar.hpp"

#include "core/bindings/webhook_binding.hpp"
#include "refusing_api.hpp"
#include "support/api_world.hpp"
#include "sys/http/issued_certificate.hpp"
#include "text/plain/base64.hpp"

#include <memory>
#include <string>
#include <vector>

namespace test {

using text::json;

inline constexpr auto validating = "ValidatingWebhookConfiguration";
inline constexpr auto name = "hooks-hooks";
inline constexpr auto subject = "registration of webhooks";

/// An API server that serves configurations of webhooks, and a registrar.
struct registrar_world : api_world {
  actors::webhooks::registrar_options options;
  std::vector<sys::http::certified_key> served;
  /// Global hooks that have answered without a doubt, with the digests of their files.
  core::webhooks::asked_files asked{{"a.sh", ""}};
  actors::messages::webhook_registrar_actor registrar;

  registrar_world() {
    api->put_object(json::object({{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", named("ops")}}));
    serve_configurations(*api);
    auto& place = options.registration;
    place.configuration = "hooks";
    place.namespace_name = "ops";
    place.service = "svc";
    place.secret = "webhook";
    place.owner = "ops/web";
    options.serve = [this](const std::string& certificate, const std::string& key) -> base::result<void> {
      served.push_back({certificate, key});
      return {};
    };
  }

  static json named(const std::string& x) { return json::object({{"name", x}}); }

  void start(actors::messages::supervisor_actor by = {}) {
    registrar = fixture.own(
      actors::webhooks::registrar(fixture.system(), fixture.shared(), options, {by ? by : supervisor, kube}));
  }
  void want(const std::vector<std::string>& names, bool is_complete = true) {
    core::webhooks::webhook_wish wish{{}, is_complete, !names.empty()};
    wish.owners.present = {""};
    wish.owners.asked[""] = asked;
    for (const auto& x : names) {
      core::bindings::webhook_binding binding;
      binding.name = x;
      binding.rules = {{{""}, {"v1"}, {"pods"}, {"CREATE"}, "*"}};
      wish.webhooks.push_back({"a.sh", std::make_shared<const core::bindings::webhook_binding>(binding)});
    }
    fixture.tell(registrar,
                 actors::messages::webhooks_wanted{{}, std::make_shared<const core::webhooks::webhook_wish>(wish)});
    fixture.run();
  }

  /// The registration as people see it.
  [[nodiscard]] core::webhooks::registered_webhooks described() {
    return fixture.ask<actors::messages::registration_described>(registrar, actors::messages::describe_registration{})
      .registered;
  }
  [[nodiscard]] std::optional<json> configuration() const { return api->object(validating, "", name); }
  /// The names of the registered webhooks.
  [[nodiscard]] std::string registered() const {
    const auto now = configuration();
    if (!now) return "none";
    std::string names;
    for (const auto& x : now->find("webhooks")->as_array()) names += *x.string_at("name") + " ";
    return names;
  }
  /// The authorities that the API server trusts for the first webhook.
  [[nodiscard]] std::string trusted() const {
    const auto* config = configuration()->find("webhooks")->as_array()[0].find("clientConfig");
    return *text::decode_base64(config->string_at("caBundle").value_or(""));
  }
  [[nodiscard]] std::string secret(const char* key) const {
    const auto now = api->object("Secret", "ops", "webhook");
    return now ? *text::decode_base64(now->find("data")->string_at(key).value_or("")) : std::string();
  }
  /// The API server trusts the certificate that the listener shows.
  [[nodiscard]] bool is_served_trusted() const {
    const auto all = trusted();
    for (std::size_t at = 0; at < all.size();) {
      const auto next = all.find("-----BEGIN", at + 1);
      if (sys::http::is_issued_by(served.back(), all.substr(at, next - at))) return true;
      at = next;
    }
    return false;
  }
  /// Puts entries that global hook `a.sh` has registered.
  void put(const json& entries) {
    core::webhooks::owners_by_name owners;
    for (const auto& x : entries.as_array())
      owners.emplace(*x.string_at("name"), core::webhooks::webhook_owner{"", "a.sh"});
    const auto marks = json::object({{"addon-operator/platform", "ops/web"},
                                     {core::webhooks::owners_annotation, core::webhooks::owners_text(owners)}});
    api->put_object(json::object({{"apiVersion", "admissionregistration.k8s.io/v1"},
                                  {"kind", validating},
                                  {"metadata", json::object({{"name", name}, {"annotations", marks}})},
                                  {"webhooks", entries}}));
    fixture.run();
  }
  static json entry(const std::string& x) { return json::array({json::object({{"name", x}})}); }
};

} // namespace test
