#include "core/status/failure_advice.hpp"

#include "core/status/advice_rows.hpp"
#include "core/status/advice_rule.hpp"

#include <doctest/doctest.h>

#include <string>

using core::status::failure_advice;
using core::status::failure_cause;

TEST_SUITE("core/chart_advice") {
  TEST_CASE("waits of Helm name the object, or where to look") {
    test::check_advice({
      {"pre-upgrade hooks failed: resource not ready, name: migrate, kind: Job, status: InProgress",
       {"`kubectl -n prod describe Job migrate`", "--helm-timeout"}},
      {"failed pre-install: resource Job/shop/db-migrate not ready. status: InProgress, message: Job in progress "
       "context deadline exceeded",
       {"in vain for Job shop/db-migrate", "`kubectl -n shop describe Job db-migrate`"}},
      {"failed post-upgrade: context deadline exceeded", {"kubectl -n prod get jobs,pods"}},
      {"failed pre-install: timed out waiting for the condition", {"kubectl -n prod get jobs,pods"}},
      {"post-install hooks failed: context deadline exceeded", {"kubectl -n prod get jobs,pods"}},
      {R"(Get "https://10.0.0.1:443/version": context deadline exceeded)", {"does not answer in time"}},
      {"failed post-install: job migrate failed: BackoffLimitExceeded", {"logs job/migrate"}},
      {"another operation (install/upgrade/rollback) is in progress", {"owner=helm,name=landing", "five minutes"}},
      {"release of module 'landing': revision 2 is pending-upgrade, and another Helm may be at work on it",
       {"owner=helm,name=landing", "five minutes"}},
    });
  }

  TEST_CASE("charts with missing parts or bad YAML name the file and the command") {
    test::check_advice({
      {"An error occurred while checking for chart dependencies: found in Chart.yaml, but missing in charts/ "
       "directory: common",
       {"has the chart common", "helm dependency build"}},
      {"error unpacking subchart redis-1.0.0.tgz in db: unexpected EOF",
       {"the archive redis-1.0.0.tgz in charts/ is damaged", "git lfs pull"}},
      {"chart requires kubeVersion: >=1.40.0 which is incompatible with Kubernetes v1.37.2",
       {"another version of Kubernetes"}},
      {"values don't meet the specifications of the schema(s) in the following chart(s):\nlanding:\n- (root): x",
       {"values.schema.json", "module values landing"}},
      {"YAML parse error on landing/templates/a.yaml: error converting YAML to JSON: yaml: line 5: x",
       {"rendered text of landing/templates/a.yaml", "nindent", "module render landing"}},
      {R"(error calling include: template: no template "common.labels" associated with template "gotpl")",
       {"the template common.labels", "library chart"}},
      {R"(parse error at (landing/templates/a.yaml:3): function "toTaml" not defined)", {"no function toTaml"}},
    });
  }

  TEST_CASE("values that a template cannot read name the innermost template") {
    const std::string outer =
      R"(orders/templates/objects.yaml:6:10 executing "orders/templates/objects.yaml" at <include>: )";
    const auto inner =
      outer + R"(error calling include: orders/templates/_helpers.tpl:3:56 executing "orders.url" at <$x.y>: )";
    CHECK_EQ(core::status::template_place(inner), "orders/templates/_helpers.tpl:3:56");
    CHECK_EQ(core::status::template_place("has failed: (portal/templates/a.yaml:5:14): the portal needs a key"),
             "portal/templates/a.yaml:5:14");
    CHECK_EQ(core::status::template_place("has failed (twice): no"), "");
    const auto nil = inner + "nil pointer evaluating interface {}.y";
    const auto lookup = nil + "; lookup found no Secret prod/login";
    const auto range = outer + "range can't iterate over eu";
    test::check_advice({{nil.c_str(), {"set the value that orders/templates/_helpers.tpl:3:56 reads"}},
                        {lookup.c_str(), {"have the object made that the chart looks up"}},
                        {range.c_str(), {"objects.yaml:6:10 reads has another type"}}});
  }
}
