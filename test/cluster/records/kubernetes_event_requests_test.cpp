#include "cluster/records/kubernetes_event_requests.hpp"
#include "text/json/json.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace cluster::records;

namespace {

const event_subject config_map{"v1", "ConfigMap", "ops", "settings", "u-1"};
const event_subject deployment{"apps/v1", "Deployment", "ops", "settings"};

event_content content() {
  return {.reason = "ModuleFailed",
          .message = "module 'web' has failed",
          .is_warning = true,
          .count = 1,
          .first_time = "2026-01-02T03:04:05Z",
          .last_time = "2026-01-02T03:04:05Z",
          .number = 255};
}

std::string name_in(const kube::api::http_request& x) {
  return *text::parse_json(x.body)->find("metadata")->string_at("name");
}

} // namespace

TEST_CASE("an Event names the object that it is about, so that kubectl describe lists it") {
  const auto request = create_event_request(config_map, content());
  CHECK(request.method == "POST");
  CHECK(request.target.starts_with("/api/v1/namespaces/ops/events"));
  CHECK(
    request.body
    == R"({"apiVersion":"v1","count":1,"firstTimestamp":"2026-01-02T03:04:05Z","involvedObject":{"apiVersion":"v1",)"
       R"("kind":"ConfigMap","name":"settings","namespace":"ops","uid":"u-1"},"kind":"Event",)"
       R"("lastTimestamp":"2026-01-02T03:04:05Z","message":"module 'web' has failed","metadata":)"
       R"({"name":"settings.configmap.ff","namespace":"ops"},"reason":"ModuleFailed",)"
       R"("reportingComponent":"addon-operator","source":{"component":"addon-operator"},"type":"Warning"})");
}

TEST_CASE("Events about two objects with the same name have names of their own") {
  CHECK(name_in(create_event_request(deployment, content())) == "settings.deployment.ff");
  CHECK(read_subject_request(deployment).target == "/apis/apps/v1/namespaces/ops/deployments/settings");
  CHECK(read_subject_request(config_map).target == "/api/v1/namespaces/ops/configmaps/settings");
}

TEST_CASE("a repetition raises the count of the Event") {
  auto again = content();
  again.count = 3;
  again.last_time = "2026-01-02T04:00:00Z";
  const auto request = count_event_request(config_map, again);
  CHECK(request.method == "PATCH");
  CHECK(request.target.starts_with("/api/v1/namespaces/ops/events/settings.configmap.ff"));
  CHECK(request.body == R"({"count":3,"lastTimestamp":"2026-01-02T04:00:00Z","message":"module 'web' has failed"})");
}

TEST_CASE("long names and messages are cut to the bounds of the API server") {
  auto about = config_map;
  about.name = std::string(253, 'n');
  auto x = content();
  x.message = std::string(2000, 'm');
  const auto request = create_event_request(about, x);
  CHECK(name_in(request).size() <= 253);
  CHECK(text::parse_json(request.body)->string_at("message")->size() <= event_message_bytes_max);
}
