#include "core/releases/release_labels.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>

using labels = std::map<std::string, std::string>;

namespace {

core::releases::release revision(labels own) {
  own.try_emplace("inputsChecksum", "in");
  return {"web", 3, core::releases::release_status::deployed, std::move(own)};
}

core::releases::labelled_facts facts() {
  return {.platform = {"shop", {}}, .wanted_by = "configMap", .chart_parts = {"templates", "charts"}};
}

} // namespace

TEST_CASE("the next revision names platform, source of the flag, directories, and sources of the values") {
  auto x = facts();
  const labels without_values{
    {"modulePlatform", "shop"}, {"moduleWantedBy", "configMap"}, {"moduleChartDirectories", "templates.charts"}};
  CHECK_EQ(core::releases::labels_of_next(std::nullopt, x), without_values);
  x.standing = core::values::value_standing{.present = {core::values::value_source::config_map}};
  auto with_values = without_values;
  with_values.merge(labels{{"moduleValuesFrom", "configmap"}, {"moduleHookValues", "none"}});
  CHECK_EQ(core::releases::labels_of_next(std::nullopt, x), with_values);
}

TEST_CASE("the next revision names the place where it was made") {
  auto x = facts();
  x.place = {"c1", "n1", "m1"};
  const auto made = core::releases::labels_of_next(std::nullopt, x);
  CHECK_EQ(made.at("moduleCluster"), "c1");
  CHECK_EQ(core::releases::labels_due(revision({{"modulePlatform", "shop"}}), x).at("moduleConfigMapUid"), "m1");
}

TEST_CASE("labels of a revision are due where they differ") {
  struct row {
    const char* title;
    labels now;
    labels due;
  };
  const row rows[] = {
    {"all as they are",
     {{"modulePlatform", "shop"}, {"moduleWantedBy", "configMap"}, {"moduleChartDirectories", "templates.charts"}},
     {}},
    {"a release of the predecessor",
     {},
     {{"modulePlatform", "shop"}, {"moduleWantedBy", "configMap"}, {"moduleChartDirectories", "templates.charts"}}},
    {"another source and another directory",
     {{"modulePlatform", "shop"}, {"moduleWantedBy", "values"}, {"moduleChartDirectories", "templates"}},
     {{"moduleWantedBy", "configMap"}, {"moduleChartDirectories", "templates.charts"}}},
    {"a removal that was held",
     {{"modulePlatform", "shop"},
      {"moduleWantedBy", "configMap"},
      {"moduleChartDirectories", "templates.charts"},
      {"moduleRemovalHeld", "3"}},
     {{"moduleRemovalHeld", ""}}},
  };
  for (const auto& r : rows) {
    CAPTURE(r.title);
    CHECK_EQ(core::releases::labels_due(revision(r.now), facts()), r.due);
  }
}

TEST_CASE("sources of values are due on own releases only") {
  auto x = facts();
  x.standing = core::values::value_standing{.present = {core::values::value_source::config_map}};
  CHECK_EQ(core::releases::labels_due(revision({}), x).count("moduleValuesFrom"), 1);
  CHECK_EQ(core::releases::labels_due(revision({{"modulePlatform", "other"}}), x).count("moduleValuesFrom"), 0);
}

TEST_CASE("the source of a flag is corrected where a release names another source") {
  const core::releases::platform_identity own{"shop", {}};
  CHECK(core::releases::is_wanted_by_due(revision({{"moduleWantedBy", "values"}}), own, "configMap"));
  CHECK_FALSE(core::releases::is_wanted_by_due(revision({{"moduleWantedBy", "configMap"}}), own, "configMap"));
  CHECK_FALSE(core::releases::is_wanted_by_due(revision({}), own, "configMap"));
  CHECK_FALSE(core::releases::is_wanted_by_due(revision({{"moduleWantedBy", "values"}, {"modulePlatform", "other"}}),
                                               own, "configMap"));
}
