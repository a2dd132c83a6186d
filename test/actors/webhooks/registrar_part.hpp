#pragma once

#include "actors/messages/status.hpp"
#include "actors/webhooks/registrar_self.hpp"

#include <functional>
#include <utility>

namespace test {

/// The state of an actor in place of the WEBHOOK REGISTRAR, so that a part of it can be used alone: each
/// wish calls a function.
struct registrar_part {
  using handle_type = actors::messages::webhook_registrar_actor;
  using function = std::function<void(actors::webhooks::registrar_self)>;

  registrar_part(actors::webhooks::registrar_self own, function act) : self(own), on_wish(std::move(act)) {}

  handle_type::behavior_type make_behavior() {
    return actors::framework::behavior(
      self, [this](const actors::messages::webhooks_wanted&) { on_wish(self); },
      [](const actors::messages::objects_listed&) {}, [](const actors::messages::object_changed&) {},
      [](const actors::messages::registration_due&) {},
      [](const actors::messages::describe_registration&) { return actors::messages::registration_described{}; });
  }

  actors::webhooks::registrar_self self;
  function on_wish;
};

/// Calls the function on an actor of its own, and runs until no work is left.
template <class Fixture>
void act_as_registrar(Fixture& fixture, registrar_part::function act) {
  const auto part = fixture.own(actors::framework::spawn<registrar_part>(
    fixture.system(), actors::framework::placement::shared, fixture.shared(), "registrar_part", std::move(act)));
  auto wish = std::make_shared<const core::webhooks::webhook_wish>();
  fixture.tell(part, actors::messages::webhooks_wanted{{}, std::move(wish)});
  fixture.run();
}

} // namespace test
