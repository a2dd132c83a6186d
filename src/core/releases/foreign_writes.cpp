#include "core/releases/foreign_writes.hpp"

#include "core/releases/scaled_to_zero.hpp"
#include "text/plain/checksum.hpp"

namespace core::releases {

namespace {

/// The controllers of Kubernetes, among them the autoscaler of Pods, write under this name.
constexpr std::string_view controllers = "kube-controller-manager";

bool is_own_name(std::string_view manager) {
  return manager == controllers || own_managers().contains(std::string(manager));
}

/// False if all managers in the text are the operator's own. Nearly all objects are like that, so they are
/// not parsed. Inside of strings quotes are escaped, so no key of `fieldsV1` looks like this member.
bool may_have_other_names(std::string_view managed_fields) {
  constexpr std::string_view member = "\"manager\":\"";
  bool has_any = false;
  for (auto at = managed_fields.find(member); at != managed_fields.npos; at = managed_fields.find(member, at)) {
    at += member.size();
    has_any = true;
    if (!is_own_name(managed_fields.substr(at, managed_fields.find('"', at) - at))) return true;
  }
  // A proxy may have written the text in another form.
  return !has_any;
}

/// Only Deployments and StatefulSets are parsed for the number of their replicas.
bool may_have_replicas(std::string_view managed_fields) {
  return managed_fields.find("\"f:strategy\"") != managed_fields.npos
         || managed_fields.find("\"f:podManagementPolicy\"") != managed_fields.npos;
}

/// The entry without the state of the object. A controller of a kind without the subresource `status` writes
/// this state all the time, and no chart has it.
text::json without_state(const text::json& entry) {
  const auto* fields = entry.find("fieldsV1");
  return fields == nullptr ? entry : entry.with("fieldsV1", fields->without("f:status"));
}

bool is_of_state_alone(const text::json& entry) {
  const auto* fields = entry.find("fieldsV1");
  return fields == nullptr || !fields->is_object() || fields->without("f:status").as_object().empty();
}

} // namespace

const std::set<std::string>& own_managers() {
  static const std::set<std::string> names{"addon-operator", "helm"};
  return names;
}

bool is_written_by_other(const text::json& entry, const std::set<std::string>& own) {
  const auto manager = entry.string_at("manager").value_or("");
  const auto subresource = entry.string_at("subresource").value_or("");
  if (manager == controllers || own.contains(manager)) return false;
  if (subresource == "scale") return manager.starts_with("kubectl");
  return subresource.empty();
}

std::string foreign_writes(std::string_view object, std::string_view managed_fields) {
  if (managed_fields.empty() || !(may_have_other_names(managed_fields) || may_have_replicas(managed_fields))) return {};
  const auto read = text::parse_json(object);
  const auto* metadata = read ? read->find("metadata") : nullptr;
  const auto* entries = metadata == nullptr ? nullptr : metadata->find("managedFields");
  if (entries == nullptr || !entries->is_array()) return {};
  std::string writes;
  for (const auto& entry : entries->as_array())
    if (is_written_by_other(entry, own_managers()) && !is_of_state_alone(entry)) writes += without_state(entry).dump();
  // A client that has scaled to 0 leaves no entry.
  if (has_unowned_replicas(*metadata, managed_fields)) writes += "replicas without an owner";
  if (writes.empty()) return {};
  // Times have seconds only, and the generation rises with each change of the wanted state.
  const auto* generation = metadata->find("generation");
  return text::md5_hex(writes + (generation == nullptr ? std::string() : generation->dump()));
}

} // namespace core::releases
