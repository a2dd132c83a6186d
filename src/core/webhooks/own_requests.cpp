#include "core/webhooks/own_requests.hpp"

#include "base/contains.hpp"
#include "text/json/json_parts.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace core::webhooks {

namespace {

using text::items;
using text::json;
using text::member;
using words = std::vector<std::string_view>;

/// The maximal number of conditions of a webhook (ValidatingWebhook, field `matchConditions`).
constexpr std::size_t conditions_max = 64;

bool has_any(const json& list, const words& wanted) {
  return std::any_of(items(list).begin(), items(list).end(), [&](const json& x) {
    return x.is_string() && base::contains(wanted, std::string_view(x.as_string()));
  });
}

/// Resources of rules may name subresources: `pods/*`.
bool has_resource(const json& list, const words& wanted) {
  return std::any_of(items(list).begin(), items(list).end(), [&](const json& x) {
    if (!x.is_string()) return false;
    const auto name = std::string_view(x.as_string());
    const auto resource = name.substr(0, name.find('/'));
    return resource == "*" || base::contains(wanted, resource);
  });
}

/// Whether a rule can match requests for one of these resources.
bool concern(const json& rules, words groups, const words& resources) {
  groups.emplace_back("*");
  return std::any_of(items(rules).begin(), items(rules).end(), [&](const json& rule) {
    return has_any(member(rule, "apiGroups"), groups)
           && (resources.empty() || has_resource(member(rule, "resources"), resources));
  });
}

std::string quoted(const std::string& x) {
  return "'" + x + "'";
}

std::string in_namespace(const std::string& name, const std::string& parts) {
  return "has(request.namespace) && request.namespace == " + quoted(name) + " && (" + parts + ")";
}

std::string bookkeeping(const json& rules, const registration& place) {
  if (place.namespace_name.empty()) return {};
  if (!concern(rules, {"", "coordination.k8s.io", "events.k8s.io"}, {"configmaps", "secrets", "events", "leases"}))
    return {};
  const auto name_is = [](const std::string& resource, const std::string& name) {
    return "request.resource.resource == '" + resource + "' && has(request.name) && request.name == " + quoted(name);
  };
  std::string parts = "request.resource.resource in ['leases', 'events']";
  if (!place.config_map.empty()) parts += " || " + name_is("configmaps", place.config_map);
  if (!place.secret.empty()) parts += " || " + name_is("secrets", place.secret);
  parts += " || request.resource.resource in ['secrets', 'configmaps'] && has(request.name) && "
           "request.name.startsWith('sh.helm.release.v1.')";
  return in_namespace(place.namespace_name, parts);
}

/// Whether the object before or after the request is a Pod of this service account.
std::string is_pod_of(const std::string& account) {
  return "[object, oldObject].exists(x, x != null && has(x.spec) && has(x.spec.serviceAccountName) && "
         "x.spec.serviceAccountName == "
         + quoted(account) + ")";
}

/// The same for an object that makes Pods.
std::string makes_pods_of(const std::string& account) {
  return "[object, oldObject].exists(x, x != null && has(x.spec) && has(x.spec.template) && has(x.spec.template.spec) "
         "&& has(x.spec.template.spec.serviceAccountName) && x.spec.template.spec.serviceAccountName == "
         + quoted(account) + ")";
}

struct part {
  words groups;
  words resources;
  std::string expression;
};

std::vector<part> parts_in_namespace(const std::string& account) {
  const std::string resource = "request.resource.resource";
  const std::string sub = "has(request.subResource) && request.subResource == ";
  return {
    {{""},
     {"pods"},
     "request.resource.group == '' && " + resource + " == 'pods' && (" + sub + "'binding' || " + is_pod_of(account)
       + ")"},
    {{"apps"},
     {"deployments", "replicasets"},
     "request.resource.group == 'apps' && " + resource + " in ['deployments', 'replicasets'] && "
       + makes_pods_of(account)},
    {{""},
     {"serviceaccounts"},
     resource + " == 'serviceaccounts' && " + sub
       + "'token' && has(request.name) && request.name == " + quoted(account)},
    {{"", "discovery.k8s.io"}, {"endpoints", "endpointslices"}, resource + " in ['endpoints', 'endpointslices']"},
  };
}

std::vector<part> parts_of_cluster() {
  const std::string resource = "request.resource.resource";
  const std::string user = "request.userInfo.username";
  return {
    {{""},
     {"nodes"},
     "request.resource.group == '' && " + resource + " == 'nodes' && (" + user + ".startsWith('system:node:') || "
       + user + ".startsWith('system:serviceaccount:kube-system:'))"},
    {{"coordination.k8s.io"},
     {"leases"},
     resource + " == 'leases' && has(request.namespace) && request.namespace in ['kube-node-lease', 'kube-system']"},
    {{"authentication.k8s.io", "authorization.k8s.io"},
     {},
     "request.resource.group in ['authentication.k8s.io', 'authorization.k8s.io']"},
  };
}

std::string joined(const json& rules, const std::vector<part>& all) {
  std::string text;
  for (const auto& x : all)
    if (concern(rules, x.groups, x.resources)) text += (text.empty() ? "" : " || ") + x.expression;
  return text;
}

std::string comeback(const json& rules, const service_account& own) {
  auto near = joined(rules, parts_in_namespace(own.name));
  auto far = joined(rules, parts_of_cluster());
  if (!near.empty()) near = in_namespace(own.namespace_name, near);
  return near + (near.empty() || far.empty() ? "" : " || ") + far;
}

json condition(const char* name, std::string expression) {
  return json::object({{"name", name}, {"expression", std::move(expression)}});
}

json condition_against(const char* name, const std::string& left_out) {
  return condition(name, "!(" + left_out + ")");
}

bool is_own(const json& x) {
  constexpr std::array names{own_condition::bookkeeping, own_condition::comeback, own_condition::closed};
  const auto name = x.string_at("name").value_or("");
  return std::any_of(names.begin(), names.end(), [&](const char* own) { return name == own; });
}

} // namespace

std::optional<service_account> service_account_of(std::string_view user) {
  constexpr std::string_view prefix = "system:serviceaccount:";
  if (!user.starts_with(prefix)) return std::nullopt;
  user.remove_prefix(prefix.size());
  const auto colon = user.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == user.size()) return std::nullopt;
  return service_account{std::string(user.substr(0, colon)), std::string(user.substr(colon + 1))};
}

json::array_type own_conditions(const json& rules, const registration& place, std::string_view user,
                                hook_answers answers) {
  json::array_type all;
  if (const auto left_out = bookkeeping(rules, place); !left_out.empty())
    all.push_back(condition_against(own_condition::bookkeeping, left_out));
  const auto account = service_account_of(user);
  if (!account) return all;
  if (const auto left_out = comeback(rules, *account); !left_out.empty())
    all.push_back(condition_against(own_condition::comeback, left_out));
  if (answers == hook_answers::not_yet)
    all.push_back(condition(own_condition::closed, "request.userInfo.username != " + quoted(std::string(user))));
  return all;
}

json::array_type with_own(json::array_type own, const json& of_hook) {
  for (const auto& x : items(of_hook)) {
    if (is_own(x)) continue;
    if (own.size() < conditions_max) {
      own.push_back(x);
      continue;
    }
    const auto both =
      "(" + own.back().string_at("expression").value_or("") + ") && (" + x.string_at("expression").value_or("") + ")";
    own.back() = own.back().with("expression", both);
  }
  return own;
}

} // namespace core::webhooks
