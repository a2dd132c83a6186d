#include "core/releases/upgrade_guard.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <variant>
#include <vector>

using core::releases::manifest_object;
using core::releases::planned_upgrade;
using core::releases::release_status;
using core::releases::upgrade_fact;
using objects = std::vector<manifest_object>;

namespace {

const manifest_object web{"v1", "ConfigMap", "apps", "web"};
const manifest_object data{"v1", "ConfigMap", "apps", "data"};

core::releases::objects_ptr made_of(objects x) {
  return std::make_shared<const objects>(std::move(x));
}

core::releases::release last(std::map<std::string, std::string> labels = {}, std::uint32_t revision = 3) {
  labels.try_emplace("inputsChecksum", "before");
  labels.try_emplace("moduleRevision", std::to_string(revision));
  return {"web", revision, release_status::deployed, std::move(labels)};
}

/// An upgrade of release `web` after revision 3: its released objects, and the objects that other inputs
/// render.
planned_upgrade planned(objects released, objects rendered) {
  planned_upgrade x;
  x.release = "web";
  x.directory = "/modules/010-web";
  x.chart = {.kind = core::releases::chart_kind::chart, .has_templates = true};
  x.files = {"templates/a.yaml"};
  x.inputs_digest = "now";
  x.last = last();
  x.confirmed_inputs = "before";
  x.namespace_name = "apps";
  x.is_record_read = true;
  x.released = made_of(std::move(released));
  x.rendered = made_of(std::move(rendered));
  return x;
}

/// The answer in a word, with the fact that is asked for.
std::string answer(const core::releases::upgrade_guard& guard, const planned_upgrade& x) {
  struct words {
    std::string operator()(const core::releases::guard_answer::pass&) const { return "pass"; }
    std::string operator()(const core::releases::guard_answer::hold&) const { return "hold"; }
    std::string operator()(const core::releases::guard_answer::refuse&) const { return "refuse"; }
    std::string operator()(const core::releases::guard_answer::begin_again&) const { return "again"; }
    std::string operator()(const core::releases::guard_answer::ask& need) const {
      switch (need.fact) {
        case upgrade_fact::records: return "records?";
        case upgrade_fact::record: return "record?";
        case upgrade_fact::rendered: return "rendered?";
        case upgrade_fact::rendered_with_lost: return "with lost?";
        case upgrade_fact::owner_check: return "owner_check?";
        case upgrade_fact::compared: return "compared?";
        case upgrade_fact::taken: return "taken?";
      }
      return "";
    }
  };
  return std::visit(words{}, guard.answer(x));
}

struct row {
  const char* what;
  planned_upgrade x;
  const char* answer;
};

/// A plan with some facts changed.
template <class F>
planned_upgrade with(planned_upgrade x, F change) {
  change(x);
  return x;
}

void check(const core::releases::upgrade_guard& guard, const std::vector<row>& rows) {
  for (const auto& r : rows) {
    CAPTURE(r.what);
    CHECK_EQ(answer(guard, r.x), r.answer);
  }
}

void remove_release(planned_upgrade& x) {
  x.last.reset();
}
void uninstall(planned_upgrade& x) {
  x.last->status = release_status::uninstalled;
}
void leave_unread(planned_upgrade& x) {
  x.is_record_read = false;
  x.released = nullptr;
}
void repeat_inputs(planned_upgrade& x) {
  x.last->labels["inputsChecksum"] = "now";
  x.confirmed_inputs = "now";
}

} // namespace

TEST_CASE("guards have names of their own and ask a question") {
  std::set<std::string_view> names{core::releases::template_guard.name};
  CHECK(core::releases::template_guard.question.ends_with("?"));
  for (const auto& guard : core::releases::guards_of_upgrade()) {
    CHECK(names.insert(guard.name).second);
    CHECK(guard.question.ends_with("?"));
  }
}

TEST_CASE("no guard objects to the first revision of a release, once its absence is confirmed") {
  auto x = planned({}, {web});
  remove_release(x);
  x.are_records_listed = true;
  for (const auto& guard : core::releases::guards_of_upgrade()) CHECK_EQ(answer(guard, x), "pass");
}

TEST_CASE("a first revision is made when a new list of records has none") {
  const auto x = planned({web}, {web});
  const auto listed = [](planned_upgrade& change) { change.are_records_listed = true; };
  check(core::releases::record_guard, {{"there is a release", x, "pass"},
                                       {"there is none, as far as is known", with(x, remove_release), "records?"},
                                       {"there is none", with(with(x, remove_release), listed), "pass"},
                                       {"there is a record after all", with(x, listed), "again"}});
}

