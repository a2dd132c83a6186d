#include "core/releases/lost_value_sources.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using core::releases::manifest_object;
using core::values::value_source;
using core::values::value_sources;
using core::values::value_standing;

namespace {

core::releases::release last_of(std::map<std::string, std::string> labels) {
  return {"web", 3, core::releases::release_status::deployed, std::move(labels)};
}

core::releases::release with_sources(const char* label) {
  return last_of({{"moduleValuesFrom", label}});
}

manifest_object map(const char* name, const char* api_version = "v1") {
  return {api_version, "ConfigMap", "apps", name};
}

} // namespace

TEST_CASE("a source is lost if the revision had it, it is missing, and no edit has taken it away") {
  using source = value_source;
  struct row {
    const char* title;
    core::releases::release last;
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
    {"hooks alone have made the one that is there",
     with_sources("configmap.section.global"),
     {.present = {source::config_map, source::section_of_hooks, source::global_of_hooks}},
     {source::section, source::global_section}},
    {"people have written what hooks had made",
     with_sources("configmap.hs.hg"),
     {.present = {source::config_map, source::section, source::global_section}},
     {}},
    {"those of hooks have gone",
     with_sources("configmap.hs.hg"),
     {.present = {source::config_map}},
     {source::section_of_hooks, source::global_of_hooks}},
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
    CAPTURE(x.title);
    CHECK(core::releases::lost_sources(x.last, x.now) == x.lost);
    CHECK(core::releases::has_wish(x.last, x.now) == x.has_wish);
    CHECK(core::releases::value_labels_due(x.last, x.now).contains("moduleValuesFrom") == x.is_label_due);
  }
}

TEST_CASE("a hook is lost if the revision names it, and no run of it has ended well since the start") {
  const core::values::value_hook own{"web", "hooks/a.sh"};
  const core::values::value_hook global{"", "hooks/a.sh"};
  const auto last = last_of({{"moduleHookValues", "none"},
                             {"moduleValuesFrom", "none"},
                             {core::values::label_key_of(own), "hooks_a.sh"},
                             {core::values::label_key_of(global), "global.hooks_a.sh"}});
  struct row {
    const char* title;
    core::releases::release last;
    core::values::hook_standings hooks;
    std::vector<std::string> lost;
    std::map<std::string, std::string> due;
    bool has_wish = false;
  };
  const row rows[] = {
    {"both have gone", last, {}, {"global hook 'hooks/a.sh'", "hook 'hooks/a.sh'"}, {}},
    {"one has run, the other has not",
     last,
     {{own, {.is_there = true, .has_ended = true, .has_set = true}}, {global, {.is_there = true}}},
     {"global hook 'hooks/a.sh'"},
     {}},
    {"one has run and set nothing",
     last,
     {{own, {.has_ended = true}}, {global, {.has_ended = true, .has_set = true}}},
     {},
     {{core::values::label_key_of(own), ""}},
     true},
    {"one that it does not name has not run",
     last_of({{"moduleHookValues", "none"}, {"moduleValuesFrom", "none"}}),
     {{own, {.is_there = true}}},
     {},
     {}},
    {"it is of the predecessor",
     last_of({}),
     {{own, {.is_there = true, .occasions = "afterHelm"}},
      {global, {.is_there = true, .occasions = "afterAll", .has_ended = true}},
      {{"", "never.sh"}, {.is_there = true}},
      {{"web", "end.sh"}, {.is_there = true, .occasions = "afterDeleteHelm"}}},
     {"hook 'hooks/a.sh'"},
     {{"moduleHookValues", "none"}, {"moduleValuesFrom", "none"}}},
    {"it does not name its hooks",
     last_of({{"moduleValuesFrom", "none"}, {core::values::label_key_of(global), "global.hooks_a.sh"}}),
     {{own, {.has_ended = true, .has_set = true}}},
     {},
     {{"moduleHookValues", "none"},
      {core::values::label_key_of(own), "hooks_a.sh"},
      {core::values::label_key_of(global), ""}}},
  };
  for (const auto& x : rows) {
    CAPTURE(x.title);
    const value_standing now{.present = {}, .taken_away = {}, .hooks = x.hooks};
    std::vector<std::string> lost;
    for (const auto& hook : core::releases::lost_hooks(x.last, now)) lost.push_back(hook.words);
    std::sort(lost.begin(), lost.end());
    CHECK(lost == x.lost);
    CHECK(core::releases::value_labels_due(x.last, now) == x.due);
    CHECK(core::releases::has_wish(x.last, now) == x.has_wish);
  }
}

