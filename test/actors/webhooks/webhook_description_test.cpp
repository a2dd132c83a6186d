// The answer of the WEBHOOK SERVER to people, with and without a WEBHOOK REGISTRAR.
#include "actors/messages/observer.hpp"
#include "actors/messages/status.hpp"
#include "actors/telemetry/metrics.hpp"
#include "actors/webhooks/webhook_server.hpp"
#include "core/bindings/webhook_binding.hpp"
#include "support/actor_fixture.hpp"

#include <memory>
#include <string>
#include <utility>

using namespace actors::messages;

namespace {

/// A registrar that knows what the test says.
struct known_registrar {
  using handle_type = webhook_registrar_actor;

  known_registrar(actors::framework::actor_base<handle_type>* own, core::webhooks::registered_webhooks all)
    : self(own), known(std::move(all)) {}

  handle_type::behavior_type make_behavior() {
    return actors::framework::behavior(
      self, [](const webhooks_wanted&) {}, [](const objects_listed&) {}, [](const object_changed&) {},
      [](const registration_due&) {},
      [this](const describe_registration&) {
        return registration_described{{}, known};
      });
  }

  actors::framework::actor_base<handle_type>* self;
  core::webhooks::registered_webhooks known;
};

struct description_fixture : test::actor_fixture {
  webhook_server_actor server = own(actors::webhooks::webhook_server(
    system(), shared(), own(actors::telemetry::metrics(system(), shared(), "ao_")), {}));

  description_fixture() {
    core::bindings::webhook_binding x;
    x.name = "a.b.c";
    const core::webhooks::hook_webhook webhook{"a.sh", std::make_shared<const core::bindings::webhook_binding>(x)};
    static_cast<void>(ask<webhooks_claimed>(server, claim_webhooks{{}, "web", {}, {webhook}, {}}));
    tell(server, open_webhooks{{}, "web", {}});
    run();
  }
  webhook_registrar_actor knows(core::webhooks::registered_webhooks known) {
    auto registrar = own(actors::framework::spawn<known_registrar>(system(), actors::framework::placement::shared,
                                                                   shared(), "registrar", std::move(known)));
    tell(server, know_registrar{{}, registrar, {}});
    run();
    return registrar;
  }
  core::webhooks::webhook_standing only() {
    const auto all = ask<webhooks_described>(server, describe_webhooks{}).webhooks;
    REQUIRE(all.size() == 1);
    return all.front();
  }
};

} // namespace

TEST_CASE_FIXTURE(description_fixture, "without a registrar no webhook is asked") {
  CHECK(only().now == core::webhooks::webhook_standing::state::unasked);
  CHECK(only().why.find("registers no webhooks") != std::string::npos);
}

TEST_CASE_FIXTURE(description_fixture, "a webhook is shown as the registrar knows it") {
  core::webhooks::registered_webhooks known{.is_kept = true};
  known.names[0] = {"a.b.c"};
  knows(known);
  CHECK(only().now == core::webhooks::webhook_standing::state::asked);
  CHECK(only().why.empty());
}

TEST_CASE_FIXTURE(description_fixture, "an operator whose registrar has ended answers all the same") {
  const auto registrar = knows({.is_kept = true});
  actors::framework::stop_now(registrar);
  run();
  CHECK(only().name == "a.b.c");
}
