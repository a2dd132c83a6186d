#include "core/releases/shared_objects.hpp"

#include "core/releases/planned_upgrades.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace core::releases;

TEST_CASE("an object is shared with the first release that has it, in any version of its kind") {
  const manifest_object jobs{"batch/v1", "CronJob", "apps", "jobs"};
  const manifest_object older{"batch/v1beta1", "CronJob", "apps", "jobs"};
  const released_objects others{{"a", made_of({older})}, {"b", made_of({web, older})}, {"c", nullptr}};
  CHECK(shared_with({data, jobs, web}, others) == std::vector<shared_object>{{jobs, "a"}, {web, "b"}});
  CHECK(shared_with({data}, others).empty());
  CHECK(shared_with({data, web}, {}).empty());
}

TEST_CASE("words and patch name the new owner") {
  CHECK_EQ(words_of(std::vector<shared_object>{{web, "b"}}), "apps/ConfigMap/web (to release 'b')");
  CHECK(words_of(std::vector<shared_object>(6, {web, "b"})).ends_with(" and 1 more"));
  CHECK_EQ(patch_of_owner({"b", "apps"}).dump(),
           R"({"metadata":{"annotations":{"meta.helm.sh/release-name":"b","meta.helm.sh/release-namespace":"apps"}}})");
}

TEST_CASE("a definition of crds/ is shared with crds/ in place of a release") {
  const auto definitions = definition_objects({"boxes.example.com"}, "apps");
  const auto released =
    manifest_object{"apiextensions.k8s.io/v1", "CustomResourceDefinition", "apps", "boxes.example.com"};
  const auto shared = shared_with(
    {released, web}, {{definitions_owner, std::make_shared<const std::vector<manifest_object>>(definitions)}});
  CHECK(shared == std::vector<shared_object>{{released, definitions_owner}});
  CHECK_EQ(words_of(shared), "apps/CustomResourceDefinition/boxes.example.com (to crds/ of a module)");
  CHECK_EQ(hint_of_shared("web", shared).find("release 'web'"), std::string::npos);
  CHECK_NE(hint_of_shared("web", {{web, "b"}}).find("release 'web'"), std::string::npos);
}
