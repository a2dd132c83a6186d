#include "core/releases/scaled_sets.hpp"

#include "support/yaml.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::releases;

namespace {

std::string set(const std::string& spec, const std::string& name = "db") {
  return "---\napiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: " + name + "}\nspec: " + spec + "\n";
}

/// Names the sets that fall from one `spec` to another, with their policies.
std::string fallen(const std::string& before, const std::string& now) {
  std::string words;
  for (const auto& x : sets_with_fewer_replicas(set(before), set(now), "apps"))
    words += x.object.name + " " + std::to_string(x.replicas) + " " + x.when_scaled.value_or("-") + ";";
  return words;
}

bool goes(std::optional<std::string> of_chart, const std::string& spec) {
  const scaled_set x{{"apps/v1", "StatefulSet", "apps", "db"}, 1, std::move(of_chart)};
  return takes_claims_along(x, test::yaml("spec: " + spec));
}

const std::string claims = "volumeClaimTemplates: [{}]";
const std::string deletes = "persistentVolumeClaimRetentionPolicy: {whenScaled: Delete}";

} // namespace

TEST_CASE("a StatefulSet with fewer replicas than before is found") {
  CHECK_EQ(fallen("{replicas: 3}", "{replicas: 1}"), "db 1 -;");
  CHECK_EQ(fallen("{replicas: 3}", "{replicas: 0}"), "db 0 -;");
  CHECK_MESSAGE(fallen("{replicas: 3}", "{}") == "db 1 -;", "the default is one");
  CHECK_MESSAGE(fallen("{}", "{replicas: 2}") == "db 2 -;", "another client has set the number");
  CHECK_EQ(fallen("{replicas: 3}", "{replicas: 3}"), "");
  CHECK_EQ(fallen("{replicas: 3}", "{replicas: 4}"), "");
  CHECK_EQ(fallen("{}", "{}"), "");
  CHECK_EQ(fallen("{replicas: 1}", "{}"), "");
  CHECK(sets_with_fewer_replicas(set("{replicas: 3}"), set("{replicas: 1}", "other"), "apps").empty());
  CHECK(sets_with_fewer_replicas(set("{replicas: 3}"), "", "apps").empty());
  CHECK(sets_with_fewer_replicas(set("{replicas: 3}"), "StatefulSet: [", "apps").empty());
}

TEST_CASE("the policy of the chart is the policy after the upgrade") {
  CHECK_EQ(fallen("{replicas: 3}", "{replicas: 1, " + deletes + "}"), "db 1 Delete;");
  CHECK_MESSAGE(fallen("{replicas: 3, " + deletes + "}", "{replicas: 1}") == "db 1 Retain;", "Helm takes it away");
}

TEST_CASE("claims go with replicas by the policy Delete alone") {
  CHECK(goes("Delete", "{replicas: 3, " + claims + "}"));
  CHECK(goes({}, "{replicas: 3, " + claims + ", " + deletes + "}"));
  CHECK_FALSE(goes("Retain", "{replicas: 3, " + claims + ", " + deletes + "}"));
  CHECK_FALSE(goes({}, "{replicas: 3, " + claims + "}"));
  CHECK_MESSAGE(!goes("Delete", "{replicas: 1, " + claims + "}"), "it has no more replicas");
  CHECK_MESSAGE(!goes("Delete", "{replicas: 3}"), "it has no claims");
}

TEST_CASE("an absent StatefulSet has no claims, and a StatefulSet that cannot be read may have some") {
  const scaled_set x{{"apps/v1", "StatefulSet", "apps", "db"}, 1, {}};
  CHECK_FALSE(takes_claims_along(x, base::fail(base::error_code::not_found, "no")));
  CHECK(takes_claims_along(x, base::fail(base::error_code::forbidden, "no")));
}

TEST_CASE("the first StatefulSets are named") {
  std::vector<scaled_set> sets;
  for (const auto* name : {"a", "b", "c", "d"}) sets.push_back({{"apps/v1", "StatefulSet", "apps", name}, 2, {}});
  sets.front().replicas = 1;
  CHECK_EQ(words_of_scaled(sets),
           "StatefulSet/a (1 replica), StatefulSet/b (2 replicas), StatefulSet/c (2 replicas) and 1 more");
}
