#include "core/status/notice.hpp"

#include <algorithm>

namespace core::status {

const char* name(notice_kind x) {
  switch (x) {
    case notice_kind::section_refused: return "SectionRefused";
    case notice_kind::section_repaired: return "SectionRepaired";
    case notice_kind::module_failed: return "ModuleFailed";
    case notice_kind::module_recovered: return "ModuleRecovered";
    case notice_kind::task_failed: return "TaskFailed";
    case notice_kind::task_recovered: return "TaskRecovered";
    case notice_kind::upgrade_held: return "UpgradeHeld";
    case notice_kind::removal_held: return "RemovalHeld";
    case notice_kind::release_removed: return "ReleaseRemoved";
    case notice_kind::objects_removed: return "ObjectsRemoved";
    case notice_kind::module_paused: return "ModulePaused";
    case notice_kind::module_resumed: return "ModuleResumed";
    case notice_kind::queue_paused: return "QueuePaused";
    case notice_kind::queue_resumed: return "QueueResumed";
  }
  return "";
}

bool is_warning(notice_kind x) {
  switch (x) {
    case notice_kind::section_refused:
    case notice_kind::module_failed:
    case notice_kind::task_failed:
    case notice_kind::upgrade_held:
    case notice_kind::removal_held:
    case notice_kind::release_removed:
    case notice_kind::objects_removed: return true;
    case notice_kind::section_repaired:
    case notice_kind::module_recovered:
    case notice_kind::task_recovered:
    case notice_kind::module_paused:
    case notice_kind::module_resumed:
    case notice_kind::queue_paused:
    case notice_kind::queue_resumed: return false;
  }
  return true;
}

std::string without_numbers(std::string text) {
  std::replace_if(
    text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }, '0');
  return text;
}

} // namespace core::status
