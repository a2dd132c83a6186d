#include "core/releases/chart_directories.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

using names = std::set<std::string>;

TEST_CASE("the directories of a chart are those that objects come from") {
  CHECK_EQ(core::releases::directories_of_chart({"Chart.yaml", "values.yaml", "templates/a.yaml",
                                                 "templates/parts/b.tpl", "charts/x/Chart.yaml", "dashboards/a.json",
                                                 "hooks/a.sh", "openapi/values.yaml", "crds/a.yaml"}),
           names{"charts", "dashboards", "templates"});
  CHECK(core::releases::directories_of_chart({}).empty());
}

TEST_CASE("a label names as many directories as fit, those with objects first") {
  CHECK_EQ(core::releases::label_of_directories({}), "none");
  CHECK_EQ(core::releases::label_of_directories({"a", "charts", "templates"}), "templates.charts.a");
  CHECK_EQ(core::releases::label_of_directories({"with.dot", "-a", "a_", "b-c", "\xc3\xa4"}), "b-c");
  const std::string long_name(40, 'a');
  CHECK_EQ(core::releases::label_of_directories({long_name, std::string(40, 'b'), "c", "templates"}),
           "templates." + long_name + ".c");
  CHECK_EQ(core::releases::label_of_directories({std::string(64, 'a')}), "none");
}

TEST_CASE("a directory is lost if the revision had it") {
  const auto lost = [](const char* label, const names& now) {
    core::releases::release last{"web", 1, core::releases::release_status::deployed, {}};
    if (label != nullptr) last.labels.emplace(core::releases::chart_directories_label, label);
    return core::releases::lost_directories(last, now);
  };
  CHECK_EQ(lost("templates.charts.a", {"templates"}), std::vector<std::string>{"a", "charts"});
  CHECK(lost("templates", {"charts", "templates"}).empty());
  CHECK(lost("none", {}).empty());
  CHECK(lost(nullptr, {}).empty());
}

TEST_CASE("a gutted chart is described with the way out") {
  CHECK_EQ(
    describe(objection_to(
      core::releases::gutted_chart{"/m/010-web", 3, {"charts", "files"}, {{"v1", "ConfigMap", "d8", "a"}}})),
    "helm would remove d8/ConfigMap/a from the release, which stays as it is, revision 3: directories of the chart "
    "have gone from "
    "/m/010-web: charts, files. Bring them back; or, if the objects are to go, put a file into each directory that "
    "is missing, be it empty (`/m/010-web/charts/_keep`). It counts with the next run of the module");
}
