#include "kube/discovery/discovery.hpp"

#include "kube/api/response.hpp"

#include <algorithm>
#include <utility>

namespace kube::discovery {

namespace {

// The newest form first: servers before 1.30 know v2beta1, and servers before 1.26 the old documents only.
constexpr auto aggregated_accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,"
                                   "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,"
                                   "application/json";

std::string target_of(const discovered_group& x) {
  return x.group.empty() ? "/api/" + x.version : "/apis/" + x.group + "/" + x.version;
}

constexpr auto core_root = "/api";
constexpr auto groups_root = "/apis";

bool is_root(const std::string& target) {
  return target == core_root || target == groups_root;
}

constexpr auto plain_accept = "application/json";

/// True for an answer that the transport may have given up because it is too long. Other failures have this
/// code, too; they fail a second time.
bool is_too_long(const base::result<api::http_response>& response) {
  return !response && response.error().code == base::error_code::invalid_input;
}

struct root_document {
  std::vector<discovered_group> groups;
  bool has_resources = false; ///< false for the old documents: their groups have documents of their own
};

/// Reads a root document. Errors: the document is not of that root, or not of an API server, because it lacks
/// the core group, or all other groups. From such a document no kind may be taken for absent.
base::result<root_document> read_root(const std::string& target, const text::json& document) {
  root_document root;
  const auto kind = kind_of_document(document);
  root.has_resources = kind == discovery_kind::aggregated;
  const bool is_core = target == core_root;
  if (root.has_resources)
    root.groups = read_aggregated(document);
  else if (kind == discovery_kind::core_versions && is_core)
    root.groups = read_core_versions(document);
  else if (kind == discovery_kind::groups && !is_core)
    root.groups = read_groups(document);
  else
    return base::fail(base::error_code::unavailable,
                      "the answer is no discovery document; is this the address of an API server?");
  const auto is_foreign = [&](const discovered_group& x) { return x.group.empty() != is_core; };
  const auto is_empty = [](const discovered_group& x) { return x.resources.empty() && x.failure.empty(); };
  const bool lacks_core =
    is_core && root.has_resources && std::all_of(root.groups.begin(), root.groups.end(), is_empty);
  if (root.groups.empty() || lacks_core || std::any_of(root.groups.begin(), root.groups.end(), is_foreign))
    return base::fail(base::error_code::unavailable, "the answer lacks what every API server serves");
  return root;
}

} // namespace

std::vector<api::http_request> api_discovery::start() {
  *this = api_discovery{};
  outstanding_ = {core_root, groups_root};
  return {{.target = core_root, .accept = aggregated_accept}, {.target = groups_root, .accept = aggregated_accept}};
}

std::vector<api::http_request> api_discovery::answer(const std::string& target,
                                                     const base::result<api::http_response>& response) {
  std::vector<api::http_request> more;
  // An answer without an outstanding request belongs to an earlier discovery, which was begun anew meanwhile.
  if (outstanding_.erase(target) == 0) return more;
  if (!is_root(target)) {
    read_group(target, response);
    return more;
  }
  // The aggregated document has the kinds of all groups, so a single group can make the document too long. In
  // the old form each group has a document of its own, so only a group with a document that is too long stays
  // unknown.
  if (is_too_long(response) && asked_plainly_.insert(target).second) {
    outstanding_.insert(target);
    more.push_back({.target = target, .accept = plain_accept});
    return more;
  }
  auto root = api::json_of(response).and_then([&](const text::json& document) { return read_root(target, document); });
  if (!root) {
    // Without a root no kind may count as absent, so the first failure ends the discovery.
    if (!failure_) failure_ = base::error{root.error().code, "discovery of " + target + ": " + root.error().message};
    return more;
  }
  auto& own = target == core_root ? core_groups_ : groups_;
  own = std::move(root->groups);
  if (root->has_resources) return more;
  for (const auto& group : own) {
    outstanding_.insert(target_of(group));
    more.push_back({.target = target_of(group)});
  }
  return more;
}

void api_discovery::read_group(const std::string& target, const base::result<api::http_response>& response) {
  for (auto* groups : {&core_groups_, &groups_}) {
    for (auto& group : *groups) {
      if (target_of(group) != target) continue;
      auto resources =
        api::json_of(response).and_then([&](const text::json& document) { return read_resources(document, group); });
      if (resources)
        group.resources = std::move(*resources);
      else
        // Only this group is unknown; the kinds of all other groups are known.
        group.failure = resources.error().message;
    }
  }
}

base::result<api::resource_table> api_discovery::take() {
  if (failure_) return tl::unexpected(*std::exchange(failure_, std::nullopt));
  api::resource_table table;
  for (auto* groups : {&core_groups_, &groups_}) {
    for (auto& group : *groups) {
      for (auto& x : group.resources) {
        // The API server may still list the kinds of a group that it cannot reach.
        x.is_stale = !group.failure.empty();
        table.add(std::move(x));
      }
      if (!group.failure.empty()) table.add_unknown(group.group, group.version, group.failure);
    }
    groups->clear();
  }
  return table;
}

} // namespace kube::discovery
