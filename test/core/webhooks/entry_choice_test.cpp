#include "core/webhooks/entry_choice.hpp"

#include <doctest/doctest.h>

#include <memory>

using namespace core::webhooks;
using core::bindings::webhook_kind;
using text::json;

namespace {

hook_webhook webhook(const std::string& name, const std::string& expression = "true") {
  core::bindings::webhook_binding x;
  x.name = name;
  x.rules = {{{"apps"}, {"v1"}, {"daemonsets"}, {"CREATE"}, "*"}};
  x.conditions = {{"own", expression}};
  return {"a.sh", std::make_shared<const core::bindings::webhook_binding>(x), "web"};
}

webhook_terms terms(const std::string& authorities = "PEM") {
  webhook_terms x;
  x.place.owner = "ops/web";
  x.place.namespace_name = "ops";
  x.place.service = "hooks";
  x.authorities = authorities;
  x.user = "";
  return x;
}

entry_choice choose(const webhook_wish& wish, const entries_by_name& now, const entry_verdicts& verdicts,
                    const webhook_terms& by = terms(), const owners_by_name& owners = {}) {
  return choose_entries(webhook_kind::validating, wish, by, now, verdicts, owners);
}

std::string names(const entries_by_name& all) {
  std::string text;
  for (const auto& [name, x] : all) text += name + " ";
  return text;
}

std::string expression(const json& entry) {
  return entry.find("matchConditions")->as_array().back().string_at("expression").value_or("");
}

const webhook_wish wish{{webhook("a.b.c"), webhook("d.e.f", "broken")}, true};
const json broken = wanted_webhook(*wish.webhooks[1].binding, terms(), nullptr);

} // namespace

TEST_CASE("without refusals all wanted webhooks are chosen") {
  const auto made = choose(wish, {}, {});
  CHECK(names(made.entries) == "a.b.c d.e.f ");
  CHECK(made.refused.empty());
}

TEST_CASE("a refused webhook is left out with the words of the API server, and the rest is chosen") {
  entry_verdicts verdicts;
  verdicts.refuse(broken, "no CEL");
  const auto made = choose(wish, {}, verdicts);
  CHECK(names(made.entries) == "a.b.c ");
  REQUIRE(made.refused.size() == 1);
  CHECK(made.refused[0].words == "no CEL");
  CHECK(made.refused[0].held == held_entry::none);
  CHECK(words_on(made.refused[0].of) == "webhook 'd.e.f' of hook 'a.sh' of module 'web'");
  CHECK(refused_entries(webhook_kind::validating, wish, terms(), {}, verdicts) == std::vector<json>{broken});
}

TEST_CASE("a refused webhook keeps its earlier entry with the present authority, unless that is refused, too") {
  entry_verdicts verdicts;
  verdicts.refuse(broken, "no CEL");
  const auto earlier = wanted_webhook(*webhook("d.e.f", "1 == 1").binding, terms("OLD"), nullptr);
  const entries_by_name now{{"d.e.f", earlier}};
  for (const bool is_complete : {true, false}) {
    auto x = wish;
    x.is_complete = is_complete;
    const auto made = choose(x, now, verdicts);
    REQUIRE(made.entries.contains("d.e.f"));
    CHECK(expression(made.entries.at("d.e.f")) == "1 == 1");
    CHECK(made.entries.at("d.e.f").find("clientConfig")->string_at("caBundle") == "UEVN");
    CHECK(made.refused.at(0).held == held_entry::earlier);
    auto both = verdicts;
    both.refuse(earlier, "old");
    const auto left = choose(x, now, both);
    CHECK(names(left.entries) == "a.b.c ");
    CHECK(left.refused.at(0).held == held_entry::none);
  }
}

TEST_CASE("registered webhooks without a hook that answers stay until the wish is complete, without own requests") {
  auto by = terms();
  by.user = "system:serviceaccount:ops:op";
  const entries_by_name now{{"g.h.i", wanted_webhook(*webhook("g.h.i").binding, terms(), nullptr)}};
  auto begun = wish;
  begun.is_complete = false;
  const auto made = choose(begun, now, {}, by);
  REQUIRE(names(made.entries) == "a.b.c d.e.f g.h.i ");
  CHECK(made.entries.at("g.h.i").find("matchConditions")->dump()
        == R"([{"expression":"request.userInfo.username != 'system:serviceaccount:ops:op'",)"
           R"("name":"not-the-operators-own"},{"expression":"true","name":"own"}])");
  CHECK(made.entries.at("a.b.c").find("matchConditions")->as_array().size() == 1);
  CHECK(names(choose(wish, now, {}, by).entries) == "a.b.c d.e.f ");
}

