#include "sim/tree_texts.hpp"

namespace sim {

std::string counts_config(const std::string& name) {
  return "configVersion: v1\nkubernetes: [{name: items, apiVersion: example.io/v1, kind: Widget, namespace: "
         "{nameSelector: {matchNames: [apps]}}, labelSelector: {matchLabels: {module: "
         + name
         + "}}, jqFilter: '{name: .metadata.name, payload: .spec.payload}', includeSnapshotsFrom: [items], queue: "
           "counts-"
         + name + "}]\n";
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
         + ".joined }}\"\n  nodes: \"{{ .Values.global.nodes }}\"\n";
}

} // namespace sim
