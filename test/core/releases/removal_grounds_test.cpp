#include "core/releases/removal_grounds.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>

namespace {

using core::releases::removal_grounds;
using core::releases::removing_upgrade;
using core::values::value_hook;
using core::values::value_source;

text::json json(const char* text) {
  return text::parse_json(text).value();
}

const value_hook own_hook{"web", "hooks/10-bucket.sh"};

/// An upgrade of release `web` after revision 3, without a change.
removing_upgrade upgrade() {
  removing_upgrade x;
  x.last = {"web",
            3,
            core::releases::release_status::deployed,
            {{core::values::label_key_of(own_hook), "x"}, {"moduleValuesFrom", "configmap.section"}}};
  x.objects = {{"v1", "ConfigMap", "apps", "web-backup"}};
  x.before.emplace();
  x.before->files = {{"templates/a.yaml", "1"}, {"templates/b.yaml", "1"}, {"dashboards/a.json", "1"}};
  x.before->metadata = json(R"({"name":"web","version":"0.1.0"})");
  x.before->chart_values = json(R"({"web":{"a":1},"ingress":{"use":true}})");
  x.before->values =
    json(R"({"global":{"enabledModules":["web","db"],"ha":true},"web":{"bucket":"secret-a","list":[1,2,3]}})");
  x.now = *x.before;
  x.templates = {"templates/a.yaml"};
  x.files = {"templates/a.yaml", "templates/b.yaml", "dashboards/a.json"};
  x.standing.emplace();
  x.standing->hooks[own_hook] = {.is_there = true, .has_ended = true, .has_set = false};
  x.section = "web";
  x.namespace_name = "apps";
  return x;
}

template <class F>
removing_upgrade with(F change) {
  auto x = upgrade();
  change(x);
  return x;
}

void change_values(removing_upgrade& x, const char* text) {
  x.now.values = json(text);
}

void add_charts(removing_upgrade& x) {
  x.templates = {"charts/pg/templates/a.yaml", "charts/plain/templates/a.yaml",
                 "charts/plain/charts/in/templates/b.yaml"};
  x.files = {"charts/pg-1.2.3.tgz", "charts/plain/Chart.yaml", "charts/plain/templates/a.yaml",
             "charts/plain/charts/in/Chart.yaml", "charts/plain/charts/in/templates/b.yaml"};
}

} // namespace

TEST_CASE("what differs from a revision is said by files, values, and the hooks and sections that had set them") {
  struct row {
    removing_upgrade x;
    const char* grounds;
  };
  const row rows[] = {
    {upgrade(), "nothing that the operator knows"},
    {with([](auto& x) { x.before.reset(); }), "not known: the record of revision 3 cannot be read"},
    {with([](auto& x) { x.now.files.erase("dashboards/a.json"); }), "file dashboards/a.json is gone from the chart"},
    {with([](auto& x) { x.now.files["templates/b.yaml"] = "2"; }), "file templates/b.yaml is changed in the chart"},
    {with([](auto& x) {
       x.now.files = {{"a", ""}, {"b", ""}, {"c", ""}, {"d", ""}, {"e", ""}};
     }),
     "files dashboards/a.json, templates/a.yaml, templates/b.yaml are gone from the chart; "
     "files a, b, c and 2 others are new in the chart"},
    {with([](auto& x) { x.now.metadata = json(R"({"name":"shop","version":"0.1.0"})"); }),
     "the chart has the name shop in Chart.yaml, and had web"},
    {with([](auto& x) { x.now.metadata = json(R"({"name":"web","version":"0.2.0"})"); }),
     "the chart has version 0.2.0, and had 0.1.0"},
    {with([](auto& x) { x.now.chart_values = json(R"({"web":{}})"); }),
     "value ingress is gone from values.yaml of the chart"},
    // A hook that has run and has set no value.
    {with([](auto& x) {
       change_values(x, R"({"global":{"enabledModules":["web","db"],"ha":true},"web":{"list":[1,2,3]}})");
     }),
     "value web.bucket is gone; hook 'hooks/10-bucket.sh' had set values, and no run since the start has set any"},
    {with([](auto& x) {
       change_values(x, R"({"global":{"enabledModules":["web","db"],"ha":true},"web":{"bucket":"b","list":[1]}})");
       x.standing->hooks[own_hook].has_set = true;
     }),
     "values web.bucket, web.list (a list of 3 items, now 1) are changed; values are set by hook 'hooks/10-bucket.sh'"},
    {with([](auto& x) {
       change_values(x, R"({"global":{"enabledModules":["web"]},"web":{"bucket":"secret-a","list":[1,2,3]}})");
       x.standing->hooks.clear();
     }),
     "module 'db' is not in global.enabledModules any more; value global.ha is gone"},
    {with([](auto& x) {
       change_values(x, R"({"global":{"enabledModules":["web","db"],"ha":true}})");
       x.standing->hooks.clear();
       x.standing->taken_away = {value_source::section};
     }),
     "value web is gone; section 'web' is gone from the ConfigMap by an edit"},
    {with([](auto& x) {
       change_values(x, R"({"global":{"enabledModules":["web","db"],"ha":true},"web":{"list":[1,2,3]}})");
       x.standing->hooks.clear();
       x.standing->is_edited = true;
     }),
     "value web.bucket is gone; section 'web' of the ConfigMap was edited"},
    {with([](auto& x) {
       x.served = {"v1", "v1/Secret"};
     }),
     "kind v1 ConfigMap is not served by the API server"},
    {with([](auto& x) {
       x.served = {"v1", "v1/ConfigMap"};
       x.groups = {"a.example"};
     }),
     "group a.example is not served by the API server, and the chart asks for it"},
    {with([](auto& x) { x.cluster_questions = {"templates/a.yaml: lookup"}; }),
     "the chart asks the cluster, and the answer may differ now: templates/a.yaml: lookup"},
    {with([](auto& x) { x.last.status = core::releases::release_status::superseded; }),
     "revision 3 was not the last one, and the records of its successors have gone, so that what they had changed "
     "differs, too"},
    {with([](auto& x) { x.modules_directory_before = "/overlay"; }),
     "the chart came from another directory of modules, /overlay"},
    {with([](auto& x) { add_charts(x); }),
     "nothing that the operator knows (Helm's record has no files of charts in the chart)"},
    {with([](auto& x) {
       add_charts(x);
       x.files = {"charts/plain/Chart.yaml", "charts/plain/charts/in/Chart.yaml"};
     }),
     "files charts/pg, charts/plain/charts/in/templates/b.yaml, charts/plain/templates/a.yaml are gone from the chart"},
    {with([](auto& x) {
       x.before->metadata = json(R"({"dependencies":[{"name":"pg","alias":"a"},{"name":"pg","alias":"b"}]})");
       x.now.metadata = json(R"({"dependencies":[{"name":"pg","alias":"b"}]})");
       x.templates = {"charts/a/templates/x.yaml", "charts/b/templates/x.yaml"};
       x.files = {"charts/pg/templates/x.yaml"};
     }),
     "Chart.yaml does not name any more: a"},
  };
  for (const auto& [x, grounds] : rows) CHECK_EQ(removal_grounds(x), grounds);
}

