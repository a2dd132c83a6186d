#include "actors/webhooks/unclaimed_report.hpp"

#include "core/values/names.hpp"
#include "core/webhooks/wanted_configuration.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>

#include <optional>

namespace actors::webhooks {

namespace {

std::string hint_of(const unclaimed_report::line& x, const std::string& configuration) {
  const auto& owner = x.webhook.owner;
  const auto flag = owner.module.empty() ? std::string()
                                         : fmt::format("write {}: \"false\" into the ConfigMap, or ",
                                                       core::values::enabled_key(core::values::to_camel(owner.module)));
  return fmt::format("bring its hook back, or, if the webhook is to go, {}take its entry out of {} {} (kubectl edit)",
                     flag, core::webhooks::configuration_kind(x.kind), configuration);
}

} // namespace

void unclaimed_report::show(const std::vector<line>& all, const std::string& configuration) {
  auto earlier = std::exchange(shown_, {});
  for (const auto& x : all) {
    const auto& webhook = x.webhook;
    const auto subject = fmt::format("webhook '{}' in {}", webhook.name, core::webhooks::configuration_kind(x.kind));
    const auto known = earlier.extract(subject);
    if (known.empty() || !(known.mapped() == webhook)) {
      const auto reason = core::webhooks::words_on(webhook);
      const auto consequence = core::webhooks::consequence_of(webhook);
      const auto hint = hint_of(x, configuration);
      sys::log::log_warning("webhook_without_hook", {{"webhook", webhook.name},
                                                     {"configuration", configuration},
                                                     {"module", webhook.owner.module},
                                                     {"hook", webhook.owner.hook},
                                                     {"reason", reason},
                                                     {"consequence", consequence},
                                                     {"hint", hint}});
      self_->tell(supervisor_,
                  messages::module_state_changed{
                    {}, subject, fmt::format("no hook has it: {}; it stays, and {}: {}", reason, consequence, hint)});
    }
    shown_.insert_or_assign(subject, webhook);
  }
  for (const auto& [subject, x] : earlier)
    self_->tell(supervisor_, messages::module_state_changed{{}, subject, std::nullopt});
}

} // namespace actors::webhooks
