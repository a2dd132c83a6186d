#include "core/status/waited_objects.hpp"

#include "core/status/failure_advice.hpp"
#include "core/status/failure_sights.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace core::status;

namespace {

const waited_object job{"Job", "prod", "migrate"};

text::json parsed(const std::string& x) {
  const auto json = text::parse_json(x);
  REQUIRE_MESSAGE(json, x);
  return *json;
}

/// The sights of the Job with these objects of each kind; `Event` are about the Job.
cluster_sights seen(const std::string& kind, const std::string& object) {
  cluster_sights all;
  for (const auto& x : sights_of(job)) {
    const bool is_about_pods = x.fields.ends_with("kind=Pod");
    all[x] = x.kind == kind && !is_about_pods ? std::vector{parsed(object)} : std::vector<text::json>();
  }
  return all;
}

std::string warning_about(const std::string& name, const std::string& message, const std::string& time) {
  return R"({"type":"Warning","reason":"FailedCreate","message":")" + message + R"(","lastTimestamp":")" + time
         + R"(","involvedObject":{"kind":"Job","name":")" + name + "\"}}";
}

} // namespace

TEST_SUITE("core/waited_objects") {
  TEST_CASE("the Jobs and Pods of a stage are those that Helm waits for") {
    const auto all = waited_in_stage("waits for Job migrate, Pod smoke, 2 more", "prod");
    REQUIRE_EQ(all.size(), 2);
    CHECK_EQ(all[0].name, "migrate");
    CHECK_EQ(all[1].kind, "Pod");
    CHECK_EQ(all[1].namespace_name, "prod");
    CHECK(waited_in_stage("waits for the deletion of Job migrate", "prod").empty());
    CHECK(waited_in_stage("waits for Job $(id)", "prod").empty());
    CHECK(waited_in_stage("creates 3 objects", "prod").empty());
  }

  TEST_CASE("words of Helm about an object that is not ready name it with its namespace") {
    const auto x = waited_in_failure("failed pre-install: resource Job/shop/migrate not ready. status: InProgress");
    REQUIRE(x);
    CHECK_EQ(x->namespace_name, "shop");
    CHECK_EQ(x->name, "migrate");
    CHECK_FALSE(waited_in_failure("resource Job/migrate not ready. status: InProgress"));
    CHECK_FALSE(waited_in_failure("resource not ready, name: migrate"));
    CHECK_FALSE(sights_for("resource Job/shop/migrate not ready. status: InProgress", "prod").empty());
  }

  TEST_CASE("a Job whose Pods are refused has the words and the step of the last warning") {
    auto all = seen("Event", warning_about("migrate", "pods is forbidden: exceeded quota: team, requested: pods=1",
                                           "2026-01-01T00:00:02Z"));
    for (auto& [what, objects] : all)
      if (!objects.empty()) {
        objects.push_back(parsed(warning_about("migrate", "older", "2026-01-01T00:00:01Z")));
        objects.push_back(parsed(warning_about("other", "of another Job", "2026-01-01T00:00:03Z")));
      }
    const auto fault = fault_of(job, all);
    REQUIRE(fault);
    CHECK_EQ(fault->reason,
             "Job migrate has the warning FailedCreate: pods is forbidden: exceeded quota: team, requested: pods=1");
    CHECK(fault->step.starts_with("`kubectl get resourcequota -A --field-selector metadata.name=team"));
  }

  TEST_CASE("a Pod that cannot run is the reason, and a Pod that only begins is none") {
    const auto pod = [](const std::string& state) {
      return R"({"metadata":{"namespace":"prod","name":"migrate-1"},"status":{"containerStatuses":[{"name":"main",
        "image":"a:1","ready":false,"state":{"waiting":{"reason":")"
             + state + R"(","message":"not found"}}}]}})";
    };
    const auto fault = fault_of(job, seen("Pod", pod("ErrImagePull")));
    REQUIRE(fault);
    CHECK(fault->step.starts_with("the registry has no image 'a:1'"));
    auto begins = seen("Pod", pod("ContainerCreating"));
    CHECK_FALSE(fault_of(job, begins));
    for (auto& [what, objects] : begins)
      if (what.fields.ends_with("kind=Pod"))
        objects.push_back(parsed(R"({"reason":"FailedMount","message":"secret \"db\" not found",
          "involvedObject":{"kind":"Pod","name":"migrate-1"}})"));
    REQUIRE(fault_of(job, begins));
    CHECK_EQ(fault_of(job, begins)->reason, "Job migrate has the warning FailedMount: secret \"db\" not found");
  }

  TEST_CASE("a warning about Pods that are there meanwhile is no reason") {
    auto all = seen("Event", warning_about("migrate", "exceeded quota: team", "2026-01-01T00:00:02Z"));
    for (auto& [what, objects] : all)
      if (what.kind == "Pod") objects.push_back(parsed(R"({"metadata":{"name":"migrate-1"},"status":{}})"));
    CHECK_FALSE(fault_of(job, all));
  }

  TEST_CASE("a Job that has given up says so, and unread objects say nothing") {
    const auto fault = fault_of(job, seen("Job", R"({"kind":"Job","status":{"conditions":[{"type":"Failed",
      "status":"True","message":"deadline"}]}})"));
    REQUIRE(fault);
    CHECK_EQ(fault->reason, "Job migrate: it has failed, and begins no further Pod: deadline");
    CHECK_FALSE(fault_of(job, {}));
    CHECK_FALSE(fault_of(job, seen("Job", R"({"kind":"Job","status":{"active":1}})")));
  }

  TEST_CASE("the fault stands behind the line of the run, and in the step after a wait in vain") {
    const auto all = seen("Event", warning_about("migrate", "no PriorityClass with name gold", "2026-01-01T00:00:02Z"));
    const core::tasks::lasting_run run{
      .subject = "helm upgrade db", .since = "2026-01-02T03:04:05Z", .stage = "waits for Job migrate"};
    const auto fault = fault_of_wait(run, 15'000'000, "prod", all);
    REQUIRE(fault);
    CHECK_EQ(fault->reason, "helm upgrade db has run for 15 s, waits for Job migrate, since 2026-01-02T03:04:05Z: Job "
                            "migrate has the warning FailedCreate: no PriorityClass with name gold");
    const auto step = failure_advice("resource Job/prod/migrate not ready. status: InProgress",
                                     {.namespace_name = "prod", .seen = &all});
    CHECK(step.find("Job prod/migrate: Job migrate has the warning FailedCreate") != std::string::npos);
    CHECK_FALSE(fault_of_wait({.subject = "a", .since = "b"}, 0, "prod", all));
  }
}
