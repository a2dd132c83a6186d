#include "core/releases/lost_dependencies.hpp"

#include "support/yaml.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using test::yaml;

core::releases::revision_contents chart(const std::string& dependencies, const std::string& version = "1.0.0") {
  core::releases::revision_contents x;
  x.metadata =
    yaml("{name: web, version: " + version + (dependencies.empty() ? "" : ", dependencies: " + dependencies) + "}");
  return x;
}

const std::vector<std::string> files{"Chart.yaml", "charts/redis/Chart.yaml", "charts/pg-1.2.3.tgz"};

std::string lost(const core::releases::revision_contents& before, const core::releases::revision_contents& now,
                 const std::vector<std::string>& present = files) {
  std::string text;
  for (const auto& x : core::releases::lost_dependencies(before, now, present)) text += x + ";";
  return text;
}

} // namespace

TEST_CASE("a dependency whose chart is there is lost if Chart.yaml does not name it any more") {
  CHECK(lost(chart("[{name: redis, alias: cache}, {name: pg}]"), chart("")) == "charts/redis (alias cache);charts/pg;");
  CHECK(lost(chart("[{name: redis, alias: cache}]"), chart("[{name: redis}]")) == "charts/redis (alias cache);");
  CHECK(lost(chart("[{name: redis, alias: cache}]"), chart("[{name: redis, alias: cache}]")).empty());
  CHECK(lost(chart("[{name: redis}, {name: redis, alias: cache}]"), chart("[{name: redis}]"))
        == "charts/redis (alias cache);");
}

TEST_CASE("members of a dependency that change its chart are lost with a file that is cut short") {
  CHECK(
    lost(chart("[{name: redis, condition: redis.enabled, tags: [a], import-values: [data]}]"), chart("[{name: redis}]"))
    == "charts/redis (condition);charts/redis (tags);charts/redis (import-values);");
  CHECK(lost(chart("[{name: redis, condition: a, enabled: true}]"), chart("[{name: redis, condition: b}]")).empty());
  CHECK(lost(chart("[{name: redis, tags: []}]"), chart("[{name: redis}]")).empty());
}

TEST_CASE("a dependency without its chart, and one of another version, is a decision") {
  CHECK(lost(chart("[{name: other}, {alias: a}, 7]"), chart("")).empty());
  CHECK(lost(chart("[{name: redis}]"), chart("", "1.0.1")).empty());
}

TEST_CASE("a line that requirements.yaml has lost is named, and no line that the file has") {
  const auto before = chart("[{name: redis, alias: cache}, {name: pg}]");
  auto now = chart("");
  core::releases::add_requirements(now, "dependencies: [{name: redis, alias: cache}, {name: pg}]");
  CHECK(lost(before, now).empty());
  core::releases::add_requirements(now, "dependencies: [{name: pg}]");
  CHECK(lost(before, now) == "charts/redis (alias cache);");
}
