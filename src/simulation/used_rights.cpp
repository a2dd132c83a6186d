#include "simulation/used_rights.hpp"

#include "simulation/fake_api_target.hpp"

namespace simulation {

namespace {

/// The verb of a request. (kubernetes.io, Authorization, "Determine the request verb")
std::string verb_of(const logged_request& request, const api_target& target, const kube::api::object_location& where) {
  const auto watch = target.query_text("watch");
  if (request.method == "GET" && (watch == "true" || watch == "1")) return "watch";
  if (request.method == "GET") return where.name.empty() ? "list" : "get";
  if (request.method == "POST") return "create";
  if (request.method == "PUT") return "update";
  if (request.method == "PATCH") return "patch";
  if (request.method == "DELETE") return where.name.empty() ? "deletecollection" : "delete";
  return {};
}

} // namespace

std::set<std::string> used_rights(const std::vector<logged_request>& requests,
                                  const std::vector<kube::api::resource>& resources) {
  std::set<std::string> rights;
  for (const auto& request : requests) {
    const auto target = parse_target(request.target);
    const auto asked = find_addressed(target.path, resources);
    if (!asked) continue;
    const auto verb = verb_of(request, target, asked->where);
    if (verb.empty()) continue;
    auto right = verb + " " + asked->resource.plural;
    if (!asked->where.subresource.empty()) right += "/" + asked->where.subresource;
    if (!asked->resource.group.empty()) right += "." + asked->resource.group;
    if (!asked->where.namespace_.empty()) right += " in namespace " + asked->where.namespace_;
    rights.insert(std::move(right));
  }
  return rights;
}

} // namespace simulation
