#include "core/releases/chart_directories.hpp"

#include <doctest/doctest.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

using names = std::set<std::string>;

namespace {

using paths = std::vector<std::string>;

core::releases::release revision_with(const char* label) {
  core::releases::release last{"web", 1, core::releases::release_status::deployed, {}};
  if (label != nullptr) last.labels.emplace(core::releases::chart_directories_label, label);
  return last;
}

core::releases::chart_losses losses(const char* label, const names& templates, const paths& files,
                                    const names& blank = {}) {
  return core::releases::losses_of_chart(revision_with(label), {.templates = templates}, {files, blank, {}});
}

std::string label_of(const names& parts) {
  return core::releases::chart_labels(std::nullopt, parts).at(std::string(core::releases::chart_directories_label));
}

/// A revision with the labels of a chart that has these parts.
core::releases::release labelled(const names& parts) {
  return {"web", 1, core::releases::release_status::deployed, core::releases::chart_labels(std::nullopt, parts)};
}

} // namespace

TEST_CASE("the parts of a chart are those that objects come from") {
  const paths files{"Chart.yaml",          "values.yaml",          "templates/a.yaml",     "templates/parts/b.tpl",
                    "charts/x/Chart.yaml", "charts/x/values.yaml", "charts/y/values.yaml", "dashboards/a.json",
                    "hooks/a.sh",          "openapi/values.yaml",  "crds/a.yaml"};
  const names blank{"charts/y/values.yaml"};
  CHECK_EQ(core::releases::parts_of_chart({files, blank, {}}),
           names{"Chart_yaml", "charts", "charts__x__values_yaml", "dashboards", "templates"});
  CHECK(core::releases::parts_of_chart({{}, {}, {}}).empty());
}

TEST_CASE("a label names as many directories as fit, those with objects first") {
  CHECK_EQ(label_of({}), "none");
  CHECK_EQ(label_of({"a", "charts", "templates"}), "templates.charts.a");
  CHECK_EQ(label_of({"with.dot", "-a", "a_", "b-c", "\xc3\xa4"}), "b-c");
  const std::string long_name(40, 'a');
  CHECK_EQ(label_of({long_name, std::string(40, 'b'), "c", "templates"}), "templates." + long_name + ".c");
  CHECK_EQ(label_of({std::string(64, 'a')}), "none");
}

TEST_CASE("a directory is lost if the revision had it") {
  const auto lost = [](const char* label, const paths& files) { return losses(label, {}, files).directories; };
  CHECK_EQ(lost("templates.charts.a", {"templates/a.yaml"}), paths{"a", "charts"});
  CHECK(lost("templates", {"charts/a/Chart.yaml", "templates/a.yaml"}).empty());
  CHECK(lost("none", {}).empty());
  CHECK(losses(nullptr, {"templates/parts/a.yaml"}, {}).empty());
}

TEST_CASE("a directory below the templates is lost with its last file, and a single template is a wish") {
  const names templates{"templates/monitoring/a.yaml", "templates/b.yaml", "charts/sub/templates/deep/c.yaml"};
  const auto lost = [&](const paths& files) { return losses("templates.charts", templates, files); };
  CHECK_EQ(lost({"templates/b.yaml", "charts/sub/Chart.yaml"}).directories,
           paths{"charts/sub/templates/deep", "templates/monitoring"});
  CHECK(lost({"templates/monitoring/other.yaml", "charts/sub/templates/deep/_keep"}).empty());
  CHECK_MESSAGE(lost({"templates/monitoring/_keep", "charts/other/Chart.yaml"}).empty(), "a chart that has gone");
  CHECK_EQ(lost({"charts/other/Chart.yaml"}).directories, paths{"templates"});
}

TEST_CASE("the packed charts of a chart are lost together, as its label says") {
  const paths packed{"charts/a-1.tgz", "charts/b-1.tgz", "charts/x/Chart.yaml"};
  const auto label = label_of(core::releases::parts_of_chart({packed, {}, {}}));
  CHECK_EQ(label, "charts.charts_tgz");
  const auto lost = [&](const paths& files) { return losses(label.c_str(), {}, files); };
  CHECK_EQ(lost({"charts/x/Chart.yaml"}).kinds, paths{"charts/*.tgz"});
  CHECK(lost({"charts/x/Chart.yaml", "charts/a-1.tgz"}).empty());
  CHECK_EQ(lost({"templates/a.yaml"}), core::releases::chart_losses{{"charts"}, {}, {}});
}

