#include "faults/account.hpp"

#include "e2e/given.hpp"

#include <utility>

namespace faults {

namespace {

using text::json;

constexpr auto name = "operator";
const kube::api::resource accounts{.version = "v1", .kind = "ServiceAccount", .plural = "serviceaccounts"};
const kube::api::resource bindings{.group = "rbac.authorization.k8s.io",
                                   .version = "v1",
                                   .kind = "ClusterRoleBinding",
                                   .plural = "clusterrolebindings",
                                   .namespaced = false};

} // namespace

account::account(std::string space) : space_(std::move(space)) {
  make();
  give_rights();
}

account::~account() {
  // Only this run's cluster would keep it.
  (void)e2e::cluster().try_call(kube::api::remove_request(bindings, {.name = space_}));
}

void account::make() {
  e2e::cluster().call(kube::api::create_request(
    accounts, {.namespace_ = space_}, R"({"apiVersion":"v1","kind":"ServiceAccount","metadata":{"name":"operator"}})"));
}

void account::give_rights() {
  const auto role =
    json::object({{"apiGroup", "rbac.authorization.k8s.io"}, {"kind", "ClusterRole"}, {"name", "cluster-admin"}});
  const auto subject = json::object({{"kind", "ServiceAccount"}, {"name", name}, {"namespace", space_}});
  const auto binding = json::object({{"apiVersion", "rbac.authorization.k8s.io/v1"},
                                     {"kind", "ClusterRoleBinding"},
                                     {"metadata", json::object({{"name", space_}})},
                                     {"roleRef", role},
                                     {"subjects", json::array({subject})}});
  e2e::cluster().call(kube::api::create_request(bindings, {}, binding.dump()));
}

void account::take_rights() {
  e2e::cluster().call(kube::api::remove_request(bindings, {.name = space_}));
}

std::string account::new_token() const {
  const auto answer = e2e::cluster().call(
    kube::api::create_request(accounts, {.namespace_ = space_, .name = name, .subresource = "token"},
                              R"({"apiVersion":"authentication.k8s.io/v1","kind":"TokenRequest","spec":{}})"));
  return answer.find("status")->string_at("token").value();
}

void account::revoke_tokens() {
  // They are bound to this account, and a new account of the same name is another account.
  e2e::cluster().call(kube::api::remove_request(accounts, {.namespace_ = space_, .name = name}));
  make();
}

} // namespace faults
