#include "render_command.hpp"

#include "actors/releases/chart_files.hpp"
#include "core/releases/helm_error.hpp"
#include "core/releases/manifest.hpp"
#include "core/releases/object_difference.hpp"
#include "core/text/json_merge.hpp"
#include "core/text/json_pointer.hpp"
#include "core/text/yaml.hpp"
#include "core/text/yaml_writer.hpp"
#include "core/values/rendered_view.hpp"
#include "core/values/values_book.hpp"
#include "helm_binary.hpp"
#include "platform_files.hpp"
#include "sys/environment.hpp"
#include "sys/files.hpp"
#include "sys/process_reactor.hpp"
#include "sys/temp_dir.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <future>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr int helm_failed = 1;
constexpr int cannot_be_used = 2;

int refuse(int code, const std::string& reason) {
  std::fputs(("addon-operator: " + reason + "\n").c_str(), stderr);
  return code;
}

core::result<core::json> read_values(const std::string& path) {
  const auto text = sys::read_file(path);
  if (!text) return tl::unexpected(text.error());
  auto values = core::parse_yaml(*text);
  if (!values) return core::fail(path, values.error());
  if (values->is_null()) return core::json::object();
  if (values->is_object()) return values;
  return core::fail(core::error_code::invalid_input,
                    path + ": expected keys as in modules/values.yaml, 'webApp: {replicas: 2}'");
}

/// What there is to render: modules on disk, and values.
struct rendered_platform {
  std::vector<actors::module_setup> modules;
  core::values_book values;

  [[nodiscard]] const actors::module_setup* find(const std::string& name) const {
    const auto at = std::find_if(modules.begin(), modules.end(), [&](const auto& x) { return x.source.name == name; });
    return at == modules.end() ? nullptr : &*at;
  }

  [[nodiscard]] std::string names() const {
    std::string text;
    for (const auto& x : modules) text += (text.empty() ? "" : ", ") + x.source.name;
    return text.empty() ? "none" : text;
  }

  /// As `global.enabledModules` would have them if no `enabled` script said no; the one to render is among them.
  [[nodiscard]] std::vector<std::string> enabled_with(const std::string& module) const {
    std::vector<std::string> names;
    for (const auto& x : modules)
      if (x.source.name == module || values.decided_flag(x.source.name).value_or(false)) names.push_back(x.source.name);
    return names;
  }
};

/// The operations by which a hook would bring one key of the file.
core::json operations_for(const std::string& key, const core::json& value, const core::json& now) {
  const auto add = [](const std::string& path, const core::json& x) {
    return core::json::object({{"op", "add"}, {"path", path}, {"value", x}});
  };
  if (!value.is_object()) return core::json::array({add("/" + key, value)}); // a flag
  core::json::array_type operations;
  for (const auto& [name, part] : value.as_object()) {
    const auto* known = now.find(name);
    operations.push_back(
      add(core::json_pointer{{key, name}}.text(), known == nullptr ? part : core::deep_merge(*known, part)));
  }
  return core::json::array(std::move(operations));
}

/// Who may set a key: the global section and flags are those of global hooks.
core::result<core::values_owner> owner_of(const std::string& key, const rendered_platform& platform) {
  if (key == core::values_owner{}.key()) return core::values_owner{};
  for (const auto& x : platform.modules) {
    const core::values_owner owner{x.source.name};
    if (key == owner.key()) return owner;
    if (key == owner.key() + "Enabled") return core::values_owner{};
  }
  return core::fail(core::error_code::not_found,
                    "'" + key + "' is neither 'global' nor the key of a module; there are: " + platform.names());
}

/// Lays the file over the values of the platform's files. It may bring what hooks would bring.
core::result<void> lay_over(rendered_platform& platform, const core::json& file, const std::string& path) {
  for (const auto& [key, value] : file.as_object()) {
    const auto owner = owner_of(key, platform);
    if (!owner) return core::fail(path, owner.error());
    const bool is_section = key == owner->key();
    if (is_section && !value.is_object())
      return core::fail(core::error_code::invalid_input, path + ": '" + key + "' must be a map");
    const auto operations = operations_for(key, value, platform.values.state()->section_values(*owner));
    if (operations.as_array().empty()) continue;
    const auto done =
      platform.values.prepare_hook_commit(*owner, operations.dump(), "").and_then([&](core::prepared_commit x) {
        return platform.values.commit(std::move(x), 0);
      });
    if (!done) return core::fail(path + ": '" + key + "'", done.error());
  }
  return {};
}

core::result<rendered_platform> read_platform(const cli::render_options& x) {
  const auto file = read_values(x.values_file);
  if (!file) return tl::unexpected(file.error());
  const auto& from = x.platform;
  auto files = read_platform_files(
    from.modules_dirs, from.global_hooks_dir,
    {.schema_dirs = from.schema_dirs, .definitions = from.definitions, .unnumbered_order = from.unnumbered_order});
  if (!files) return tl::unexpected(files.error());
  rendered_platform made{std::move(files->modules), core::values_book(from.flag_order)};
  if (made.find(x.module) == nullptr)
    return core::fail(core::error_code::not_found, "there is no module '" + x.module + "'; there are: " + made.names());
  made.values.load(std::move(files->values));
  made.values.apply_configuration({}, 0); // there is no ConfigMap
  if (const auto done = lay_over(made, *file, x.values_file); !done) return tl::unexpected(done.error());
  return made;
}

