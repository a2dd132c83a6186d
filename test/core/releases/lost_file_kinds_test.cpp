#include "core/releases/lost_file_kinds.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

namespace {

using paths = std::vector<std::string>;
using names = std::set<std::string>;

paths lost(const names& templates, const names& files, const paths& now) {
  return core::releases::lost_file_kinds({.templates = templates, .files = files}, now);
}

} // namespace

TEST_CASE("a kind of files is lost with its last file if there were several, and others stay beside them") {
  struct row {
    const char* what;
    names templates;
    names files;
    paths now;
    paths lost;
  };
  const names dashboards{"dashboards/a.json", "dashboards/b.json", "dashboards/README.md"};
  const row rows[] = {
    {"files", {}, dashboards, {"dashboards/README.md"}, {"dashboards/*.json"}},
    {"files beside a directory", {}, dashboards, {"dashboards/more/c.json"}, {"dashboards/*.json"}},
    {"one is left", {}, dashboards, {"dashboards/README.md", "dashboards/b.json"}, {}},
    {"another of the kind", {}, dashboards, {"dashboards/README.md", "dashboards/c.json"}, {}},
    {"the whole directory is another rule", {}, dashboards, {"templates/a.yaml", "dashboards/.gitkeep"}, {}},
    {"a single file", {}, {"dashboards/a.json", "dashboards/README.md"}, {"dashboards/README.md"}, {}},
    {"a wish", {}, dashboards, {"dashboards/README.md", "dashboards/_keep"}, {}},
    {"moved", {}, dashboards, {"dashboards/README.md", "files/a.json", "files/b.json"}, {}},
    {"one of them moved", {}, dashboards, {"dashboards/README.md", "files/a.json"}, {"dashboards/*.json"}},
    {"for readers", {}, {"README.md", "LICENSE.md", "a.txt"}, {"a.txt"}, {}},
    {"of the operator",
     {},
     {"hooks/a.sh", "hooks/b.sh", "openapi/a.yaml", "openapi/b.yaml"},
     {"hooks/c", "openapi/c"},
     {}},
    {"at the top", {}, {"a.json", "b.json"}, {"Chart.yaml"}, {"*.json"}},
    {"without an extension", {}, {"files/a", "files/b", "files/.x"}, {"files/c"}, {}},
    {"templates", {"templates/a.yaml", "templates/b.yaml"}, {}, {"templates/_x.tpl"}, {"templates/*.yaml"}},
    {"of a chart in the chart",
     {"charts/x/templates/a.yaml", "charts/x/templates/b.yaml"},
     {},
     {"charts/x/templates/_x.tpl"},
     {"charts/x/templates/*.yaml"}},
    {"of a chart that has gone", {"charts/x/templates/a.yaml", "charts/x/templates/b.yaml"}, {}, {"charts/y/a"}, {}},
  };
  for (const auto& x : rows) {
    CAPTURE(x.what);
    CHECK_EQ(lost(x.templates, x.files, x.now), x.lost);
  }
}

TEST_CASE("packed charts are lost together, while charts has other files") {
  using core::releases::are_archives_lost;
  using core::releases::has_archives;
  CHECK(has_archives({"charts/a-1.tgz", "charts/b-1.tgz"}));
  CHECK_FALSE(has_archives({"charts/a-1.tgz", "charts/x/charts/b-1.tgz", "b.tgz"}));
  CHECK(are_archives_lost({"charts/x/Chart.yaml"}));
  CHECK_FALSE(are_archives_lost({"charts/x/Chart.yaml", "charts/a-2.tgz"}));
  CHECK_FALSE(are_archives_lost({"charts/x/Chart.yaml", "charts/_keep"}));
  CHECK_FALSE(are_archives_lost({"templates/a.yaml"}));
}
