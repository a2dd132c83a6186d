#include "worlds/tree_texts.hpp"

#include "worlds/model.hpp"

namespace worlds {

namespace {

constexpr auto any_version = "";

/// A binding to the module's items in `apps`, in `version`, without its last brace.
std::string items_binding(const std::string& name, const std::string& version = "apiVersion: example.io/v1, ") {
  return "{name: items, " + version
         + "kind: Widget, namespace: {nameSelector: {matchNames: [apps]}}, "
           "labelSelector: {matchLabels: {module: "
         + name + "}}, jqFilter: '{name: .metadata.name, payload: .spec.payload}', includeSnapshotsFrom: [items]";
}

} // namespace

std::string counts_config(const module_plan& x) {
  const auto settings = "settings: {executionMinInterval: " + std::to_string(pace_ms)
                        + "ms, executionBurst: " + std::to_string(pace_burst) + "}\n";
  return "configVersion: v1\nkubernetes: [" + items_binding(x.name, any_version) + ", queue: counts-" + x.name + "}]\n"
         + (x.paced ? settings : "");
}

std::string orders_config(const std::string& name) {
  return "configVersion: v1\nkubernetes: [" + items_binding(name) + "}]\nafterDeleteHelm: 1\n";
}

std::string reviews_config(const std::string& name) {
  return "configVersion: v1\nkubernetes: [{name: items, apiVersion: example.io/v1, kind: Widget, namespace: "
         "{nameSelector: {matchNames: [apps]}}, labelSelector: {matchLabels: {module: "
         + name
         + "}}, jqFilter: '{name: .metadata.name, payload: .spec.payload}', executeHookOnEvent: [], "
           "executeHookOnSynchronization: false, keepFullObjectsInMemory: false}]\nkubernetesValidating: [{name: "
           "reviews."
         + name
         + ".example.io, failurePolicy: Ignore, includeSnapshotsFrom: [items], rules: [{apiGroups: [\"\"], "
           "apiVersions: [v1], resources: [configmaps], operations: [\"*\"]}]}]\n";
}

std::string lax_config(const std::string& name) {
  return "configVersion: v1\nkubernetes: [" + items_binding(name) + ", allowFailure: true}]\n";
}

std::string both_config(const std::string& name) {
  return "configVersion: v1\nkubernetes: [" + items_binding(name)
         + "}, {name: nodes, apiVersion: v1, kind: Node, jqFilter: '{name: .metadata.name}', queue: both-" + name
         + "}]\n";
}

std::string things_config(const std::string& name) {
  return "configVersion: v1\nkubernetes: [{name: things, apiVersion: " + name
         + ".example.io/v1, kind: " + kind_of_things(name)
         + ", namespace: {nameSelector: {matchNames: [apps]}}, jqFilter: '{name: .metadata.name, payload: "
           ".spec.payload}', includeSnapshotsFrom: [things]}]\n";
}

std::string definition_of(const std::string& name) {
  return "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: things." + name
         + ".example.io}\nspec: {group: " + name + ".example.io, scope: Namespaced, names: {kind: "
         + kind_of_things(name) + ", plural: things}, versions: [{name: v1, served: true, storage: true}]}\n";
}

std::string joined_config(const std::string& name) {
  return "configVersion: v1\nkubernetes: [{name: joined, apiVersion: example.io/v1, kind: Widget, namespace: "
         "{labelSelector: {matchLabels: {joins: 'yes'}}}, labelSelector: {matchLabels: {module: "
         + name + "}}, jqFilter: '{name: .metadata.name, payload: .spec.payload}', includeSnapshotsFrom: [joined]}]\n";
}

std::string chart_of(const std::string& name, const std::string& annotation) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + annotation
         + "}\ndata:\n  replicas: \"{{ .Values." + name + ".replicas }}\"\n  items: \"{{ .Values." + name
         + ".items }}\"\n  stamp: \"{{ .Values." + name + ".stamp }}\"\n  starts: \"{{ .Values." + name
         + ".starts }}\"\n  count: \"{{ .Values." + name + ".count }}\"\n  joined: \"{{ .Values." + name
         + ".joined }}\"\n  ordered: \"{{ .Values." + name + ".ordered }}\"\n  things: \"{{ .Values." + name
         + ".things }}\"\n  nodes: \"{{ .Values.global.nodes }}\"\n---\n{{ .Values." + name + ".extra }}\n";
}

std::string steady_definition() {
  return std::string("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: steadies.")
         + steady_group + "}\nspec: {group: " + steady_group
         + ", scope: Namespaced, names: {kind: Steady, plural: steadies}, versions: [{name: v1, served: true, storage: "
           "true}]}\n";
}

std::string steady_objects(const std::string& name) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: '" + name + steady_suffix
         + "{{ .Capabilities.APIVersions.Has \"" + steady_group + "/v1\" }}'}\n---\napiVersion: " + steady_group
         + "/v1\nkind: Steady\nmetadata: {name: " + name + "}\n";
}

std::string job_of(const std::string& name) {
  return "apiVersion: batch/v1\nkind: Job\nmetadata: {name: " + name + job_suffix
         + "}\nspec: {ttlSecondsAfterFinished: 4}\n";
}

std::string tally_of(const std::string& name) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: '" + name + tally_suffix + "{{ .Values." + name
         + ".count }}'}\n";
}

std::string extra_object(const std::string& name) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + extra_suffix + "}\n";
}

} // namespace worlds
