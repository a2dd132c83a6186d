#pragma once

#include "actors/messages/supervisor.hpp"
#include "actors/webhooks/registrar_self.hpp"
#include "core/webhooks/entry_choice.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace actors::webhooks {

/// Reports the webhooks that the API server refuses, each with its hook and module, on /readyz and in the
/// log. A part of the WEBHOOK REGISTRAR.
class refusal_report {
public:
  refusal_report(registrar_self self, messages::supervisor_actor supervisor)
    : self_(self), supervisor_(std::move(supervisor)) {}

  /// @param all the present refusals, in place of earlier refusals
  void show(const std::vector<core::webhooks::refused_webhook>& all);

private:
  void tell(const std::string& subject, const std::optional<std::string>& problem, const std::string& module);

  registrar_self self_;
  messages::supervisor_actor supervisor_;
  /// By subject. Bound: the webhooks of hooks.
  std::map<std::string, core::webhooks::refused_webhook> shown_;
};

} // namespace actors::webhooks