struct helm_end {
  sys::process_exit exit;
  std::string errors; ///< its stderr
};

helm_end run_helm(std::vector<std::string> argv) {
  std::promise<sys::process_exit> ended;
  std::string errors;
  sys::process_spec spec;
  spec.argv = std::move(argv);
  spec.environment = sys::environment();
  spec.collect_stdout = true;
  sys::process_events events;
  events.on_line = [&errors](sys::stream from, std::string_view line) {
    if (from == sys::stream::err) errors.append(line).append("\n");
    return sys::flow::go_on;
  };
  events.on_exit = [&ended](sys::process_exit exit) { ended.set_value(std::move(exit)); };
  sys::process_reactor processes;
  processes.start(std::move(spec), std::move(events));
  auto exit = ended.get_future().get();
  return {std::move(exit), std::move(errors)};
}

/// Where Helm finds the chart; one is made for a module without Chart.yaml.
core::result<std::string> chart_of(const actors::module_setup& module, const sys::temp_dir& tmp) {
  const auto& [name, directory, hooks, definitions] = module.source;
  const auto files = actors::read_chart_files(directory);
  if (!files) return tl::unexpected(files.error());
  if (files->chart.kind == core::chart_kind::chart) return directory;
  if (files->chart.kind == core::chart_kind::none)
    return core::fail(core::error_code::not_found,
                      "module '" + name + "' has neither Chart.yaml nor templates: helm applies nothing for it");
  const auto made = tmp.file("chart");
  return actors::make_synthetic_chart(directory, *files, name, made).map([&] { return made; });
}

void print(const std::vector<core::json>& objects, const cli::render_options& x, const core::values_state& values) {
  const auto secrets = core::secrets_of_chart(x.module, values);
  core::json::array_type shown;
  std::string text;
  for (const auto& object : objects) {
    const auto view = x.shows_secrets ? object : core::view_of_rendered(object, secrets);
    if (x.output == cli::debug_output::json)
      shown.push_back(view);
    else
      text +=
        x.output == cli::debug_output::text ? core::describe_object(view) + "\n" : "---\n" + core::write_yaml(view);
  }
  if (x.output == cli::debug_output::json)
    text = core::json::object({{"apiVersion", "v1"}, {"kind", "List"}, {"items", core::json::array(std::move(shown))}})
             .dump()
           + "\n";
  std::fputs(text.c_str(), stdout);
}

/// Renders with these values, and prints.
int render(const cli::render_options& x, const rendered_platform& platform, const std::string& values,
           const sys::temp_dir& tmp) {
  const auto helm = find_helm_binary(x.platform.helm_binary).path;
  if (helm.empty()) return refuse(cannot_be_used, "there is no helm: set HELM_BIN, or put helm into PATH");
  const auto chart = chart_of(*platform.find(x.module), tmp);
  if (!chart) return refuse(cannot_be_used, chart.error().message);
  const auto file = tmp.file("values.json");
  if (const auto written = sys::write_file_private(file, values); !written)
    return refuse(cannot_be_used, written.error().message);
  const auto& space = x.platform.namespace_name;
  const auto end = run_helm({helm, "template", x.module, *chart, "--values", file, "--namespace",
                             space.empty() ? "default" : space, "--no-hooks", "--is-upgrade", "--skip-crds"});
  if (end.exit.exit_code != 0) {
    const auto& not_started = end.exit.start_error;
    return refuse(helm_failed, "module '" + x.module + "': helm template: "
                                 + (not_started.empty() ? core::helm_error_text(end.errors) : not_started));
  }
  const auto documents = core::parse_yaml_stream(end.exit.collected_stdout, core::duplicate_keys::last_counts);
  if (!documents)
    return refuse(helm_failed,
                  "what the chart of module '" + x.module + "' renders to is not valid: " + documents.error().message);
  print(core::objects_one_by_one(*documents), x, *platform.values.state());
  return 0;
}

} // namespace

int run_render_command(const cli::render_options& x) {
  const auto platform = read_platform(x);
  if (!platform) return refuse(cannot_be_used, platform.error().message);
  if (const auto reason = platform->values.blocked(x.module)) return refuse(cannot_be_used, *reason);
  const auto values = platform->values.helm_values(x.module, platform->enabled_with(x.module));
  if (!values) return refuse(cannot_be_used, values.error().message);
  const auto tmp = sys::temp_dir::create(std::filesystem::temp_directory_path(), "addon-operator-render-");
  if (!tmp) return refuse(cannot_be_used, tmp.error().message);
  return render(x, *platform, *values, *tmp);
}