TEST_CASE("no content and no name below a secret is among the grounds") {
  const auto x = with([](auto& y) {
    y.before->values =
      json(R"({"web":{"passwords":{"anna":"pass-a"},"s":{"kind":"Secret","data":{"hidden-key":"pass-b"}}}})");
    y.now.values = json(R"({"web":{"passwords":{"bert":"pass-c"},"s":{"kind":"Secret","data":{"other":"pass-d"}}}})");
    y.standing.reset();
  });
  CHECK_EQ(removal_grounds(x), "values web.passwords, web.s.data are changed");
}

TEST_CASE("the line for pages names objects, grounds and the way back") {
  const auto x = with([](auto& y) { y.now.files.erase("dashboards/a.json"); });
  CHECK_EQ(describe(x),
           "release 'web': its upgrade after revision 3 removes apps/ConfigMap/web-backup. What differs: file "
           "dashboards/a.json is gone from the chart. Hint: nothing is to be done if that was on purpose; else bring "
           "it back, and the next run makes the objects again. Revision 3 has them: helm -n apps get manifest web "
           "--revision 3");
}

TEST_CASE("a removal is written if the chart, values of users or files differ, and not if hooks say so") {
  struct row {
    const char* name;
    removing_upgrade x;
    bool is_written;
  };
  const row rows[] = {
    {"nothing", upgrade(), false},
    {"values alone", with([](auto& x) { change_values(x, R"({"web":{}})"); }), false},
    {"a file has gone", with([](auto& x) {
       x.now.files.erase("templates/b.yaml");
       x.files.pop_back();
     }),
     true},
    {"a file has changed", with([](auto& x) { x.now.files["templates/b.yaml"] = "2"; }), true},
    {"a file of hooks has gone", with([](auto& x) { x.before->files["hooks/lib/objects.yaml"] = "1"; }), false},
    {"hooks have changed", with([](auto& x) {
       x.before->files["hooks/a.sh"] = "1";
       x.now.files["hooks/a.sh"] = "2";
       x.now.files["enabled"] = "1";
     }),
     false},
    {"another version", with([](auto& x) { x.now.metadata = json(R"({"name":"web","version":"0.2.0"})"); }), true},
    {"another name", with([](auto& x) { x.now.metadata = json(R"({"name":"shop","version":"0.1.0"})"); }), true},
    {"values.yaml of the chart", with([](auto& x) { x.now.chart_values = json(R"({"web":{"a":1}})"); }), true},
    {"the record cannot be read", with([](auto& x) { x.before.reset(); }), false},
    {"the cluster is asked", with([](auto& x) { x.cluster_questions = {"templates/a.yaml: lookup"}; }), false},
    {"written values", with([](auto& x) {
       x.last.labels["moduleWritten"] = "1";
       x.written = "2";
     }),
     true},
    {"the same", with([](auto& x) {
       x.last.labels["moduleWritten"] = "1";
       x.written = "1";
     }),
     false},
    {"not known before", with([](auto& x) { x.written = "2"; }), false},
    {"not known now", with([](auto& x) { x.last.labels["moduleWritten"] = "1"; }), false},
  };
  for (const auto& row : rows) {
    CAPTURE(row.name);
    CHECK_EQ(core::releases::is_removal_written(row.x), row.is_written);
  }
}

TEST_CASE("objects that stay for a while are named with this time and with the ways to keep them") {
  const auto left = with([](auto& x) { x.grace = "10 s"; });
  const auto hint = core::releases::hint_of(left);
  for (const auto* part : {"they stay for 10 s", "helm.sh/resource-policy: keep", "addon-operator module pause web"})
    CHECK_MESSAGE(hint.find(part) != std::string::npos, hint);
  CHECK(core::releases::describe(left).find("takes out apps/ConfigMap/web-backup") != std::string::npos);
  const auto written = with([](auto& x) {
    x.grace = "10 s";
    x.now.files["templates/b.yaml"] = "2";
  });
  CHECK(core::releases::hint_of(written).find("they stay") == std::string::npos);
  CHECK(core::releases::describe(written).find("removes apps/ConfigMap/web-backup") != std::string::npos);
}
