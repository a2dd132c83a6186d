#include "faults/bad_day.hpp"

#include "support/process_run.hpp"
#include "sys/files/environment.hpp"
#include "sys/files/files.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include <sstream>
#include <string>

namespace faults {

namespace {

/// The page says that the operator is ready, and names at most what was removed in the last hour.
bool is_well(const std::string& page) {
  std::istringstream lines(page);
  std::string line;
  if (!std::getline(lines, line) || line != "Startup converge done.") return false;
  while (std::getline(lines, line))
    if (line.find(" is removed: ") == line.npos && line.find(" removes ") == line.npos) return false;
  return true;
}

using text::json;

constexpr auto config_name = "addon-operator";

/// Runs at each change of a watched object and writes the whole snapshot.
std::string eyes_hook(const std::string& space) {
  return R"(#!/bin/sh
if [ "$1" = --config ]; then cat <<'YAML'
configVersion: v1
kubernetes:
- name: items
  kind: ConfigMap
  namespace: {nameSelector: {matchNames: [)"
         + space + R"(]}}
  labelSelector: {matchLabels: {watched: "yes"}}
  jqFilter: '.metadata.name + "=" + .data.word'
  includeSnapshotsFrom: [items]
  queue: eyes
YAML
exit; fi
jq -c '{operation: "CreateOrUpdate", object: {apiVersion: "v1", kind: "ConfigMap",
  metadata: {name: "seen", namespace: ")"
         + space + R"("}, data: {items: ([last.snapshots.items[].filterResult] | sort | join(" "))}}}' \
  "$BINDING_CONTEXT_PATH" >"$KUBERNETES_PATCH_PATH"
)";
}

bool has_text(const json& object, const std::string& key, const std::string& text) {
  const auto* data = object.find("data");
  return data != nullptr && data->string_at(key) == text;
}

std::string text_of(const std::vector<e2e::listed_release>& releases) {
  std::string text;
  for (const auto& x : releases) text += x.name + " " + x.status + "; ";
  return text;
}

} // namespace

bad_day::bad_day(const std::string& name) : space_(e2e::cluster().new_namespace(name)) {
  int order = 10;
  for (const auto* module : {"alpha", "beta", "gamma"}) {
    files_.add_chart(
      "0" + std::to_string(order++) + "-" + module,
      e2e::config_map_manifest(module, "{{ .Values." + std::string(module) + ".word | default \"none\" | quote }}"));
    modules_[module] = {};
  }
  files_.add_hook("020-eyes", eyes_hook(space_));
  e2e::cluster().call(kube::api::create_request(
    test::config_maps(), {.namespace_ = space_},
    R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"addon-operator"},"data":{}})"));
}

std::string bad_day::kubeconfig_at(const std::string& address, const std::string& token_file) {
  const auto text = sys::files::read_file(e2e::given().kubeconfig);
  if (!text) throw std::runtime_error(text.error().message);
  const auto config = text::parse_yaml(*text);
  if (!config) throw std::runtime_error(config.error().message);
  json::array_type clusters;
  for (const auto& x : config->find("clusters")->as_array())
    clusters.push_back(x.with("cluster", x.find("cluster")->with("server", address)));
  json::array_type users;
  for (const auto& x : config->find("users")->as_array())
    users.push_back(token_file.empty() ? x : x.with("user", json::object({{"tokenFile", token_file}})));
  files_.add_file(
    "kubeconfig",
    config->with("clusters", json::array(std::move(clusters))).with("users", json::array(std::move(users))).dump());
  return files_.path("kubeconfig");
}

void bad_day::replace_file(const std::string& name, const std::string& text) {
  files_.add_file(name + ".new", text);
  std::filesystem::rename(files_.path(name + ".new"), files_.path(name));
}

void bad_day::edit_config(const std::string& key, const std::string& text) {
  const auto patch = json::object({{"data", json::object({{key, text}})}});
  e2e::cluster().call(
    kube::api::patch_request(test::config_maps(), {.namespace_ = space_, .name = config_name}, {.body = patch.dump()}));
}

void bad_day::set_word(const std::string& module, const std::string& word) {
  edit_config(module, "word: " + word + "\n");
  modules_.at(module).word = word;
}

void bad_day::enable(const std::string& module) {
  edit_config(module + "Enabled", "true");
  modules_.at(module).enabled = true;
}