TEST_CASE("a registered webhook whose hook is not there stays in a complete wish, without own requests, and is named") {
  auto by = terms();
  by.user = "system:serviceaccount:ops:op";
  const auto present = wanted_webhook(*webhook("g.h.i").binding, terms(), nullptr);
  const owners_by_name owners{{"a.b.c", {"web", "a.sh"}}, {"g.h.i", {"web", "gone.sh"}}};
  auto x = wish;
  x.owners.present = {"", "web"};
  x.owners.asked["web"] = {{"a.sh", ""}};
  x.owners.owned = {"a.b.c", "d.e.f"};
  const auto made = choose(x, {{"g.h.i", present}}, {}, by, owners);
  REQUIRE(names(made.entries) == "a.b.c d.e.f g.h.i ");
  CHECK(made.entries.at("g.h.i").find("matchConditions")->as_array().size() == 2);
  REQUIRE(made.unclaimed.size() == 1);
  CHECK(made.unclaimed[0] == unclaimed_webhook{"g.h.i", {"web", "gone.sh"}, unclaimed::hook_gone});
  CHECK(words_on(made.unclaimed[0])
        == "it is of hook 'gone.sh' of module 'web', which is not there, or whose --config has failed");
  CHECK(consequence_of(made.unclaimed[0])
        == "nobody answers it, and requests that it guards are refused (failurePolicy: Fail)");
  CHECK(made.owners
        == owners_by_name{{"a.b.c", {"web", "a.sh"}}, {"d.e.f", {"web", "a.sh"}}, {"g.h.i", {"web", "gone.sh"}}});
  const auto ignored = choose(x, {{"g.h.i", present.with("failurePolicy", "Ignore")}}, {}, by, owners);
  CHECK(consequence_of(ignored.unclaimed.at(0))
        == "nobody answers it, and requests go on without it (failurePolicy: Ignore)");
  x.owners.asked["web"].emplace("gone.sh", "");
  CHECK(names(choose(x, {{"g.h.i", present}}, {}, by, owners).entries) == "a.b.c d.e.f ");
}

TEST_CASE("a webhook without a hook is named also while other owners are awaited, one without an owner is not") {
  auto x = wish;
  x.is_complete = false;
  x.owners.present = {"web", "db"};
  x.owners.asked["web"] = {{"a.sh", ""}};
  const auto entry = wanted_webhook(*webhook("g.h.i").binding, terms(), nullptr);
  const entries_by_name now{{"g.h.i", entry}, {"j.k.l", entry.with("name", "j.k.l")}, {"m.n.o", entry}};
  const owners_by_name owners{{"g.h.i", {"web", "gone.sh"}}, {"j.k.l", {"db", "a.sh"}}, {"m.n.o", {}}};
  const auto made = choose(x, now, {}, terms(), owners);
  CHECK(made.entries.size() == 5);
  REQUIRE(made.unclaimed.size() == 1);
  CHECK(made.unclaimed[0].name == "g.h.i");
  x.is_complete = true;
  const auto later = choose(x, now, {}, terms(), owners);
  REQUIRE(later.unclaimed.size() == 2);
  CHECK(later.unclaimed[1] == unclaimed_webhook{"m.n.o", {}, unclaimed::ownerless});
  CHECK(words_on(later.unclaimed[1]) == "its annotation does not name its hook");
}

namespace {

/// A complete wish without webhooks, after hook `a.sh` of `web` has answered, with the digest of its file.
webhook_wish answered(const std::string& file) {
  webhook_wish x{{}, true};
  x.owners.present = {"web"};
  x.owners.asked["web"] = {{"a.sh", file}};
  x.owners.switched_off.emplace();
  return x;
}

} // namespace

TEST_CASE("a webhook that the same file of its hook does not ask for any more stays, and is named") {
  const entries_by_name now{{"a.b.c", wanted_webhook(*webhook("a.b.c").binding, terms(), nullptr)}};
  const auto made = choose(answered("1"), now, {}, terms(), {{"a.b.c", {"web", "a.sh", "1"}}});
  CHECK(names(made.entries) == "a.b.c ");
  CHECK(made.dropped.empty());
  REQUIRE(made.unclaimed.size() == 1);
  CHECK(words_on(made.unclaimed[0])
        == "it is of hook 'a.sh' of module 'web', whose --config does not ask for it any more, though its file is the "
           "same: a variable, tool or file that it reads may be missing");
  CHECK(made.owners.at("a.b.c").file == "1");
}

TEST_CASE("a webhook that another file of its hook does not ask for goes, and is listed as dropped") {
  const entries_by_name now{{"a.b.c", wanted_webhook(*webhook("a.b.c").binding, terms(), nullptr)}};
  for (const auto* before : {"1", ""}) {
    const auto made = choose(answered("2"), now, {}, terms(), {{"a.b.c", {"web", "a.sh", before}}});
    CHECK(made.entries.empty());
    CHECK(made.unclaimed.empty());
    REQUIRE(made.dropped.size() == 1);
    CHECK(words_on(made.dropped[0])
          == "it is of hook 'a.sh' of module 'web', whose --config does not ask for it any more");
  }
  auto switched_off = answered("2");
  switched_off.owners.switched_off = {"web"};
  CHECK(choose(switched_off, now, {}, terms(), {{"a.b.c", {"web", "a.sh", "1"}}}).dropped.empty());
  auto incomplete = answered("2");
  incomplete.is_complete = false;
  CHECK(choose(incomplete, now, {}, terms(), {{"a.b.c", {"web", "a.sh", "1"}}}).dropped.empty());
}

TEST_CASE("the owner of a wanted webhook is noted with the digest of its hook's file") {
  auto wanted = answered("1");
  wanted.webhooks = {webhook("a.b.c")};
  CHECK(choose(wanted, {}, {}).owners.at("a.b.c") == webhook_owner{"web", "a.sh", "1"});
}
