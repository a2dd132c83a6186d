#include "hook_cases/case_context.hpp"

#include "parsed.hpp"

#include <doctest/doctest.h>

#include <string>

using core::bindings::lifecycle_point;
using core::bindings::watch_event;

namespace {

/// The contexts, or the error.
std::string text_of(const std::string& config, const hook_cases::occasion& why) {
  const auto made = hook_cases::context_for(test::hook_with(config), why, test::some_objects());
  return made ? made->text.text() : "error: " + made.error().message;
}

constexpr auto pods = R"({configVersion: v1, beforeHelm: 1, kubernetes: [{name: pods, kind: Pod,
  jqFilter: .status.phase, keepFullObjectsInMemory: false, executeHookOnEvent: [Added, Deleted]}]})";

} // namespace

TEST_CASE("a Synchronization shows all objects of the bindings") {
  CHECK(text_of(pods, hook_cases::at_synchronization{})
        == R"([{"binding":"pods","objects":[{"filterResult":"Failed"},{"filterResult":"Running"}],)"
           R"("type":"Synchronization"}])");
  CHECK(text_of(pods, hook_cases::at_synchronization{"nodes"})
        == "error: no binding of the hook has a Synchronization run 'nodes'");
}

TEST_CASE("an event shows its object, and a deleted object is in no snapshot") {
  CHECK(text_of(pods, hook_cases::at_event{watch_event::added, "red/web", {}})
        == R"([{"binding":"pods","filterResult":"Running","type":"Event","watchEvent":"Added"}])");
  constexpr auto grouped = "{configVersion: v1, kubernetes: [{name: pods, kind: Pod, jqFilter: .metadata.name, "
                           "keepFullObjectsInMemory: false, group: all}]}";
  CHECK(text_of(grouped, hook_cases::at_event{watch_event::deleted, "red/web", {}})
        == R"([{"binding":"pods","groupName":"all","snapshots":{"pods":[{"filterResult":"job"}]},"type":"Group"}])");
}

TEST_CASE("an event that would not run the hook is refused with the reason") {
  CHECK(text_of(pods, hook_cases::at_event{watch_event::modified, "red/web", {}})
        == "error: binding 'pods' picks red/web, but its executeHookOnEvent leaves this event out");
  const auto none = text_of(pods, hook_cases::at_event{watch_event::added, "red/nothing", {}});
  CHECK(none.starts_with("error: no binding of the hook picks an object red/nothing; bindings: 'pods'; objects: "));
  CHECK(none.find("Pod red/web") != std::string::npos);
}

TEST_CASE("a point of the lifecycle shows all snapshots") {
  CHECK(text_of(pods, hook_cases::at_lifecycle{lifecycle_point::before_helm})
        == R"([{"binding":"beforeHelm","snapshots":{"pods":[{"filterResult":"Failed"},{"filterResult":"Running"}]}}])");
  CHECK(text_of(pods, hook_cases::at_lifecycle{lifecycle_point::after_helm})
          .starts_with("error: the hook does not run at afterHelm; it runs for beforeHelm"));
}

TEST_CASE("a schedule is named if there are several") {
  constexpr auto two =
    "{configVersion: v1, schedule: [{name: a, crontab: '0 3 * * *'}, {name: b, crontab: '0 4 * * *'}]}";
  CHECK(text_of(two, hook_cases::at_schedule{}) == "error: name a schedule of the hook: 'a' and 'b'");
  CHECK(text_of(two, hook_cases::at_schedule{"b"}) == R"([{"binding":"b","type":"Schedule"}])");
  CHECK(text_of(pods, hook_cases::at_schedule{}).starts_with("error: the hook has no schedule; it runs for"));
}

TEST_CASE("a review chooses the webhook by its rules, and has the request of an API server") {
  constexpr auto webhook = R"({configVersion: v1, kubernetesValidating: [{name: pods.example.com,
    rules: [{apiGroups: [''], apiVersions: [v1], resources: [pods], operations: [CREATE, DELETE]}]}]})";
  const auto pod = test::yaml("{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: red}}");
  const auto hook = test::hook_with(webhook);
  const auto made = hook_cases::context_for(hook, hook_cases::at_review{"DELETE", pod, {}, {}}, test::some_objects());
  REQUIRE(made);
  CHECK(made->webhook == hook.webhooks.front());
  CHECK(made->operation == "DELETE");
  const auto contexts = text::parse_json(made->text.text());
  REQUIRE(contexts);
  const auto& request = *contexts->as_array().front().find("review")->find("request");
  CHECK(*request.find("oldObject") == pod);
  CHECK(request.find("object")->is_null());
  CHECK(request.string_at("namespace") == "red");
  CHECK(request.find("resource")->string_at("resource") == "pods");
  CHECK(text_of(webhook, hook_cases::at_review{"UPDATE", pod, {}, {}})
        == "error: no webhook of the hook has a rule for a UPDATE of pods; webhooks: pods.example.com");
}
