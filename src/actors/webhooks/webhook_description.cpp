// The part of the WEBHOOK SERVER that answers people.
#include "actors/messages/status.hpp"
#include "actors/webhooks/webhook_server.hpp"

namespace actors::webhooks {

framework::promise<messages::webhooks_described>
webhook_server_state::describe(const messages::describe_webhooks& /*x*/) {
  auto to = self_->later<messages::webhooks_described>();
  auto answer = [this, to](const core::webhooks::registered_webhooks& registered) mutable {
    self_->answer(
      to, messages::webhooks_described{{}, core::webhooks::standings_of(book_, conversions_.book(), registered)});
  };
  if (!registrar_) {
    answer({});
    return to;
  }
  self_->ask(
    registrar_, messages::describe_registration{},
    [answer](const messages::registration_described& x) mutable { answer(x.registered); },
    [answer](const std::string&) mutable { answer({}); });
  return to;
}

} // namespace actors::webhooks
