#pragma once

#include "actors/messages/supervisor.hpp"
#include "actors/webhooks/registrar_self.hpp"
#include "core/webhooks/entry_choice.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace actors::webhooks {

/// Reports the registered webhooks that stay without a hook, each with its last hook and the way out, on
/// /readyz and in the log. A part of the WEBHOOK REGISTRAR.
class unclaimed_report {
public:
  struct line {
    core::webhooks::unclaimed_webhook webhook;
    core::bindings::webhook_kind kind = core::bindings::webhook_kind::validating;
  };

  unclaimed_report(registrar_self self, messages::supervisor_actor supervisor)
    : self_(self), supervisor_(std::move(supervisor)) {}

  /// @param all the present webhooks without a hook, in place of earlier ones
  /// @param configuration the name of their configuration
  void show(const std::vector<line>& all, const std::string& configuration);

private:
  registrar_self self_;
  messages::supervisor_actor supervisor_;
  /// By subject. Bound: the entries of two configurations.
  std::map<std::string, core::webhooks::unclaimed_webhook> shown_;
};

} // namespace actors::webhooks
