#include "account.hpp"

#include "given.hpp"
#include "sys/files/files.hpp"
#include "text/yaml/yaml.hpp"

#include <stdexcept>
#include <string_view>
#include <utility>

namespace e2e {

using text::json;

void new_account(const std::string& space, const std::string& account, const std::string& rules) {
  const auto create = [&](const char* plural, const char* kind, const std::string& fields) {
    const auto* group = std::string_view(kind) == "ServiceAccount" ? "" : "rbac.authorization.k8s.io";
    const kube::api::resource what{.group = group, .version = "v1", .kind = kind, .plural = plural};
    cluster().call(kube::api::create_request(what, {.namespace_ = space},
                                             R"({"apiVersion":")" + what.api_version() + R"(","kind":")" + kind
                                               + R"(","metadata":{"name":")" + account + R"("})" + fields + "}"));
  };
  create("serviceaccounts", "ServiceAccount", "");
  create("roles", "Role", R"(,"rules":)" + rules);
  create("rolebindings", "RoleBinding",
         R"(,"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"Role","name":")" + account
           + R"("},"subjects":[{"kind":"ServiceAccount","name":")" + account + R"(","namespace":")" + space + R"("}])");
}

std::string token_of(const std::string& space, const std::string& account) {
  const kube::api::resource accounts{.version = "v1", .kind = "ServiceAccount", .plural = "serviceaccounts"};
  const auto answer = cluster().call(
    kube::api::create_request(accounts, {.namespace_ = space, .name = account, .subresource = "token"},
                              R"({"apiVersion":"authentication.k8s.io/v1","kind":"TokenRequest","spec":{}})"));
  return answer.find("status")->string_at("token").value();
}

std::string kubeconfig_with(const std::string& token_file) {
  const auto text = sys::files::read_file(given().kubeconfig);
  if (!text) throw std::runtime_error(text.error().message);
  const auto config = text::parse_yaml(*text);
  if (!config) throw std::runtime_error(config.error().message);
  json::array_type users;
  for (const auto& user : config->find("users")->as_array())
    users.push_back(user.with("user", json::object({{"tokenFile", token_file}})));
  return config->with("users", json::array(std::move(users))).dump();
}

} // namespace e2e