TEST_CASE("the next revision names the hooks that have set values, and no others") {
  const core::values::value_hook own{"web", "hooks/a.sh"};
  const value_standing now{.present = {value_source::config_map},
                           .taken_away = {},
                           .hooks = {{own, {.has_ended = true, .has_set = true}}, {{"", "b"}, {.has_ended = true}}},
                           .hook_values = "0123"};
  const std::map<std::string, std::string> labels{
    {"moduleValuesFrom", "configmap"}, {"moduleHookValues", "0123"}, {core::values::label_key_of(own), "hooks_a.sh"}};
  CHECK(core::releases::value_labels({}, now) == labels);
  auto over_another = labels;
  over_another.emplace("moduleValuesBy.0000000000", "null");
  CHECK(core::releases::value_labels(last_of({{"moduleValuesBy.0000000000", "gone.sh"}, {"moduleRevision", "3"}}), now)
        == over_another);
}

TEST_CASE(
  "a chart that renders to nothing at a start does so on purpose after an edit or with other values of its hooks") {
  const auto none = last_of({{"moduleHookValues", "none"}});
  const auto some = last_of({{"moduleHookValues", "0123"}});
  CHECK_FALSE(core::releases::is_emptiness_meant(none, {}));
  CHECK_FALSE(core::releases::is_emptiness_meant(last_of({}), {}));
  CHECK_FALSE(core::releases::is_emptiness_meant(some, {.present = {}, .taken_away = {}, .hook_values = "0123"}));
  CHECK(core::releases::is_emptiness_meant(some, {.present = {}, .taken_away = {}, .hook_values = "4567"}));
  CHECK(core::releases::is_emptiness_meant(none, {.present = {}, .taken_away = {}, .hook_values = "4567"}));
  CHECK(core::releases::is_emptiness_meant(none, {.present = {}, .taken_away = {}, .is_edited = true}));
}

TEST_CASE("the reason names the objects, what is missing and the way out") {
  using source = value_source;
  struct row {
    value_sources lost;
    std::vector<const char*> words;
    value_standing now{};
  };
  const row rows[] = {
    {{source::config_map, source::section},
     {"missing now: the ConfigMap that --config-map names. Bring it back", "write an empty ConfigMap"}},
    {{source::section}, {"section 'webApp' of the ConfigMap", "webApp: \"{}\" into the ConfigMap"}},
    {{source::global_section}, {"section 'global' of the ConfigMap", "global: \"{}\" into the ConfigMap"}},
    {{source::common_file}, {"/modules/values.yaml", "`{}` into /modules/values.yaml. A file counts after a restart"}},
    {{source::module_file}, {"/modules/010-web-app/values.yaml"}},
    {{source::common_section},
     {"section 'webApp' in /modules/values.yaml", "`webApp: {}` into /modules/values.yaml. A file counts"}},
    {{source::common_global}, {"section 'global' in /modules/values.yaml", "`global: {}` into /modules/values.yaml"}},
    {{source::module_section}, {"section 'webApp' in /modules/010-web-app/values.yaml"}},
    {{source::common_file, source::common_section}, {"missing now: /modules/values.yaml. Bring it back"}},
    {{source::config_schema}, {"`additionalProperties: true` into /modules/010-web-app/openapi/config-values.yaml"}},
    {{source::values_schema}, {"`additionalProperties: true` into /modules/010-web-app/openapi/values.yaml"}},
    {{source::global_config_schema},
     {"missing now: /hooks/openapi/config-values.yaml", "into /hooks/openapi/config-values.yaml"},
     {.global_directory = "/hooks"}},
    {{source::global_values_schema}, {"into /hooks/openapi/values.yaml"}, {.global_directory = "/hooks"}},
    {{}, {"renders to nothing all at once", "edit section 'webApp'", "webAppEnabled: \"false\""}},
    {{source::section, source::global_section},
     {"section 'webApp' of the ConfigMap as it was (hooks alone have written the present section), section 'global' "
      "of "
      "the ConfigMap. Bring it back",
      "write a line of your own, which may be a comment, into section 'webApp' of the ConfigMap and global: \"{}\" "
      "into"},
     {.present = {source::config_map, source::section_of_hooks}}},
    {{source::section_of_hooks}, {"section 'webApp' of the ConfigMap", "webApp: \"{}\" into the ConfigMap"}},
    {{source::config_map, source::section},
     {"the ConfigMap that --config-map names, as it was (hooks alone have written the present ConfigMap), section "
      "'webApp'",
      "write webApp: \"{}\" into the ConfigMap"},
     {.config_map = core::values::config_map_state::made_by_hooks}},
    {{source::config_map},
     {"write a line of your own, which may be a comment, into section 'webApp' of the ConfigMap"},
     {.present = {source::section_of_hooks}, .config_map = core::values::config_map_state::made_by_hooks}},
  };
  for (const auto& x : rows) {
    const auto text = describe(objection_to(core::releases::held_upgrade{.release = "web-app",
                                                                         .revision = 3,
                                                                         .directory = "/modules/010-web-app",
                                                                         .lost = x.lost,
                                                                         .objects = {map("a")},
                                                                         .now = x.now}));
    CAPTURE(text);
    CHECK_MESSAGE(
      (x.now.config_map != core::values::config_map_state::made_by_hooks || text.find("create") == text.npos),
      "there is one already");
    CHECK(text.starts_with("helm would remove apps/ConfigMap/a from the release, which stays as it is, revision 3: "));
    for (const auto* words : x.words) CHECK(text.find(words) != text.npos);
  }
  const std::vector<manifest_object> many(8, map("a"));
  const auto text = describe(objection_to(
    core::releases::held_upgrade{.release = "web", .revision = 3, .directory = "/modules/web", .objects = many}));
  CHECK(text.find("apps/ConfigMap/a and 3 more from the release") != text.npos);
}

