#include "support/fake_helm.hpp"

#include "base/contains.hpp"
#include "core/releases/unpacked_record.hpp"
#include "support/fake_lookups.hpp"
#include "support/manifest_reader.hpp"
#include "sys/files/files.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace test {

namespace {

/// Identifies an object: kind, namespace, name.
std::tuple<std::string, std::string, std::string> identity_of(const text::json& object,
                                                              const std::string& default_namespace) {
  const auto* metadata = object.find("metadata");
  return {object.string_at("kind").value(), metadata->string_at("namespace").value_or(default_namespace),
          metadata->string_at("name").value()};
}

std::string annotation_of(const text::json& object, std::string_view key) {
  const auto* annotations = object.find("metadata")->find("annotations");
  return annotations == nullptr ? std::string() : annotations->string_at(key).value_or("");
}

} // namespace

/// The templates of a chart with these values, as Helm prints them of that revision.
std::string fake_helm::render(const helm_command& x, const chart_files& chart, const base::result<std::string>& text,
                              std::uint32_t revision) const {
  const auto values = text ? text::parse_json(*text) : base::result<text::json>{};
  if (!values) return {};
  std::string served;
  for (const auto& kind : api_.resources())
    if (!unseen.contains(kind.api_version()))
      served += "," + kind.api_version() + "," + kind.api_version() + "/" + kind.kind;
  // `helm worker` counts them, too.
  for (const auto& [group, version] : api_.away_groups()) served += "," + group + "/" + version;
  return put_lookups(api_, render_templates(chart, *values,
                                            {revision, x.api_versions.value_or(served),
                                             x.kube_version.empty() ? api_.version() : x.kube_version}));
}

fake_end fake_helm::run(fake_process& process) {
  kind_ = base::contains(process.spec().environment, "HELM_DRIVER=configmap") ? "ConfigMap" : "Secret";
  if (process.spec().argv.size() > 1 && process.spec().argv[1] == "worker") return stay(process);
  const auto x = read_command_line(process.spec().argv);
  if (x.verb == "version") {
    process.print(sys::process::stream::out, looks_at_owners ? "v4.3.0" : "v3.22.0");
    return fake_end::exits(0);
  }
  if (on_run) on_run("helm " + x.verb + " " + x.release);
  if (auto end = std::exchange(next_end, std::nullopt)) return *end;
  if (x.verb != "template" && x.verb != "upgrade" && x.verb != "uninstall") return fake_end::exits(2);
  const auto done = carry_out(x);
  if (done) process.print(sys::process::stream::out, *done);
  if (!done) process.print(sys::process::stream::err, "Error: " + done.error().message);
  return fake_end::exits(done ? 0 : 1);
}

fake_end fake_helm::stay(fake_process& process) {
  process.print(sys::process::stream::out, R"({"protocol":2,"version":"v4.3.1"})");
  process.on_input = [this](fake_process& worker, const std::string& line) { answer(worker, line); };
  return fake_end::ignores_sigterm();
}

void fake_helm::answer(fake_process& worker, const std::string& line) {
  const auto asked = text::parse_json(line).value();
  const auto say = [&](std::string_view member, const std::string& text, const std::string& more = {}) {
    worker.print(sys::process::stream::out, "{\"id\":" + asked.find("id")->dump() + ",\"" + std::string(member)
                                              + "\":" + text::json(text).dump() + more + "}");
  };
  if (asked.string_at("do") == "cancel") return say("error", "context canceled");
  const auto x = read_own_question(asked);
  if (on_run) on_run("helm " + x.verb + " " + x.release);
  if (const auto end = std::exchange(next_end, std::nullopt)) return;
  const auto done = carry_out(x);
  const auto left = text::json::array(std::exchange(left_, {})).dump();
  const auto chart = load_chart(x.chart);
  const auto looked_up = chart ? lookups_note(api_, *chart) : std::string();
  const auto keys = lacking.find(x.release);
  const bool lacks = x.verb == "template" && keys != lacking.end();
  const auto names = lacks ? ",\"lacking\":" + text::json::array({text::json(keys->second)}).dump() : std::string();
  say(done ? "manifest" : "error", done ? *done : done.error().message, ",\"leaving\":" + left + looked_up + names);
}

helm_command fake_helm::read_own_question(const text::json& asked) const {
  auto x = read_question(asked);
  x.namespace_name = namespace_name_;
  return x;
}

