#include "core/releases/planned_upgrades.hpp"
#include "text/yaml/yaml.hpp"

using namespace core::releases;

TEST_CASE("an upgrade is held if a value would go because its key in the ConfigMap is misspelt") {
  auto x = planned({web, data}, {web});
  x.last = last();
  x.platform = {"shop", {}};
  x.standing.emplace();
  x.unread.emplace();
  x.misspelt = {{{{"web", "szie"}}, {{"web", "size"}}}};
  x.values_before = text::parse_yaml("{web: {size: 50}}").value();
  x.values = text::parse_yaml("{web: {size: 1, szie: 80}}").value();
  const auto change_content = [](auto& change) {
    change.rendered = change.released;
    change.is_content_changed = true;
  };
  check(misspelt_values_guard,
        {{"objects go", x, "hold"},
         {"objects change", with(x, change_content), "hold"},
         {"all objects stay as they are", with(x, [](auto& change) { change.rendered = change.released; }), "pass"},
         {"no key is misspelt", with(x, [](auto& change) { change.misspelt.clear(); }), "pass"},
         {"the value is the same", with(x, [](auto& change) { change.values = *change.values_before; }), "pass"},
         {"a user has confirmed it", with(x, [](auto& change) { change.last->labels["moduleGivesUp"] = "3"; }), "pass"},
         {"not looked for", with(x, [](auto& change) { change.unread.reset(); }), "unread?"},
         {"the former values are not known", with(x, [](auto& change) { change.values_before.reset(); }), "values?"},
         {"the record was not read", with(x, [](auto& change) { change.is_record_read = false; }), "record?"},
         {"helm cannot read the record", with(x, [](auto& change) { change.released = nullptr; }), "pass"},
         {"not rendered", with(x, [](auto& change) { change.rendered = nullptr; }), "rendered?"},
         {"the sources are not known", with(x, [](auto& change) { change.standing.reset(); }), "pass"},
         {"another platform", with(x, [](auto& change) { change.last->labels["modulePlatform"] = "other"; }), "pass"},
         {"no release", with(x, remove_release), "pass"}});
  const auto held = std::get<guard_answer::hold>(misspelt_values_guard.answer(x));
  CHECK(held.ends_with_label);
  CHECK_EQ(held.why.reason,
           "helm would remove apps/ConfigMap/data from the release, which stays as it is, revision 3: a key of the "
           "ConfigMap may be misspelt: web.szie is not read by the chart, and web.size has gone");
}
