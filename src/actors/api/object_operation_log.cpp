#include "actors/api/object_operation_log.hpp"

#include "sys/log/log.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <variant>
#include <vector>

namespace actors::api {

namespace {

/// The groups of Kubernetes itself with names that look like names of other groups.
constexpr std::array built_in_groups{
  "admissionregistration.k8s.io",
  "apiextensions.k8s.io",
  "apiregistration.k8s.io",
  "authentication.k8s.io",
  "authorization.k8s.io",
  "certificates.k8s.io",
  "coordination.k8s.io",
  "discovery.k8s.io",
  "events.k8s.io",
  "flowcontrol.apiserver.k8s.io",
  "networking.k8s.io",
  "node.k8s.io",
  "rbac.authorization.k8s.io",
  "resource.k8s.io",
  "scheduling.k8s.io",
  "storage.k8s.io",
};

bool is_built_in(const std::string& group) {
  return kube::api::is_own_group(group)
         || std::find(built_in_groups.begin(), built_in_groups.end(), group) != built_in_groups.end();
}

/// Most runs change no objects, so their success is logged at level debug.
sys::log::log_level level_of(const base::result<cluster::operations::operation_success>& result) {
  if (!result) return sys::log::log_level::warning;
  const auto outcome = result->outcome;
  const bool nothing_done = outcome == cluster::operations::operation_outcome::unchanged
                            || outcome == cluster::operations::operation_outcome::absent;
  return nothing_done ? sys::log::log_level::debug : sys::log::log_level::info;
}

} // namespace

void operation_log::write(const std::string& by, const cluster::operations::operation_report& x) {
  const auto& wanted = core::hooks::target_of(x.operation);
  const auto operation = core::hooks::operation_name(x.operation);
  const auto object = core::hooks::object_name(x.operation);
  const auto api_version = x.resource == nullptr ? wanted.api_version : x.resource->api_version();
  const bool is_chosen = x.resource != nullptr && wanted.api_version.empty() && !is_built_in(x.resource->group);
  const bool is_creation = std::holds_alternative<core::hooks::create_object>(x.operation);
  if (is_chosen && !is_creation && named_.insert({by, wanted.kind}).second)
    sys::log::log_warning(
      "operation_without_api_version",
      {{"by", by},
       {"operation", operation},
       {"kind", wanted.kind},
       {"api_version", api_version},
       {"hint", "another group may get a kind of this name: write this apiVersion in the operation"}});
  std::vector<sys::log::log_field> fields{{"by", by},
                                          {"operation", operation},
                                          {"object", object},
                                          {"outcome", x.result ? name(x.result->outcome) : "failed"},
                                          {"api_version", api_version},
                                          {"seconds", std::chrono::duration<double>(x.duration).count()}};
  if (!x.result) fields.push_back({"error", x.result.error().message});
  sys::log::log(level_of(x.result), "object_operation", fields);
}

} // namespace actors::api
