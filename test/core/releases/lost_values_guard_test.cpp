#include "core/releases/planned_upgrades.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::releases;

TEST_CASE("an upgrade is held if objects would go and a source of values is missing, or all objects go at once") {
  using source = core::values::value_source;
  auto x = planned({web, data}, {web});
  x.last = last({{"moduleValuesFrom", "configmap.section"}, {"moduleHookValues", "none"}});
  x.standing = core::values::value_standing{.present = {source::config_map}};
  const auto find_section = [](planned_upgrade& change) { change.standing->present.insert(source::section); };
  const auto empty = [&](planned_upgrade& change) {
    find_section(change);
    change.rendered = made_of({});
  };
  const auto expose = [](planned_upgrade& change) {
    change.compared = change.released = made_of({web});
    change.kept = {data};
    change.rendered = made_of({web, data});
  };
  const auto blank = [&](planned_upgrade& change) {
    find_section(change);
    change.standing->blank_values = {{{{"web", "db"}}, "the ConfigMap"}};
  };
  const auto values = [](const char* text) {
    return [text](planned_upgrade& change) { change.values_before = text::parse_json(text).value(); };
  };
  const auto lose_module = [&](planned_upgrade& change) {
    find_section(change);
    change.before.modules = {"base", "more"};
    change.standing->missing_modules = {{"base", "ConfigMap"}};
  };
  const auto lose_flag = [&](planned_upgrade& change) {
    find_section(change);
    change.before.modules = {"base", "more"};
    change.standing->settled_modules = {"more"};
  };
  const auto settle = [](planned_upgrade& change) { change.standing->settled_modules = {"base", "more"}; };
  const auto with_lost = [](objects_ptr rendered) {
    return [rendered](planned_upgrade& change) { change.rendered_with_lost = rendered; };
  };
  const auto not_found = [](planned_upgrade& change) { change.before.modules = {"more"}; };
  const auto other_config_map = [&](planned_upgrade& change) {
    find_section(change);
    change.last->labels["moduleConfigMap"] = "shop";
    change.platform = {.name = "p", .former = {}, .config_map = "addon-operator"};
  };
  const auto fail = [](planned_upgrade& change) { change.last->status = release_status::failed; };
  const auto lose_global = [&](planned_upgrade& change) {
    find_section(change);
    change.last->labels["moduleGlobalFrom.0123456789"] = "extra";
  };
  check(
    lost_values_guard,
    {{"a section is missing", x, "hold"},
     {"a section global of another directory of modules is missing", with(x, lose_global), "hold"},
     {"all sources are there", with(x, find_section), "pass"},
     {"no object goes", with(x, [](auto& change) { change.rendered = change.released; }), "pass"},
     {"an object is kept no more", with(x, expose), "hold"},
     {"and all sources are there", with(with(x, expose), find_section), "pass"},
     {"an object that was kept goes from the chart, so it stays",
      with(with(x, expose), [](auto& change) { change.rendered = change.released; }), "pass"},
     {"one is kept no more without a module", with(with(with(x, lose_flag), expose), with_lost(made_of({web}))),
      "hold"},
     {"one is kept no more, with and without a module",
      with(with(with(x, lose_flag), expose), with_lost(made_of({web, data}))), "pass"},
     {"a key has become blank", with(x, blank), "values?"},
     {"and had a value", with(with(x, blank), values(R"({"web":{"db":{"a":1}}})")), "hold"},
     {"and had none", with(with(x, blank), values(R"({"web":{"db":{}}})")), "pass"},
     {"and no object goes", with(with(x, blank), [](auto& change) { change.rendered = change.released; }), "pass"},
     {"a module has gone whose flag is true", with(x, lose_module), "hold"},
     {"one has gone that the revision had not found", with(with(x, lose_module), not_found), "pass"},
     {"one has gone with its flag", with(x, lose_flag), "with lost?"},
     {"and with it there is the object", with(with(x, lose_flag), with_lost(made_of({web, data}))), "hold"},
     {"and with it the object goes, too", with(with(x, lose_flag), with_lost(made_of({web}))), "pass"},
     {"and the chart cannot be rendered with it", with(with(x, lose_flag), with_lost(nullptr)), "hold"},
     {"and no object goes", with(with(x, lose_flag), [](auto& c) { c.rendered = c.released; }), "pass"},
     {"and it was switched off", with(with(x, lose_flag), settle), "pass"},
     {"made with another ConfigMap", with(x, other_config_map), "hold"},
     {"made with this ConfigMap", with(with(x, other_config_map), [](auto& c) { c.platform.config_map = "shop"; }),
      "pass"},
     {"all objects go", with(x, empty), "hold"},
     {"all go, and an edit is why", with(with(x, empty), [](auto& c) { c.standing->is_edited = true; }), "pass"},
     {"all go by other values", with(with(x, empty), [](auto& c) { c.have_values_changed = true; }), "pass"},
     {"all go by the same values",
      with(with(x, empty),
           [](auto& c) {
             c.standing->is_edited = true;
             c.have_values_changed = false;
           }),
      "hold"},
     {"the sources are not known", with(x, [](auto& c) { c.standing.reset(); }), "pass"},
     {"a release of another client", with(x, [](auto& c) { c.last->labels.erase("inputsChecksum"); }), "pass"},
     {"not rendered", with(x, [](auto& c) { c.rendered = nullptr; }), "rendered?"},
     {"the record cannot be read", with(x, [](auto& c) { c.released = nullptr; }), "pass"},
     {"the record was not read, of a revision that is newer than the rendering", with(x, leave_unread), "record?"},
     {"made from these inputs", with(x, repeat_inputs), "pass"},
     {"failed with these inputs", with(with(x, repeat_inputs), fail), "pass"},
     {"failed, and what helm compares with is not known", with(with(x, fail), [](auto& c) { c.compared.reset(); }),
      "compared?"},
     {"failed, and helm cannot read that", with(with(x, fail), [](auto& c) { c.compared = nullptr; }), "pass"},
     {"the object is of a failed revision alone, so it stays", with(x, [](auto& c) { fail_after(c, {web}); }), "pass"},
     {"the object is of the deployed revision alone",
      with(x,
           [](auto& c) {
             c.released = made_of({web});
             fail_after(c, {web, data});
           }),
      "hold"},
     {"a changing chart", with(with(x, repeat_inputs), [](auto& c) { c.chart.volatile_functions = {"a: now"}; }),
      "hold"},
     {"uninstalled", with(x, uninstall), "pass"}});
  CHECK(std::get<guard_answer::hold>(lost_values_guard.answer(x)).ends_with_label);
}

TEST_CASE("objects that go for a reason are to be named, and the wish for it is to be noted") {
  using source = core::values::value_source;
  auto x = planned({web, data}, {web});
  const auto pass = [](const planned_upgrade& of) {
    return std::get<guard_answer::pass>(lost_values_guard.answer(of));
  };
  CHECK_EQ(pass(x).removed, objects{data});
  CHECK(pass(x).labels.empty());
  x.last = last({{"moduleValuesFrom", "configmap.section"}, {"moduleHookValues", "none"}});
  x.standing = core::values::value_standing{.present = {source::config_map}, .taken_away = {source::section}};
  CHECK_EQ(pass(x).removed, objects{data});
  CHECK_EQ(pass(x).labels, std::map<std::string, std::string>{{"moduleValuesFrom", "configmap"}});
  x.rendered = x.released;
  CHECK(pass(x).removed.empty());
}

TEST_CASE("after a failed revision the objects of the deployed revision go") {
  auto x = planned({web}, {});
  fail_after(x, {data});
  CHECK_EQ(std::get<guard_answer::pass>(lost_values_guard.answer(x)).removed, objects{data});
}
