#include "core/bindings/binding.hpp"

#include "core/bindings/conversion_binding.hpp"
#include "core/bindings/webhook_binding.hpp"

namespace core::bindings {

const char* name(lifecycle_point point) noexcept {
  switch (point) {
    case lifecycle_point::on_startup: return "onStartup";
    case lifecycle_point::before_all: return "beforeAll";
    case lifecycle_point::after_all: return "afterAll";
    case lifecycle_point::before_helm: return "beforeHelm";
    case lifecycle_point::after_helm: return "afterHelm";
    case lifecycle_point::before_delete_helm: return "beforeDeleteHelm";
    case lifecycle_point::after_delete_helm: return "afterDeleteHelm";
  }
  return "unknown";
}

const char* name(watch_event event) noexcept {
  switch (event) {
    case watch_event::added: return "Added";
    case watch_event::modified: return "Modified";
    case watch_event::deleted: return "Deleted";
  }
  return "Unknown";
}

std::string occasions_of(const hook_definition& x) {
  std::string text;
  const auto add = [&](const std::string& words) { text += (text.empty() ? "" : ", ") + words; };
  for (const auto& binding : x.lifecycle) add(name(binding.point));
  for (const auto& binding : x.schedules) add("schedule '" + binding.crontab + "'");
  for (const auto& binding : x.kubernetes) add("events of " + binding.kind);
  for (const auto& webhook : x.webhooks) add("reviews for " + webhook->name);
  for (const auto& conversion : x.conversions) add("conversions of " + conversion->definition);
  return text;
}

} // namespace core::bindings