/// @returns the output of the command, or the text of its failure.
base::result<std::string> fake_helm::carry_out(const helm_command& x) {
  const auto refuse = [](std::string words) { return base::fail(base::error_code::process_failed, std::move(words)); };
  if (const auto failure = failures_.find(x.release); failure != failures_.end() && x.verb != "template") {
    const auto text = failure->second;
    failures_.erase(failure);
    return refuse(text);
  }
  if (const auto why = unreadable(x.release); why && x.verb != "template") return refuse(*why);
  if (x.verb == "uninstall") return uninstall(x).map([] { return std::string(); });
  const auto begun = begun_.find(x.release);
  const bool goes_on = x.verb == "upgrade" && begun != begun_.end();
  const auto chart = goes_on ? base::result<chart_files>(begun->second.chart) : load_chart(x.chart);
  if (!chart) return refuse(chart.error().message);
  const auto values = values_of(x);
  if (!values) return refuse(values.error().message);
  const auto next = x.verb != "upgrade" ? 1 : goes_on ? begun->second.revision : revision(x.release) + 1;
  if (x.verb == "upgrade" && !goes_on && api_.object(kind_, namespace_name_, secret_name(x.release, next)))
    return refuse("release: already exists");
  const auto manifest = render(x, *chart, values, next);
  const auto objects = read_manifest(manifest);
  const std::string prefix = x.verb == "upgrade" ? "UPGRADE FAILED: " : "";
  if (!objects) return refuse(prefix + "YAML parse error on the manifest: " + objects.error().message);
  if (x.verb == "upgrade") return upgrade(x, *chart, manifest, *objects).map([] { return std::string(); });
  return manifest;
}

/// Helm reads the records of a release before it works on it.
std::optional<std::string> fake_helm::unreadable(const std::string& release) const {
  try {
    static_cast<void>(latest(release));
  } catch (const std::exception& x) {
    return x.what();
  }
  return std::nullopt;
}

void fake_helm::fail_next(const std::string& release, const std::string& error) {
  failures_[release] = error;
}

// -- releases ----------------------------------------------------------------

void fake_helm::store(release_secret x) {
  x.namespace_name = namespace_name_;
  x.kind = kind_;
  if (now_s) {
    const bool is_there = api_.object(kind_, namespace_name_, secret_name(x.name, x.revision)).has_value();
    x.labels[is_there ? "modifiedAt" : "createdAt"] = std::to_string(now_s());
  }
  api_.put_object(secret_of(x));
}

std::uint32_t fake_helm::revision(const std::string& release) const {
  std::uint32_t latest = 0;
  for (const auto& secret : api_.objects(kind_, namespace_name_)) {
    const auto* labels = secret.find("metadata")->find("labels");
    if (test::is_release(secret) && labels != nullptr && labels->string_at("name") == release)
      latest = std::max(latest, read_secret(secret).revision);
  }
  return latest;
}

std::optional<release_secret> fake_helm::latest(const std::string& release) const {
  return stored(release, revision(release));
}

std::optional<release_secret> fake_helm::stored(const std::string& release, std::uint32_t revision) const {
  if (revision == 0) return std::nullopt;
  const auto secret = api_.object(kind_, namespace_name_, secret_name(release, revision));
  return secret ? std::optional(read_secret(*secret)) : std::nullopt;
}

base::result<void> fake_helm::begin_upgrade(const fake_process& process) {
  return begin(read_command_line(process.spec().argv));
}

base::result<void> fake_helm::begin_uninstall(const fake_process& process) {
  return begin(read_command_line(process.spec().argv));
}

base::result<void> fake_helm::begin(const std::string& question) {
  return begin(read_own_question(text::parse_json(question).value()));
}

base::result<void> fake_helm::begin(const helm_command& x) {
  const auto before = latest(x.release);
  if (x.verb == "upgrade") {
    auto chart = load_chart(x.chart);
    if (!chart) return tl::unexpected(chart.error());
    const bool is_install = !before || before->status == "uninstalled";
    const auto number = before ? before->revision + 1 : 1;
    store({x.release, number, is_install ? "pending-install" : "pending-upgrade",
           render(x, *chart, values_of(x), number), next_labels(x, before)});
    begun_[x.release] = {number, std::move(*chart)};
    return {};
  }
  ends_.erase(x.release);
  if (!before) return {};
  ends_.emplace(x.release, *before);
  if (before->status == "uninstalled") return {};
  auto marked = *before;
  marked.status = "uninstalling";
  store(marked);
  return {};
}

