#include "core/main_queue/needed_runs.hpp"

#include <fmt/format.h>

namespace core::main_queue {

std::vector<std::string> needed_runs::note_ran(const std::string& module) {
  failed_.erase(module);
  std::vector<std::string> freed;
  for (const auto& [waits, why] : waiting_)
    if (needs_.does_need(waits, module)) freed.push_back(waits);
  return freed;
}

std::string needed_runs::why_waits(const std::string& module, const std::function<bool(const std::string&)>& runs) {
  waiting_.erase(module);
  for (const auto& need : needs_.of(module)) {
    std::string why;
    if (!runs(need))
      why = "which is not enabled, or cannot run";
    else if (failed_.contains(need))
      why = "which has failed";
    else if (waiting_.contains(need))
      why = "which waits itself";
    if (why.empty()) continue;
    return waiting_[module] = fmt::format("it needs module '{}', {}", need, why);
  }
  return {};
}

} // namespace core::main_queue
