#include "account.hpp"

#include "given.hpp"
#include "sys/files/files.hpp"
#include "text/yaml/yaml.hpp"

#include <stdexcept>
#include <utility>

namespace e2e {

using text::json;

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
