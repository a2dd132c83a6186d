#include "support/short_discovery.hpp"

#include "text/json/json.hpp"

#include <utility>

namespace test {

kube::api::http_response without_group(kube::api::http_response answer, const std::string& group) {
  const auto document = text::parse_json(answer.body).value();
  text::json::array_type rest;
  for (const auto& item : document.find("items")->as_array())
    if (item.find("metadata")->string_at("name") != group) rest.push_back(item);
  answer.body = document.with("items", text::json::array(std::move(rest))).dump();
  return answer;
}

bool is_of_group(const kube::api::http_request& request, const std::string& group) {
  return request.target.starts_with("/apis/" + group + "/");
}

simulation::fake_api_server::proxy starting_without(simulation::fake_api_server& api, std::string group, int status) {
  return [&api, group = std::move(group),
          status](const kube::api::http_request& request) -> std::optional<base::result<kube::api::http_response>> {
    if (request.target == "/apis") return without_group(api.carry_out(request), group);
    if (!is_of_group(request, group)) return std::nullopt;
    const auto* page = status == 404 ? "404 page not found\n" : "service unavailable\n";
    return kube::api::http_response{.status = status, .body = page, .retry_after = std::nullopt};
  };
}

} // namespace test
