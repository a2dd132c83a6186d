#include "core/releases/self_ending_objects.hpp"

namespace core::releases {

namespace {

const text::json* part_of(const text::json& object, std::string_view key) {
  const auto* part = object.find(key);
  return part != nullptr && part->is_object() ? part : nullptr;
}

bool is_set(const text::json* object, std::string_view key) {
  const auto* value = object == nullptr ? nullptr : object->find(key);
  return value != nullptr && !value->is_null();
}

/// True for any version of the group: `batch/v1` belongs to `batch`.
bool is_of_group(std::string_view api_version, std::string_view group) {
  const auto slash = api_version.find('/');
  return slash != std::string_view::npos && api_version.substr(0, slash) == group;
}

/// True for kinds that the API server, or a controller of Kubernetes, deletes after a while in any case.
bool is_brief_kind(std::string_view api_version, std::string_view kind) {
  if (kind == "Event") return api_version == "v1" || is_of_group(api_version, "events.k8s.io");
  return kind == "CertificateSigningRequest" && is_of_group(api_version, "certificates.k8s.io");
}

/// Whether the object is deleted some time after the end of its work: `ttlSecondsAfterFinished` in `spec` (a
/// Job, and similar kinds) or in `spec.runPolicy` (Kubeflow), or `ttlStrategy` (Argo's Workflows).
bool goes_when_finished(const text::json& spec) {
  return is_set(&spec, "ttlSecondsAfterFinished") || is_set(part_of(spec, "runPolicy"), "ttlSecondsAfterFinished")
         || is_set(&spec, "ttlStrategy");
}

/// True for a bootstrap token that expires.
bool is_expiring_token(std::string_view kind, const text::json& object) {
  return kind == "Secret" && object.string_at("type") == "bootstrap.kubernetes.io/token"
         && (is_set(part_of(object, "data"), "expiration") || is_set(part_of(object, "stringData"), "expiration"));
}

} // namespace

bool ends_by_itself(std::string_view api_version, std::string_view kind, const text::json& object) {
  const auto* spec = part_of(object, "spec");
  return is_brief_kind(api_version, kind) || (spec != nullptr && goes_when_finished(*spec))
         || is_expiring_token(kind, object);
}

} // namespace core::releases
