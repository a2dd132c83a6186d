#include "commands/hook_player.hpp"

#include "commands/command_directory.hpp"
#include "commands/hook_on_disk.hpp"
#include "hook_cases/case_run.hpp"
#include "setup/absolute_path.hpp"
#include "sys/files/environment.hpp"
#include "sys/files/file_tree.hpp"
#include "sys/files/files.hpp"
#include "sys/process/guard_process.hpp"
#include "text/yaml/yaml.hpp"

#include <filesystem>
#include <utility>
#include <vector>

namespace commands {

namespace {

/// The time limit of a command after a signal.
constexpr std::chrono::seconds stop_limit{10};

std::string words_of(const hook_on_disk& x) {
  return "hook '" + x.hook.name + "'" + (x.module.empty() ? "" : " of module '" + x.module + "'");
}

base::result<std::vector<text::json>> read_documents(const std::string& path) {
  const auto text = sys::files::read_file(path, sys::files::whole_file);
  if (!text) return tl::unexpected(text.error());
  auto documents = text::parse_yaml_stream(*text);
  if (!documents) return base::fail(path, documents.error());
  return documents;
}

bool is_object_file(const sys::files::tree_entry& x) {
  return !x.is_directory && (x.path.ends_with(".yaml") || x.path.ends_with(".yml") || x.path.ends_with(".json"));
}

base::result<std::vector<std::string>> files_at(const std::string& path) {
  if (!sys::files::directory_exists(path)) return std::vector<std::string>{path};
  const auto entries = sys::files::list_directory(path);
  if (!entries) return tl::unexpected(entries.error());
  std::vector<std::string> files;
  for (const auto& x : *entries)
    if (is_object_file(x)) files.push_back(path + "/" + x.path);
  return files;
}

} // namespace

base::result<std::vector<text::json>> read_objects(const std::vector<std::string>& paths) {
  std::vector<text::json> all;
  for (const auto& path : paths) {
    const auto files = files_at(path);
    if (!files) return tl::unexpected(files.error());
    for (const auto& file : *files) {
      const auto documents = read_documents(file);
      if (!documents) return tl::unexpected(documents.error());
      all.insert(all.end(), documents->begin(), documents->end());
    }
  }
  return all;
}

base::result<text::json> read_map(const std::string& path) {
  if (path.empty()) return text::json::object();
  const auto text = sys::files::read_file(path);
  if (!text) return tl::unexpected(text.error());
  auto map = text::parse_yaml(*text);
  if (!map) return base::fail(path, map.error());
  if (map->is_null()) return text::json::object();
  if (!map->is_object()) return base::fail(base::error_code::invalid_input, path + ": expected a map");
  return map;
}

hook_player::hook_player(sys::process::guard guard, sys::files::temp_dir tmp, std::chrono::milliseconds limit)
  : tmp_(std::move(tmp)), limit_(limit), processes_({.guard = std::make_shared<sys::process::guard>(std::move(guard))}),
    signals_([this](int came) {
      sys::process::end_process_after(stop_limit);
      signal_ = came;
      processes_.end();
    }) {}

base::result<std::unique_ptr<hook_player>> hook_player::begin(std::chrono::milliseconds limit) {
  auto guard = sys::process::guard::start();
  if (!guard) return base::fail(base::error_code::io, "the guard of processes cannot be started");
  sys::process::block_stop_signals();
  auto tmp = make_command_directory("addon-operator-hook-");
  if (!tmp) return tl::unexpected(tmp.error());
  return std::unique_ptr<hook_player>(new hook_player(std::move(*guard), std::move(*tmp), limit));
}

base::result<hook_played> hook_player::play(const hook_cases::hook_case& x, const std::string& directory) {
  const auto path = std::filesystem::path(x.hook).is_absolute() ? x.hook : directory + "/" + x.hook;
  auto found = read_hook_on_disk(setup::absolute_path(path), x.name, {x.values, x.config}, tmp_);
  if (!found) return tl::unexpected(found.error());
  const auto why = x.why ? base::result<hook_cases::occasion>(*x.why) : hook_cases::usual_occasion(found->hook);
  if (!why) return base::fail(words_of(*found), why.error());
  const auto objects = hook_cases::given_objects::of(x.objects, std::move(found->kinds));
  if (!objects) return tl::unexpected(objects.error());
  const auto context = hook_cases::context_for(found->hook, *why, *objects);
  if (!context) return base::fail(words_of(*found), context.error());
  const core::hooks::script_place place{found->hook.path, found->source.directory, found->source.found.venv,
                                        found->hook.arguments, found->module};
  const hook_cases::hook_to_run run{found->hook, place, core::values::values_owner{found->module},
                                    found->platform.enabled_with(found->module)};
  auto outcome =
    hook_cases::run_case(run, *context, found->platform.values, {processes_, tmp_, sys::files::environment(), limit_});
  return hook_played{{words_of(*found), hook_cases::describe(*why), context->text.text()}, *why, std::move(outcome)};
}

} // namespace commands
