#include "trace/read/event_text.hpp"

#include "trace/read/time_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>

namespace trace::read {

namespace {

constexpr std::size_t changes_in_line = 3;

/// Selectors that an object matches as long as it exists: its name, and the label of Helm, which clients do
/// not remove.
constexpr std::array<std::string_view, 2> lasting{"metadata.", "app.kubernetes.io/managed-by=Helm"};

/// Whether a watch shows only objects with certain labels or fields. An object that goes from such a watch
/// may be deleted, or may only not match any more.
/// @param informer its name: `informer v1 Pod ns= labels=app=web fields=`
bool is_of_selection(std::string_view informer) {
  for (const std::string_view part : {" labels=", " fields="}) {
    const auto at = informer.find(part);
    if (at == informer.npos) continue;
    const auto value = informer.substr(at + part.size());
    const bool is_any = value.empty() || value.front() == ' ';
    if (!is_any && std::none_of(lasting.begin(), lasting.end(), [&](auto x) { return value.starts_with(x); }))
      return true;
  }
  return false;
}

std::string object_words(const event& x, const event* writer) {
  const auto space = x.fact("namespace");
  const auto version = x.fact("version");
  const auto event = x.fact("event");
  return fmt::format("{} {}{}{} was {}{}{}", x.fact("kind"), space, space.empty() ? "" : "/", x.fact("name"),
                     event == "Added"            ? "added"
                     : event != "Deleted"        ? "modified"
                     : writer != nullptr         ? "deleted"
                     : is_of_selection(x.sender) ? "deleted, or is not selected any more"
                                                 : "deleted",
                     version.empty() ? "" : fmt::format(" (version {})", version),
                     writer == nullptr ? "" : fmt::format(" by {}", writer->fact("by")));
}

std::string commit_words(const event& x) {
  const auto version = x.fact("version");
  const auto unused = x.fact("unused_sections");
  return fmt::format("{} changed by {}{} (revision {}{}{})", x.changes.empty() ? "no value was" : "values were",
                     words_of_author(x), x.fact("config_patch").empty() ? "" : ", which wrote them to the ConfigMap",
                     x.fact("revision"), version.empty() ? "" : fmt::format(", ConfigMap version {}", version),
                     unused.empty() ? "" : fmt::format("; what cannot be used in it: {}", unused));
}

std::int64_t number_of(std::string_view text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

} // namespace

std::string_view words_of_outcome(std::string_view outcome) {
  if (outcome == "superseded") return "given up";
  if (outcome == "continues") return "not finished";
  return outcome == "postponed" ? "put off" : outcome;
}

std::string words_of_hook(const event& x) {
  const auto module = x.fact("module");
  return fmt::format("{}hook '{}'{}", module.empty() ? "global " : "", x.fact("hook"),
                     module.empty() ? "" : fmt::format(" of module '{}'", module));
}

std::string words_of_author(const event& commit) {
  const auto source = commit.fact("source");
  if (source == "hook") return words_of_hook(commit);
  if (source == "ConfigMap") return "the ConfigMap";
  if (source == "start") return "the files and the ConfigMap at the start";
  return "the deletion of the module";
}

std::string words_of_task(const event& x) {
  const auto task = x.fact("task");
  const auto event = x.fact("event");
  const auto module = x.fact("module");
  if (task == "ConvergeModules") return fmt::format("reload of all modules ({})", event);
  if (task == "ModuleRun") return fmt::format("run of module '{}'", module);
  if (task == "ModuleDelete") return fmt::format("deletion of module '{}'", module);
  // Traces of earlier versions have no name there.
  if (task == "ModulePurge" && x.fact("name").empty()) return "removal of a release without a module";
  if (task == "ModulePurge") return fmt::format("removal of release '{}' without a module", x.fact("name"));
  if (task == "DiscoverModules") return "discovery of the enabled modules";
  if (task == "ModuleAskEnabledScript") return fmt::format("question to the enabled script of module '{}'", module);
  if (task == "ModuleEnsureCRDs") return fmt::format("CustomResourceDefinitions of module '{}'", module);
  if (task == "ParallelModuleRun") return "modules side by side";
  if (task == "GlobalHookEnableKubernetesBindings") return fmt::format("Synchronization of {}", words_of_hook(x));
  if (task == "GlobalHookWaitKubernetesSynchronization") return "end of the Synchronization of global hooks";
  if (x.fact("hook").empty()) return fmt::format("{}{}{}", task, module.empty() ? "" : " ", module);
  return fmt::format("run of {} for {}", words_of_hook(x), x.fact("binding"));
}

std::string words_of(const event& x, const event* writer) {
  if (x.type == "object_changed") return x.facts.empty() ? x.summary : object_words(x, writer);
  if (x.type == "config_changed")
    return x.facts.empty()
             ? x.summary + " was edited"
             : fmt::format("the ConfigMap was edited (version {}): {}", x.fact("version"), x.fact("sections"));
  if (x.type == trace_span::values_commit) return x.facts.empty() ? x.summary : commit_words(x);
  if (x.type == "schedule_fired") return fmt::format("tick of the crontab '{}'", x.summary);
  if (x.type == "start_operator") return "the operator was started";
  if (x.type == "resources_absent" || x.type == "leadership_changed") return x.summary;
  if (x.type == "run_wanted") return fmt::format("module '{}' asked for a run ({})", x.fact("module"), x.fact("event"));
  if (x.type == "review_asked") return "the API server asked about " + x.summary;
  if (x.type == "conversion_asked") return "the API server asked for the conversion of " + x.summary;
  if (x.type == "api_server_returned") return "the API server answered again after an outage";
  if (x.type == "run_hook") return fmt::format("run of {} for {}", words_of_hook(x), x.fact("binding"));
  return x.summary.empty() ? x.type.text() : x.type.text() + " " + x.summary;
}

std::string words_of_own_write(const event& x) {
  return fmt::format("the operator wrote the ConfigMap (version {}): {}", x.fact("version"), x.fact("sections"));
}

std::string words_of_run(const event& request, const event* task) {
  // A reload is begun again after each of its phases, so its duration and wait are meaningless.
  if (request.fact("task") == "ConvergeModules") return words_of_task(request);
  auto text = fmt::format("{} in queue {}", words_of_task(request), request.fact("queue"));
  if (task == nullptr) return text + ": not ended in this trace";
  text += fmt::format(": {} in {}", words_of_outcome(task->fact("outcome")), words_of_duration(task->duration_us));
  if (const auto waited = number_of(task->fact("waited_us")); waited >= 1'000)
    text += ", after a wait of " + words_of_duration(waited);
  if (const auto failures = task->fact("failures"); !failures.empty())
    text += fmt::format(", after {} failed {}", failures, failures == "1" ? "try" : "tries");
  return text;
}

std::string words_of_try(const event& request, const event* task) {
  auto text = words_of_task(request);
  if (request.fact("queue") != "main") text += fmt::format(" in queue {}", request.fact("queue"));
  if (task == nullptr) return text + ": not ended in this trace";
  if (const auto outcome = task->fact("outcome"); outcome != "done")
    text += fmt::format(": {}", words_of_outcome(outcome));
  if (const auto waited = number_of(task->fact("waited_us")); waited >= 1'000)
    text += ", after a wait of " + words_of_duration(waited);
  if (const auto reason = task->fact("reason"); !reason.empty()) text += fmt::format(" ({})", reason);
  return text;
}

std::string words_of_helm(const event& x) {
  const auto operation = x.fact("operation");
  const auto revision = x.fact("revision");
  const bool has_failed = x.fact("outcome") == "failed";
  return fmt::format("Helm and release '{}': {}{}{}", x.fact("module"),
                     operation == "skip"      ? "left it as it is"
                     : operation == "hold"    ? "held back an upgrade"
                     : operation == "put off" ? "put an upgrade off"
                     : operation == "wait"    ? "let an upgrade wait"
                     : operation == "render"  ? (has_failed ? "rendering" : "rendered it, and left it as it is")
                                              : std::string(operation),
                     has_failed ? ", which failed" : "",
                     revision.empty() ? "" : fmt::format(", revision {}", revision));
}

std::string words_of_part(const event& x) {
  if (x.facts.empty()) return x.type.text() + " " + x.summary;
  if (x.type == trace_span::helm)
    return fmt::format("{}: {}{}", words_of_helm(x), x.fact("reason"),
                       x.fact("removes").empty() ? "" : "; it removes " + std::string(x.fact("removes")));
  if (x.type == trace_span::enabled_script)
    return fmt::format("enabled script of module '{}': {}", x.fact("module"),
                       x.fact("enabled") == "true" ? "enabled" : "disabled");
  if (x.type == trace_span::hook)
    return fmt::format("{} for {}{}", words_of_hook(x), x.fact("binding"),
                       x.fact("outcome") == "failed" ? ": failed" : "");
  const auto changes = x.fact("source") == "start" ? std::vector<std::string>{} : words_of_changes(x, changes_in_line);
  return words_of(x) + (changes.empty() ? "" : fmt::format(": {}", fmt::join(changes, ", ")));
}

std::string words_of_change(const base::value_change& x) {
  auto text = fmt::format("{}: {} -> {}", x.key, x.before.value_or("(none)"), x.after.value_or("(none)"));
  if (!x.effective) text += "   (in the ConfigMap only: hooks and charts get another value)";
  return text;
}

std::string words_of_changed_keys(const event& commit) {
  auto text = fmt::format("{} changed", words_of_author(commit));
  for (std::size_t i = 0; i < commit.changes.size() && i < changes_in_line; ++i)
    text += fmt::format("{} {}", i == 0 ? "" : ",", commit.changes[i].key);
  if (commit.changes.size() > changes_in_line)
    text += fmt::format(" and {} more values", commit.changes.size() - changes_in_line);
  return text;
}

std::vector<std::string> words_of_changes(const event& commit, std::size_t most) {
  std::vector<std::string> lines;
  for (const auto& x : commit.changes) {
    if (lines.size() == most) {
      lines.push_back(fmt::format("and {} more values", commit.changes.size() - most));
      break;
    }
    lines.push_back(words_of_change(x));
  }
  return lines;
}

} // namespace trace::read
