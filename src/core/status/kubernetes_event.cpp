#include "core/status/kubernetes_event.hpp"

#include <algorithm>

namespace core::status {

const char* name(kubernetes_event_kind x) {
  switch (x) {
    case kubernetes_event_kind::section_refused: return "SectionRefused";
    case kubernetes_event_kind::section_repaired: return "SectionRepaired";
    case kubernetes_event_kind::module_failed: return "ModuleFailed";
    case kubernetes_event_kind::module_recovered: return "ModuleRecovered";
    case kubernetes_event_kind::task_failed: return "TaskFailed";
    case kubernetes_event_kind::task_recovered: return "TaskRecovered";
    case kubernetes_event_kind::upgrade_held: return "UpgradeHeld";
    case kubernetes_event_kind::removal_held: return "RemovalHeld";
    case kubernetes_event_kind::release_removed: return "ReleaseRemoved";
    case kubernetes_event_kind::objects_removed: return "ObjectsRemoved";
    case kubernetes_event_kind::module_paused: return "ModulePaused";
    case kubernetes_event_kind::module_resumed: return "ModuleResumed";
    case kubernetes_event_kind::queue_paused: return "QueuePaused";
    case kubernetes_event_kind::queue_resumed: return "QueueResumed";
  }
  return "";
}

bool is_warning(kubernetes_event_kind x) {
  switch (x) {
    case kubernetes_event_kind::section_refused:
    case kubernetes_event_kind::module_failed:
    case kubernetes_event_kind::task_failed:
    case kubernetes_event_kind::upgrade_held:
    case kubernetes_event_kind::removal_held:
    case kubernetes_event_kind::release_removed:
    case kubernetes_event_kind::objects_removed: return true;
    case kubernetes_event_kind::section_repaired:
    case kubernetes_event_kind::module_recovered:
    case kubernetes_event_kind::task_recovered:
    case kubernetes_event_kind::module_paused:
    case kubernetes_event_kind::module_resumed:
    case kubernetes_event_kind::queue_paused:
    case kubernetes_event_kind::queue_resumed: return false;
  }
  return true;
}

std::string without_numbers(std::string text) {
  std::replace_if(
    text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }, '0');
  return text;
}

} // namespace core::status
