#include "core/webhooks/wanted_configuration.hpp"

#include <doctest/doctest.h>

#include <memory>

using namespace core::webhooks;
using core::bindings::webhook_kind;
using text::json;

namespace {

hook_webhook webhook(const std::string& name, webhook_kind kind = webhook_kind::validating) {
  core::bindings::webhook_binding x;
  x.kind = kind;
  x.name = name;
  x.rules = {{{""}, {"v1"}, {"pods"}, {"CREATE"}, "*"}};
  return {"a.sh", std::make_shared<const core::bindings::webhook_binding>(x)};
}

webhook_terms terms(const std::string& authorities = "PEM") {
  webhook_terms x;
  x.place.owner = "ops/web";
  x.place.namespace_name = "ops";
  x.place.service = "hooks";
  x.authorities = authorities;
  return x;
}

/// The global hook has answered without a doubt.
webhook_wish wish_of(std::vector<hook_webhook> webhooks, bool is_complete) {
  webhook_wish wish{std::move(webhooks), is_complete};
  wish.owners.present = {""};
  wish.owners.asked[""] = {{"a.sh", ""}};
  return wish;
}

const auto two = wish_of({webhook("a.b.c"), webhook("d.e.f")}, true);
const auto one = wish_of({webhook("a.b.c")}, true);
const auto begun = wish_of({webhook("a.b.c")}, false);
const auto nothing = wish_of({}, true);
const auto unknown = wish_of({}, false);

configuration_change next(const webhook_wish& wish, const json* now, earlier_write before = earlier_write::none,
                          const webhook_terms& by = terms()) {
  return next_change(webhook_kind::validating, wish, by, now, before);
}

/// The configuration after the change, as the API server keeps it.
json applied(const webhook_wish& wish, const json* now = nullptr, const webhook_terms& by = terms()) {
  const auto change = next(wish, now, earlier_write::none, by);
  REQUIRE(std::holds_alternative<configuration_step::apply>(change));
  const auto object = std::get<configuration_step::apply>(change).object;
  return object.with("metadata", object.find("metadata")->with("resourceVersion", "7").with("uid", "u"));
}

std::size_t size_of(const json& configuration) {
  return configuration.find("webhooks")->as_array().size();
}

bool is_none(const configuration_change& x) {
  return std::holds_alternative<configuration_step::none>(x);
}

} // namespace

TEST_CASE("a missing configuration is made, with the mark of its platform, and stays as it is then") {
  const auto made = applied(two);
  CHECK(made.string_at("kind") == "ValidatingWebhookConfiguration");
  CHECK(made.find("metadata")->string_at("name") == "shell-operator-hooks-hooks");
  CHECK(platform_of(made) == "ops/web");
  CHECK(size_of(made) == 2);
  CHECK(is_none(next(two, &made)));
}

TEST_CASE("a kind without a wanted webhook gets no configuration") {
  CHECK(is_none(next_change(webhook_kind::mutating, two, terms(), nullptr, earlier_write::none)));
}

TEST_CASE("a webhook that is not wanted yet stays until the wish is complete, with the present authority") {
  const auto made = applied(two);
  CHECK(is_none(next(begun, &made)));
  CHECK(is_none(next(unknown, &made)));
  const auto renewed = applied(begun, &made, terms("NEW"));
  REQUIRE(size_of(renewed) == 2);
  CHECK(renewed.find("webhooks")->as_array()[1].find("clientConfig")->string_at("caBundle") == "TkVX");
  CHECK(size_of(applied(one, &made)) == 1);
}

TEST_CASE("a changed, added or lost entry is put right") {
  const auto made = applied(one);
  const auto& entry = made.find("webhooks")->as_array()[0];
  const auto with = [&](json::array_type all) { return made.with("webhooks", json::array(std::move(all))); };
  const auto changed = with({entry.with("failurePolicy", "Ignore")});
  CHECK(applied(one, &changed).find("webhooks")->as_array()[0] == entry);
  const auto lost = with({});
  CHECK(size_of(applied(one, &lost)) == 1);
  const auto added = with({entry, entry.with("name", "x.y.z")});
  CHECK(size_of(applied(one, &added)) == 1);
}

TEST_CASE("fields and entries of other clients, which an apply leaves, are replaced at that version") {
  const auto made = applied(one);
  const auto& entry = made.find("webhooks")->as_array()[0];
  const auto left = made.with("webhooks", json::array({entry, entry.with("name", "x.y.z")}));
  const auto change = next(one, &left, earlier_write::applied);
  REQUIRE(std::holds_alternative<configuration_step::replace>(change));
  CHECK(std::get<configuration_step::replace>(change).patch.dump()
        == R"([{"op":"test","path":"/metadata/resourceVersion","value":"7"},{"op":"add","path":"/webhooks","value":[)"
             + entry.dump() + "]}]");
}

TEST_CASE("entries of another client are neither drift nor removed") {
  const auto made = applied(one);
  const auto foreign =
    *text::parse_json(R"({"name":"x.y.z","clientConfig":{"service":{"namespace":"policies","name":"x"}}})");
  const auto managed =
    *text::parse_json(R"([{"manager":"policy-tool","fieldsV1":{"f:webhooks":{"k:{\"name\":\"x.y.z\"}":{}}}}])");
  const auto& entry = made.find("webhooks")->as_array()[0];
  const auto both = made.with("metadata", made.find("metadata")->with("managedFields", managed))
                      .with("webhooks", json::array({entry, foreign}));
  CHECK(is_none(next(one, &both)));
  const auto lost = both.with("webhooks", json::array({foreign}));
  CHECK(size_of(applied(one, &lost)) == 1);
  const auto change = next(one, &lost, earlier_write::applied);
  REQUIRE(std::holds_alternative<configuration_step::replace>(change));
  CHECK(std::get<configuration_step::replace>(change).patch.as_array()[1].find("value")->as_array().size() == 2);
  // The configuration stays with the entry of the other client.
  CHECK(size_of(applied(nothing, &both)) == 0);
  CHECK(is_none(next(nothing, &lost)));
}

