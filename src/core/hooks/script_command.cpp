#include "core/hooks/script_command.hpp"

#include <algorithm>

namespace core::hooks {

namespace {

std::string directory_of(const std::string& path) {
  auto slash = path.rfind('/');
  return slash == std::string::npos || slash == 0 ? "/" : path.substr(0, slash);
}

/// Makes a hook's name fit into a file name.
std::string safe_name(std::string_view hook) {
  std::string out(hook);
  auto is_safe = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_';
  };
  std::replace_if(
    out.begin(), out.end(), [&](char c) { return !is_safe(c); }, '-');
  return out;
}

/// The two files with values that both hooks and `enabled` scripts get.
std::vector<input_file> values_files(const std::string& owner, run_texts& texts) {
  std::vector<input_file> files;
  files.push_back(
    {"CONFIG_VALUES_PATH", owner + ".module-config-values-" + texts.unique + ".json", std::move(texts.config_values)});
  files.push_back({"VALUES_PATH", owner + ".module-values-" + texts.unique + ".json", std::move(texts.values)});
  return files;
}

} // namespace

script_command hook_command(const script_place& hook) {
  script_command command;
  command.working_directory = directory_of(hook.path);
  command.variables.emplace_back("WORKING_DIR", hook.hooks_directory);
  if (hook.venv != python_venv::none && hook.path.ends_with(".py")) {
    const auto venv = hook.hooks_directory + "/venv";
    command.argv.push_back(venv + "/bin/python3");
    // PYTHONHOME is the place of the standard library. A plain venv finds the library through its pyvenv.cfg.
    if (hook.venv == python_venv::self_contained) command.variables.emplace_back("PYTHONHOME", venv);
  }
  if (!hook.arguments.empty() && !hook.module.empty()) {
    command.variables.emplace_back("MODULE_NAME", hook.module);
    // Deckhouse sets these variables for hooks of applications. Here they are empty, because charts often set
    // the same variables for the operator, and these values must not reach hooks.
    for (const auto* name : {"APPLICATION_NAME", "APPLICATION_NAMESPACE"}) command.variables.emplace_back(name, "");
  }
  command.argv.push_back(hook.path);
  command.argv.insert(command.argv.end(), hook.arguments.begin(), hook.arguments.end());
  return command;
}

script_command hook_config_command(const script_place& hook) {
  auto command = hook_command(hook);
  command.argv.emplace_back("--config");
  return command;
}

script_command batch_config_command(const script_place& hook) {
  auto command = hook_command(hook);
  command.argv.insert(command.argv.end(), {"hook", "config"});
  return command;
}

script_command enabled_command(const std::string& path) {
  return {.argv = {path}, .working_directory = directory_of(path), .variables = {}};
}

std::vector<input_file> hook_input_files(run_texts texts) {
  const std::string owner = texts.module.empty() ? "global" : texts.module;
  const std::string hook = safe_name(texts.hook);
  const std::string& unique = texts.unique;
  auto files = values_files(owner, texts);
  files.push_back({"BINDING_CONTEXT_PATH", owner + ".module-hook-" + hook + "-binding-context-" + unique + ".json",
                   std::move(texts.binding_context)});
  files.push_back({"CONFIG_VALUES_JSON_PATCH_PATH", hook + ".module-hook-config-values-" + unique + ".json-patch", {}});
  files.push_back({"VALUES_JSON_PATCH_PATH", hook + ".module-hook-values-" + unique + ".json-patch", {}});
  files.push_back({"METRICS_PATH", hook + ".module-hook-metrics-" + unique + ".json", {}});
  files.push_back({"KUBERNETES_PATCH_PATH", hook + "-object-patch-" + unique, {}});
  const auto admission = hook + "-admission-response-" + unique + ".json";
  files.push_back({"VALIDATING_RESPONSE_PATH", admission, {}});
  files.push_back({"ADMISSION_RESPONSE_PATH", admission, {}, true});
  files.push_back({"CONVERSION_RESPONSE_PATH", hook + "-conversion-response-" + unique + ".json", {}});
  return files;
}

std::vector<input_file> enabled_input_files(run_texts texts) {
  auto files = values_files(texts.module, texts);
  files.push_back({"MODULE_ENABLED_RESULT", texts.module + ".module-enabled-result-" + texts.unique, {}});
  files.push_back({"MODULE_ENABLED_REASON", texts.module + ".module-enabled-reason-" + texts.unique, {}});
  return files;
}

} // namespace core::hooks
