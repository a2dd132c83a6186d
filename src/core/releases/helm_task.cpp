#include "core/releases/helm_task.hpp"

#include <utility>

namespace core::releases {

std::map<std::string, std::string> revision_labels(const release_knowledge& before, const std::string& inputs_digest,
                                                   const std::optional<std::string>& rendered_digest,
                                                   std::map<std::string, std::string> owner) {
  const auto* last = std::get_if<release>(&before);
  auto labels = std::move(owner);
  labels.emplace(inputs_checksum_label, inputs_digest);
  labels.emplace(module_revision_label, std::to_string(last == nullptr ? 1 : last->revision + 1));
  if (rendered_digest)
    labels.emplace(module_checksum_label, *rendered_digest);
  else if (last != nullptr)
    labels.emplace(module_checksum_label, label_taken_away);
  return labels;
}

std::string subject_of(const helm_task& x) {
  struct verbs {
    std::string operator()(const helm_upgrade& task) const { return "helm upgrade " + task.release; }
    std::string operator()(const helm_template& task) const { return "helm template " + task.release; }
    std::string operator()(const helm_uninstall& task) const { return "helm uninstall " + task.release; }
  };
  return std::visit(verbs{}, x);
}

} // namespace core::releases
