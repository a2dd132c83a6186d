#include "core/releases/reset_changes.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::releases;

namespace {

const manifest_object web{"apps/v1", "Deployment", "default", "web"};
const manifest_object gone{"apps/v1", "Deployment", "default", "gone"};

text::json json(const std::string& words) {
  const auto x = text::parse_json(words);
  REQUIRE_MESSAGE(x, words);
  return *x;
}

text::json chart_with(int replicas) {
  return json(R"({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}, "spec": {"replicas": )"
              + std::to_string(replicas) + "}}");
}

compared_object scaled_to(int now) {
  return {web, chart_with(2),
          json(R"({"kind": "Deployment", "metadata": {"managedFields": [{"manager": "kubectl", "fieldsV1":
               {"f:spec": {"f:replicas": {}}}}]}, "spec": {"replicas": )"
               + std::to_string(now) + "}}")};
}

std::string words(const std::vector<drifted_object>& x) {
  return describe(x);
}

} // namespace

TEST_CASE("an upgrade takes back the changes of other clients that its rendering does not have") {
  const auto known = words(changes_to_reset({scaled_to(7)}, std::nullopt, "default"));
  CHECK_EQ(known, "default/Deployment/web: spec.replicas, changed by kubectl");
  CHECK_EQ(words(changes_to_reset({scaled_to(7)}, {{chart_with(2)}}, "default")), known);
  CHECK_EQ(words(changes_to_reset({scaled_to(7)}, {{chart_with(3)}}, "default")), known);
  CHECK_MESSAGE(changes_to_reset({scaled_to(7)}, {{chart_with(7)}}, "default").empty(), "the chart has taken it over");
  CHECK(changes_to_reset({scaled_to(2)}, std::nullopt, "default").empty());
  CHECK_MESSAGE(changes_to_reset({scaled_to(7)}, std::vector<text::json>{}, "default").empty(), "the object goes");
  compared_object absent{web, chart_with(2), base::fail(base::error_code::not_found, "gone")};
  CHECK(changes_to_reset({absent}, std::nullopt, "default").empty());
}

TEST_CASE("a reset names fields and client, and no value") {
  const auto line = describe_reset("web", changes_to_reset({scaled_to(7)}, std::nullopt, "default"));
  CHECK_MESSAGE(line.find("default/Deployment/web: spec.replicas, changed by kubectl. Hint: ") != line.npos, line);
  CHECK(line.find("7") == line.npos);
  CHECK(line.find(hint_of_reset("web")) != line.npos);
  // A key of a Secret that the upgrade has put back is not lost.
  CHECK(line.find("A field that they had removed is back; if `object_made_again` names it, it has its former value")
        != line.npos);
}

TEST_CASE("drift is over by object and field") {
  const std::vector<drifted_object> before{{web, {"spec.replicas", "spec.paused"}, "kubectl"},
                                           {gone, {"a"}, "kubectl"}};
  const std::vector<drifted_object> now{{web, {"spec.paused"}, "kubectl"}};
  CHECK_EQ(words(drift_that_is_over(before, now)), "default/Deployment/web: spec.replicas, changed by kubectl; "
                                                   "default/Deployment/gone: a, changed by kubectl");
  CHECK(drift_that_is_over(before, before).empty());
  CHECK(drift_that_is_over({}, now).empty());
}
