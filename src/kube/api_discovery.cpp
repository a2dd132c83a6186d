#include "kube/api_discovery.hpp"

#include "kube/response.hpp"

#include <utility>

namespace kube {

namespace {

constexpr auto aggregated_accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,"
                                   "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,"
                                   "application/json";

std::string target_of(const discovered_group& x) {
  return x.group.empty() ? "/api/" + x.version : "/apis/" + x.group + "/" + x.version;
}

bool is_root(const std::string& target) {
  return target == "/api" || target == "/apis";
}

} // namespace

std::vector<http_request> api_discovery::start() {
  *this = api_discovery{};
  outstanding_ = {"/api", "/apis"};
  return {{.target = "/api", .accept = aggregated_accept}, {.target = "/apis", .accept = aggregated_accept}};
}

std::vector<http_request> api_discovery::answer(const std::string& target,
                                                const core::result<http_response>& response) {
  std::vector<http_request> more;
  if (outstanding_.erase(target) == 0) return more;
  if (!is_root(target)) {
    read_group(target, response);
    return more;
  }
  const auto document = json_of(response);
  if (document)
    read_root(*document, more);
  else if (!failure_)
    failure_ = core::error{document.error().code, "discovery of " + target + ": " + document.error().message};
  return more;
}

void api_discovery::read_root(const core::json& document, std::vector<http_request>& more) {
  const auto take_over = [&](std::vector<discovered_group>& own, std::vector<discovered_group> found, bool complete) {
    own = std::move(found);
    for (const auto& group : own) {
      if (complete) continue;
      outstanding_.insert(target_of(group));
      more.push_back({.target = target_of(group)});
    }
  };
  switch (kind_of_document(document)) {
    case discovery_kind::aggregated: {
      auto found = read_aggregated(document);
      const bool is_core = !found.empty() && found.front().group.empty();
      take_over(is_core ? core_groups_ : groups_, std::move(found), true);
      break;
    }
    case discovery_kind::core_versions: take_over(core_groups_, read_core_versions(document), false); break;
    case discovery_kind::groups: take_over(groups_, read_groups(document), false); break;
    case discovery_kind::other:
      failure_ = core::error{core::error_code::unavailable, "discovery: the answer is no discovery document; is this "
                                                            "the address of an API server?"};
      break;
  }
}

void api_discovery::read_group(const std::string& target, const core::result<http_response>& response) {
  for (auto* groups : {&core_groups_, &groups_}) {
    for (auto& group : *groups) {
      if (target_of(group) != target) continue;
      auto resources =
        json_of(response).and_then([&](const core::json& document) { return read_resources(document, group); });
      if (resources)
        group.resources = std::move(*resources);
      else
        group.failure = resources.error().message;
    }
  }
}

core::result<resource_table> api_discovery::take() {
  if (failure_) return tl::unexpected(*std::exchange(failure_, std::nullopt));
  resource_table table;
  for (auto* groups : {&core_groups_, &groups_}) {
    for (auto& group : *groups) {
      for (auto& x : group.resources) table.add(std::move(x));
      if (!group.failure.empty()) table.add_unknown(group.group, group.version, group.failure);
    }
    groups->clear();
  }
  return table;
}

} // namespace kube
