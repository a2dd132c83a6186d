#pragma once

#include "actors/telemetry/metrics.hpp"
#include "actors/telemetry/status_pages.hpp"
#include "actors/webhooks/webhook_server.hpp"
#include "support/operator_fixture.hpp"
#include "sys/http/client_reply.hpp"

#include <memory>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <utility>

namespace test {

/// The API server as a client of webhooks.
struct reviews_fixture : operator_fixture {
  using slot = std::shared_ptr<std::optional<sys::http::server_response>>;

  actors::messages::webhook_server_actor server = own(actors::webhooks::webhook_server(
    system(), shared(), own(actors::telemetry::metrics(system(), shared(), "addon_operator_")), {}));

  sys::http::client_reply client{.address = "192.0.2.1", .is_vouched = true};
  int last_uid = 0;
  std::string same_uid; ///< for all reviews; empty: each has its own

  std::string uid() { return same_uid.empty() ? "u" + std::to_string(++last_uid) : same_uid; }

  reviews_fixture() { setup.webhooks = server; }

  /// Sends a review without a wait for its answer.
  slot send(const std::string& webhook, const std::string& request, const std::string& timeout = "10s") {
    auto got = std::make_shared<std::optional<sys::http::server_response>>();
    sys::http::server_request x{.method = "POST", .path = "/hooks/" + webhook, .query = {{"timeout", timeout}}};
    x.content_type = "application/json";
    x.body = R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":")" + uid() + "\","
             + request + "}}";
    auto reply = client;
    reply.send = [got](sys::http::server_response y) { *got = std::move(y); };
    tell(server, actors::messages::http_asked{
                   {}, std::make_shared<const sys::http::server_request>(std::move(x)), std::move(reply)});
    run();
    return got;
  }
  std::string body_of(const slot& x) {
    if (!*x) return "no answer";
    // Each review has a uid of its own; tests compare the rest of the answer.
    if ((*x)->status == 200) return std::regex_replace((*x)->body, std::regex(R"("uid":"u\d+")"), R"("uid":"u1")");
    return std::to_string((*x)->status) + " " + (*x)->body;
  }
  std::string review(const std::string& webhook, const std::string& request = R"("operation":"CREATE")") {
    return body_of(send(webhook, request));
  }
  [[nodiscard]] std::string page() { return actors::telemetry::readiness(describe()).body; }
  [[nodiscard]] bool says(std::string_view text) { return page().find(text) != std::string::npos; }

  /// A binding of a webhook.
  static std::string webhook(const std::string& kind, const std::string& name, const std::string& more = {}) {
    return "kubernetes" + kind + ":\n- name: " + name
           + "\n  rules: [{apiGroups: [\"\"], apiVersions: [\"*\"], resources: [configmaps], operations: [\"*\"]}]\n"
           + more;
  }
  static test::hook_script answers(const std::string& text) {
    return [text](test::hook_run& run) { run.answer = text; };
  }
};

} // namespace test