TEST_CASE("the records of a release are listed again before its upgrade") {
  const auto x = planned({web}, {web});
  check(core::releases::base_guard,
        {{"there is a release", x, "records?"},
         {"listed", with(x, [](auto& change) { change.are_records_listed = true; }), "pass"},
         {"there is none", with(x, remove_release), "pass"}});
}

TEST_CASE("a chart without templates is refused if its release has objects") {
  const auto x = planned({web}, {});
  check(core::releases::template_guard,
        {{"objects", x, "refuse"},
         {"no objects", planned({}, {}), "pass"},
         {"the record was not read", with(x, [](auto& change) { change.is_record_read = false; }), "record?"},
         {"the record cannot be read", with(x, [](auto& change) { change.released = nullptr; }), "refuse"},
         {"no release", with(x, remove_release), "pass"},
         {"an uninstalled release", with(x, uninstall), "pass"},
         {"a release of another client", with(x, [](auto& change) { change.last->labels.clear(); }), "pass"}});
  const auto said = [](core::releases::chart_kind kind) {
    auto lacking = planned({web}, {});
    lacking.chart.kind = kind;
    return std::get<core::releases::guard_answer::refuse>(core::releases::template_guard.answer(lacking)).why.message;
  };
  CHECK(
    said(core::releases::chart_kind::chart)
      .starts_with("/modules/010-web has no templates, but there is release 'web', revision 3, whose objects stay"));
  CHECK(said(core::releases::chart_kind::none).starts_with("/modules/010-web has neither Chart.yaml nor templates"));
  CHECK(said(core::releases::chart_kind::none).ends_with("(webEnabled: \"false\")"));
}

TEST_CASE("an upgrade is held while a chart that asks for kinds may not see all of them") {
  auto x = planned({web, data}, {web});
  x.compared = x.released;
  x.groups.names = {"example.com"};
  x.kinds = core::releases::kind_doubt{.unknown = {"example.com/v1"}};
  const auto ask_nothing = [](planned_upgrade& change) { change.groups = {}; };
  const auto ask_any = [](planned_upgrade& change) { change.groups = {.any = true}; };
  const auto of_other = [](planned_upgrade& change) { change.kinds->unknown = {"other.example.com/v1"}; };
  const auto young = [](planned_upgrade& change) { change.kinds = core::releases::kind_doubt{.is_young = true}; };
  check(core::releases::capability_guard,
        {{"its group is not known", x, "hold"},
         {"it asks for no kind", with(x, ask_nothing), "pass"},
         {"another group is not known", with(x, of_other), "pass"},
         {"another group, and any group may be asked for", with(with(x, of_other), ask_any), "hold"},
         {"the kinds are young", with(x, young), "hold"},
         {"they are young, and nothing asks", with(with(x, young), ask_nothing), "pass"},
         {"all kinds are known", with(x, [](auto& change) { change.kinds.emplace(); }), "pass"},
         {"the kinds were not asked for", with(x, [](auto& change) { change.kinds.reset(); }), "rendered?"},
         {"not rendered", with(x, [](auto& change) { change.rendered = nullptr; }), "rendered?"},
         {"the record was not read", with(x, leave_unread), "record?"},
         {"nothing to compare with", with(x, [](auto& change) { change.compared.reset(); }), "compared?"},
         {"helm cannot read the record", with(x, [](auto& change) { change.compared = nullptr; }), "pass"},
         {"no object goes", with(x, [](auto& change) { change.rendered = change.released; }), "pass"},
         {"no release", with(x, remove_release), "pass"},
         {"an uninstalled release", with(x, uninstall), "pass"}});
}

TEST_CASE("an upgrade is held for objects of other releases, if helm does not look at their owner") {
  auto x = planned({web, data}, {web});
  x.is_owner_checked = false;
  x.compared = x.released;
  x.taken = std::vector<core::releases::object_of_another>{{data, {"db", "apps"}}};
  const auto lack = [](planned_upgrade& change) { change.taken.reset(); };
  check(core::releases::owner_guard,
        {{"an object of another release", x, "hold"},
         {"no such object", with(x, [](auto& change) { change.taken->clear(); }), "pass"},
         {"their owners are not known", with(x, lack), "taken?"},
         {"helm looks at owners", with(x, [](auto& change) { change.is_owner_checked = true; }), "pass"},
         {"which helm is not known", with(x, [](auto& change) { change.is_owner_checked.reset(); }), "owner_check?"},
         {"not rendered", with(x, [](auto& change) { change.rendered = nullptr; }), "rendered?"},
         {"the record was not read", with(with(x, lack), leave_unread), "record?"},
         {"what helm compares with is not known", with(x, [](auto& change) { change.compared.reset(); }), "compared?"},
         {"helm cannot read it", with(x, [](auto& change) { change.compared = nullptr; }), "pass"},
         {"a failed revision", with(x, [](auto& change) { change.last->status = release_status::failed; }), "refuse"},
         {"made from these inputs", with(x, repeat_inputs), "pass"},
         {"failed with these inputs",
          with(with(x, repeat_inputs), [](auto& change) { change.last->status = release_status::failed; }), "refuse"},
         {"uninstalled", with(x, uninstall), "pass"}});
}

