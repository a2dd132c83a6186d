#include "cluster/records/kubernetes_event_requests.hpp"

#include "base/excerpt.hpp"
#include "kube/api/request.hpp"

#include <fmt/format.h>

#include <utility>

namespace cluster::records {

namespace {

/// Leaves room for the rest of the Event's name: names of objects have 253 bytes at most.
constexpr std::size_t name_bytes_max = 200;

kube::api::resource events() {
  return {"", "v1", "Event", "events", true, {}, "event", {"ev"}};
}

kube::api::resource resource_of(const event_subject& about) {
  if (about.kind == "Deployment") return {"apps", "v1", "Deployment", "deployments", true, {}, "deployment", {}};
  return {"", "v1", "ConfigMap", "configmaps", true, {}, "configmap", {}};
}

/// The kind is a part of the name, because a ConfigMap and a Deployment may have the same name.
std::string name_of(const event_subject& about, const event_content& x) {
  return fmt::format("{}.{}.{:x}", base::first_bytes(about.name, name_bytes_max), resource_of(about).singular,
                     x.number);
}

std::string message_of(const event_content& x) {
  return base::excerpt(x.message, event_message_bytes_max - std::string_view("…").size());
}

} // namespace

kube::api::http_request read_subject_request(const event_subject& about) {
  return kube::api::get_request(resource_of(about), {about.namespace_name, about.name, {}},
                                kube::api::object_content::metadata);
}

kube::api::http_request create_event_request(const event_subject& about, const event_content& x) {
  auto involved = text::json::object({{"apiVersion", about.api_version},
                                      {"kind", about.kind},
                                      {"namespace", about.namespace_name},
                                      {"name", about.name}});
  if (!about.uid.empty()) involved = involved.with("uid", text::json(about.uid));
  const auto metadata = text::json::object({{"name", name_of(about, x)}, {"namespace", about.namespace_name}});
  const auto object = text::json::object({{"apiVersion", "v1"},
                                          {"kind", "Event"},
                                          {"metadata", metadata},
                                          {"involvedObject", std::move(involved)},
                                          {"type", x.is_warning ? "Warning" : "Normal"},
                                          {"reason", x.reason},
                                          {"message", message_of(x)},
                                          {"source", text::json::object({{"component", "addon-operator"}})},
                                          {"reportingComponent", "addon-operator"},
                                          {"count", static_cast<std::int64_t>(x.count)},
                                          {"firstTimestamp", x.first_time},
                                          {"lastTimestamp", x.last_time}});
  return kube::api::create_request(events(), {about.namespace_name, {}, {}}, object.dump());
}

kube::api::http_request count_event_request(const event_subject& about, const event_content& x) {
  kube::api::patch_options options;
  options.body =
    text::json::object(
      {{"message", message_of(x)}, {"count", static_cast<std::int64_t>(x.count)}, {"lastTimestamp", x.last_time}})
      .dump();
  return kube::api::patch_request(events(), {about.namespace_name, name_of(about, x), {}}, std::move(options));
}

} // namespace cluster::records
