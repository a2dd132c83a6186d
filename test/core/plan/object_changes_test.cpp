#include "core/plan/object_changes.hpp"

#include "core/store/hidden_secrets.hpp"
#include "support/release_secret.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using core::plan::object_fate;

std::vector<text::json> objects(const std::string& documents) {
  return text::parse_yaml_stream(documents).value();
}

text::json hiding(const text::json& object) {
  return core::store::view_of_rendered(object, {});
}

std::vector<core::plan::changed_object> changes(const std::string& before, const std::string& after,
                                                const std::string& again = "") {
  return core::plan::object_changes(objects(before), objects(after), objects(again), hiding);
}

constexpr auto one = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: d8}, data: {x: '1'}}";
constexpr auto two = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: d8}, data: {x: '2'}}";

} // namespace

TEST_CASE("equal objects give no change") {
  CHECK(changes(one, one).empty());
}

TEST_CASE("metadata of the API server gives no change") {
  CHECK(changes("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, resourceVersion: '1', generation: 1}}",
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, resourceVersion: '2', uid: b}}")
          .empty());
}

TEST_CASE("a changed field is named") {
  const auto found = changes(one, two);
  REQUIRE(found.size() == 1);
  CHECK(found[0].planned.object == "d8/ConfigMap/a");
  CHECK(found[0].planned.fate == object_fate::changed);
  REQUIRE(found[0].planned.fields.size() == 1);
  CHECK(found[0].planned.fields[0].field.path == "data.x");
  CHECK_FALSE(found[0].planned.fields[0].differs_each_time);
}

TEST_CASE("a field that differs between two plays is marked") {
  const auto found =
    changes(one, two, "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: d8}, data: {x: '3'}}");
  REQUIRE(found.size() == 1);
  CHECK(found[0].planned.fields[0].differs_each_time);
}

TEST_CASE("objects with the data of users come first among deleted objects") {
  const auto found = changes(std::string(one) + "\n---\n{apiVersion: v1, kind: Namespace, metadata: {name: shop}}",
                             "{apiVersion: v1, kind: Pod, metadata: {name: b, namespace: d8}}");
  REQUIRE(found.size() == 3);
  CHECK(found[0].planned.object == "Namespace/shop");
  CHECK(found[0].planned.takes_data_along);
  CHECK(found[1].planned.object == "d8/ConfigMap/a");
  CHECK(found[1].planned.fate == object_fate::deleted);
  CHECK_FALSE(found[1].planned.takes_data_along);
  CHECK(found[2].planned.fate == object_fate::created);
}

TEST_CASE("a changed Secret is there without its content") {
  const auto found = changes("{apiVersion: v1, kind: Secret, metadata: {name: a}, data: {x: b2xk}}",
                             "{apiVersion: v1, kind: Secret, metadata: {name: a}, data: {x: bmV3}}");
  REQUIRE(found.size() == 1);
  REQUIRE(found[0].planned.fields.size() == 1);
  const auto& field = found[0].planned.fields[0].field;
  CHECK(field.path == "data.x");
  CHECK(field.before == field.after);
}

TEST_CASE("the release of an object and definitions are known") {
  const auto found = changes("", R"(
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: a, annotations: {meta.helm.sh/release-name: web}}
)");
  REQUIRE(found.size() == 1);
  CHECK(found[0].release == "web");
  CHECK(found[0].is_definition);
}

TEST_CASE("the status of a definition, Events, Leases and records of Helm give no change") {
  CHECK(changes("{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: a}}",
                "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: a}, "
                "status: {storedVersions: [v1]}}")
          .empty());
  CHECK(changes("", "{apiVersion: v1, kind: Event, metadata: {name: a}}").empty());
  CHECK(changes("", "{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: a}}").empty());
  const auto record = test::secret_of({.name = "web", .manifest = {}});
  CHECK(core::plan::object_changes({}, {record}, {}, hiding).empty());
}