TEST_CASE("a template that has no text any more is lost if objects came from it") {
  const paths files{"templates/a.yaml", "templates/b.yaml"};
  CHECK_EQ(losses("templates", {"templates/a.yaml"}, files, {"templates/a.yaml", "templates/b.yaml"}).blank,
           paths{"templates/a.yaml"});
  CHECK(losses("templates", {"templates/a.yaml"}, files).empty());
}

TEST_CASE("Chart.yaml and the values of a chart in the chart are lost if the revision had them, not with their chart") {
  const auto* const label = "templates.charts.Chart_yaml.charts__sub__values_yaml";
  const auto lost = [&](const paths& files, const names& blank = {}) { return losses(label, {}, files, blank).files; };
  const paths whole{"Chart.yaml", "templates/a.yaml", "charts/sub/Chart.yaml", "charts/sub/values.yaml"};
  CHECK(lost(whole).empty());
  CHECK_EQ(lost(whole, {"Chart.yaml", "charts/sub/values.yaml"}), paths{"Chart.yaml", "charts/sub/values.yaml"});
  CHECK_EQ(lost({"templates/a.yaml", "charts/sub/Chart.yaml"}), paths{"Chart.yaml", "charts/sub/values.yaml"});
  CHECK(lost({"Chart.yaml", "templates/a.yaml", "charts/other/Chart.yaml"}).empty());
}

TEST_CASE("the templates of a manifest are those of Helm's comments") {
  CHECK_EQ(
    core::releases::templates_of_manifest("---\n# Source: web/templates/a.yaml\nkind: A\ndata: |\n  # Source: "
                                          "web/no\n---\r\n# Source: web/charts/b/templates/c.yaml\r\n# Source: d"),
    names{"charts/b/templates/c.yaml", "templates/a.yaml"});
  CHECK(core::releases::templates_of_manifest("").empty());
}

TEST_CASE("values of charts in the chart that the label has no room for have labels of their own") {
  const auto long_name = std::string(50, 'a');
  const paths files{"charts/" + long_name + "/values.yaml", "charts/" + long_name + "/Chart.yaml",
                    "charts/b.c/values.yaml", "charts/b.c/Chart.yaml", "templates/a.yaml"};
  const names none;
  const auto parts = core::releases::parts_of_chart({files, none, none});
  const auto last = labelled(parts);
  CHECK_EQ(last.labels.size(), 3);
  for (const auto& [key, value] : last.labels) CHECK_LE(value.size(), 63);
  const auto lost = [&](const paths& now, const names& blank = {}) {
    return core::releases::losses_of_chart(last, {}, {now, blank, none}).files;
  };
  CHECK(lost(files).empty());
  CHECK_EQ(lost({files[1], files[3], files[4]}), paths{files[0], files[2]});
  CHECK_EQ(lost(files, {files[2]}), paths{files[2]});
  CHECK_MESSAGE(lost({files[0], files[1], files[4]}).empty(), "a chart that has gone");
  using labels = std::map<std::string, std::string>;
  CHECK_EQ(core::releases::chart_labels_due(last, parts), labels{});
  auto fewer = parts;
  fewer.erase("charts__b.c__values_yaml");
  const auto due = core::releases::chart_labels_due(last, fewer);
  REQUIRE_EQ(due.size(), 1);
  CHECK(due.begin()->first.starts_with("moduleChartFile."));
  CHECK_EQ(due.begin()->second, "");
  CHECK_EQ(core::releases::chart_labels(last, fewer).at(due.begin()->first), "null");
}

TEST_CASE("directories of charts in the chart are lost with their last file, as far as these charts are there") {
  const paths files{"charts/a.b/Chart.yaml",
                    "charts/a.b/files/x.txt",
                    "charts/a.b/charts/deep/Chart.yaml",
                    "charts/a.b/templates/m.yaml",
                    "charts/a.b/charts/deep/dash/y.txt",
                    "charts/a.b/crds/c.yaml"};
  const names none;
  const auto parts = core::releases::parts_of_chart({files, none, none});
  CHECK_EQ(parts, names{"charts", "charts/a.b/charts/deep/dash", "charts/a.b/files"});
  const auto last = labelled(parts);
  const auto lost = [&](const paths& now) { return core::releases::losses_of_chart(last, {}, {now, none, none}); };
  CHECK(lost(files).empty());
  CHECK_EQ(lost({files[0], files[2]}).directories, paths{"charts/a.b/charts/deep/dash", "charts/a.b/files"});
  CHECK_MESSAGE(lost({files[0], files[1]}).empty(), "a chart that has gone as a whole");
  CHECK(lost({files[0], files[2], "charts/a.b/files/_keep", files[4]}).empty());
  const auto due = core::releases::chart_labels_due(last, {"charts", "charts/a.b/files"});
  REQUIRE_EQ(due.size(), 1);
  CHECK(due.begin()->first.starts_with("moduleChartDirectory."));
  CHECK_EQ(due.begin()->second, "");
}

