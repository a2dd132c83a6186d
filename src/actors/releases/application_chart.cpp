#include "actors/releases/application_chart.hpp"

#include "actors/releases/chart_copy.hpp"
#include "base/contains.hpp"
#include "core/releases/default_places.hpp"
#include "core/releases/lost_defaults.hpp"
#include "core/releases/lost_modules.hpp"
#include "core/releases/overwritten_objects.hpp"
#include "sys/files/read_if_there.hpp"
#include "sys/files/remove_tree.hpp"

#include <utility>

namespace actors::releases {

namespace {

core::releases::helm_capabilities capabilities_of(const messages::cluster_described& x) {
  return {x.version.value_or(""), x.api_versions};
}

tl::unexpected<failed_step> failed(base::error why, const char* operation, const char* reason) {
  return tl::unexpected(failed_step{std::move(why), operation, reason});
}

} // namespace

application_chart::application_chart(helm_parts& parts, const messages::apply_release& wanted)
  : parts_(parts), wanted_(wanted) {}

// -- the inputs ----------------------------------------------------------------

base::result<void> application_chart::read() {
  auto files = read_chart_files(wanted_.directory, wanted_.release);
  if (!files) return tl::unexpected(files.error());
  files_ = std::move(*files);
  // If the application begins again, it needs a new rendering.
  cluster_.reset();
  rendered_digest_.reset();
  rendering_digest_.reset();
  rendered_.reset();
  looked_up_.reset();
  lacking_.clear();
  manifest_.clear();
  rendering_.clear();
  return {};
}

std::string application_chart::schemas() const {
  std::map<std::string, std::string> digests;
  for (std::size_t i = 0; i < files_.files.size(); ++i) digests.emplace(files_.files[i], files_.digests[i]);
  return core::releases::schemas_digest(digests);
}

bool application_chart::has_defaults_beyond_record() const {
  std::map<std::string, std::string> schemas;
  for (const auto* path : {"openapi/values.yaml", "openapi/config-values.yaml"})
    if (const auto text = sys::files::read_if_there(wanted_.directory + "/" + path); text && *text)
      schemas.emplace(path, **text);
  return core::releases::are_defaults_beyond_record(schemas, files_.hidden);
}

std::vector<std::string> application_chart::twins() const {
  return parts_.twins.beside(wanted_.directory, wanted_.release, parts_.self->shared().wall_time_us());
}

std::string application_chart::version() const {
  const auto text = sys::files::read_if_there(wanted_.directory + "/Chart.yaml");
  if (!text || !*text) return {};
  return core::releases::contents_on_disk({}, **text, {}, {}).metadata.string_at("version").value_or("");
}

core::releases::revision_contents application_chart::contents() const {
  const auto text_of = [this](const char* name) {
    const auto read = sys::files::read_if_there(wanted_.directory + "/" + name);
    return read ? read->value_or("") : std::string();
  };
  std::map<std::string, std::string> files;
  for (std::size_t i = 0; i < files_.files.size(); ++i) files.emplace(files_.files[i], files_.digests[i]);
  const auto chart_yaml = files_.chart.kind == core::releases::chart_kind::chart
                            ? text_of("Chart.yaml")
                            : core::releases::synthetic_chart_file(wanted_.release);
  auto x = core::releases::contents_on_disk(std::move(files), chart_yaml, text_of("values.yaml"), values());
  core::releases::add_requirements(x, text_of("requirements.yaml"));
  for (const auto& [path, digest] : x.files)
    if (core::releases::is_schema_file(path)) x.schemas.emplace(path, text_of(path.c_str()));
  return x;
}

bool application_chart::asks_capabilities() const {
  return files_.asks_capabilities || values().find("Capabilities") != std::string::npos;
}

void application_chart::describe_cluster(record_client::on_done then) {
  if (cluster_) return then({});
  parts_.self->ask(
    // Kinds in the last record count as served until their absence is confirmed, because an incomplete
    // discovery must not make the chart drop their objects.
    parts_.peers.kube, messages::describe_cluster{.expected = kinds_in_record()},
    [this, then](const messages::cluster_described& described) {
      if (!described.version) return then(tl::unexpected(described.version.error()));
      cluster_ = described;
      then({});
    },
    [then](const std::string& reason) {
      then(base::fail(base::error_code::unavailable, "the kube client has ended: " + reason));
    });
}

std::vector<kube::api::object_type> application_chart::kinds_in_record() const {
  std::vector<kube::api::object_type> kinds;
  const auto* manifest = asks_capabilities() ? parts_.records.known().latest_manifest(wanted_.release) : nullptr;
  if (manifest == nullptr) return kinds;
  for (const auto& object : *manifest->objects)
    if (kube::api::object_type kind{object.api_version, object.kind}; !base::contains(kinds, kind))
      kinds.push_back(std::move(kind));
  return kinds;
}

void application_chart::digest_inputs() {
  // Notes the answer that this chart is rendered with; when it changes later, the module runs again.
  parts_.capabilities.note(wanted_.release, cluster_);
  inputs_digest_ = core::releases::inputs_digest(
    {files_.chart.digest, values(), cluster_ ? capabilities_text(*cluster_) : std::string{}, parts_.identity});
}

// -- the rendering -------------------------------------------------------------

void application_chart::render(const on_step& then) {
  describe_cluster([this, then](const base::result<void>& described) {
    if (!described) return then(failed(described.error(), "none", "asking the cluster for its kinds"));
    render_for_comparison([this, then](const helm_runs::outcome& ended) {
      if (const auto taken = on_rendered(ended); !taken) return then(taken);
      parts_.records.know_manifest(wanted_.release, [then](const base::result<void>& known) {
        if (!known) return then(failed(known.error(), "none", "reading the release"));
        then({});
      });
    });
  });
}

void application_chart::render_for_comparison(helm_runs::on_end then) {
  with_chart(then, [this](core::releases::helm_chart chart, const helm_runs::on_end& end) {
    run(core::releases::helm_template{wanted_.release, std::move(chart), capabilities_of(*cluster_),
                                      files_.chart.uses_lookup},
        end);
  });
}

void application_chart::render_with(const std::set<std::string>& modules, on_objects then) {
  const helm_runs::on_end end = [this, then = std::move(then)](const helm_runs::outcome& ended) {
    auto objects = core::releases::manifest_objects(ended.output, parts_.records.namespace_name());
    if (!ended.result || !objects) return then(nullptr);
    then(std::make_shared<const std::vector<core::releases::manifest_object>>(std::move(*objects)));
  };
  with_chart(end, [this, modules](core::releases::helm_chart chart, const helm_runs::on_end& ended) {
    chart.values = std::make_shared<const std::string>(core::releases::values_with_modules(values(), modules));
    run(core::releases::helm_template{wanted_.release, std::move(chart), capabilities_of(*cluster_),
                                      files_.chart.uses_lookup},
        ended);
  });
}

void application_chart::render_digest_with(std::string values, std::function<void(const std::string&)> then) {
  const helm_runs::on_end end = [then = std::move(then)](const helm_runs::outcome& ended) {
    then(ended.result ? core::releases::manifest_digest(ended.output) : std::string());
  };
  with_chart(end, [this, text = std::make_shared<const std::string>(std::move(values))](
                    core::releases::helm_chart chart, const helm_runs::on_end& ended) {
    chart.values = text;
    run(core::releases::helm_template{wanted_.release, std::move(chart), capabilities_of(*cluster_),
                                      files_.chart.uses_lookup},
        ended);
  });
}

tl::expected<void, failed_step> application_chart::on_rendered(const helm_runs::outcome& end) {
  words_ = end.words;
  if (!end.result) return failed(end.result.error(), "render", "rendering the chart");
  auto objects = core::releases::manifest_objects(end.output, parts_.records.namespace_name());
  if (!objects) {
    words_ = objects.error().message;
    return failed({objects.error().code, "the rendered chart is not valid"}, "render", "rendering the chart");
  }
  looked_up_ = end.looked_up;
  lacking_ = end.lacking;
  rendered_digest_ = core::releases::manifest_digest(end.output);
  rendering_digest_ = rendering_digest_of(end.output);
  if (is_compared()) manifest_ = end.output;
  rendering_ = end.output;
  rendered_ = std::make_shared<const std::vector<core::releases::manifest_object>>(std::move(*objects));
  return {};
}

std::optional<core::releases::lookup_answers> application_chart::looked_up() const {
  return files_.chart.uses_lookup ? looked_up_ : core::releases::lookup_answers{};
}

void application_chart::adopt(const std::string& manifest) {
  manifest_ = manifest;
  rendered_digest_ = core::releases::manifest_digest(manifest);
  rendering_digest_ = rendering_digest_of(manifest);
}

std::optional<std::string> application_chart::rendering_digest_of(const std::string& manifest) const {
  const auto asked = core::releases::asked_facts(files_.chart, values());
  if (!asked.any()) return std::nullopt;
  return core::releases::rendering_digest(core::releases::manifest_digest(manifest), asked, cluster_->api_versions);
}

bool application_chart::is_compared() const {
  return (asks_capabilities() || files_.chart.uses_lookup)
         && core::releases::gives_what_it_renders(files_.chart, core::releases::asked_facts(files_.chart, values()));
}

bool application_chart::is_stable() const {
  return core::releases::stability(files_.chart) == core::releases::chart_stability::stable;
}

// -- runs of Helm --------------------------------------------------------------

void application_chart::upgrade(std::map<std::string, std::string> labels, upgrade_of_objects objects,
                                const helm_runs::on_end& then) {
  const helm_runs::on_end note_words = [this, then](const helm_runs::outcome& ended) {
    words_ = ended.words;
    then(ended);
  };
  with_chart(note_words, [this, labels = std::move(labels), objects = std::move(objects)](
                           core::releases::helm_chart chart, const helm_runs::on_end& end) {
    const auto last = parts_.records.known().latest(wanted_.release);
    core::releases::helm_upgrade task{wanted_.release, std::move(chart), labels, last ? last->revision : 0};
    if (cluster_) task.capabilities = capabilities_of(*cluster_);
    task.gone_kinds = objects.gone_kinds;
    task.leaves_objects = objects.leaves && parts_.leaving.leaves();
    task.spares_users = objects.may_take_over && parts_.leaving.leaves() && !has_waited();
    task.spares_own = objects.lacks_records && parts_.leaving.leaves() && !has_waited();
    task.left = objects.left;
    task.history_max = parts_.history.bound_of(wanted_.release);
    run(std::move(task), end);
  });
}

bool application_chart::has_waited() const {
  const auto over = parts_.delays.over(wanted_.release, parts_.self->shared().steady_time_us());
  return over.contains(std::string(core::releases::overwrites_wait));
}

void application_chart::with_chart(const helm_runs::on_end& end, const use_chart& use) {
  parts_.runs.prepare([this, end, use](const base::result<core::releases::helm_program>& program) {
    if (!program) return end({tl::unexpected(program.error()), {}, {}});
    // A new copy for each run, because a program that cleans /tmp may have removed files of an old copy, and
    // Helm would delete the objects of a missing template.
    auto copy = parts_.runs.new_path("chart-" + wanted_.release);
    const helm_runs::on_end end_copy = [copy, end](const helm_runs::outcome& ended) {
      static_cast<void>(sys::files::remove_tree_at_once(copy)); // the end of the operator removes the rest
      end(ended);
    };
    if (const auto made = copy_chart(wanted_.directory, files_, wanted_.release, copy); !made)
      return end_copy({tl::unexpected(made.error()), {}, {}});
    use({std::move(copy), files_.chart.digest, *wanted_.values}, end_copy);
  });
}

void application_chart::run(core::releases::helm_task task, helm_runs::on_end then) {
  const auto* operation = std::holds_alternative<core::releases::helm_template>(task) ? "template" : "upgrade";
  parts_.runs.run(std::move(task), [this, operation, then = std::move(then)](const helm_runs::outcome& ended) {
    parts_.reports.ran(wanted_.release, operation, ended.duration);
    then(ended);
  });
}

} // namespace actors::releases
