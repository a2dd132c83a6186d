#include "chart_rendering.hpp"

#include "actors/releases/chart_files.hpp"
#include "core/releases/helm_error.hpp"
#include "core/releases/object_difference.hpp"
#include "core/text/json_merge.hpp"
#include "core/text/json_pointer.hpp"
#include "core/text/yaml.hpp"
#include "platform_files.hpp"
#include "program_run.hpp"
#include "sys/environment.hpp"
#include "sys/files.hpp"

#include <utility>

namespace {

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

/// Where Helm finds the chart; one is made for a module without Chart.yaml.
core::result<std::string> chart_of(const actors::module_setup& module, const sys::temp_dir& tmp) {
  const auto& [name, directory, hooks, definitions] = module.source;
  const auto files = actors::read_chart_files(directory);
  if (!files) return tl::unexpected(files.error());
  if (files->chart.kind == core::chart_kind::chart) return directory;
  if (files->chart.kind == core::chart_kind::none)
    return core::fail(core::error_code::not_found,
                      "module '" + name + "' has neither Chart.yaml nor templates: helm applies nothing for it");
  const auto made = tmp.file("chart-" + name);
  return actors::make_synthetic_chart(directory, *files, name, made).map([&] { return made; });
}

} // namespace

core::result<rendered_platform> read_rendered_platform(const cli::start_options& from, const std::string& values_file) {
  const auto file = values_file.empty() ? core::result<core::json>(core::json::object()) : read_values(values_file);
  if (!file) return tl::unexpected(file.error());
  auto files = read_platform_files(
    from.modules_dirs, from.global_hooks_dir,
    {.schema_dirs = from.schema_dirs, .definitions = from.definitions, .unnumbered_order = from.unnumbered_order});
  if (!files) return tl::unexpected(files.error());
  rendered_platform made{std::move(files->modules), std::move(files->global_hooks), core::values_book(from.flag_order)};
  made.values.load(std::move(files->values));
  made.values.apply_configuration({}, 0); // there is no ConfigMap
  if (const auto done = lay_over(made, *file, values_file); !done) return tl::unexpected(done.error());
  return made;
}

tl::expected<std::vector<core::json>, rendering_failure> render_chart(const actors::module_setup& module,
                                                                      const std::string& values,
                                                                      const rendering_options& options,
                                                                      const sys::temp_dir& tmp) {
  const auto& name = module.source.name;
  const auto chart = chart_of(module, tmp);
  if (!chart) return tl::unexpected(rendering_failure{false, chart.error().message});
  const auto file = tmp.file(name + ".json");
  if (const auto written = sys::write_file_private(file, values); !written)
    return tl::unexpected(rendering_failure{false, written.error().message});
  sys::process_spec helm;
  helm.argv = {options.helm,           "template",     name,         *chart, "--values", file, "--namespace",
               options.namespace_name, "--is-upgrade", "--skip-crds"};
  if (!options.with_helm_hooks) helm.argv.emplace_back("--no-hooks");
  helm.environment = sys::environment();
  const auto end = run_to_its_end(std::move(helm));
  if (end.exit.exit_code != 0) {
    const auto& not_started = end.exit.start_error;
    return tl::unexpected(
      rendering_failure{true, "module '" + name + "': helm template: "
                                + (not_started.empty() ? core::helm_error_text(end.errors) : not_started)});
  }
  const auto documents = core::parse_yaml_stream(end.exit.collected_stdout, core::duplicate_keys::last_counts);
  if (!documents)
    return tl::unexpected(rendering_failure{true, "what the chart of module '" + name
                                                    + "' renders to is not valid: " + documents.error().message});
  return core::objects_one_by_one(*documents);
}
