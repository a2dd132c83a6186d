#include "core/releases/planned_upgrades.hpp"

#include <doctest/doctest.h>

using namespace core::releases;

namespace {

planned_upgrade in(planned_upgrade x, const std::string& label, const std::string& uid) {
  x.last->labels[label] = uid;
  x.place = {"c1", "n1", "m1"};
  x.is_place_read = true;
  return x;
}

planned_upgrade with_values(planned_upgrade x, const std::string& before, const std::string& now) {
  x.is_content_changed = true;
  x.values_before = text::json::object({{"web", text::json::object({{"size", before}})}});
  x.values = text::json::object({{"web", text::json::object({{"size", now}})}});
  return x;
}

std::string words(const planned_upgrade& x) {
  return describe(std::get<guard_answer::hold>(restored_guard.answer(x)).why);
}

} // namespace

TEST_CASE("an upgrade of a restored release that would remove objects or reset values is held") {
  const auto loss = in(planned({web, data}, {web}), "moduleCluster", "c0");
  auto unread = loss;
  unread.is_place_read = false;
  const auto changed = in(planned({web}, {web}), "moduleCluster", "c0");
  check(restored_guard, {{"another cluster", loss, "hold"},
                         {"another namespace", in(planned({web, data}, {web}), "moduleNamespace", "n0"), "hold"},
                         {"another ConfigMap", in(planned({web, data}, {web}), "moduleConfigMapUid", "m0"), "hold"},
                         {"the same cluster", in(planned({web, data}, {web}), "moduleCluster", "c1"), "pass"},
                         {"the place was not read", unread, "place?"},
                         {"an earlier version", planned({web, data}, {web}), "pass"},
                         {"not known now", with(loss, [](auto& x) { x.place = {}; }), "pass"},
                         {"no loss", in(planned({web}, {web, data}), "moduleCluster", "c0"), "pass"},
                         {"not rendered", with(loss, [](auto& x) { x.rendered = nullptr; }), "rendered?"},
                         {"the record was not read", with(loss, leave_unread), "record?"},
                         {"other contents", with(changed, [](auto& x) { x.is_content_changed = true; }), "values?"},
                         {"a value is reset", with_values(changed, "5", "1"), "hold"},
                         {"another value in a new ConfigMap",
                          with_values(in(planned({web}, {web}), "moduleConfigMapUid", "m0"), "5", "1"), "pass"},
                         {"another chart with the same values", with_values(changed, "5", "5"), "pass"},
                         {"uninstalled", with(loss, uninstall), "pass"},
                         {"there is no release", with(loss, remove_release), "pass"}});
}

TEST_CASE("the message of a restored release names the loss and the way out") {
  const auto restored = words(in(planned({web, data}, {web}), "moduleCluster", "c0"));
  CHECK_MESSAGE(restored.find("was made in another cluster") != restored.npos, restored);
  CHECK_MESSAGE(restored.find("delete apps/ConfigMap/data") != restored.npos, restored);
  CHECK_MESSAGE(restored.find("`kubectl -n apps label secret -l owner=helm moduleCluster-`") != restored.npos,
                restored);
  auto gone = with_values(in(planned({web}, {web}), "moduleConfigMapUid", "m0"), "5", "1");
  gone.values = text::json::object({{"web", text::json::object(text::json::object_type{})}});
  const auto anew = words(gone);
  CHECK_MESSAGE(anew.find("the ConfigMap was deleted and made anew") != anew.npos, anew);
  CHECK_MESSAGE(anew.find("reset web.size") != anew.npos, anew);
  CHECK_MESSAGE(anew.find("`kubectl -n apps label secret sh.helm.release.v1.web.v3 moduleConfigMapUid-`") != anew.npos,
                anew);
}
