#include "simulation/fake_write_requests.hpp"

#include "simulation/fake_definitions.hpp"
#include "simulation/fake_jobs.hpp"
#include "simulation/merge_patch.hpp"
#include "simulation/strategic_patch.hpp"
#include "text/json/json_patch_reader.hpp"
#include "text/yaml/yaml.hpp"

namespace simulation {

namespace {

api_failure bad_request(const std::string& message) {
  return {400, "BadRequest", message};
}

api_outcome<text::json> parse_body(const kube::api::http_request& request) {
  auto document = text::parse_json(request.body);
  if (!document || !document->is_object()) return tl::unexpected(bad_request("the body is no JSON object"));
  return *document;
}

/// A write to a subresource, such as `status`, changes only this field. A write to the object may change all
/// fields, `status` included.
text::json limit_to_subresource(const text::json& known, const text::json& wanted, const std::string& subresource) {
  if (subresource.empty()) return wanted;
  const auto* part = wanted.find(subresource);
  return part ? known.with(subresource, *part) : known;
}

api_outcome<text::json> patched(const text::json& known, const kube::api::http_request& request) {
  if (request.content_type != "application/json-patch+json") {
    const auto body = parse_body(request);
    if (!body) return body;
    const bool is_strategic = request.content_type == "application/strategic-merge-patch+json";
    return is_strategic ? apply_strategic_patch(known, *body) : apply_merge_patch(known, *body);
  }
  const auto patch = text::parse_json_patch(request.body);
  if (!patch) return tl::unexpected(bad_request(patch.error().message));
  auto result = text::apply_json_patch(known, *patch);
  // The real message does not name the operation that does not fit. (k8s.io/apiserver, `applyJSPatch`)
  if (!result)
    return tl::unexpected(
      api_failure{422, "Invalid", "the server rejected our request due to an error in our request"});
  return *result;
}

api_outcome<text::json> create(fake_api_objects& storage, const kube::api::resource& what,
                               const std::string& namespace_, const text::json& wanted) {
  const auto version = metadata_text(wanted, "resourceVersion");
  if (!version.empty() && version != "0")
    return tl::unexpected(api_failure{500, "", "resourceVersion should not be set on objects to be created"});
  return storage.create(what, namespace_, wanted);
}

/// Only the check of the name: this server has neither webhooks nor policies.
api_outcome<text::json> create_in_dry_run(const fake_api_objects& storage, const kube::api::resource& what,
                                          const std::string& namespace_, const text::json& wanted) {
  const auto name = metadata_text(wanted, "name");
  const bool is_there = !name.empty() && storage.get(what, {.namespace_ = namespace_, .name = name});
  return is_there ? tl::unexpected(api_failure{409, "AlreadyExists", what.plural + " \"" + name + "\" already exists"})
                  : api_outcome<text::json>(wanted);
}

api_outcome<text::json> update(fake_api_objects& storage, const kube::api::resource& what,
                               const kube::objects::object_key& key, const text::json& known, text::json wanted) {
  if (is_definitions(what))
    if (auto fault = definition_fault(known, wanted)) return tl::unexpected(std::move(*fault));
  if (is_jobs(what))
    if (auto fault = job_fault(known, wanted)) return tl::unexpected(std::move(*fault));
  return storage.update(what, key, std::move(wanted));
}

api_outcome<text::json> apply(fake_api_objects& storage, const addressed& target, const kube::objects::object_key& key,
                              const kube::api::http_request& request) {
  const auto body = text::parse_yaml(request.body);
  if (!body || !body->is_object()) return tl::unexpected(bad_request("the body is no object"));
  const auto known = storage.get(target.resource, key);
  if (!known) return storage.create(target.resource, key.namespace_, *body);
  // A merge, because no owners of fields are kept: a conflict of two writers is out of scope.
  return update(storage, target.resource, key, *known, apply_merge_patch(*known, *body));
}

api_outcome<text::json> patch(fake_api_objects& storage, const addressed& target, const kube::objects::object_key& key,
                              const kube::api::http_request& request) {
  if (request.content_type == "application/apply-patch+yaml") return apply(storage, target, key, request);
  const auto known = storage.get(target.resource, key);
  if (!known) return known;
  const auto wanted = patched(*known, request);
  if (!wanted) return wanted;
  return update(storage, target.resource, key, *known, limit_to_subresource(*known, *wanted, target.where.subresource));
}

api_outcome<text::json> replace(fake_api_objects& storage, const addressed& target,
                                const kube::objects::object_key& key, const kube::api::http_request& request) {
  const auto body = parse_body(request);
  if (!body) return body;
  const auto known = storage.get(target.resource, key);
  if (!known) return known;
  auto wanted = *body;
  if (!target.where.subresource.empty()) wanted = limit_to_subresource(*known, wanted, target.where.subresource);
  return update(storage, target.resource, key, *known, std::move(wanted));
}

api_outcome<text::json> remove(fake_api_objects& storage, const addressed& target, const kube::objects::object_key& key,
                               const kube::api::http_request& request) {
  const auto known = storage.get(target.resource, key);
  if (!known) return known;
  const auto options = text::parse_json(request.body);
  const auto* preconditions = options ? options->find("preconditions") : nullptr;
  const auto uid = preconditions ? preconditions->string_at("uid") : std::nullopt;
  if (uid && *uid != metadata_text(*known, "uid"))
    return tl::unexpected(api_failure{409, "Conflict", "Precondition failed: UID in precondition: " + *uid});
  const auto version = preconditions ? preconditions->string_at("resourceVersion") : std::nullopt;
  if (version && *version != metadata_text(*known, "resourceVersion"))
    return tl::unexpected(
      api_failure{409, "Conflict", "Precondition failed: ResourceVersion in precondition: " + *version});
  auto last = storage.remove(target.resource, key);
  // The answer to a deletion is the object if finalizers keep it, else a Status.
  if (!last || storage.get(target.resource, key)) return last;
  return text::json::object({{"kind", "Status"},
                             {"apiVersion", "v1"},
                             {"metadata", text::json::object()},
                             {"status", "Success"},
                             {"details", text::json::object({{"name", key.name}, {"kind", target.resource.plural}})}});
}

} // namespace

api_outcome<text::json> carry_out_write(fake_api_objects& storage, const addressed& target,
                                        const kube::api::http_request& request) {
  const kube::objects::object_key key{.namespace_ = target.where.namespace_, .name = target.where.name};
  if (request.method == "POST" && key.name.empty()) {
    const auto body = parse_body(request);
    if (body && parse_target(request.target).query_text("dryRun") == "All")
      return create_in_dry_run(storage, target.resource, key.namespace_, *body);
    return body ? create(storage, target.resource, key.namespace_, *body) : body;
  }
  if (!key.name.empty() && request.method == "PUT") return replace(storage, target, key, request);
  if (!key.name.empty() && request.method == "PATCH") return patch(storage, target, key, request);
  if (!key.name.empty() && request.method == "DELETE") return remove(storage, target, key, request);
  return tl::unexpected(api_failure{405, "MethodNotAllowed", "the server does not allow this method"});
}

} // namespace simulation
