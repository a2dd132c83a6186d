#include "simulation/fake_api_documents.hpp"

namespace simulation {

text::json status_of(const api_failure& failure) {
  auto status = text::json::object({{"kind", "Status"},
                                    {"apiVersion", "v1"},
                                    {"metadata", text::json::object()},
                                    {"status", "Failure"},
                                    {"message", failure.message},
                                    {"code", failure.status}});
  if (!failure.reason.empty()) status = status.with("reason", failure.reason);
  return failure.details == text::json::object() ? status : status.with("details", failure.details);
}

kube::api::http_response response_of(const api_failure& failure) {
  return {.status = failure.status, .body = status_of(failure).dump(), .retry_after = std::nullopt};
}

kube::api::http_response refusal(int status, const char* reason) {
  return response_of(api_failure{status, reason, std::string("the request is refused: ") + reason});
}

kube::api::http_response proxy_page(int status) {
  return {.status = status, .body = "<html><body>a proxy's page</body></html>\n", .retry_after = std::nullopt};
}

kube::api::http_response end_of_stream() {
  return {.status = 200, .body = {}, .retry_after = std::nullopt};
}

std::string event_line(const char* type, const text::json& object) {
  return text::json::object({{"type", type}, {"object", object}}).dump();
}

text::json in_version_of(const kube::api::resource& what, const text::json& object) {
  return object.string_at("apiVersion") == what.api_version() ? object : object.with("apiVersion", what.api_version());
}

text::json metadata_only(const text::json& object) {
  return text::json::object(
    {{"apiVersion", "meta.k8s.io/v1"}, {"kind", "PartialObjectMetadata"}, {"metadata", *object.find("metadata")}});
}

} // namespace simulation
