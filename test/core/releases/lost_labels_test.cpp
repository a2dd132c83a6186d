#include "core/releases/lost_labels.hpp"

#include "core/releases/planned_upgrades.hpp"

#include <doctest/doctest.h>

using namespace core::releases;

namespace {

planned_upgrade unlabelled(objects released, objects rendered) {
  auto x = planned(std::move(released), std::move(rendered));
  x.is_foreign = true;
  x.last->labels = {{"owner", "helm"}};
  x.before.modules = {"web"};
  return x;
}

text::json json_of(std::string_view text) {
  return text::parse_json(text).value();
}

} // namespace

TEST_CASE("a revision has lost its labels if only its values are those of an operator") {
  release x{"web", 3, release_status::deployed, {{"owner", "helm"}}};
  CHECK(has_lost_labels(x, {"web"}));
  CHECK_FALSE(has_lost_labels(x, {}));
  x.labels["inputsChecksum"] = "a";
  CHECK_FALSE(has_lost_labels(x, {"web"}));
  x.labels.clear();
  x.status = release_status::uninstalled;
  CHECK_FALSE(has_lost_labels(x, {"web"}));
}

TEST_CASE("the lost labels name inputs, revision and platform") {
  const release x{"web", 3, release_status::deployed, {}};
  const auto labels = lost_labels(x, {.platform = {"shop", {}}, .wanted_by = {}, .chart_parts = {}}, "digest");
  CHECK_EQ(labels.at("inputsChecksum"), "digest");
  CHECK_EQ(labels.at("moduleRevision"), "3");
  CHECK_EQ(labels.at("modulePlatform"), "shop");
  for (const auto& [label, value] : labels) CHECK_NE(value, label_taken_away);
}

TEST_CASE("values that are gone or changed are named, but no new value and no list of modules") {
  CHECK_EQ(words_of_reset_values(json_of(R"({"web":{"a":1,"b":2},"global":{"enabledModules":["a"]}})"),
                                 json_of(R"({"web":{"b":3,"c":4},"global":{"enabledModules":[]}})")),
           "web.a, web.b");
  CHECK_EQ(words_of_reset_values(json_of(R"({"web":{"a":1}})"), json_of(R"({"web":{"a":1,"b":2}})")), "");
}

TEST_CASE("a release without its labels is held if objects would go, or values would be reset") {
  const auto x = unlabelled({web, data}, {web});
  auto same = unlabelled({web}, {web});
  auto changed = same;
  changed.is_content_changed = true;
  auto reset = changed;
  reset.values_before = json_of(R"({"web":{"pw":"a"}})");
  reset.values = json_of(R"({"web":{}})");
  auto kept = reset;
  kept.values = *reset.values_before;
  check(adoption_guard,
        {{"an object would go", x, "hold"},
         {"a user has adopted it", with(x, [](auto& change) { change.last->labels["moduleAdopt"] = "true"; }), "pass"},
         {"nothing changes", same, "pass"},
         {"objects change", changed, "values?"},
         {"a value is gone", reset, "hold"},
         {"another template", kept, "pass"}});
  const auto held = std::get<guard_answer::hold>(adoption_guard.answer(reset));
  CHECK_MESSAGE(held.why.reason.ends_with("an upgrade would reset web.pw"), held.why.reason);
  CHECK_MESSAGE(held.why.way_out.find("owner=helm") != std::string::npos, held.why.way_out);
}

TEST_CASE("removed labels are described with their releases") {
  const auto text = describe_removed_labels({"base", "web"}, {"a", "b", "c", "d", "e", "f"}, {"db"}, "Secret");
  CHECK_MESSAGE(text.find("(Secrets) of releases base, web") != std::string::npos, text);
  CHECK_MESSAGE(text.find("a, b, c, d, e and 1 more") != std::string::npos, text);
  CHECK_MESSAGE(text.find("nor db") != std::string::npos, text);
}
