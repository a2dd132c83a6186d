#include "kube/discovery/absence.hpp"

#include "base/excerpt.hpp"
#include "kube/api/request.hpp"
#include "kube/api/resource_table.hpp"
#include "kube/api/response.hpp"
#include "kube/discovery/document.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace kube::discovery {

namespace {

const text::json* at(const text::json& object, std::string_view part, std::string_view key) {
  const auto* found = object.find(part);
  return found ? found->find(key) : nullptr;
}

bool is_being_deleted(const text::json& object) {
  return at(object, "metadata", "deletionTimestamp") != nullptr;
}

bool is_established(const text::json& definition) {
  const auto* conditions = at(definition, "status", "conditions");
  if (conditions == nullptr || !conditions->is_array()) return false;
  return std::any_of(conditions->as_array().begin(), conditions->as_array().end(), [](const text::json& x) {
    return x.string_at("type") == "Established" && x.string_at("status") == "True";
  });
}

bool serves_version(const text::json& definition, const std::string& version) {
  const auto* versions = at(definition, "spec", "versions");
  if (versions == nullptr || !versions->is_array()) return false;
  return std::any_of(versions->as_array().begin(), versions->as_array().end(), [&](const text::json& x) {
    const auto* served = x.find("served");
    return x.string_at("name") == version && served && served->is_bool() && served->as_bool();
  });
}

/// `v1.apps` names version `v1` of group `apps`, `v1.` the core group's.
std::optional<kind_id> version_of_service(const text::json& service) {
  const auto* metadata = service.find("metadata");
  const auto name = metadata ? metadata->string_at("name") : std::nullopt;
  if (!name || is_being_deleted(service)) return std::nullopt;
  const auto dot = name->find('.');
  if (dot == std::string::npos) return std::nullopt;
  return kind_id{name->substr(dot + 1), name->substr(0, dot), {}};
}

bool is_refusal(int status) {
  return status == 401 || status == 403;
}

/// Whether a 404 is kube-apiserver's own: a Status, or its text for a path that it does not serve. A page of
/// a proxy is no answer about the kinds behind it.
bool is_own_404(const api::http_response& response) {
  constexpr std::string_view no_path = "404 page not found";
  if (response.status != 404) return false;
  return api::is_of_api_server(response) || base::trimmed(response.body) == no_path;
}

} // namespace

kind_id id_of(const api::resource& x) {
  return {x.group, x.version, x.kind};
}

kind_id id_of(const api::object_type& x) {
  const auto slash = x.api_version.find('/');
  if (slash == std::string::npos) return {{}, x.api_version, x.kind};
  return {x.api_version.substr(0, slash), x.api_version.substr(slash + 1), x.kind};
}

std::string describe(const kind_id& x) {
  const auto version = x.group.empty() ? x.version : x.group + "/" + x.version;
  return x.kind.empty() ? version : version + "/" + x.kind;
}

std::string target_of_version(const std::string& group, const std::string& version) {
  return group.empty() ? "/api/" + version : "/apis/" + group + "/" + version;
}

api::http_request services_request() {
  const api::resource services{.group = "apiregistration.k8s.io",
                               .version = "v1",
                               .kind = "APIService",
                               .plural = "apiservices",
                               .namespaced = false};
  return api::list_request(services, {.content = api::object_content::metadata});
}

known_services read_services(const base::result<api::http_response>& response) {
  std::set<kind_id> found;
  const auto list = api::object_of(response);
  if (!list) {
    // A server that does not know APIServices answers with a page of status 404, not with a Status.
    const bool is_known = response && (response->status == 404 || is_refusal(response->status));
    if (is_known) return found;
    return base::fail("reading the APIServices", list.error());
  }
  const auto* items = list->find("items");
  if (items == nullptr || !items->is_array())
    return base::fail(base::error_code::unavailable, "reading the APIServices: the answer is no list");
  for (const auto& item : items->as_array())
    if (auto version = version_of_service(item)) found.insert(std::move(*version));
  return found;
}

api::http_request definition_request(const api::resource& x) {
  const api::resource definitions{.group = "apiextensions.k8s.io",
                                  .version = "v1",
                                  .kind = "CustomResourceDefinition",
                                  .plural = "customresourcedefinitions",
                                  .namespaced = false};
  return api::get_request(definitions, {.name = x.plural + "." + x.group});
}

absence_verdicts judge_by_document(const absence_question& x, const base::result<api::http_response>& response) {
  absence_verdicts out;
  const auto all_are = [&](absence_verdict found) {
    for (const auto& kind : x.kinds) out[kind] = found;
    return out;
  };
  if (!response) return all_are(absence_verdict::contradicted);
  if (is_own_404(*response) || is_refusal(response->status)) return all_are(absence_verdict::confirmed);
  // The document of the version is there although discovery lacks the version.
  if (x.is_whole) return all_are(absence_verdict::contradicted);
  const auto listed = api::json_of(response).and_then([&](const text::json& document) {
    return read_resources(document, {.group = x.group, .version = x.version, .resources = {}, .failure = {}});
  });
  if (!listed) return all_are(absence_verdict::contradicted);
  for (const auto& kind : x.kinds) {
    const bool is_listed =
      std::any_of(listed->begin(), listed->end(), [&](const api::resource& known) { return known.kind == kind.kind; });
    out[kind] = is_listed ? absence_verdict::contradicted : absence_verdict::confirmed;
  }
  return out;
}

std::optional<std::string> doubt_by_document(const kind_id& x, const base::result<api::http_response>& response) {
  const auto document = "the document of " + describe({x.group, x.version, {}});
  if (!response) return document + " cannot be read: " + response.error().message;
  if (is_own_404(*response)) return std::nullopt;
  const auto listed = api::json_of(response).and_then([&](const text::json& read) {
    return read_resources(read, {.group = x.group, .version = x.version, .resources = {}, .failure = {}});
  });
  if (!listed) return document + " cannot be read: " + listed.error().message;
  api::resource_table table;
  for (const auto& kind : *listed) table.add(kind);
  if (!std::holds_alternative<api::resource>(table.find({}, x.kind))) return std::nullopt;
  return document + " has the kind, and discovery does not show it yet";
}

absence_verdict judge_by_definition(const api::resource& x, const base::result<api::http_response>& response) {
  const auto definition = api::object_of(response);
  if (!definition) {
    const auto code = definition.error().code;
    // If the operator may not read the definition, the definition contradicts nothing: discovery and the
    // document of the version decide then.
    const bool is_answer = code == base::error_code::not_found || (response && is_refusal(response->status));
    return is_answer ? absence_verdict::confirmed : absence_verdict::contradicted;
  }
  // A definition that is being deleted takes its kind along.
  const bool is_served =
    !is_being_deleted(*definition) && is_established(*definition) && serves_version(*definition, x.version);
  return is_served ? absence_verdict::owned : absence_verdict::confirmed;
}

absence_verdict judge_by_services(const absence_question& x, const known_services& services) {
  if (!x.is_whole) return absence_verdict::confirmed;
  if (!services) return absence_verdict::contradicted;
  return services->contains({x.group, x.version, {}}) ? absence_verdict::owned : absence_verdict::confirmed;
}

void add_verdict(absence_verdicts& to, const kind_id& of, absence_verdict found) {
  auto& verdict = to[of];
  verdict = std::max(verdict, found);
}

} // namespace kube::discovery
