#include "core/status/failure_words.hpp"

#include "base/log_hint.hpp"

#include <string>
#include <string_view>

namespace core::status {

namespace {

/// The hook that a failure of a module's run names: `module 'web': hook 'hooks/a.sh': exit status 1`.
std::string hook_in(std::string_view failure) {
  constexpr std::string_view mark = "hook '";
  const auto at = failure.find(mark);
  if (at == failure.npos) return {};
  const auto name = failure.substr(at + mark.size());
  return std::string(name.substr(0, name.find('\'')));
}

/// The module that a failure names first: `module 'web': enabled script …`.
std::string module_in(std::string_view failure) {
  constexpr std::string_view mark = "module '";
  if (!failure.starts_with(mark)) return {};
  const auto name = failure.substr(mark.size());
  return std::string(name.substr(0, name.find('\'')));
}

/// The words of the program that a failure is about; empty: not known.
std::string words_for(const std::string& failure, const std::string& module, const std::string& hook,
                      const status_facts& all) {
  const auto event = base::hinted_event(failure);
  if (event == "helm_failed") {
    const auto release = all.releases.find(module);
    return release == all.releases.end() ? std::string() : release->second.failure;
  }
  const bool is_script = event == "enabled_script_failed";
  if (!is_script && event != "hook_failed") return {};
  const auto run = all.hook_runs.find(is_script ? hook_place{module_in(failure), script_name}
                                                : hook_place{module, hook.empty() ? hook_in(failure) : hook});
  return run == all.hook_runs.end() ? std::string() : run->second.words;
}

/// The failure of a release without the part of Helm's words that it has for all readers, because all words
/// follow.
std::string without_fault(const std::string& failure, const std::string& module, const status_facts& all) {
  constexpr std::string_view event = "helm_failed";
  const auto release = all.releases.find(module);
  if (base::hinted_event(failure) != event || release == all.releases.end() || release->second.fault.empty())
    return failure;
  const auto part = ": " + release->second.fault;
  const auto at = failure.find(part + base::log_hint(event));
  return at == failure.npos ? failure : std::string(failure).erase(at, part.size());
}

} // namespace

void show_words(status_facts& x) {
  const auto show = [&](std::string& failure, const std::string& module, const std::string& hook) {
    failure = base::with_words(without_fault(failure, module, x), words_for(failure, module, hook, x));
  };
  for (auto& queue : x.queues)
    for (auto* tasks : {&queue.tasks, &queue.aside})
      for (auto& task : *tasks) {
        show(task.failure, task.module, task.hook);
        for (auto& member : task.members) show(member.failure, member.module, {});
      }
  for (auto& module : x.modules)
    if (module.last_run) show(module.last_run->failure, module.name, {});
}

} // namespace core::status
