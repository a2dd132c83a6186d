#include "kube/watch/own_refusals.hpp"

#include "kube/watch/reachability.hpp"

#include <string_view>

namespace kube::watch {

namespace {

constexpr int unauthorized = 401;
constexpr int forbidden = 403;

/// True for a path that no aggregated server answers. Such a server may refuse logins that the API server
/// knows.
bool is_of_core(std::string_view target) {
  const auto path = target.substr(0, target.find('?'));
  return path.starts_with("/api/") || path == "/api" || path == "/apis" || path == "/version";
}

/// Path and selector, without the size of pages and the position, which differ between requests.
std::string_view list_of(std::string_view target) {
  return target.substr(0, target.find('&'));
}

} // namespace

own_refusals::own_refusals(std::int64_t now_us, const std::string& own_namespace)
  : logins_(now_us), rights_(now_us),
    own_lists_(own_namespace.empty()
                 ? std::string()
                 : "/api/v1/namespaces/" + own_namespace + "/configmaps?fieldSelector=metadata.name") {}

void own_refusals::heard(const api::http_response& answer, std::int64_t now_us) {
  if (answer.status == unauthorized) {
    if (!is_of_core(answer.target)) return;
    logins_.failed(now_us);
    return logins_.confirmed();
  }
  logins_.answered(now_us);
  if (own_lists_.empty() || answer.method != "GET" || !answer.target.starts_with(own_lists_)) return;
  const auto list = list_of(answer.target);
  if (answer.status < 300 && own_list_.empty()) own_list_ = list;
  if (own_list_ != list) return;
  if (answer.status < 300) return rights_.answered(now_us);
  if (answer.status != forbidden) return;
  rights_.failed(now_us);
  rights_.confirmed();
}

bool own_refusals::is_settled_since(std::int64_t at_us) const noexcept {
  return logins_.has_answered_since(at_us) && (own_list_.empty() || rights_.has_answered_since(at_us));
}

std::optional<refused_time> own_refusals::during(std::int64_t from_us, std::int64_t to_us) const {
  if (const auto found = logins_.during(from_us, to_us)) return refused_time{*found, unauthorized};
  if (const auto found = rights_.during(from_us, to_us)) return refused_time{*found, forbidden};
  return std::nullopt;
}

api::http_request own_refusals::probe() const {
  auto request = probe_request();
  request.fresh_connection = false; // most runs are in no outage, and a new connection costs more than the answer
  if (own_list_.empty()) return request;
  // Position 0 is whatever the cache has.
  request.target = own_list_ + "&limit=1&resourceVersion=0";
  request.accept = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";
  return request;
}

} // namespace kube::watch
