#include "setup/chart_rendering.hpp"

#include "actors/releases/chart_copy.hpp"
#include "actors/releases/chart_files.hpp"
#include "core/releases/helm_error.hpp"
#include "core/releases/object_difference.hpp"
#include "setup/program_run.hpp"
#include "sys/files/environment.hpp"
#include "sys/files/files.hpp"
#include "text/json/json_merge.hpp"
#include "text/json/json_pointer.hpp"
#include "text/yaml/yaml.hpp"

#include <utility>

namespace setup {

namespace {

base::result<text::json> read_values(const std::string& path) {
  const auto text = sys::files::read_file(path);
  if (!text) return tl::unexpected(text.error());
  auto values = text::parse_yaml(*text);
  if (!values) return base::fail(path, values.error());
  if (values->is_null()) return text::json::object();
  if (values->is_object()) return values;
  return base::fail(base::error_code::invalid_input,
                    path + ": expected keys as in modules/values.yaml, 'webApp: {replicas: 2}'");
}

/// The JSON patch by which a hook would set a key of the file.
text::json operations_for(const std::string& key, const text::json& value, const text::json& now) {
  const auto add = [](const std::string& path, const text::json& x) {
    return text::json::object({{"op", "add"}, {"path", path}, {"value", x}});
  };
  if (!value.is_object()) return text::json::array({add("/" + key, value)}); // a flag
  text::json::array_type operations;
  for (const auto& [name, part] : value.as_object()) {
    const auto* known = now.find(name);
    operations.push_back(
      add(text::json_pointer{{key, name}}.text(), known == nullptr ? part : text::deep_merge(*known, part)));
  }
  return text::json::array(std::move(operations));
}

/// The owner of a key. A section belongs to its module; flags belong to the global section, because global
/// hooks set them.
base::result<core::values::values_owner> owner_of(const std::string& key, const rendered_platform& platform) {
  if (key == core::values::values_owner{}.key()) return core::values::values_owner{};
  for (const auto& x : platform.modules) {
    const core::values::values_owner owner{x.source.name};
    if (key == owner.key()) return owner;
    if (key == owner.key() + "Enabled") return core::values::values_owner{};
  }
  return base::fail(base::error_code::not_found,
                    "'" + key + "' is neither 'global' nor the key of a module; there are: " + platform.names());
}

/// Lays the file over the values of the platform's files. It may set all keys that hooks may set.
base::result<void> lay_over(rendered_platform& platform, const text::json& file, const std::string& path) {
  for (const auto& [key, value] : file.as_object()) {
    const auto owner = owner_of(key, platform);
    if (!owner) return base::fail(path, owner.error());
    const bool is_section = key == owner->key();
    if (is_section && !value.is_object())
      return base::fail(base::error_code::invalid_input, path + ": '" + key + "' must be a map");
    const auto operations = operations_for(key, value, platform.values.state()->section_values(*owner));
    if (operations.as_array().empty()) continue;
    const auto done =
      platform.values.prepare_hook_commit(*owner, operations.dump(), "").and_then([&](core::store::prepared_commit x) {
        return platform.values.commit(std::move(x), 0);
      });
    if (!done) return base::fail(path + ": '" + key + "'", done.error());
  }
  return {};
}

/// The directory of the chart. For a module without Chart.yaml a chart is made in `tmp`.
base::result<std::string> chart_of(const actors::supervision::module_setup& module, const sys::files::temp_dir& tmp) {
  const auto& [name, directory, hooks, definitions] = module.source;
  const auto files = actors::releases::read_chart_files(directory, name);
  if (!files) return tl::unexpected(files.error());
  if (files->chart.kind == core::releases::chart_kind::chart) return directory;
  if (files->chart.kind == core::releases::chart_kind::none)
    return base::fail(base::error_code::not_found,
                      "module '" + name + "' has neither Chart.yaml nor templates: helm applies nothing for it");
  const auto made = tmp.file("chart-" + name);
  return actors::releases::copy_chart(directory, *files, name, made).map([&] { return made; });
}

} // namespace

base::result<rendered_platform> with_values(modules_on_disk files, core::values::flag_order order,
                                            const std::string& values_file) {
  const auto file = values_file.empty() ? base::result<text::json>(text::json::object()) : read_values(values_file);
  if (!file) return tl::unexpected(file.error());
  rendered_platform made{std::move(files.modules), std::move(files.global_hooks), core::store::values_book(order)};
  made.values.load(std::move(files.values));
  made.values.apply_configuration({}, 0); // without a ConfigMap: the command needs no cluster
  if (const auto done = lay_over(made, *file, values_file); !done) return tl::unexpected(done.error());
  return made;
}

base::result<modules_on_disk> read_modules_of(const cli::start_options& from) {
  return read_modules_on_disk(
    from.modules_dirs, from.global_hooks_dir,
    {.schema_dirs = from.schema_dirs, .definitions = from.definitions, .unnumbered_order = from.unnumbered_order});
}

base::result<rendered_platform> read_rendered_platform(const cli::start_options& from, const std::string& values_file) {
  auto files = read_modules_of(from);
  if (!files) return tl::unexpected(files.error());
  return with_values(std::move(*files), from.flag_order, values_file);
}

tl::expected<std::vector<text::json>, rendering_failure> render_chart(const actors::supervision::module_setup& module,
                                                                      const std::string& values,
                                                                      const rendering_options& options,
                                                                      const sys::files::temp_dir& tmp) {
  const auto& name = module.source.name;
  const auto chart = chart_of(module, tmp);
  if (!chart) return tl::unexpected(rendering_failure{false, chart.error().message});
  const auto file = tmp.file(name + ".json");
  if (const auto written = sys::files::write_file_private(file, values); !written)
    return tl::unexpected(rendering_failure{false, written.error().message});
  sys::process::process_spec helm;
  helm.argv = {options.helm,           "template",     name,         *chart, "--values", file, "--namespace",
               options.namespace_name, "--is-upgrade", "--skip-crds"};
  if (!options.with_helm_hooks) helm.argv.emplace_back("--no-hooks");
  helm.environment = sys::files::environment();
  const auto end = run_to_its_end(std::move(helm));
  if (end.exit.exit_code != 0) {
    const auto& not_started = end.exit.start_error;
    return tl::unexpected(
      rendering_failure{true, "module '" + name + "': helm template: "
                                + (not_started.empty() ? core::releases::helm_error_text(end.errors) : not_started)});
  }
  const auto documents = text::parse_yaml_stream(end.exit.collected_stdout, text::duplicate_keys::last_counts);
  if (!documents)
    return tl::unexpected(rendering_failure{true, "what the chart of module '" + name
                                                    + "' renders to is not valid: " + documents.error().message});
  return core::releases::objects_one_by_one(*documents);
}

} // namespace setup
