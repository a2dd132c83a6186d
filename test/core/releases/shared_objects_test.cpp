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
