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
                    const webhook_terms& by = terms()) {
  return choose_entries(webhook_kind::validating, wish, by, now, verdicts);
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
