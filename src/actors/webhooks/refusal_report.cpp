#include "actors/webhooks/refusal_report.hpp"

#include "core/bindings/webhook_binding.hpp"
#include "sys/log/log.hpp"

#include <optional>
#include <utility>

namespace actors::webhooks {

namespace {

const char* consequence_of(const core::webhooks::refused_webhook& x) {
  switch (x.held) {
    case core::webhooks::held_entry::none: return "the API server does not ask the hook; other webhooks are registered";
    case core::webhooks::held_entry::earlier:
      return "the earlier registration of this webhook stays; other webhooks are registered";
  }
  return "";
}

void log_refusal(const core::webhooks::refused_webhook& x) {
  sys::log::log_warning("webhook_refused", {{"webhook", x.of.binding->name},
                                            {"binding", core::bindings::key_of(x.of.binding->kind)},
                                            {"module", x.of.module},
                                            {"hook", x.of.hook},
                                            {"error", x.words},
                                            {"consequence", consequence_of(x)}});
}

} // namespace

void refusal_report::tell(const std::string& subject, const std::optional<std::string>& problem,
                          const std::string& module) {
  messages::module_state_changed message{{}, subject, problem};
  message.where.module = module;
  self_->tell(supervisor_, std::move(message));
}

void refusal_report::show(const std::vector<core::webhooks::refused_webhook>& all) {
  auto earlier = std::exchange(shown_, {});
  for (const auto& x : all) {
    const auto subject = core::webhooks::words_on(x.of);
    const auto known = earlier.extract(subject);
    if (known.empty() || !(known.mapped() == x)) {
      log_refusal(x);
      tell(subject, "the API server refuses it: " + x.words + ": " + consequence_of(x) + "; correct the binding",
           x.of.module);
    }
    shown_.insert_or_assign(subject, x);
  }
  for (const auto& [subject, x] : earlier) tell(subject, std::nullopt, x.of.module);
}

} // namespace actors::webhooks