TEST_CASE("an API server that has dropped the conditions of all webhooks is noticed") {
  const auto with = [](const char* entries) { return json::object({{"webhooks", *text::parse_json(entries)}}); };
  const auto written = with(R"([{"name":"a.b.c","matchConditions":[]},{"name":"d.e.f"}])");
  CHECK(drops_conditions(written, with(R"([{"name":"a.b.c"},{"name":"d.e.f"}])")));
  CHECK_FALSE(drops_conditions(written, written));
  CHECK_FALSE(drops_conditions(with(R"([{"name":"a.b.c"}])"), with(R"([{"name":"a.b.c"}])")));
}

TEST_CASE("without hooks that are known, registered webhooks wait for the operator's own user") {
  const auto made = applied(one);
  CHECK(is_none(next(unknown, &made, earlier_write::none, terms("NEW"))));
  auto by = terms("NEW");
  by.user = "system:serviceaccount:ops:op";
  CHECK(size_of(applied(unknown, &made, by)) == 1);
}

TEST_CASE("a configuration is removed when it is certain that no webhook is wanted") {
  const auto made = applied(one);
  CHECK(is_none(next(unknown, &made)));
  const auto change = next(nothing, &made);
  REQUIRE(std::holds_alternative<configuration_step::remove>(change));
  CHECK(std::get<configuration_step::remove>(change).uid == "u");
  CHECK(std::get<configuration_step::remove>(change).resource_version == "7");
  CHECK(is_none(next(nothing, nullptr)));
}

TEST_CASE("a configuration of another platform is left alone, and named only if a webhook is wanted") {
  auto other = terms();
  other.place.owner = "ops/other";
  const auto made = applied(one);
  const auto change = next(one, &made, earlier_write::none, other);
  REQUIRE(std::holds_alternative<configuration_step::leave>(change));
  CHECK(std::get<configuration_step::leave>(change).platform == "ops/web");
  CHECK(is_none(next(nothing, &made, earlier_write::none, other)));
  CHECK(is_none(next(unknown, &made, earlier_write::none, other)));
}

TEST_CASE("a configuration of the predecessor is taken over when a webhook is wanted") {
  const auto made = applied(two);
  const auto theirs = made.with("metadata", made.find("metadata")->without("annotations"));
  CHECK(is_none(next(nothing, &theirs)));
  CHECK(is_none(next(unknown, &theirs)));
  // Its webhooks have an unknown owner, and may guard something.
  const auto taken = applied(one, &theirs);
  CHECK(platform_of(taken) == "ops/web");
  CHECK(size_of(taken) == 2);
  CHECK(owners_in(&taken) == owners_by_name{{"a.b.c", {"", "a.sh"}}, {"d.e.f", {}}});
  CHECK(is_none(next(one, &taken)));
}

TEST_CASE("the last webhook stays while its hook is not there, and waits for the operator's own user") {
  const auto made = applied(one);
  auto lost = nothing;
  lost.owners.asked[""] = {{"b.sh", ""}};
  CHECK(is_none(next(lost, &made, earlier_write::none, terms("NEW"))));
  auto by = terms("NEW");
  by.user = "system:serviceaccount:ops:op";
  const auto kept = applied(lost, &made, by);
  CHECK(size_of(kept) == 1);
  CHECK(owners_in(&kept) == owners_by_name{{"a.b.c", {"", "a.sh"}}});
}

TEST_CASE("a configuration without owners gets them") {
  const auto made = applied(one);
  const auto* metadata = made.find("metadata");
  const auto older =
    made.with("metadata", metadata->with("annotations", metadata->find("annotations")->without(owners_annotation)));
  CHECK(owners_in(&older) == owners_by_name{{"a.b.c", {}}});
  const auto renewed = applied(one, &older);
  CHECK(owners_in(&renewed) == owners_by_name{{"a.b.c", {"", "a.sh"}}});
}

TEST_CASE("an authority that cert-manager writes is neither written nor taken away") {
  auto by = terms("");
  by.place.inject_ca_from = "ops/cert";
  const auto made = applied(one, nullptr, by);
  CHECK(made.find("metadata")->find("annotations")->string_at(injection_annotation) == "ops/cert");
  const auto& entry = made.find("webhooks")->as_array()[0];
  CHECK(entry.find("clientConfig")->find("caBundle") == nullptr);
  const auto injected = made.with(
    "webhooks", json::array({entry.with("clientConfig", entry.find("clientConfig")->with("caBundle", "QQ=="))}));
  CHECK(is_none(next(one, &injected, earlier_write::none, by)));
}

TEST_CASE("names of a kind are listed for people") {
  const webhook_wish mixed{{webhook("a.b.c"), webhook("d.e.f", webhook_kind::mutating), webhook("g.h.i")}, true};
  CHECK(names_of(webhook_kind::validating, mixed) == "a.b.c, g.h.i");
}
