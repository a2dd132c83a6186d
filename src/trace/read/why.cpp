#include "trace/read/why.hpp"

#include "base/contains.hpp"
#include "trace/read/cause_story.hpp"
#include "trace/read/event_text.hpp"
#include "trace/read/known_names.hpp"
#include "trace/read/open_programs.hpp"
#include "trace/read/screen_text.hpp"
#include "trace/read/time_words.hpp"
#include "trace/read/why_review.hpp"
#include "trace/read/why_waiting.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace trace::read {

namespace {

constexpr std::size_t history_shown = 5;

known_names facts_of_all(const recorded_run& run, event_type type, fact_name fact) {
  known_names found;
  for (const auto& x : run.events())
    if (x.type == type)
      if (const auto text = x.fact(fact); !text.empty()) found.emplace(text);
  return found;
}

std::string time_of(const recorded_run& run, const event& x) {
  return time_words(run).both(x.time_us);
}

std::string helm_words(const event& x) {
  return fmt::format("{}, in {}: {}", words_of_helm(x), words_of_duration(x.duration_us), x.fact("reason"));
}

// -- run ---------------------------------------------------------------------

bool is_run_of(const event& x, std::string_view module) {
  return is_request_of_queue(x) && x.fact("task") == "ModuleRun" && x.fact("module") == module;
}

/// The hooks and Helm runs of the run, in order; they are reported before its causes. A hook for
/// Synchronization in a queue of its own is another task, so it is left out.
std::vector<std::string> parts_of(const recorded_run& run, const event& request) {
  std::vector<std::string> parts;
  const auto* task = run.task_of(request);
  for (const auto& x : run.events()) {
    if (x.id < request.id || (task != nullptr && x.id > task->id) || x.fact("module") != request.fact("module"))
      continue;
    if (x.type == trace_span::helm) parts.push_back(helm_words(x));
    if (x.type == trace_span::hook && x.fact("queue") == request.fact("queue"))
      parts.push_back(fmt::format("hook '{}' for {}: {} in {}{}", x.fact("hook"), x.fact("binding"), x.fact("outcome"),
                                  words_of_duration(x.duration_us),
                                  x.fact("values").empty() ? "" : ", and changed values"));
  }
  return parts;
}

std::string story_of_run(const recorded_run& run, const event& request) {
  auto story = cause_story(run).tree_of(request);
  for (auto& part : parts_of(run, request)) story.details.push_back(std::move(part));
  return text_of_story(story, time_words(run));
}

/// A line about the deletion of the module after its last run; empty: the module was not deleted since.
std::string what_ended(const recorded_run& run, const event& last_run, const std::string& module) {
  const auto* deletion = run.last([&](const event& x) {
    return is_request_of_queue(x) && x.fact("task") == "ModuleDelete" && x.fact("module") == module;
  });
  if (deletion == nullptr || deletion->id < last_run.id) return {};
  return fmt::format("since then:\n  {}  {}; `trace why disabled {}` has the reason\n", time_of(run, *deletion),
                     words_of_task(*deletion), module);
}

/// Whether the path names the hook, with or without the name of its module before the path.
bool is_run_of_hook(const event& x, std::string_view hook) {
  if (!is_request_of_queue(x) || x.fact("hook").empty()) return false;
  return x.fact("hook") == hook || fmt::format("{}/{}", x.fact("module"), x.fact("hook")) == hook;
}

/// The last task that has run the hook, or may still run it. A task without contexts for the hook ends
/// without a run.
const event* last_run_of_hook(const recorded_run& run, const std::string& hook) {
  std::set<const event*> with_run;
  for (const auto& x : run.events())
    if (x.type == trace_span::hook) with_run.insert(run.request_of(x));
  return run.last(
    [&](const event& x) { return is_run_of_hook(x, hook) && (with_run.contains(&x) || run.task_of(x) == nullptr); });
}

/// The hook whose path ends with the name, if it is the only such hook.
std::string hook_by_file_name(const recorded_run& run, const std::string& name) {
  known_names found;
  for (const auto& x : run.events())
    if (is_request_of_queue(x) && x.fact("hook").ends_with("/" + name))
      found.insert(fmt::format("{}/{}", x.fact("module"), x.fact("hook")));
  return found.size() == 1 ? *found.begin() : std::string();
}

/// The last run of a hook that runs as a part of a task of its module; empty: no such run.
std::string story_of_part(const recorded_run& run, const std::string& hook) {
  const auto* asked = run.last([&](const event& x) {
    return x.type == "run_hook"
           && (x.fact("hook") == hook || fmt::format("{}/{}", x.fact("module"), x.fact("hook")) == hook);
  });
  if (asked == nullptr) return {};
  auto story = cause_story(run).tree_of(*asked);
  if (base::contains(open_programs(run), asked)) story.details.emplace_back("it has not ended in this trace");
  return text_of_story(story, time_words(run));
}

base::result<std::string> why_run(const recorded_run& run, const std::string& name) {
  const auto* last = run.last([&](const event& x) { return is_run_of(x, name); });
  if (last != nullptr) return story_of_run(run, *last) + what_ended(run, *last, name);
  last = last_run_of_hook(run, name);
  if (last == nullptr) last = last_run_of_hook(run, hook_by_file_name(run, name));
  if (last != nullptr) return text_of_story(cause_story(run).tree_of(*last), time_words(run));
  if (auto story = story_of_part(run, name); !story.empty()) return story;
  known_names ran;
  for (const auto& x : run.events())
    if (x.type == "run_hook")
      ran.emplace(x.fact("hook"));
    else if (is_request_of_queue(x))
      ran.emplace(x.fact("task") == "ModuleRun" ? x.fact("module") : x.fact("hook"));
  ran.erase("");
  return nothing_of("no run of a module or hook '" + name + "'", ran);
}

// -- value -------------------------------------------------------------------

/// Whether a change concerns the value, a part of it, or a value that contains it.
bool is_about(const base::value_change& change, std::string_view key) {
  const std::string_view changed = change.key;
  const auto is_in = [](std::string_view part, std::string_view whole) {
    return part.size() > whole.size() && part.starts_with(whole) && part[whole.size()] == '.';
  };
  return changed == key || is_in(changed, key) || is_in(key, changed);
}

bool changes_value(const event& x, std::string_view key) {
  return x.type == trace_span::values_commit
         && std::any_of(x.changes.begin(), x.changes.end(),
                        [&](const base::value_change& y) { return is_about(y, key); });
}

/// Whether the commit has changed the value for hooks and charts.
bool takes_effect(const event& x, std::string_view key) {
  return x.type == trace_span::values_commit && std::any_of(x.changes.begin(), x.changes.end(), [&](const auto& y) {
           return y.effective && is_about(y, key);
         });
}

/// The changes of this value in the commit, without changes of other values.
std::vector<std::string> changes_of_value(const event& commit, std::string_view key) {
  event only;
  for (const auto& x : commit.changes)
    if (is_about(x, key)) only.changes.push_back(x);
  return words_of_changes(only);
}

std::string line_of(const recorded_run& run, const event& commit, std::string_view key) {
  return fmt::format("  {}  {}\n      {}\n", time_of(run, commit), words_of(commit),
                     fmt::join(changes_of_value(commit, key), "\n      "));
}

/// Later changes of the ConfigMap that a stronger layer hides, the last ones.
std::string hidden_since(const recorded_run& run, const event& last, std::string_view key) {
  std::string text;
  std::size_t hidden = 0;
  for (auto x = run.events().rbegin(); x != run.events().rend() && x->id > last.id; ++x)
    if (changes_value(*x, key) && ++hidden <= history_shown) text.insert(0, line_of(run, *x, key));
  if (hidden == 0) return {};
  const auto more = hidden - std::min(hidden, history_shown);
  return "since then, without effect:\n" + (more == 0 ? "" : fmt::format("  {} earlier changes, and\n", more)) + text;
}

/// The last edit of the ConfigMap, if its content for the value cannot be used.
std::string refused_since(const recorded_run& run, const event& last, std::string_view key) {
  const auto section = key.substr(0, key.find('.'));
  const auto* edit = run.last([](const event& x) {
    return x.type == trace_span::values_commit && (x.fact("source") == "ConfigMap" || x.fact("source") == "start");
  });
  if (edit == nullptr || edit->id < last.id) return {};
  const auto unused = fmt::format(", {}, ", edit->fact("unused_sections"));
  if (unused.find(fmt::format(", {}, ", section)) == unused.npos) return {};
  return fmt::format(
    "since {} section '{}' of the ConfigMap (version {}) cannot be used, so that its last valid content "
    "counts; the log says why (config_section_invalid)\n",
    time_of(run, *edit), section, edit->fact("version"));
}

std::string history_of(const recorded_run& run, const event& last, std::string_view key) {
  std::string text;
  std::size_t shown = 0;
  for (auto x = run.events().rbegin(); x != run.events().rend(); ++x) {
    if (x->id >= last.id || !changes_value(*x, key)) continue;
    if (shown++ == history_shown) {
      text += "  and more before\n";
      break;
    }
    text += line_of(run, *x, key);
  }
  return text.empty() ? text : "before that:\n" + text;
}

std::string value_text(const recorded_run& run, const event& commit, std::string_view key) {
  auto story = cause_story(run).tree_of(commit);
  story.details = changes_of_value(commit, key);
  return text_of_story(story, time_words(run)) + refused_since(run, commit, key) + hidden_since(run, commit, key)
         + history_of(run, commit, key);
}

base::result<std::string> why_value(const recorded_run& run, const std::string& key) {
  // The value that counts may be older than the last change: a hook's patch hides later edits of the
  // ConfigMap.
  const auto* last = run.last([&](const event& x) { return takes_effect(x, key); });
  if (last == nullptr) last = run.last([&](const event& x) { return changes_value(x, key); });
  if (last != nullptr) return value_text(run, *last, key);
  known_names keys;
  for (const auto& x : run.events())
    for (const auto& change : x.changes) keys.insert(change.key);
  return nothing_of("no change of '" + key + "'", keys);
}

// -- release -----------------------------------------------------------------

/// The message that asked for the last work of Helm on the release that has not ended; null: there is none.
const event* open_work_on(const recorded_run& run, const std::string& release) {
  const event* found = nullptr;
  for (const auto* x : open_programs(run))
    if (x->type != "run_hook" && x->summary.starts_with("helm ") && x->summary.ends_with(" " + release)) found = x;
  return found;
}

base::result<std::string> why_release(const recorded_run& run, const why_question& question) {
  const auto* open = question.revision ? nullptr : open_work_on(run, question.name);
  const auto revision = question.revision ? std::to_string(*question.revision) : std::string();
  const event* found = nullptr;
  for (const auto& x : run.events()) {
    if (x.type != trace_span::helm || x.fact("module") != question.name) continue;
    // A later decision to skip or to render names the revision, too, but only the upgrade has made it.
    if (!revision.empty() && (x.fact("revision") != revision || x.fact("operation") != "upgrade")) continue;
    found = &x;
  }
  if (open != nullptr && (found == nullptr || open->id > found->id)) {
    auto story = cause_story(run).tree_of(*open);
    story.details.emplace_back("it has not ended in this trace");
    return text_of_story(story, time_words(run));
  }
  if (found == nullptr && !revision.empty())
    return base::fail(base::error_code::not_found, "this trace has no upgrade that made revision " + revision
                                                     + " of release '" + question.name
                                                     + "'; without a number, the last work on it is reported");
  if (found == nullptr)
    return nothing_of("no work of Helm on a release '" + question.name + "'",
                      facts_of_all(run, trace_span::helm, "module"));
  auto story = cause_story(run).tree_of(*found);
  story.text = helm_words(*found);
  if (const auto removed = found->fact("removes"); !removed.empty())
    story.details.push_back("removes " + std::string(removed));
  if (const auto error = found->fact("error"); !error.empty()) story.details.emplace_back(error);
  return text_of_story(story, time_words(run));
}

// -- disabled ----------------------------------------------------------------

/// `webAppEnabled` for the module `web-app`.
bool is_flag_of(std::string_view key, std::string_view module) {
  constexpr std::string_view end = "Enabled";
  if (!key.ends_with(end)) return false;
  key.remove_suffix(end.size());
  const auto plain = [](std::string_view text) {
    std::string letters;
    for (const char c : text)
      if (c != '-') letters += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return letters;
  };
  return plain(key) == plain(module);
}

std::string why_flag(const recorded_run& run, const std::string& module) {
  const auto is_flag = [&](const base::value_change& x) { return is_flag_of(x.key, module); };
  const auto* commit =
    run.last([&](const event& x) { return std::any_of(x.changes.begin(), x.changes.end(), is_flag); });
  if (commit == nullptr)
    return "its flag was never on in this trace: neither a values file nor the ConfigMap nor a global hook switches it "
           "on\n";
  return value_text(run, *commit, std::find_if(commit->changes.begin(), commit->changes.end(), is_flag)->key);
}

std::string why_script(const recorded_run& run, const std::string& module) {
  const auto* script = run.last([&](const event& x) {
    return x.type == trace_span::enabled_script && x.fact("module") == module && x.fact("enabled") == "false";
  });
  if (script == nullptr) return {};
  auto story = cause_story(run).tree_of(*script);
  story.text = "its enabled script answered: disabled";
  if (const auto reason = script->fact("reason"); !reason.empty()) story.text += ", \"" + std::string(reason) + "\"";
  return text_of_story(story, time_words(run));
}

/// A queue asks for the run of each enabled module, even if the module cannot run.
std::string why_enabled(const recorded_run& run, const event& request, const std::string& module) {
  const auto* task = run.task_of(request);
  const auto outcome = task == nullptr ? std::string_view() : task->fact("outcome");
  const auto enabled = fmt::format("module '{}' is enabled", module);
  if (outcome == "done")
    return fmt::format("{}: it ran at {}, after the last discovery\n", enabled, time_of(run, request));
  if (task == nullptr) return fmt::format("{}: its run began at {} and goes on\n", enabled, time_of(run, request));
  const auto reason = task->fact("reason");
  return fmt::format("{}, but {} at {}{}{}\n", enabled,
                     outcome == "failed" ? "its run failed" : "it did not run to its end", time_of(run, request),
                     reason.empty() ? "" : ": ", reason);
}

constexpr std::string_view wanted_before = "wanted_before:";

base::result<std::string> why_disabled(const recorded_run& run, const std::string& module) {
  const auto* discovery = run.last([](const event& x) { return x.type == trace_span::discovery; });
  if (discovery == nullptr) return base::fail(base::error_code::not_found, "this trace has no discovery of modules");
  const auto reason = discovery->fact_named(module);
  if (reason.empty()) {
    const auto* enabled =
      run.last([&](const event& x) { return is_run_of(x, module) && x.time_us >= discovery->time_us; });
    // A discovery names only modules that are not enabled. So a run after the discovery shows that this
    // module is enabled.
    if (enabled != nullptr) return why_enabled(run, *enabled, module);
    known_names others;
    for (const auto& [name, why_not] : discovery->facts)
      if (!name.starts_with(wanted_before)) others.insert(name);
    return nothing_of(fmt::format("no disabled module '{}': the last discovery ({}) has not found it disabled", module,
                                  time_of(run, *discovery)),
                      others);
  }
  if (reason.starts_with("kept as it is: "))
    return fmt::format("module '{}' is neither run nor deleted since the discovery at {}: {}\n{}", module,
                       time_of(run, *discovery), reason, why_script(run, module));
  auto text =
    fmt::format("module '{}' is not enabled since the discovery at {}: {}\n", module, time_of(run, *discovery), reason);
  if (reason == "by its flag") text += why_flag(run, module);
  if (reason == "by its enabled script") text += why_script(run, module);
  if (const auto by = discovery->fact_named(wanted_before_fact(module)); !by.empty())
    text += fmt::format("when its release was made, it was switched on by: {}\n", by);
  return text;
}

} // namespace

std::string wanted_before_fact(const std::string& module) {
  return std::string(wanted_before) + module;
}

namespace {

base::result<std::string> answer(const recorded_run& run, const why_question& question) {
  switch (question.what) {
    case why_question::about::run: return why_run(run, question.name);
    case why_question::about::value: return why_value(run, question.name);
    case why_question::about::release: return why_release(run, question);
    case why_question::about::disabled: return why_disabled(run, question.name);
    case why_question::about::waiting: return why_waiting(run, question.name);
    case why_question::about::review: return why_review(run, question.name);
    case why_question::about::not_ready: return why_not_ready(run);
  }
  return {};
}

} // namespace

base::result<std::string> why(const recorded_run& run, const why_question& question) {
  return answer(run, question).map([&](const std::string& text) { return on_one_screen(text, question.width); });
}

} // namespace trace::read
