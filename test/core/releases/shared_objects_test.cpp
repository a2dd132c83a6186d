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

TEST_CASE("words name the templates that have an object, and a module that is off") {
  const std::vector<shared_object> moved{{web, "b", sharing::in_templates}};
  const std::vector<shared_object> off{{web, "b", sharing::in_templates_off}};
  CHECK_EQ(words_of(moved), "apps/ConfigMap/web (to templates of module 'b')");
  CHECK_EQ(words_of(off), "apps/ConfigMap/web (to templates of module 'b', which is off)");
  CHECK_NE(hint_of_shared("web", moved).find("the next upgrade of that module takes them over"), std::string::npos);
  CHECK_NE(hint_of_shared("web", off).find("that module is off"), std::string::npos);
}

TEST_CASE("objects without those that are shared keep their order") {
  CHECK(without_shared({data, web}, {{data, "b"}}) == std::vector<manifest_object>{web});
  CHECK(without_shared({data, web}, {}) == std::vector<manifest_object>{data, web});
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
