#include "api_contract.hpp"
#include "kube/discovery/discovery.hpp"

TEST_SUITE_BEGIN("kube/discovery_contract");

using namespace test::api_contract;

namespace {

kube::api::resource_table discover(test::api_under_test& api) {
  kube::discovery::api_discovery discovery;
  auto requests = discovery.start();
  while (!requests.empty()) {
    const auto target = requests.back().target;
    auto answer = api.call(std::move(requests.back()));
    requests.pop_back();
    for (auto& more : discovery.answer(target, answer)) requests.push_back(std::move(more));
  }
  REQUIRE(discovery.finished());
  auto table = discovery.take();
  REQUIRE_MESSAGE(table, table.error().message);
  return std::move(*table);
}

/// A definition of `Tool` with the versions v1 and v2; the arguments decide which are served.
std::string definition_of_tools(const std::string& group, bool serves_v1, bool serves_v2) {
  const auto version = [](const char* name, bool is_served, bool is_storage) {
    return std::string(R"({"name":")") + name + R"(","served":)" + (is_served ? "true" : "false") + R"(,"storage":)"
           + (is_storage ? "true" : "false")
           + R"(,"schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}})";
  };
  return R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"tools.)"
         + group + R"("},"spec":{"group":")" + group
         + R"(","scope":"Namespaced","names":{"plural":"tools","kind":"Tool"},)" + R"("versions":[)"
         + version("v1", serves_v1, false) + "," + version("v2", serves_v2, true) + "]}}";
}

} // namespace

TEST_CASE("discovery knows the built-in kinds by all their names, and that others are absent") {
  for_each_api([](place x) {
    const auto table = discover(x.api);
    for (const auto* name : {"deployment", "Deployments", "deploy"}) {
      const auto found = table.find("", name);
      REQUIRE(std::holds_alternative<kube::api::resource>(found));
      CHECK_EQ(std::get<kube::api::resource>(found).api_version(), "apps/v1");
      CHECK(std::get<kube::api::resource>(found).has_verb("watch"));
    }
    const auto nodes = table.find("v1", "node");
    REQUIRE(std::holds_alternative<kube::api::resource>(nodes));
    CHECK_FALSE(std::get<kube::api::resource>(nodes).namespaced);
    CHECK(std::holds_alternative<kube::api::kind_absent>(table.find("", "Gizmo")));
    CHECK(std::holds_alternative<kube::api::kind_absent>(table.find("apps/v1", "ConfigMap")));
  });
}

TEST_CASE("a version that is not served any more is a page, and its objects are there in another version") {
  for_each_api([](place x) {
    const auto group = x.namespace_ + ".example.com";
    const kube::api::resource definitions{
      .group = "apiextensions.k8s.io", .version = "v1", .plural = "customresourcedefinitions", .namespaced = false};
    const auto tools = [&](const char* version) {
      return kube::api::resource{.group = group, .version = version, .kind = "Tool", .plural = "tools"};
    };
    const kube::api::object_location where{.name = "tools." + group};
    const auto until = [&](const std::function<bool(const kube::api::resource_table&)>& holds) {
      // Discovery cannot be watched, and shows a change within a second.
      for (int i = 0; i < 2000; ++i)
        if (holds(discover(x.api))) return true;
      return false;
    };
    REQUIRE(x.call(kube::api::create_request(definitions, {}, definition_of_tools(group, true, true))));
    REQUIRE(until([&](const auto& table) {
      return std::holds_alternative<kube::api::resource>(table.find_again(group + "/v1", tools("v1")));
    }));
    const auto made = R"({"apiVersion":")" + group + R"(/v1","kind":"Tool","metadata":{"name":"a"},"spec":{"b":1}})";
    auto created = x.call(kube::api::create_request(tools("v1"), {.namespace_ = x.namespace_}, made));
    for (int i = 0; i < 2000 && !created; ++i)
      created = x.call(kube::api::create_request(tools("v1"), {.namespace_ = x.namespace_}, made));
    REQUIRE_MESSAGE(created, created.error().message);
    REQUIRE(x.call(kube::api::patch_request(definitions, where, {.body = definition_of_tools(group, false, true)})));
    REQUIRE(until([&](const auto& table) {
      return std::holds_alternative<kube::api::kind_in_other_version>(table.find_again(group + "/v1", tools("v1")));
    }));
    const auto table = discover(x.api);
    CHECK(std::get<kube::api::resource>(table.find_again("", tools("v1"))).version == "v2");
    CHECK(std::get<kube::api::kind_in_other_version>(table.find(group + "/v1", "Tool")).served_as == group + "/v2");
    const auto page = x.api.call(kube::api::list_request(tools("v1")));
    REQUIRE(page);
    CHECK_EQ(page->status, 404);
    CHECK_FALSE(kube::api::is_of_api_server(*page));
    const auto now = x.call(kube::api::get_request(tools("v2"), x.at("a")));
    REQUIRE_MESSAGE(now, now.error().message);
    CHECK_EQ(now->string_at("apiVersion"), group + "/v2");
    CHECK_EQ(version_of(*now), version_of(*created));
    // If a definition serves no version, its objects stay, but discovery does not show the kind.
    REQUIRE(x.call(kube::api::patch_request(definitions, where, {.body = definition_of_tools(group, false, false)})));
    REQUIRE(until([&](const auto& gone) {
      return std::holds_alternative<kube::api::kind_absent>(gone.find_again("", tools("v1")));
    }));
    REQUIRE(x.call(kube::api::get_request(definitions, where)));
    REQUIRE(x.call(kube::api::remove_request(definitions, where)));
  });
}

TEST_SUITE_END();
