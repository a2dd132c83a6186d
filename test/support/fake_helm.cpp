#include "support/fake_helm.hpp"

#include "core/releases/manifest.hpp"
#include "core/releases/release.hpp"
#include "core/text/json_pointer.hpp"
#include "core/text/yaml.hpp"
#include "sys/file_tree.hpp"
#include "sys/files.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

namespace test {

namespace {

std::string text_of(const core::json& x) {
  return x.is_string() ? x.as_string() : x.dump();
}

/// Puts values in place of `{{ .Values.a.b }}`.
std::string fill_in(const std::string& text, const core::json& values) {
  static const std::string open = "{{ .Values.";
  std::string out;
  std::size_t at = 0;
  for (auto begin = text.find(open); begin != std::string::npos; begin = text.find(open, at)) {
    const auto end = text.find(" }}", begin);
    auto path = "." + text.substr(begin + open.size(), end - begin - open.size());
    std::replace(path.begin(), path.end(), '.', '/');
    const auto place = core::parse_json_pointer(path);
    const auto* value = place ? core::find_at(values, *place) : nullptr;
    out += text.substr(at, begin - at) + (value == nullptr ? "" : text_of(*value));
    at = end + 3;
  }
  return out + text.substr(at);
}

/// The templates of a chart with these values, as `helm template` prints them.
std::string render(const std::string& chart, const std::string& values_file) {
  const auto text = sys::read_file(values_file);
  const auto values = text ? core::parse_json(*text) : core::result<core::json>{};
  std::string manifest;
  const auto tree = sys::list_tree(chart + "/templates");
  if (!tree || !values) return manifest;
  for (const auto& entry : *tree)
    if (const auto content = sys::read_file(chart + "/templates/" + entry.path); content && !entry.is_directory)
      manifest += "---\n# Source: chart/templates/" + entry.path + "\n" + fill_in(*content, *values) + "\n";
  return manifest;
}

std::map<std::string, std::string> read_labels(const std::string& text) {
  std::map<std::string, std::string> labels;
  std::istringstream items(text);
  for (std::string item; std::getline(items, item, ',');)
    if (const auto equals = item.find('='); equals != std::string::npos)
      labels[item.substr(0, equals)] = item.substr(equals + 1);
  return labels;
}

} // namespace

fake_helm::command fake_helm::read_command(const std::vector<std::string>& argv) {
  command x;
  std::vector<std::string> plain;
  static const std::vector<std::string> with_value = {
    "--values",      "--namespace", "--kubeconfig", "--kube-context", "--kube-apiserver",
    "--history-max", "--timeout",   "--labels",     "--kube-version", "--api-versions"};
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const bool takes_value = std::find(with_value.begin(), with_value.end(), argv[i]) != with_value.end();
    if (!argv[i].starts_with("--")) {
      plain.push_back(argv[i]);
    } else if (takes_value && i + 1 < argv.size()) {
      const auto& value = argv[i + 1];
      if (argv[i] == "--values") x.values_file = value;
      if (argv[i] == "--namespace") x.namespace_name = value;
      if (argv[i] == "--labels") x.labels = read_labels(value);
      ++i;
    }
  }
  plain.resize(3);
  x.verb = plain[0];
  x.release = plain[1];
  x.chart = plain[2];
  return x;
}

fake_end fake_helm::run(fake_process& process) {
  const auto x = read_command(process.spec().argv);
  if (x.verb == "version") {
    process.print(sys::stream::out, "v4.3.0");
    return fake_end::exits(0);
  }
  if (on_run) on_run("helm " + x.verb + " " + x.release);
  if (auto end = std::exchange(next_end, std::nullopt)) return *end;
  if (const auto failure = failures_.find(x.release); failure != failures_.end() && x.verb != "template") {
    process.print(sys::stream::err, "Error: " + failure->second);
    failures_.erase(failure);
    return fake_end::exits(1);
  }
  if (x.verb == "upgrade") return upgrade(x);
  if (x.verb == "uninstall") return uninstall(x);
  if (x.verb != "template") return fake_end::exits(2);
  process.print(sys::stream::out, render(x.chart, x.values_file));
  return fake_end::exits(0);
}

void fake_helm::fail_next(const std::string& release, const std::string& error) {
  failures_[release] = error;
}

// -- releases ----------------------------------------------------------------

void fake_helm::store(release_secret x) {
  x.namespace_name = namespace_name_;
  api_.put_object(secret_of(x));
}

std::uint32_t fake_helm::revision(const std::string& release) const {
  std::uint32_t latest = 0;
  for (const auto& secret : api_.objects("Secret", namespace_name_))
    if (const auto found = core::read_release(secret.dump()); found && found->name == release)
      latest = std::max(latest, found->revision);
  return latest;
}

std::string fake_helm::manifest_of(const std::string& release) const {
  const auto secret = api_.object("Secret", namespace_name_, core::release_secret_name(release, revision(release)));
  return secret ? core::read_manifest(secret->dump()).value_or("") : "";
}

fake_end fake_helm::upgrade(const command& x) {
  const auto before = revision(x.release);
  const auto old_manifest = manifest_of(x.release);
  const auto manifest = render(x.chart, x.values_file);
  values_[x.release] = sys::read_file(x.values_file).value_or("");
  apply(manifest, x.namespace_name);
  remove_objects(old_manifest, x.namespace_name, manifest);
  if (before != 0) store({x.release, before, "superseded", old_manifest});
  store({x.release, before + 1, "deployed", manifest, x.labels});
  return fake_end::exits(0);
}

fake_end fake_helm::uninstall(const command& x) {
  remove_objects(manifest_of(x.release), x.namespace_name, "");
  for (auto revision = this->revision(x.release); revision > 0; --revision)
    api_.delete_object("Secret", x.namespace_name, core::release_secret_name(x.release, revision));
  return fake_end::exits(0);
}

// -- objects -----------------------------------------------------------------

void fake_helm::apply(const std::string& manifest, const std::string& namespace_name) {
  const auto documents = core::parse_yaml_stream(manifest);
  if (!documents) return;
  for (const auto& document : *documents) {
    const auto* written = document.find("metadata");
    if (written == nullptr) continue;
    const auto* labels = written->find("labels");
    auto metadata = written->with(
      "labels", (labels == nullptr ? core::json::object() : *labels).with("app.kubernetes.io/managed-by", "Helm"));
    if (metadata.find("namespace") == nullptr) metadata = metadata.with("namespace", namespace_name);
    api_.put_object(document.with("metadata", metadata));
  }
}

void fake_helm::remove_objects(const std::string& manifest, const std::string& namespace_name,
                               const std::string& but_not_these) {
  const auto kept =
    core::manifest_objects(but_not_these, namespace_name).value_or(std::vector<core::manifest_object>{});
  for (const auto& object : core::manifest_objects(manifest, namespace_name).value_or(kept))
    if (std::find(kept.begin(), kept.end(), object) == kept.end())
      api_.delete_object(object.kind, object.namespace_name, object.name);
}

} // namespace test
