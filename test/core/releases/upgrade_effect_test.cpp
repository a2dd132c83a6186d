#include "core/releases/upgrade_effect.hpp"

#include "core/releases/planned_upgrades.hpp"

using namespace core::releases;

namespace {

upgrade_effect known(const planned_upgrade& x) {
  return std::get<upgrade_effect>(effect_of_upgrade(x));
}

upgrade_fact missing(const planned_upgrade& x) {
  return std::get<guard_answer::ask>(effect_of_upgrade(x)).fact;
}

} // namespace

TEST_CASE("an upgrade removes objects, changes the others, or has no effect on objects") {
  const auto x = planned({web, data}, {web});
  CHECK_EQ(describe(known(x)).substr(0, 7), "remove ");
  const auto same = with(x, [](auto& change) { change.rendered = change.released; });
  CHECK(known(same).empty());
  CHECK_EQ(describe(known(with(same, [](auto& change) { change.is_content_changed = true; }))),
           "change objects of the release");
}

TEST_CASE("the effect of an upgrade is known when the chart is rendered and Helm's objects are known") {
  const auto x = planned({web, data}, {web});
  CHECK(missing(with(x, [](auto& change) { change.rendered = nullptr; })) == upgrade_fact::rendered);
  CHECK(missing(with(x, [](auto& change) { change.compared.reset(); })) == upgrade_fact::compared);
  CHECK_MESSAGE(known(with(x, [](auto& change) { change.compared = nullptr; })).empty(), "Helm removes none then");
}

TEST_CASE("an upgrade can harm a revision of this platform") {
  auto x = planned({web}, {web});
  x.platform = {"shop", {}};
  CHECK(has_own_revision(x));
  CHECK_FALSE(has_own_revision(with(x, [](auto& change) { change.last->labels["modulePlatform"] = "other"; })));
  CHECK_FALSE(has_own_revision(with(x, uninstall)));
  CHECK_FALSE(has_own_revision(with(x, remove_release)));
}
