#include "simulation/cluster_gate.hpp"

#include "kube/api/api_path.hpp"
#include "simulation/fake_api_documents.hpp"
#include "simulation/openapi_document.hpp"
#include "simulation/protobuf_object.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <string_view>

namespace simulation {

namespace {

/// The content type of aggregated discovery. Go clients read aggregated discovery only from a document of
/// this type.
constexpr auto discovery_type = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

std::string make_secret() {
  std::random_device source;
  std::string text;
  for (int i = 0; i < 4; ++i) text += fmt::format("{:08x}", source());
  return text;
}

/// The path with the query, as they were before the listener separated them.
std::string target_of(std::string_view path, const sys::http::server_request& request) {
  std::string target;
  while (!path.empty()) {
    path.remove_prefix(1);
    const auto end = std::min(path.find('/'), path.size());
    target += "/" + kube::api::escape_uri_component(path.substr(0, end));
    path.remove_prefix(end);
  }
  char separator = '?';
  for (const auto& [key, value] : request.query) {
    target += separator + kube::api::escape_uri_component(key) + "=" + kube::api::escape_uri_component(value);
    separator = '&';
  }
  return target;
}

sys::http::server_response reply_of(const kube::api::http_response& x) {
  return {.status = x.status, .content_type = "application/json", .body = x.body};
}

sys::http::server_response refusal_of(int status, const char* reason, const std::string& message) {
  return reply_of(response_of(api_failure{status, reason, message}));
}

bool asks_for(const sys::http::server_request& request, const char* option) {
  const auto found = request.query.find(option);
  return found != request.query.end() && found->second != "" && found->second != "false" && found->second != "0";
}

/// The limits of the port. They allow bodies that are whole objects.
sys::http::listener_options gate_options() {
  return {.address = sys::http::tcp_address{"127.0.0.1", 0}, .body_bytes_max = 8 << 20};
}

base::result<kube::api::http_request> read_request(std::string_view path, sys::http::server_request request) {
  kube::api::http_request asked;
  asked.method = request.method;
  asked.target = target_of(path, request);
  asked.content_type = request.content_type.substr(0, request.content_type.find(';'));
  asked.body = std::move(request.body);
  if (asked.content_type != protobuf_type) return asked;
  asked.content_type = "application/json";
  if (asked.method == "DELETE") {
    // The body of a deletion contains its options. Helm sets only options that this cluster ignores.
    asked.body.clear();
    return asked;
  }
  const auto object = object_of_protobuf(asked.body);
  if (!object) return tl::unexpected(object.error());
  asked.body = object->dump();
  return asked;
}

} // namespace

base::result<std::unique_ptr<cluster_gate>> cluster_gate::open(std::shared_ptr<doorbell> bell) {
  std::unique_ptr<cluster_gate> gate(new cluster_gate);
  gate->secret_ = make_secret();
  auto hand_over = [to = gate->inbox_, bell = std::move(bell)](sys::http::server_request request,
                                                               sys::http::reply_function reply) {
    const std::lock_guard lock(to->mutex);
    to->requests.push_back({std::move(request), std::move(reply)});
    bell->ring();
  };
  auto listening = sys::http::listener::start(gate_options(), std::move(hand_over));
  if (!listening) return base::fail("the port of the virtual cluster", listening.error());
  gate->listener_ = std::move(*listening);
  return gate;
}

kube::access::cluster cluster_gate::access(const std::string& default_namespace) const {
  kube::access::cluster x;
  x.address = fmt::format("http://127.0.0.1:{}/{}", listener_->port(), secret_);
  x.default_namespace = default_namespace;
  x.origin = "the virtual cluster";
  return x;
}

bool cluster_gate::answer(virtual_cluster& cluster) {
  std::deque<waiting_request> all;
  {
    const std::lock_guard lock(inbox_->mutex);
    all.swap(inbox_->requests);
  }
  for (auto& x : all) answer(cluster, std::move(x));
  return !all.empty();
}

void cluster_gate::answer(virtual_cluster& cluster, waiting_request x) const {
  auto& [request, reply] = x;
  const auto prefix = "/" + secret_;
  if (!request.path.starts_with(prefix + "/")) return reply(refusal_of(404, "NotFound", "there is nothing here"));
  const auto path = std::string_view(request.path).substr(prefix.size());
  // Time stands still while a program runs, so a program that waits for a change would wait for ever.
  if (asks_for(request, "watch"))
    return reply(
      refusal_of(405, "MethodNotAllowed", "programs of a simulated day cannot watch: time stands still meanwhile"));
  // Refused, because this cluster knows a dry run only for creations: it would carry out all other changes.
  if (asks_for(request, "dryRun")) return reply(refusal_of(400, "BadRequest", "the virtual cluster knows no dry run"));
  if (const auto document = openapi_document(path, cluster.api().resources()))
    return reply({.content_type = "application/json", .body = document->dump()});
  auto asked = read_request(path, std::move(request));
  if (!asked) return reply(refusal_of(415, "UnsupportedMediaType", asked.error().message));
  const bool is_discovery = path == "/api" || path == "/apis";
  kube::api::response_events events;
  events.on_done = [reply = reply, is_discovery](const base::result<kube::api::http_response>& answer) {
    if (!answer) return reply(refusal_of(503, "ServiceUnavailable", answer.error().message));
    auto made = reply_of(*answer);
    if (is_discovery && made.status == 200) made.content_type = discovery_type;
    reply(std::move(made));
  };
  cluster.api().start(std::move(*asked), std::move(events));
}

} // namespace simulation
