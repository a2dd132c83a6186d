#include "core/releases/removed_objects.hpp"

#include <doctest/doctest.h>

#include <vector>

using core::releases::manifest_object;

namespace {

manifest_object map(const char* name, const char* api_version = "v1") {
  return {api_version, "ConfigMap", "apps", name};
}

} // namespace

TEST_CASE("an object that a rendering has in another version or place of the text does not go") {
  const std::vector<manifest_object> released{map("a"), map("b"), {"apps/v1beta1", "Deployment", "apps", "a"}};
  CHECK(
    core::releases::objects_without(released, {{"apps/v1", "Deployment", "apps", "a"}, map("b"), map("a")}).empty());
  CHECK(core::releases::objects_without(released, {map("a"), {"apps/v1", "Deployment", "apps", "a"}})
        == std::vector<manifest_object>{map("b")});
  CHECK(core::releases::objects_without(released, {}) == released);
  CHECK_MESSAGE(core::releases::objects_without({map("a")}, {{"v1", "ConfigMap", "other", "a"}}).size() == 1,
                "namespace");
  CHECK_MESSAGE(core::releases::objects_without({map("a")}, {{"example.io/v1", "ConfigMap", "apps", "a"}}).size() == 1,
                "group");
}

TEST_CASE("an object is in a rendering if the rendering has it in any version") {
  const std::vector<manifest_object> released{map("a"), {"apps/v1beta1", "Deployment", "apps", "a"}};
  CHECK(core::releases::objects_also_in(released, {{"apps/v1", "Deployment", "apps", "a"}, map("b")})
        == std::vector<manifest_object>{{"apps/v1beta1", "Deployment", "apps", "a"}});
  CHECK(core::releases::objects_also_in(released, {}).empty());
}

TEST_CASE("a message names the first few objects and the number of the rest") {
  std::vector<manifest_object> objects{map("a"), map("b"), map("c"), map("d"), map("e")};
  CHECK(core::releases::words_of_objects({map("a"), map("b")}) == "apps/ConfigMap/a, apps/ConfigMap/b");
  objects.push_back(map("f"));
  objects.push_back(map("g"));
  CHECK(core::releases::words_of_objects(objects)
        == "apps/ConfigMap/a, apps/ConfigMap/b, apps/ConfigMap/c, apps/ConfigMap/d, apps/ConfigMap/e and 2 more");
}