// A revision keeps the labels of the previous revision. An upgrade removes each label with the new value
// `null`; an install stores it. An install over an existing record continues its history, as Helm does.
std::map<std::string, std::string> fake_helm::next_labels(const helm_command& x,
                                                          const std::optional<release_secret>& before) {
  const bool is_install = !before || before->status == "uninstalled";
  auto labels = is_install ? std::map<std::string, std::string>() : before->labels;
  for (const auto& [key, value] : x.labels) labels[key] = value;
  if (!is_install) std::erase_if(labels, [](const auto& label) { return label.second == "null"; });
  labels.erase("createdAt");
  labels.erase("modifiedAt");
  return labels;
}

void fake_helm::uninstall_objects(const std::string& release) {
  auto last = latest(release);
  if (!last) return;
  last->status = "uninstalling";
  store(*last);
  remove_objects(last->manifest, namespace_name_, {}, {{}, false});
}

void fake_helm::remove_records(const std::string& release, std::uint32_t last) {
  for (auto number = last; number > 0; --number)
    api_.delete_object(kind_, namespace_name_, secret_name(release, number));
}

base::result<std::string> fake_helm::values_of(const helm_command& x) const {
  if (x.values) return *x.values;
  return read_values ? read_values(x.values_file) : sys::files::read_file(x.values_file);
}

std::optional<release_secret> fake_helm::compared_with(const release_secret& before) const {
  for (auto revision = before.revision; revision > 0; --revision)
    if (auto found = stored(before.name, revision); found && found->status == "deployed") return found;
  return before;
}

base::result<void> fake_helm::upgrade(const helm_command& x, const chart_files& chart, const std::string& manifest,
                                      const std::vector<text::json>& objects) {
  const auto begun = begun_.extract(x.release);
  auto before = begun.empty() ? latest(x.release) : stored(x.release, begun.mapped().revision - 1);
  const auto compared = before ? compared_with(*before) : std::nullopt;
  const auto old_manifest = compared ? compared->manifest : "";
  if (const auto kind = unserved_kind(old_manifest, x.gone_kinds); x.stays && !kind.empty())
    return base::fail(base::error_code::process_failed,
                      "UPGRADE FAILED: unable to build kubernetes objects from current release manifest: resource "
                      "mapping not found: no matches for kind "
                        + kind);
  values_[x.release] = values_of(x).value_or("");
  lacking.erase(x.release);
  for (const auto& object : objects) apply(object, x.release, x.namespace_name);
  const deletion_rule rule{x.stays ? x.release : std::string(), true, x.leaves_objects};
  left_ = remove_objects(old_manifest, x.namespace_name, objects, rule);
  // Another client has removed the record that this upgrade has begun.
  if (!begun.empty() && !stored(x.release, begun.mapped().revision))
    return base::fail(base::error_code::process_failed, "UPGRADE FAILED: release: not found");
  const auto labels = next_labels(x, before);
  if (before) {
    before->status = "superseded";
    store(*before);
  }
  const auto revision = before ? before->revision + 1 : 1;
  store({.name = x.release,
         .revision = revision,
         .manifest = manifest,
         .labels = labels,
         .files = kept_files(chart),
         .values = text::parse_json(values_[x.release]).value_or(text::json::object()),
         .templates = own_templates(chart),
         .chart_values = yaml_file(chart, "values.yaml"),
         .metadata = yaml_file(chart, "Chart.yaml"),
         .leaving = leaving_note(x, objects)});
  finished_[x.release] = revision;
  for (auto old = x.history_max == 0 || x.history_max >= revision ? 0 : revision - x.history_max; old > 0; --old)
    if (!api_.delete_object(kind_, x.namespace_name, secret_name(x.release, old))) break;
  return {};
}

/// The objects that the new revision does not have, of this upgrade and of earlier upgrades.
std::string fake_helm::leaving_note(const helm_command& x, const std::vector<text::json>& objects) const {
  const auto is_there = [&](const text::json& name) {
    return std::any_of(objects.begin(), objects.end(), [&](const text::json& object) {
      const auto& [kind, space, plain] = identity_of(object, x.namespace_name);
      return name.string_at("kind") == kind && name.string_at("namespace") == space && name.string_at("name") == plain;
    });
  };
  text::json::array_type all;
  for (const auto& name : x.left)
    if (!is_there(name)) all.push_back(name);
  for (const auto& name : left_)
    if (!base::contains(all, name)) all.push_back(name);
  return all.empty() ? std::string() : text::json::array(std::move(all)).dump();
}