TEST_CASE("the reason names the hooks that have not run, why, and the label that is to be taken away") {
  core::releases::held_upgrade held{
    .release = "web", .revision = 3, .directory = "/modules/web", .objects = {map("a")}, .namespace_name = "apps"};
  held.hooks = {{"hook 'hooks/a.sh'", {.is_there = true, .occasions = "schedule '0 3 * * *'"}},
                {"global hook 'hooks/b.sh'", {.is_there = true, .occasions = "afterAll", .has_failed = true}},
                {"hook 'hooks_c.sh'", {}},
                {"hook 'hooks/d.sh'", {.is_there = true}}};
  CHECK(
    describe(objection_to(held))
    == "helm would remove apps/ConfigMap/a from the release, which stays as it is, revision 3: values of its last "
       "revision were set by hooks that have not ended well since the start: hook 'hooks/a.sh' (it runs at: schedule "
       "'0 3 * * *'), global hook 'hooks/b.sh' (its last run has failed), hook 'hooks_c.sh' (no hook that is "
       "executable and configures was "
       "found in /modules/web/hooks: is the directory complete in the image?), hook 'hooks/d.sh' (it binds to "
       "nothing). The release is decided again "
       "each time that one of these hooks ends well; if the objects are to go without these hooks: kubectl -n apps "
       "label secret "
       "sh.helm.release.v1.web.v3 moduleHookValues-");
  auto doubted = held;
  doubted.hooks.resize(1);
  doubted.hooks.front().standing = {
    .is_there = true, .has_ended = true, .doubts = {{"a", "line 3: command not found"}}};
  CHECK(
    describe(objection_to(doubted))
      .find(
        "were set by hooks that have not ended well: hook 'hooks/a.sh' (it has ended with 0, but wrote to stderr: line "
        "3: command not found). The release is decided again")
    != std::string::npos);
  held.lost = {value_source::section};
  held.hooks.resize(1);
  held.storage = core::releases::release_storage::config_maps;
  const auto text = describe(objection_to(held));
  CHECK(text.find("what is missing now: section 'web'") != text.npos);
  CHECK(text.find("; and values of its last revision were set by hooks") != text.npos);
  CHECK(text.ends_with("label configmap sh.helm.release.v1.web.v3 moduleHookValues-"));
  held.hooks.assign(7, held.hooks.front());
  CHECK(describe(objection_to(held)).find(" and 2 more. The release is decided again") != text.npos);
}

TEST_CASE("a revision names the binding for which a hook with several bindings has set values") {
  const core::values::value_hook own{"web", "hooks/a.sh"};
  const auto by = core::values::label_key_of(own);
  const auto at = core::values::binding_label_key_of(own);
  CHECK_EQ(core::values::binding_label_key_beside(by), at);
  core::values::hook_standing standing{
    .is_there = true, .has_ended = true, .has_set = true, .bindings = {"onStartup", "schedule"}, .set_at = "schedule"};
  const auto labels_with = [&](const std::optional<core::releases::release>& last) {
    return core::releases::value_labels(last, {.present = {}, .taken_away = {}, .hooks = {{own, standing}}});
  };
  const auto last =
    last_of({{"moduleHookValues", "0123"}, {"moduleValuesFrom", "none"}, {by, "hooks_a.sh"}, {at, "schedule"}});
  CHECK_EQ(labels_with({}).at(at), "schedule");
  standing.bindings = {"schedule"};
  CHECK_FALSE(labels_with({}).contains(at));
  CHECK_EQ(labels_with(last).at(at), "null");
  standing = {.is_there = true, .has_ended = true, .bindings = {"onStartup", "schedule"}, .ended_at = {"onStartup"}};
  const auto lost = [&] {
    return core::releases::lost_hooks(last, {.present = {}, .taken_away = {}, .hooks = {{own, standing}}});
  };
  const auto due = [&] {
    return core::releases::value_labels_due(last, {.present = {}, .taken_away = {}, .hooks = {{own, standing}}});
  };
  REQUIRE_EQ(lost().size(), 1);
  CHECK_EQ(lost().front().binding, "schedule");
  CHECK(due().empty());
  standing.ended_at.insert("schedule");
  CHECK(lost().empty());
  CHECK(due() == std::map<std::string, std::string>{{by, ""}, {at, ""}});
}
