#include "core/releases/changed_chart.hpp"

#include "support/yaml.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

namespace {

/// The parts that have gone with these files on disk.
std::string gone(const std::set<std::string>& templates, const std::vector<std::string>& files) {
  return core::releases::compare_charts({}, {}, templates, files).gone.words();
}

} // namespace

TEST_CASE("a chart in the chart has gone with its directory or its archive, and else its templates have") {
  const std::set<std::string> templates{"templates/a.yaml", "charts/pg/templates/a.yaml",
                                        "charts/pg/charts/in/templates/b.yaml"};
  CHECK_EQ(gone(templates, {"templates/a.yaml"}), "charts/pg");
  CHECK_EQ(gone(templates, {"charts/pgpool/Chart.yaml", "charts/pgpool-1.tgz"}), "charts/pg");
  for (const auto* archive : {"charts/pg-1.2.tgz", "charts/pg.tgz"}) CHECK_EQ(gone(templates, {archive}), "");
  CHECK_EQ(gone(templates, {"charts/pg/templates/a.yaml"}), "charts/pg/charts/in");
  CHECK_EQ(gone(templates, {"charts/pg/templates/a.yaml", "charts/pg/charts/in-1.tgz"}), "");
  CHECK_EQ(gone(templates, {"charts/pg/Chart.yaml", "charts/pg/charts/in/templates/b.yaml"}),
           "charts/pg/templates/a.yaml");
}

TEST_CASE("files are compared by their contents") {
  const auto found = core::releases::compare_charts({.files = {{"a", "1"}, {"b", "1"}, {"c", "1"}}},
                                                    {.files = {{"a", "1"}, {"b", "2"}, {"d", "1"}}}, {}, {});
  CHECK_EQ(found.gone.words(), "c");
  CHECK_EQ(found.changed.words(), "b");
  CHECK_EQ(found.added.words(), "d");
}

TEST_CASE("the dependencies of a chart of Helm 2 are in requirements.yaml") {
  const core::releases::revision_contents before{
    .files = {{"requirements.yaml", "1"}},
    .metadata = test::yaml("{apiVersion: v1, name: web, dependencies: [{name: redis, alias: cache}, {name: pg}]}")};
  core::releases::revision_contents now{.files = {{"requirements.yaml", "1"}},
                                        .metadata = test::yaml("{apiVersion: v1, name: web}")};
  core::releases::add_requirements(now, "dependencies: [{name: redis, alias: cache}, {name: pg}]");
  CHECK_EQ(core::releases::compare_charts(before, now, {}, {}).dependencies.words(), "");
  core::releases::add_requirements(now, "dependencies: [{name: pg}]");
  CHECK_EQ(core::releases::compare_charts(before, now, {}, {}).dependencies.words(), "cache");
  CHECK_EQ(core::releases::compare_charts(before, now, {}, {}).added.words(), "");
}

TEST_CASE("requirements.yaml of a chart with apiVersion v2 counts, and is in no record") {
  core::releases::revision_contents now{.files = {{"requirements.yaml", "1"}},
                                        .metadata = test::yaml("{apiVersion: v2, name: web}")};
  core::releases::add_requirements(now, "dependencies: [{name: pg}]");
  CHECK(now.files.empty());
  CHECK(now.metadata.find("dependencies") != nullptr);
  core::releases::add_requirements(now, "no: [YAML");
  CHECK(now.metadata.find("dependencies") != nullptr);
}
