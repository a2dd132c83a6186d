#include "support/scripted_hooks.hpp"

#include "core/hooks/batch_config.hpp"
#include "text/json/json_pointer.hpp"

#include <cassert>
#include <sstream>
#include <utility>

namespace test {

namespace {

std::string reason_of(const text::json& context) {
  auto text = context.string_at("binding").value_or("?");
  if (const auto event = context.string_at("watchEvent")) return text + ":" + *event;
  const auto type = context.string_at("type").value_or("");
  if (type == "Synchronization" || type == "Group") return text + ":" + type;
  return text;
}

} // namespace

text::json hook_run::value(std::string_view pointer) const {
  const auto document = text::parse_json(values);
  const auto place = text::parse_json_pointer(pointer);
  const auto* found = document && place ? text::find_at(*document, *place) : nullptr;
  return found == nullptr ? text::json{} : *found;
}

std::string hook_run::reasons() const {
  std::string text;
  const auto contexts = text::parse_json(context);
  if (!contexts || !contexts->is_array()) return text;
  for (const auto& x : contexts->as_array()) text += (text.empty() ? "" : "+") + reason_of(x);
  return text;
}

// A list of configurations makes a program with several hooks, whose runs are called `web/a 0`, `web/a 1` …
void scripted_hooks::add_hook(const std::string& path, std::string script, std::string config, hook_script play) {
  by_path_[path] = {std::move(script), std::move(config), std::move(play), true};
}

void scripted_hooks::add_enabled(const std::string& path, std::string script, hook_script play) {
  by_path_[path] = {std::move(script), {}, std::move(play), false};
}

scripted_hooks::entry& scripted_hooks::find(std::string_view script) {
  for (auto& [path, x] : by_path_)
    if (x.script == script) return x;
  assert(false && "no such script");
  return by_path_.begin()->second;
}

void scripted_hooks::replace(std::string_view script, hook_script play) {
  find(script).play = std::move(play);
}

void scripted_hooks::reconfigure(std::string_view script, std::string config) {
  find(script).config = std::move(config);
}

fake_end scripted_hooks::run(fake_process& process) {
  const auto& argv = process.spec().argv;
  const auto known = by_path_.find(argv.front());
  if (known == by_path_.end()) return fake_end::exits(127);
  // A script may replace itself while it plays.
  const auto found = known->second;
  // A program with several hooks knows `hook config` and `hook run NUMBER` only.
  const bool is_batch = argv.size() > 2 && argv[1] == "hook";
  if (is_batch != core::hooks::is_batch_config(found.config) && argv.size() > 1) return fake_end::exits(1);
  if (argv.size() > 1 && argv.back() == (is_batch ? "config" : "--config")) {
    process.print(sys::process::stream::out, found.config);
    if (!found.config_words.empty()) process.print(sys::process::stream::err, found.config_words);
    return fake_end::exits(found.config.empty() ? 1 : 0);
  }
  hook_run run;
  run.script = is_batch ? found.script + " " + argv.back() : found.script;
  run.config_values = process.file("CONFIG_VALUES_PATH");
  run.values = process.file("VALUES_PATH");
  if (found.is_hook) run.context = process.file("BINDING_CONTEXT_PATH");
  if (found.play) found.play(run);
  if (on_run) on_run(found.is_hook ? run.script + " " + run.reasons() : run.script);
  runs_.push_back(run);
  // As a process does: line by line.
  std::istringstream words(run.words);
  for (std::string line; std::getline(words, line);) process.print(sys::process::stream::err, line);
  if (!run.failure.empty()) {
    process.print(sys::process::stream::err, run.failure);
    return fake_end::exits(1);
  }
  if (!found.is_hook) {
    process.write_file("MODULE_ENABLED_RESULT", run.enabled);
    return run.end;
  }
  process.write_file("CONFIG_VALUES_JSON_PATCH_PATH", run.config_patch);
  process.write_file("VALUES_JSON_PATCH_PATH", run.values_patch);
  process.write_file("KUBERNETES_PATCH_PATH", run.object_patch);
  process.write_file("METRICS_PATH", run.metrics);
  process.write_file("VALIDATING_RESPONSE_PATH", run.answer);
  process.write_file("CONVERSION_RESPONSE_PATH", run.converted);
  return run.end;
}

} // namespace test
