#include "core/releases/gutted_chart.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("a gutted chart is described with the way out") {
  core::releases::gutted_chart gutted{
    "/m/010-web", 3, {{"charts", "files"}, {}, {}}, {{"v1", "ConfigMap", "d8", "a"}}, "d8", "secret r.v3"};
  const std::string begin = "helm would remove d8/ConfigMap/a from the release, which stays as it is, revision 3: ";
  const std::string end = ". It counts with the next run of the module";
  CHECK_EQ(describe(objection_to(gutted)),
           begin
             + "directories of the chart have gone from /m/010-web: charts, files. Bring them back; or, if the objects "
               "are to go, put a file into each directory that is missing, be it empty (`/m/010-web/charts/_keep`)"
             + end);
  gutted.lost = {{}, {"Chart.yaml"}, {"templates/b.yaml"}};
  CHECK_EQ(describe(objection_to(gutted)),
           begin
             + "files of the chart in /m/010-web have no text any more: templates/b.yaml; files of the chart are "
               "missing or blank "
               "in /m/010-web: Chart.yaml. Bring them back; or, if the objects are to go, delete the files without "
               "text, and kubectl -n d8 label secret r.v3 moduleChartDirectories-"
             + end);
}

TEST_CASE("lost kinds of files are described with the file that says that they are to go") {
  const core::releases::gutted_chart gutted{
    "/m/010-web", 3, {.kinds = {"dashboards/*.json", "*.json"}}, {{"v1", "ConfigMap", "d8", "a"}}, "d8", "secret r.v3"};
  CHECK_EQ(describe(objection_to(gutted)),
           "helm would remove d8/ConfigMap/a from the release, which stays as it is, revision 3: all files of a kind "
           "have gone from /m/010-web, while further files beside them are there: dashboards/*.json, *.json. Bring "
           "them back; "
           "or, if the objects are to go, put a file `_keep` where they were, be it empty "
           "(`/m/010-web/dashboards/_keep`). It counts with the next run of the module");
}
