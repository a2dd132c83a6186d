// The watch machine with an API server: the fake server, and a real server if there is one (see
// api_contract_test.cpp).
#include "kube/api/request.hpp"
#include "simulation/fake_api_server.hpp"
#include "support/api_under_test.hpp"
#include "support/watch_driver.hpp"

#include <doctest/doctest.h>

TEST_SUITE_BEGIN("kube/watch_contract");

namespace {

using entries = std::vector<std::string>;

const kube::api::resource config_maps{.version = "v1", .kind = "ConfigMap", .plural = "configmaps"};

std::string config_map(const std::string& name) {
  return R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":")" + name + R"(","labels":{"app":"x"}}})";
}

kube::watch::watch_machine_options options_for(const std::string& namespace_) {
  return {.target = {.resource = config_maps, .namespace_ = namespace_, .selectors = {.labels = "app=x"}},
          .page_size = 2};
}

struct place {
  test::api_under_test& api;
  std::string namespace_;

  void create(const std::string& name) {
    const auto answer = api.call(kube::api::create_request(config_maps, {.namespace_ = namespace_}, config_map(name)));
    REQUIRE((answer && answer->status == 201));
  }
  void touch(const std::string& name) {
    const auto answer = api.call(kube::api::patch_request(config_maps, {.namespace_ = namespace_, .name = name},
                                                          {.body = R"({"data":{"k":"v"}})"}));
    REQUIRE((answer && answer->status == 200));
  }
  void remove(const std::string& name) {
    const auto answer = api.call(kube::api::remove_request(config_maps, {.namespace_ = namespace_, .name = name}));
    REQUIRE((answer && answer->status == 200));
  }
};

} // namespace

TEST_CASE("list and watch together report every change exactly once") {
  for (const auto& api : test::apis_under_test()) {
    CAPTURE(api->name());
    place x{*api, test::new_namespace(*api)};
    for (const auto* name : {"a", "b", "c"}) x.create(name);
    test::watch_driver driver(*api, options_for(x.namespace_));
    CHECK_FALSE(driver.machine().snapshot());
    REQUIRE(driver.run_until("listed"));
    CHECK_EQ(driver.log(), entries{"added a", "added b", "added c", "listed"});
    x.create("d");
    x.touch("a");
    x.remove("b");
    REQUIRE(driver.run_until("deleted b"));
    CHECK_EQ(driver.log(), entries{"added a", "added b", "added c", "listed", "added d", "modified a", "deleted b"});
    const auto snapshot = driver.machine().snapshot();
    REQUIRE(snapshot);
    CHECK_EQ(snapshot->revision, 6);
    std::string names;
    for (const auto& object : snapshot->objects) names += object->key().name;
    CHECK_EQ(names, "acd");
  }
}

TEST_CASE("a kind that is not served is gone, not unknown") {
  for (const auto& api : test::apis_under_test()) {
    CAPTURE(api->name());
    const kube::api::resource unknown{.group = "example.com", .version = "v1", .kind = "Gizmo", .plural = "gizmos"};
    test::watch_driver driver(*api, {.target = {.resource = unknown}});
    REQUIRE(driver.run_until("kind_gone"));
    REQUIRE(driver.machine().snapshot());
    CHECK(driver.machine().snapshot()->objects.empty());
  }
}

TEST_SUITE_END();