TEST_CASE("an upgrade is held if objects would go with a directory of the chart") {
  auto x = planned({web, data}, {web});
  x.last = last({{"moduleChartDirectories", "templates.charts"}});
  x.platform = {"shop", {}};
  check(
    core::releases::directory_guard,
    {{"charts have gone", x, "hold"},
     {"no directory has gone", with(x, [](auto& change) { change.files.push_back("charts/a/Chart.yaml"); }), "pass"},
     {"the record was not read", with(x, [](auto& change) { change.is_record_read = false; }), "record?"},
     {"a template has no text any more",
      with(x,
           [](auto& change) {
             change.files.push_back("charts/a/Chart.yaml");
             change.blank = change.before.templates = {"templates/a.yaml"};
           }),
      "hold"},
     {"a chart in it is empty",
      with(x,
           [](auto& change) {
             change.files.push_back("charts/a/Chart.yaml");
             change.before.templates = {"charts/b/templates/a.yaml"};
             change.empty_directories = {"charts/b"};
           }),
      "hold"},
     {"no object goes", with(x, [](auto& change) { change.rendered = change.released; }), "pass"},
     {"not rendered", with(x, [](auto& change) { change.rendered = nullptr; }), "rendered?"},
     {"the record cannot be read", with(x, [](auto& change) { change.released = nullptr; }), "pass"},
     {"another platform", with(x, [](auto& change) { change.last->labels["modulePlatform"] = "other"; }), "pass"},
     {"uninstalled", with(x, uninstall), "pass"},
     {"no release", with(x, remove_release), "pass"}});
  const auto held = std::get<core::releases::guard_answer::hold>(core::releases::directory_guard.answer(x));
  CHECK_NE(held.why.reason.find("apps/ConfigMap/data"), std::string::npos);
  CHECK_NE(held.why.way_out.find("/modules/010-web/charts/_keep"), std::string::npos);
  CHECK_FALSE(held.ends_with_label);
}

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
  const auto with_lost = [](core::releases::objects_ptr rendered) {
    return [rendered](planned_upgrade& change) { change.rendered_with_lost = rendered; };
  };
  const auto not_found = [](planned_upgrade& change) { change.before.modules = {"more"}; };
  const auto other_config_map = [&](planned_upgrade& change) {
    find_section(change);
    change.last->labels["moduleConfigMap"] = "shop";
    change.platform = {.name = "p", .former = {}, .config_map = "addon-operator"};
  };
  const auto fail = [](planned_upgrade& change) { change.last->status = release_status::failed; };
  check(core::releases::value_guard,
        {{"a section is missing", x, "hold"},
         {"all sources are there", with(x, find_section), "pass"},
         {"no object goes", with(x, [](auto& change) { change.rendered = change.released; }), "pass"},
         {"a module has gone whose flag is true", with(x, lose_module), "hold"},
         {"one has gone with its flag", with(x, lose_flag), "with lost?"},
         {"and with it there is the object", with(with(x, lose_flag), with_lost(made_of({web, data}))), "hold"},
         {"and with it the object goes, too", with(with(x, lose_flag), with_lost(made_of({web}))), "pass"},
         {"and the chart cannot be rendered with it", with(with(x, lose_flag), with_lost(nullptr)), "hold"},
         {"and no object goes", with(with(x, lose_flag), [](auto& c) { c.rendered = c.released; }), "pass"},
         {"and it was switched off", with(with(x, lose_flag), settle), "pass"},
         {"one has gone that the revision had not found", with(with(x, lose_module), not_found), "pass"},
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
         {"a changing chart", with(with(x, repeat_inputs), [](auto& c) { c.chart.volatile_functions = {"a: now"}; }),
          "hold"},
         {"uninstalled", with(x, uninstall), "pass"}});
  CHECK(std::get<core::releases::guard_answer::hold>(core::releases::value_guard.answer(x)).ends_with_label);
}

TEST_CASE("objects that go for a reason are to be named, and the wish for it is to be noted") {
  using source = core::values::value_source;
  auto x = planned({web, data}, {web});
  const auto pass = [](const planned_upgrade& of) {
    return std::get<core::releases::guard_answer::pass>(core::releases::value_guard.answer(of));
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
