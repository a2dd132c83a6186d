#include "setup/skeleton.hpp"

#include "core/modules/module_directory.hpp"
#include "core/values/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string_view>

namespace setup {

namespace {

/// The text with `NAME` replaced in each place of `@name@`.
std::string filled(std::string text, std::string_view name, std::string_view value) {
  const auto mark = "@" + std::string(name) + "@";
  for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size()))
    text.replace(at, mark.size(), value);
  return text;
}

constexpr auto hook_head = R"(#!/usr/bin/env bash
# @about@
set -euo pipefail

if [[ ${1:-} == --config ]]; then
  cat <<'YAML'
configVersion: v1
kubernetes:
- name: nodes
  kind: Node
  jqFilter: .metadata.name
  keepFullObjectsInMemory: false
  includeSnapshotsFrom: [nodes]
YAML
  exit
fi

# Of several contexts in one run the last one has the newest snapshots.
nodes=$(jq 'last.snapshots.nodes | length' "$BINDING_CONTEXT_PATH")
)";

constexpr auto set_value =
  R"(echo "[{\"op\": \"add\", \"path\": \"@place@\", \"value\": $nodes}]" >"$VALUES_JSON_PATCH_PATH"
)";

constexpr auto set_metric = R"(echo "{\"name\": \"@metric@\", \"action\": \"set\", \"value\": $nodes}" >"$METRICS_PATH"
)";

constexpr auto case_head = R"(case: @title@
hook: ../hooks/@file@
run: synchronization
objects:
- {apiVersion: v1, kind: Node, metadata: {name: worker-1}}
- {apiVersion: v1, kind: Node, metadata: {name: worker-2}}
expect:
  values: @values@
  configValues: {}
  operations: []
  metrics: @metrics@
)";

struct counting_hook {
  std::string owner; ///< the directory with `hooks`
  std::string file;  ///< name without the extension
  std::string about;
  std::string effect;         ///< the last line of the script
  std::string values = "{}";  ///< that the case expects
  std::string metrics = "[]"; ///< that the case expects
};

/// The hook and its case.
std::vector<skeleton_file> files_of(const counting_hook& x) {
  auto expected = filled(case_head, "title", "counts all nodes");
  expected = filled(std::move(expected), "file", x.file + ".sh");
  expected = filled(std::move(expected), "values", x.values);
  expected = filled(std::move(expected), "metrics", x.metrics);
  return {{x.owner + "/hooks/" + x.file + ".sh", filled(hook_head, "about", x.about) + x.effect, true},
          {x.owner + "/tests/" + x.file + ".case.yaml", std::move(expected)}};
}

constexpr auto common_values = R"(# Values of all modules, and the flags that switch modules on: webEnabled: true.
global: {}
)";

constexpr auto global_schema = R"(# Values that global hooks set.
x-extend: {schema: config-values.yaml}
type: object
properties:
  discovery: {type: object, default: {}, properties: {nodes: {type: integer, minimum: 0, default: 0}}}
)";

constexpr auto global_config_schema = R"(# Values that users may set in the section global of the ConfigMap.
type: object
properties: {}
)";

constexpr auto chart = R"(apiVersion: v2
name: @name@
version: 0.1.0
)";

constexpr auto module_values = R"(@key@Enabled: true
@key@:
  greeting: hello
)";

constexpr auto config_schema = R"(# Values that users may set in the section @key@ of the ConfigMap.
type: object
properties:
  greeting: {type: string, minLength: 1}
)";

constexpr auto values_schema = R"(# All values: those of users, and those that hooks set.
x-extend: {schema: config-values.yaml}
type: object
properties:
  nodes: {type: integer, minimum: 0, default: 0}
)";

constexpr auto config_map = R"(apiVersion: v1
kind: ConfigMap
metadata:
  name: @name@
data:
  greeting: {{ .Values.@key@.greeting | quote }}
  nodes: {{ .Values.@key@.nodes | quote }}
)";

} // namespace

std::vector<skeleton_file> platform_skeleton() {
  std::vector<skeleton_file> files{
    {"modules/values.yaml", common_values},
    {"global-hooks/openapi/config-values.yaml", global_config_schema},
    {"global-hooks/openapi/values.yaml", global_schema},
  };
  for (auto& x : files_of({.owner = "global-hooks",
                 .file = "10-count-nodes",
                 .about = "Counts the nodes of the cluster, for all modules: global.discovery.nodes.",
                 .effect = filled(set_value, "place", "/global/discovery/nodes"),
                 .values = "{/global/discovery/nodes: 2}"}))
    files.push_back(std::move(x));
  return files;
}

std::vector<skeleton_file> module_skeleton(const std::string& name, const std::string& number) {
  const auto directory = "modules/" + number + "-" + name;
  const auto key = core::values::to_camel(name);
  const auto text = [&](const char* form) { return filled(filled(form, "name", name), "key", key); };
  std::vector<skeleton_file> files{
    {directory + "/Chart.yaml", text(chart)},
    {directory + "/values.yaml", text(module_values)},
    {directory + "/openapi/config-values.yaml", text(config_schema)},
    {directory + "/openapi/values.yaml", text(values_schema)},
    {directory + "/templates/configmap.yaml", text(config_map)},
  };
  const auto place = "/" + key + "/nodes";
  for (auto& x : files_of({.owner = directory,
                 .file = "10-count-nodes",
                 .about = "Counts the nodes of the cluster: " + key + ".nodes.",
                 .effect = filled(set_value, "place", place),
                 .values = "{" + place + ": 2}"}))
    files.push_back(std::move(x));
  return files;
}

std::vector<skeleton_file> hook_skeleton(const std::string& name, const std::string& number, const std::string& owner) {
  auto metric = name + "_nodes";
  std::replace(metric.begin(), metric.end(), '-', '_');
  return files_of({.owner = owner,
                   .file = number + "-" + name,
                   .about = "Counts the nodes of the cluster in a metric.",
                   .effect = filled(set_metric, "metric", metric),
                   .metrics = fmt::format("[{{action: set, name: {}, value: 2}}]", metric)});
}

std::string next_number(const std::vector<std::string>& names, unsigned digits) {
  unsigned highest = 0;
  for (const auto& x : names) {
    const auto prefix = core::modules::number_prefix(x);
    unsigned number = 0;
    std::from_chars(prefix.data(), prefix.data() + prefix.size(), number);
    highest = std::max(highest, number);
  }
  return fmt::format("{:0{}}", highest - highest % 10 + 10, digits);
}

} // namespace setup
