#include "simulation/cluster_copy.hpp"

#include "simulation/given_objects.hpp"
#include "text/json/json_parts.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

TEST_SUITE_BEGIN("simulation/cluster_copy");

namespace {

struct fixture {
  simulation::virtual_cluster real{"d8"};
  simulation::virtual_cluster made{"d8"};
  std::vector<std::string> asked; ///< methods and targets, as they came to the real cluster
  std::optional<int> refuses{};   ///< lists and objects of Secrets are answered with this status
  simulation::cluster_copy copy{[this](const kube::api::http_request& request) { return answer(request); }};

  base::result<kube::api::http_response> answer(const kube::api::http_request& request) {
    asked.push_back(request.method + " " + request.target);
    if (refuses && request.target.find("/secrets") != std::string::npos) {
      auto refused = simulation::refusal(*refuses, "Forbidden");
      refused.target = request.target;
      return refused;
    }
    return real.carry_out(request);
  }
  void put(const std::string& yaml) {
    const auto done = real.apply(text::parse_yaml(yaml).value());
    REQUIRE_MESSAGE(done, done.error().message);
  }
  void begin() {
    const auto begun = copy.begin(made, "d8");
    REQUIRE_MESSAGE(begun, begun.error().message);
    asked.clear();
  }
  /// Sends a request to the copy.
  kube::api::http_response send(const std::string& method, const std::string& target, const std::string& body = {}) {
    std::optional<base::result<kube::api::http_response>> got;
    made.api().start({.method = method, .target = target, .body = body, .content_type = "application/json"},
                     {.on_line = {}, .on_done = [&](auto x) { got = std::move(x); }});
    made.deliver();
    REQUIRE(got);
    REQUIRE(*got);
    return **got;
  }
  [[nodiscard]] std::size_t count(const std::string& target) {
    return static_cast<std::size_t>(std::count(asked.begin(), asked.end(), "GET " + target));
  }
};

constexpr auto maps = "/api/v1/namespaces/d8/configmaps";

} // namespace

TEST_CASE_FIXTURE(fixture, "a list copies the objects once, with their uids") {
  put("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: d8}}");
  put("{apiVersion: v1, kind: ConfigMap, metadata: {name: b, namespace: other}}");
  begin();
  const auto list = text::parse_json(send("GET", maps).body).value();
  REQUIRE(text::items(*list.find("items")).size() == 1);
  const auto uid = real.find({"ConfigMap", "d8", "a"}).value()->find("metadata")->string_at("uid");
  CHECK(text::items(*list.find("items"))[0].find("metadata")->string_at("uid") == uid);
  const auto before = asked.size();
  send("GET", maps);
  send("GET", std::string(maps) + "/a");
  CHECK(asked.size() == before);
  CHECK(copy.objects().size() >= 1);
}

TEST_CASE_FIXTURE(fixture, "a deleted object does not come back") {
  put("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: d8}}");
  begin();
  CHECK(send("DELETE", std::string(maps) + "/a").status == 200);
  CHECK(text::items(*text::parse_json(send("GET", maps).body).value().find("items")).empty());
}

TEST_CASE_FIXTURE(fixture, "a creation finds the object that is there") {
  put("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: d8}}");
  begin();
  CHECK(send("POST", maps, R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}})").status == 409);
  CHECK(send("POST", maps, R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"new"}})").status == 201);
}

TEST_CASE_FIXTURE(fixture, "only the named object is read, and an absent object once") {
  begin();
  CHECK(send("GET", std::string(maps) + "/none").status == 404);
  CHECK(send("GET", std::string(maps) + "/none").status == 404);
  CHECK(count(std::string(maps) + "/none") == 1);
  send("GET", std::string(maps) + "?fieldSelector=metadata.name%3Dnone");
  CHECK(count(maps) == 0);
}

TEST_CASE_FIXTURE(fixture, "the real cluster gets reads alone") {
  put("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: d8}, data: {x: '1'}}");
  begin();
  send("DELETE", std::string(maps) + "/a");
  send("POST", maps, R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"b"}})");
  CHECK(std::all_of(asked.begin(), asked.end(), [](const auto& x) { return x.starts_with("GET "); }));
  CHECK(real.find({"ConfigMap", "d8", "a"}).value());
}

TEST_CASE_FIXTURE(fixture, "a refusal is passed on and noted") {
  begin();
  refuses = 403;
  CHECK(send("GET", "/api/v1/namespaces/d8/secrets").status == 403);
  REQUIRE(copy.failures().size() == 1);
  CHECK(copy.failures().begin()->starts_with("secrets in namespace d8: "));
}

TEST_CASE_FIXTURE(fixture, "kinds that the cluster does not serve are not served") {
  real.api().remove_resource("policy", "poddisruptionbudgets");
  begin();
  CHECK(send("GET", "/apis/policy/v1/namespaces/d8/poddisruptionbudgets").status == 404);
}

TEST_CASE_FIXTURE(fixture, "objects of a custom kind come with their kind served once") {
  put(R"(
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Widget, plural: widgets}
  versions: [{name: v1, served: true, storage: true}]
)");
  real.deliver();
  put("{apiVersion: example.com/v1, kind: Widget, metadata: {name: w, namespace: d8}}");
  begin();
  send("GET", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions");
  CHECK(
    text::items(*text::parse_json(send("GET", "/apis/example.com/v1/namespaces/d8/widgets").body).value().find("items"))
      .size()
    == 1);
  const auto& all = made.api().resources();
  CHECK(std::count_if(all.begin(), all.end(), [](const auto& x) { return x.plural == "widgets"; }) == 1);
}

TEST_SUITE_END();