TEST_CASE("the charts of a chart in the chart are lost with the last of them, and a single one is a wish") {
  const names templates{"charts/sub/charts/deep/templates/a.yaml", "charts/sub/charts/more/templates/b.yaml"};
  const auto lost = [&](const paths& files) { return losses("charts", templates, files).directories; };
  const paths files{"charts/sub/Chart.yaml", "charts/sub/charts/more/templates/b.yaml"};
  CHECK(lost(files).empty());
  CHECK_EQ(lost({files[0]}), paths{"charts/sub/charts"});
  CHECK(lost({files[0], "charts/sub/charts/deep-0.1.0.tgz"}).empty());
  CHECK(lost({files[0], "charts/sub/charts/_keep"}).empty());
  CHECK_MESSAGE(lost({"charts/other/Chart.yaml"}).empty(), "a chart that has gone as a whole");
}

TEST_CASE("files of the record are lost with their text or with their directory, and a single file is a wish") {
  const core::releases::chart_before before{.files = {"list.txt", "v1.0/a.txt", "files/a/x.txt", "files/b.txt",
                                                      "hooks/a.sh", "openapi/values.yaml", "lib/a.txt"}};
  const names none;
  const auto lost = [&](const paths& files, const names& blank = {}) {
    return core::releases::losses_of_chart(revision_with("templates.files"), before, {files, blank, none});
  };
  const auto found = lost({"templates/a.yaml", "list.txt", "files/c.txt", "files/b.txt"}, {"list.txt", "files/b.txt"});
  CHECK_EQ(found.blank, paths{"files/b.txt", "list.txt"});
  CHECK_EQ(found.directories, paths{"files/a", "v1.0"});
  CHECK(lost({"templates/a.yaml", "v1.0/_keep", "files/a/y.txt"}).empty());
  CHECK_EQ(lost({"templates/a.yaml", "v1.0/_keep"}).directories, paths{"files"});
}

TEST_CASE("a chart in the chart is lost if its directory is empty, and not if that has gone") {
  const core::releases::chart_before before{
    .templates = {"charts/a/templates/x.yaml", "charts/b/charts/c/templates/x.yaml", "templates/x.yaml"}};
  const names none;
  const auto lost = [&](const names& empty_directories) {
    return core::releases::losses_of_chart(revision_with("templates"), before,
                                           {{"templates/x.yaml", "charts/b/Chart.yaml"}, none, empty_directories})
      .charts;
  };
  CHECK(lost({}).empty());
  CHECK_EQ(lost({"charts/a", "charts/a/templates"}), paths{"charts/a"});
  CHECK_EQ(lost({"charts/b/charts/c"}), paths{"charts/b/charts/c"});
  CHECK_EQ(lost({"charts/b/charts"}), paths{"charts/b/charts"});
}

TEST_CASE("a file that keeps a directory in a repository is no content of it") {
  const names none;
  const core::releases::chart_before before{.templates = {"templates/mon/a.yaml"}, .files = {"dash/a.json"}};
  const auto lost = core::releases::losses_of_chart(
    revision_with("templates.charts.dash"), before,
    {{"templates/a.yaml", "templates/mon/.gitkeep", "charts/.gitkeep", "dash/.gitkeep"}, none, {"charts", "dash"}});
  CHECK_EQ(lost.directories, paths{"charts", "dash", "templates/mon"});
  CHECK_EQ(core::releases::parts_of_chart({{"charts/.gitkeep", "dash/_keep"}, none, none}), names{"dash"});
}

TEST_CASE("an empty directory in the place of a file is a file without text") {
  const names none;
  const core::releases::chart_before before{.templates = {"templates/b.yaml"}, .files = {"more.txt"}};
  const auto lost = core::releases::losses_of_chart(revision_with("templates"), before,
                                                    {{"templates/a.yaml"}, none, {"templates/b.yaml", "more.txt"}});
  CHECK_EQ(lost.blank, paths{"templates/b.yaml", "more.txt"});
}

TEST_CASE("the requirements of a chart with apiVersion v1 are a part of it") {
  const names none;
  const paths files{"Chart.yaml", "requirements.yaml", "templates/a.yaml"};
  const auto last = labelled(core::releases::parts_of_chart({files, none, none}));
  CHECK_EQ(core::releases::losses_of_chart(last, {}, {{files[0], files[2]}, none, none}).files,
           paths{"requirements.yaml"});
}
