#include "core/releases/bearing_objects.hpp"

#include <doctest/doctest.h>

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
