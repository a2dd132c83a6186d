#include "core/hooks/config_versions.hpp"

#include "core/hooks/selector_config.hpp"

#include <utility>

namespace core::hooks {

namespace {

bindings::schedule_binding read_schedule(document_reader& item, const base::time_zone_source& zones) {
  bindings::schedule_binding x;
  x.name = item.filled_string_or("name", x.name);
  x.crontab = read_crontab(item, zones);
  x.allow_failure = item.bool_or("allowFailure", false);
  return x;
}

std::vector<std::string> read_namespaces(document_reader& item) {
  auto selector = item.object("namespaceSelector");
  if (!selector || selector->bool_or("any", false)) return {};
  return read_namespace_names(*selector);
}

bindings::kubernetes_binding read_kubernetes(document_reader& item) {
  bindings::kubernetes_binding x;
  x.name = item.filled_string_or("name", "onKubernetesEvent");
  x.kind = item.required_string("kind");
  read_events(item, "event", {"add", "update", "delete"}, x);
  if (auto selector = item.object("selector")) x.labels = read_label_selector_v0(std::move(*selector));
  if (auto object_name = item.string_or("objectName", {}); !object_name.empty())
    x.object_names.push_back(std::move(object_name));
  x.namespaces.names = read_namespaces(item);
  x.jq_filter = read_jq_filter(item);
  x.allow_failure = item.bool_or("allowFailure", false);
  x.on_synchronization = false;
  // The contexts of v0 show the names of objects, but not the objects.
  x.keep_full_objects = false;
  return x;
}

} // namespace

bindings::hook_definition read_hook_config_v0(document_reader& reader, const hook_config_purpose& purpose) {
  bindings::hook_definition hook;
  read_lifecycle(reader, purpose.owner, hook);
  for (auto& item : reader.objects("schedule")) hook.schedules.push_back(read_schedule(item, purpose.zones));
  for (auto& item : reader.objects("onKubernetesEvent")) hook.kubernetes.push_back(read_kubernetes(item));
  return hook;
}

} // namespace core::hooks
