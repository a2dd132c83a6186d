#include "core/releases/taken_objects.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("a release without taken objects has no line") {
  CHECK(core::releases::describe("web", {}).empty());
  CHECK(core::releases::describe("web", {.moved = {"a/ConfigMap/b of release 'c' in namespace 'a'"}}).empty());
}

TEST_CASE("the line names taken and kept objects with the way to remove them on purpose") {
  const auto line =
    core::releases::describe("web", {.taken = {"a/ConfigMap/b of no release"}, .kept = {"1", "2", "3", "4", "5", "6"}});
  CHECK(line.starts_with("release 'web' has taken over a/ConfigMap/b of no release. Hint: "));
  CHECK(line.find("kubectl annotate --overwrite KIND NAME addon-operator/taken-from=NAMESPACE/RELEASE") != line.npos);
  CHECK(line.find("has left 1, 2, 3, 4, 5 and 1 more. Hint: ") != line.npos);
  CHECK(line.find("delete it with kubectl") != line.npos);
  CHECK(
    core::releases::describe("web", {.exposed = {"a"}}).find("kubectl annotate KIND NAME helm.sh/resource-policy=keep")
    != std::string::npos);
  const auto spared = core::releases::describe("web", {.spared = {"zoo/Secret/a of a hook"}});
  CHECK(spared.starts_with("release 'web' was installed anew without a record, and has kept zoo/Secret/a of a hook"));
  CHECK(spared.find("delete the object with kubectl") != spared.npos);
  CHECK(spared.find("an installation that was interrupted before its end, and after a module was off") != spared.npos);
  const auto remade = core::releases::describe("web", {.remade = {"zoo/Secret/a, with the values of revision 3"}});
  CHECK(remade.starts_with("release 'web' has made again zoo/Secret/a, with the values of revision 3. Hint: "));
}
