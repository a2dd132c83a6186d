#include "core/releases/bearing_objects.hpp"

#include "text/json/json.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::releases;

TEST_CASE("Namespaces, definitions and claims take data of users along") {
  const manifest_object space{"v1", "Namespace", "", "shop"};
  const manifest_object definition{"apiextensions.k8s.io/v1", "CustomResourceDefinition", "", "boxes.example.com"};
  const manifest_object map{"v1", "ConfigMap", "apps", "web"};
  const manifest_object namesake{"example.com/v1", "Namespace", "apps", "shop"};
  const manifest_object claim{"v1", "PersistentVolumeClaim", "apps", "data"};
  CHECK_EQ(bearing_objects({map, space, namesake, claim, definition}), std::vector{space, claim, definition});
  CHECK_EQ(words_of_bearing({claim}), "PersistentVolumeClaim/data with its volume");
  CHECK_EQ(words_of_bearing({}), "");
  CHECK_EQ(words_of_bearing({space, definition}),
           "Namespace/shop with all objects in it, CustomResourceDefinition/boxes.example.com with all objects of its "
           "kind");
  CHECK_EQ(words_of_bearing({space, space, space, space}).find(" and 1 more"),
           words_of_bearing({space, space, space}).size());
}

TEST_CASE("a StatefulSet takes claims along if the object in the cluster says so, or cannot be read") {
  const manifest_object set{"apps/v1", "StatefulSet", "apps", "db"};
  const manifest_object claim{"v1", "PersistentVolumeClaim", "apps", "data"};
  const manifest_object map{"v1", "ConfigMap", "apps", "web"};
  CHECK_EQ(bearing_objects({set, map, claim}), std::vector{claim});
  CHECK_EQ(possibly_bearing_objects({set, map, claim}), std::vector{set, claim});
  CHECK_EQ(words_of_bearing({set}), "StatefulSet/db with the claims of its Pods and their volumes");
  const auto with_spec = [](const char* spec) {
    return base::result<text::json>(*text::parse_json(std::string("{\"spec\": ") + spec + "}"));
  };
  CHECK(takes_data_along(set, with_spec(R"({"persistentVolumeClaimRetentionPolicy": {"whenDeleted": "Delete"}})")));
  CHECK_FALSE(takes_data_along(
    set, with_spec(R"({"persistentVolumeClaimRetentionPolicy": {"whenDeleted": "Retain", "whenScaled": "Delete"}})")));
  CHECK_FALSE(takes_data_along(set, with_spec("{}")));
  CHECK(takes_data_along(claim, with_spec("{}")));
  for (const auto& x : {set, claim}) {
    CHECK_FALSE(takes_data_along(x, base::fail(base::error_code::not_found, "no")));
    CHECK(takes_data_along(x, base::fail(base::error_code::forbidden, "no")));
  }
}