void bad_day::disable(const std::string& module) {
  edit_config(module + "Enabled", "false");
  modules_.at(module).enabled = false;
}

void bad_day::put_item(const std::string& name, const std::string& word) {
  const auto metadata = json::object({{"name", name}, {"labels", json::object({{"watched", "yes"}})}});
  const auto item = json::object(
    {{"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"metadata", metadata}, {"data", json::object({{"word", word}})}});
  const kube::api::object_location where{.namespace_ = space_, .name = name};
  e2e::cluster().call(items_.contains(name) ? kube::api::update_request(test::config_maps(), where, item.dump())
                                            : kube::api::create_request(test::config_maps(), where, item.dump()));
  items_[name] = word;
}

void bad_day::drop_item(const std::string& name) {
  if (items_.erase(name) == 0) return;
  e2e::cluster().call(kube::api::remove_request(test::config_maps(), {.namespace_ = space_, .name = name}));
}

void bad_day::change(worlds::dice& chance) {
  const auto module = chance.one_of<std::string>({"alpha", "beta", "gamma"});
  const auto item = chance.one_of<std::string>({"item-a", "item-b", "item-c", "item-d"});
  const auto word = "w" + std::to_string(++changes_);
  switch (chance.between(0, 5)) {
    case 0: return enable(module);
    case 1: return disable(module);
    case 2: return drop_item(item);
    case 3: return set_word(module, word);
    default: return put_item(item, word);
  }
}

void bad_day::await_objects() {
  for (const auto& [name, wanted] : modules_) {
    const kube::api::object_location where{.namespace_ = space_, .name = name};
    if (wanted.enabled)
      e2e::cluster().await(test::config_maps(), where,
                           [&](const json& object) { return has_text(object, "word", wanted.word); });
    else
      e2e::cluster().await_absence(test::config_maps(), where);
  }
}

void bad_day::await_sight() {
  std::string there;
  for (const auto& [name, word] : items_) there += (there.empty() ? "" : " ") + name + "=" + word;
  e2e::cluster().await(test::config_maps(), {.namespace_ = space_, .name = "seen"},
                       [&](const json& object) { return has_text(object, "items", there); });
}

std::vector<e2e::listed_release> bad_day::wanted_releases() const {
  std::vector<e2e::listed_release> releases;
  for (const auto& [name, wanted] : modules_)
    if (wanted.enabled) releases.push_back({name, "deployed", {}});
  return releases;
}

void bad_day::check_end(e2e::operator_run& run) {
  try {
    await_objects();
    await_sight();
  } catch (const std::exception& x) {
    throw std::runtime_error(std::string(x.what()) + "; the end of the operator's log:\n" + run.tail());
  }
  await_truth(run, "that all is well", [&] { return is_well(run.get("/readyz").body); });
  const auto wanted = wanted_releases();
  std::vector<e2e::listed_release> listed;
  await_truth(run, "releases " + text_of(wanted), [&] {
    listed = e2e::helm_list(space_);
    for (auto& x : listed) x.revision.clear();
    return listed == wanted;
  });
  CHECK_EQ(text_of(listed), text_of(wanted));
}

std::uint16_t api_port() {
  const auto& address = e2e::cluster().address();
  return static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1)));
}

void await_truth(e2e::operator_run& run, const std::string& what, const std::function<bool()>& holds) {
  const auto until = std::chrono::steady_clock::now() + test::deadline;
  while (!holds()) {
    if (std::chrono::steady_clock::now() > until)
      throw std::runtime_error("the operator did not reach " + what + "; the end of its log:\n" + run.tail());
    run.await_more(std::chrono::milliseconds(250));
  }
}

void pass(e2e::operator_run& run, std::chrono::milliseconds time) {
  pass_until(run, std::chrono::steady_clock::now() + time);
}

void pass_until(e2e::operator_run& run, std::chrono::steady_clock::time_point moment) {
  using std::chrono::steady_clock;
  for (auto now = steady_clock::now(); now < moment; now = steady_clock::now())
    run.await_more(std::chrono::ceil<std::chrono::milliseconds>(moment - now));
}

worlds::dice chance_of(const std::string& test) {
  const auto seed = sys::files::environment_variable("FAULTS_SEED").value_or("1");
  return worlds::dice(std::stoull(seed)).split(test);
}

int times(int long_form, int short_form) {
  return sys::files::environment_variable("FAULTS_SHORT") ? short_form : long_form;
}

} // namespace faults