std::string fake_helm::unserved_kind(const std::string& manifest, const std::vector<std::string>& gone) const {
  for (const auto& object : read_manifest(manifest).value_or(std::vector<text::json>())) {
    const auto kind = object.string_at("kind").value_or("");
    if (!api_.serves(kind) && !base::contains(gone, object.string_at("apiVersion").value_or("") + "/" + kind))
      return kind;
  }
  return {};
}

base::result<void> fake_helm::uninstall(const helm_command& x) {
  if (pretended_.erase(x.release) > 0) return {};
  const auto refuse = [](std::string words) { return base::fail(base::error_code::process_failed, std::move(words)); };
  const auto begun = ends_.extract(x.release);
  const auto last = begun.empty() ? latest(x.release) : begun.mapped();
  if (!last) return {};
  const bool is_gone = last->status == "uninstalled";
  if (is_gone && x.keeps_history) return refuse("the release named \"" + x.release + "\" is already deleted");
  if (const auto kind = unserved_kind(last->manifest, x.gone_kinds); x.stays && !is_gone && !kind.empty())
    return refuse(
      "nothing was uninstalled, because Helm would not find all objects of the release: no matches for kind " + kind);
  if (!is_gone)
    remove_objects(last->manifest, x.namespace_name, {}, {looks_at_owners ? x.release : std::string(), false});
  // Another client has removed the record meanwhile.
  const bool has_record = stored(x.release, last->revision).has_value();
  if (x.keeps_history) {
    auto kept = *last;
    kept.status = "uninstalled";
    if (has_record) store(kept);
    return {};
  }
  if (!has_record) return refuse("Failed to purge the release: release: not found");
  remove_records(x.release, last->revision);
  return {};
}

// -- objects -----------------------------------------------------------------

void fake_helm::apply(const text::json& object, const std::string& release, const std::string& namespace_name) {
  const auto* written = object.find("metadata");
  const auto* labels = written->find("labels");
  auto metadata = written->with(
    "labels", (labels == nullptr ? text::json::object() : *labels).with("app.kubernetes.io/managed-by", "Helm"));
  if (metadata.find("namespace") == nullptr) metadata = metadata.with("namespace", namespace_name);
  const auto* annotations = metadata.find("annotations");
  metadata = metadata.with("annotations", (annotations == nullptr ? text::json::object() : *annotations)
                                            .with("meta.helm.sh/release-name", release)
                                            .with("meta.helm.sh/release-namespace", namespace_name));
  api_.put_object(object.with("metadata", metadata));
}

std::vector<text::json> fake_helm::remove_objects(const std::string& manifest, const std::string& namespace_name,
                                                  const std::vector<text::json>& but_not_these,
                                                  const deletion_rule& rule) {
  std::vector<text::json> left;
  const auto objects = read_manifest(manifest).value();
  for (const auto& object : objects) {
    const auto identity = identity_of(object, namespace_name);
    const bool is_kept = std::any_of(but_not_these.begin(), but_not_these.end(),
                                     [&](const auto& kept) { return identity_of(kept, namespace_name) == identity; });
    const auto& [kind, space, name] = identity;
    if (!api_.serves(kind)) continue;
    const auto now = api_.object(kind, space, name);
    if (!now || (rule.leaves_kept && annotation_of(*now, "helm.sh/resource-policy") == "keep")) continue;
    const auto owner = annotation_of(*now, "meta.helm.sh/release-name");
    if (!rule.only_of.empty() && !owner.empty() && owner != rule.only_of) continue;
    // An object that names no release belongs to a user (src/helm_worker/worker/owners.go).
    if (is_kept || (rule.leaves_kept && !rule.only_of.empty() && owner.empty())) continue;
    if (!rule.leaves || owner.empty()) {
      api_.delete_object(kind, space, name);
      continue;
    }
    left.push_back(text::json::object({{"apiVersion", text::json(object.string_at("apiVersion").value())},
                                       {"kind", text::json(kind)},
                                       {"namespace", text::json(space)},
                                       {"name", text::json(name)}}));
  }
  return left;
}

} // namespace test
