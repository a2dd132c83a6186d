#include "base/contains.hpp"
#include "core/hooks/config.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <vector>

using namespace base;
using namespace core::bindings;
using namespace core::hooks;
using namespace std::chrono_literals;

namespace {

hook_definition parsed(const std::string& text, hook_owner owner = hook_owner::global) {
  auto hook = parse_hook_config(text, owner);
  REQUIRE_MESSAGE(hook, hook.error().message);
  return *hook;
}

std::string problem(const std::string& text, hook_owner owner = hook_owner::global) {
  auto hook = parse_hook_config(text, owner);
  REQUIRE_FALSE(hook);
  return hook.error().message;
}

using names = std::vector<std::string>;

} // namespace

TEST_CASE("a document without configVersion is read as v0") {
  auto hook = parsed(R"({
    "onStartup": 5,
    "afterAll": 7,
    "schedule": [{"crontab": "* 2 */3 * * *", "name": "incremental", "allowFailure": true}],
    "onKubernetesEvent": [{
      "name": "labels of pods", "kind": "pod", "event": ["update"],
      "selector": {"matchLabels": {"my": "label"},
                   "matchExpressions": [{"key": "tier", "operation": "In", "values": ["cache"]}]},
      "namespaceSelector": {"matchNames": ["default"]},
      "objectName": "web", "jqFilter": ".metadata.labels", "allowFailure": true, "disableDebug": true
    }]})");
  CHECK(hook.version == hook_version::v0);
  CHECK(hook.lifecycle.size() == 2);
  REQUIRE(hook.schedules.size() == 1);
  CHECK(hook.schedules[0].name == "incremental");
  REQUIRE(hook.kubernetes.size() == 1);
  const auto& x = hook.kubernetes[0];
  CHECK(x.name == "labels of pods");
  CHECK((x.on_modified && !x.on_added && !x.on_deleted));
  CHECK(query_text(x.labels) == "my=label,tier in (cache)");
  CHECK(x.namespaces.names == names{"default"});
  CHECK(x.object_names == names{"web"});
  CHECK(x.allow_failure);
  CHECK_FALSE(x.on_synchronization);
}

TEST_CASE("v0: any namespace wins over names, and unnamed bindings are called after their type") {
  auto hook = parsed(R"({"schedule": [{"crontab": "@daily"}], "onKubernetesEvent":
    [{"kind": "pod", "namespaceSelector": {"any": true, "matchNames": ["a"]}}]})");
  CHECK(hook.schedules[0].name == "schedule");
  CHECK(hook.kubernetes[0].name == "onKubernetesEvent");
  CHECK(hook.kubernetes[0].namespaces.names.empty());
  CHECK((hook.kubernetes[0].on_added && hook.kubernetes[0].on_modified && hook.kubernetes[0].on_deleted));
}

TEST_CASE("v0: empty lists are no fault, and an empty name is none") {
  auto hook = parsed(R"({"schedule": [], "onKubernetesEvent": [{"kind": "pod", "name": ""}]})");
  CHECK(hook.schedules.empty());
  CHECK(hook.kubernetes.at(0).name == "onKubernetesEvent");
}

TEST_CASE("faults of v0 are refused") {
  CHECK(contains(problem(R"({"kubernetes": [{"kind": "Pod"}]})"), "kubernetes: unknown field"));
  CHECK(contains(problem(R"({"onKubernetesEvent": [{"kind": "pod", "event": ["create"]}]})"),
                 "onKubernetesEvent[0].event[0]: event 'create' is unsupported: expected add, update or delete"));
  CHECK(contains(problem(R"({"onKubernetesEvent": [{"kind": "pod", "jqFilter": ".a |"}]})"),
                 "onKubernetesEvent[0].jqFilter: "));
  CHECK(contains(problem(R"({"onKubernetesEvent": [{}]})"), "onKubernetesEvent[0].kind: is required"));
}
