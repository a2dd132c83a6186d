#include "core/releases/held_upgrade.hpp"

#include <doctest/doctest.h>

using core::manifest_object;
using core::value_source;
using core::value_sources;
using core::value_standing;

namespace {

core::release last_of(std::map<std::string, std::string> labels) {
  return {"web", 3, core::release_status::deployed, std::move(labels)};
}

core::release with_sources(const char* label) {
  return last_of({{"moduleValuesFrom", label}});
}

manifest_object map(const char* name, const char* api_version = "v1") {
  return {api_version, "ConfigMap", "apps", name};
}

} // namespace

TEST_CASE("a source is lost if the revision had it, it is missing, and no edit has taken it away") {
  using source = value_source;
  struct row {
    const char* what;
    core::release last;
    value_standing now;
    value_sources lost;
    bool has_wish = false;
    bool is_label_due = false;
  };
  const row rows[] = {
    {"all are there", with_sources("configmap.section"), {.present = {source::config_map, source::section}}, {}},
    {"one is missing", with_sources("configmap.section"), {.present = {source::config_map}}, {source::section}},
    {"one was taken away",
     with_sources("configmap.section"),
     {.present = {source::config_map}, .taken_away = {source::section}},
     {},
     true,
     true},
    {"one has come", with_sources("configmap"), {.present = {source::config_map, source::section}}, {}},
    {"another one was taken away",
     with_sources("configmap"),
     {.present = {source::config_map}, .taken_away = {source::global_section}},
     {}},
    {"it had none", with_sources("none"), {}, {}},
    {"all files have gone",
     with_sources("common.values.cs.vs.gcs.gvs"),
     {},
     {source::common_file, source::module_file, source::config_schema, source::values_schema,
      source::global_config_schema, source::global_values_schema}},
    {"a word of a later version", with_sources("configmap.moon"), {.present = {source::config_map}}, {}},
    {"nothing is known of it, and there is no ConfigMap", last_of({}), {}, {source::config_map}, false, true},
    {"nothing is known of it, and there is one", last_of({}), {.present = {source::config_map}}, {}, false, true},
  };
  for (const auto& x : rows) {
    CAPTURE(x.what);
    CHECK(core::lost_sources(x.last, x.now) == x.lost);
    CHECK(core::has_wish(x.last, x.now) == x.has_wish);
    CHECK(core::is_source_label_due(x.last, x.now) == x.is_label_due);
  }
}

TEST_CASE("an object that a rendering has in another version or place of the text does not go") {
  const std::vector<manifest_object> released{map("a"), map("b"), {"apps/v1beta1", "Deployment", "apps", "a"}};
  CHECK(core::objects_without(released, {{"apps/v1", "Deployment", "apps", "a"}, map("b"), map("a")}).empty());
  CHECK(core::objects_without(released, {map("a"), {"apps/v1", "Deployment", "apps", "a"}})
        == std::vector<manifest_object>{map("b")});
  CHECK(core::objects_without(released, {}) == released);
  CHECK_MESSAGE(core::objects_without({map("a")}, {{"v1", "ConfigMap", "other", "a"}}).size() == 1, "namespace");
  CHECK_MESSAGE(core::objects_without({map("a")}, {{"example.io/v1", "ConfigMap", "apps", "a"}}).size() == 1, "group");
}

TEST_CASE("the reason names the objects, what is missing and the way out") {
  using source = value_source;
  struct row {
    value_sources lost;
    std::vector<const char*> words;
  };
  const row rows[] = {
    {{source::config_map, source::section},
     {"missing now: the ConfigMap that --config-map names. Bring it back", "write an empty ConfigMap"}},
    {{source::section}, {"section 'webApp' of the ConfigMap", "webApp: \"{}\" into the ConfigMap"}},
    {{source::global_section}, {"section 'global' of the ConfigMap", "global: \"{}\" into the ConfigMap"}},
    {{source::common_file}, {"/modules/values.yaml", "`{}` into /modules/values.yaml. A file counts after a restart"}},
    {{source::module_file}, {"/modules/010-web-app/values.yaml"}},
    {{source::config_schema}, {"`additionalProperties: true` into /modules/010-web-app/openapi/config-values.yaml"}},
    {{source::values_schema}, {"`additionalProperties: true` into /modules/010-web-app/openapi/values.yaml"}},
    {{source::global_config_schema}, {"openapi/config-values.yaml of the global hooks"}},
    {{source::global_values_schema}, {"openapi/values.yaml of the global hooks"}},
    {{}, {"renders to nothing all at once", "edit section 'webApp'", "webAppEnabled: \"false\""}},
  };
  for (const auto& x : rows) {
    const auto text = core::describe(core::held_upgrade{"web-app", 3, "/modules/010-web-app", x.lost, {map("a")}});
    CAPTURE(text);
    CHECK(text.starts_with("helm would remove apps/ConfigMap/a from the release, which stays as it is, revision 3: "));
    for (const auto* words : x.words) CHECK(text.find(words) != text.npos);
  }
  const std::vector<manifest_object> many(8, map("a"));
  const auto text = core::describe(core::held_upgrade{"web", 3, "/modules/web", {}, many});
  CHECK(text.find("apps/ConfigMap/a and 3 more from the release") != text.npos);
}
