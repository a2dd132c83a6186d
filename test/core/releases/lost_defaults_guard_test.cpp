#include "core/releases/default_places.hpp"
#include "core/releases/planned_upgrades.hpp"

using namespace core::releases;

TEST_CASE("an upgrade is held if lost defaults of schemas would remove or change objects") {
  auto x = planned({web, data}, {web});
  x.last = last({{"moduleChartDirectories", "templates"}});
  x.platform = {"shop", {}};
  x.before.schemas = "before";
  x.schemas = "now";
  x.without_defaults = effect_of_defaults{{"users"}, "a", "b"};
  check(lost_defaults_guard,
        {{"an object goes", x, "hold"},
         {"objects change",
          with(x,
               [](auto& change) {
                 change.rendered = change.released;
                 change.is_content_changed = true;
               }),
          "hold"},
         {"no object changes", with(x, [](auto& change) { change.rendered = change.released; }), "pass"},
         {"the defaults make no difference", with(x, [](auto& change) { change.without_defaults->value().now = "a"; }),
          "pass"},
         {"no default is lost",
          with(x, [](auto& change) { change.without_defaults = std::optional<effect_of_defaults>(); }), "pass"},
         {"not rendered with them", with(x, [](auto& change) { change.without_defaults.reset(); }), "defaults?"},
         {"values.yaml alone has lost values",
          with(x,
               [](auto& change) {
                 change.schemas = "before";
                 change.without_defaults = effect_of_defaults{{}, "a", "b", {"backup.name"}};
               }),
          "hold"},
         {"the label is not there", with(x, [](auto& change) { change.last = last(); }), "pass"},
         {"the record was not read", with(x, [](auto& change) { change.is_record_read = false; }), "record?"},
         {"not rendered", with(x, [](auto& change) { change.rendered = nullptr; }), "rendered?"},
         {"what helm compares with is not known", with(x, [](auto& change) { change.compared.reset(); }), "compared?"},
         {"helm cannot read that", with(x, [](auto& change) { change.compared = nullptr; }), "pass"},
         {"another platform", with(x, [](auto& change) { change.last->labels["modulePlatform"] = "other"; }), "pass"},
         {"uninstalled", with(x, uninstall), "pass"},
         {"no release", with(x, remove_release), "pass"}});
  const auto held = std::get<guard_answer::hold>(lost_defaults_guard.answer(x));
  CHECK_NE(held.why.reason.find("have no default any more for users"), std::string::npos);
  CHECK(held.ends_with_label);
  x.without_defaults->value().keys = {"backup.name"};
  const auto both = std::get<guard_answer::hold>(lost_defaults_guard.answer(x));
  CHECK_NE(both.why.reason.find(
             "for users, and /modules/010-web/values.yaml does not have backup.name any more, while the chart has"),
           std::string::npos);
}

TEST_CASE("an upgrade is held for lost defaults of schemas that are not in helm's record, too") {
  auto labels = default_labels(nullptr, std::vector<text::json_pointer>{{{"web", "users"}}});
  labels.emplace("moduleChartDirectories", "templates");
  auto x = planned({web, data}, {web});
  x.last = last(labels);
  x.platform = {"shop", {}};
  x.before.version = "0.1.0";
  x.chart_version = "0.1.0";
  x.values_before = text::parse_json(R"({"web":{"users":["anna"]}})").value();
  x.values = text::parse_json(R"({"web":{}})").value();
  x.reads_former = true;
  x.without_defaults = std::optional<effect_of_defaults>();
  check(lost_defaults_guard,
        {{"the schema is hidden", x, "hold"},
         {"a file that the schema refers to",
          with(x, [](auto& change) { change.schemas = change.before.schemas = "a"; }), "hold"},
         {"the record has the schemas",
          with(x,
               [](auto& change) {
                 change.before.schemas = "before";
                 change.without_defaults.reset();
               }),
          "defaults?"},
         {"no object changes", with(x, [](auto& change) { change.rendered = change.released; }), "pass"},
         {"the default is there", with(x, [](auto& change) { change.values = *change.values_before; }), "pass"},
         {"the revision names no defaults",
          with(x, [](auto& change) { change.last->labels.erase("moduleDefaults.0"); }), "pass"},
         {"another version of the chart", with(x, [](auto& change) { change.chart_version = "0.2.0"; }), "pass"},
         {"the chart does not read it", with(x, [](auto& change) { change.reads_former = false; }), "pass"},
         {"the whole schema is missing",
          with(x,
               [](auto& change) {
                 change.last->labels["moduleValuesFrom"] =
                   core::values::label_of({core::values::value_source::values_schema});
                 change.standing.emplace();
               }),
          "pass"},
         {"a user has confirmed it", with(x, [](auto& change) { change.last->labels.erase("moduleChartDirectories"); }),
          "pass"},
         {"values not read", with(x, [](auto& change) { change.values_before.reset(); }), "values?"},
         {"version not read", with(x, [](auto& change) { change.chart_version.reset(); }), "chart version?"},
         {"not rendered with it", with(x, [](auto& change) { change.reads_former.reset(); }), "reads former?"}});
  const auto held = std::get<guard_answer::hold>(lost_defaults_guard.answer(x));
  CHECK_NE(held.why.reason.find("or files that they refer to, have no default any more for web.users"),
           std::string::npos);
}
