#include "core/releases/cluster_identity.hpp"

namespace core::releases {

namespace {

bool differs(const release& last, std::string_view label, const std::string& now) {
  const auto before = last.label(label);
  return before && !before->empty() && !now.empty() && *before != now;
}

} // namespace

bool is_restored(const release& last, const cluster_identity& now) {
  return differs(last, module_cluster_label, now.cluster) || differs(last, module_namespace_label, now.namespace_place);
}

std::optional<other_place> other_place_of(const release& last, const cluster_identity& now) {
  if (differs(last, module_cluster_label, now.cluster))
    return other_place{std::string(module_cluster_label),
                       "was made in another cluster (another uid of Namespace kube-system), so it was restored here"};
  if (differs(last, module_namespace_label, now.namespace_place))
    return other_place{std::string(module_namespace_label),
                       "was made in an earlier namespace of this name, so it was restored here"};
  if (differs(last, module_config_map_uid_label, now.config_map))
    return other_place{std::string(module_config_map_uid_label),
                       "was made with an earlier ConfigMap of this name: the ConfigMap was deleted and made anew"};
  return std::nullopt;
}

std::map<std::string, std::string> identity_labels(const std::optional<release>& last, const cluster_identity& now) {
  std::map<std::string, std::string> labels;
  const auto add = [&](std::string_view label, const std::string& uid) {
    if (!uid.empty()) labels.emplace(label, uid);
  };
  add(module_config_map_uid_label, now.config_map);
  // Helm copies the labels of the last revision.
  if (last && is_restored(*last, now)) return labels;
  add(module_cluster_label, now.cluster);
  add(module_namespace_label, now.namespace_place);
  return labels;
}

std::map<std::string, std::string> identity_labels_due(const release& last, const cluster_identity& now) {
  auto due = identity_labels(last, now);
  const bool is_of_earlier_version = !last.label(module_cluster_label) && !last.label(module_namespace_label);
  std::erase_if(due, [&](const auto& x) {
    const auto before = last.label(x.first);
    return before ? *before == x.second : !is_of_earlier_version;
  });
  return due;
}

} // namespace core::releases
