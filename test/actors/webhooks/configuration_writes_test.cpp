#include "actors/webhooks/configuration_writes.hpp"

#include "actors/messages/webhooks.hpp"
#include "registrar_part.hpp"
#include "support/api_world.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

using text::json;

namespace {

constexpr auto mutating = "MutatingWebhookConfiguration";
constexpr auto name = "hooks-hooks";

struct writes_world : test::api_world {
  core::webhooks::webhook_terms terms;
  core::webhooks::write_contest contest;
  std::unique_ptr<actors::webhooks::configuration_writes> writes;
  std::optional<base::result<void>> result;

  writes_world() {
    kube::api::resource x{"admissionregistration.k8s.io", "v1", mutating, "mutatingwebhookconfigurations", false};
    x.verbs = {"create", "delete", "get", "list", "patch", "update", "watch"};
    api->add_resource(x);
    terms.place.configuration = "hooks";
    terms.place.namespace_name = "ops";
    terms.place.service = "svc";
    terms.place.owner = "ops/web";
    terms.authorities = "PEM";
  }

  /// @returns the failure; empty: the configuration is as wanted
  std::string compare(const std::vector<std::string>& names, bool is_complete = true) {
    core::webhooks::webhook_wish wish{{}, is_complete, true};
    wish.owners.present = {""};
    if (is_complete) wish.owners.asked[""] = {{"a.sh", ""}};
    for (const auto& x : names) {
      core::bindings::webhook_binding binding;
      binding.kind = core::bindings::webhook_kind::mutating;
      binding.name = x;
      wish.webhooks.push_back({"a.sh", std::make_shared<const core::bindings::webhook_binding>(binding)});
    }
    result.reset();
    test::act_as_registrar(fixture, [this, wish](actors::webhooks::registrar_self self) {
      writes = std::make_unique<actors::webhooks::configuration_writes>(
        self, kube, core::bindings::webhook_kind::mutating, contest);
      writes->compare(std::make_shared<const core::webhooks::webhook_wish>(wish), terms,
                      [this](const base::result<void>& x) { result = x; });
    });
    if (!result) return "no answer";
    return *result ? std::string() : result->error().message;
  }
  [[nodiscard]] std::string registered() const {
    const auto now = api->object(mutating, "", name);
    if (!now) return "none";
    std::string names;
    for (const auto& x : now->find("webhooks")->as_array()) names += *x.string_at("name") + " ";
    return names;
  }
  [[nodiscard]] std::size_t count_writes() const {
    return count_requests("PATCH", name) + count_requests("DELETE", name);
  }
};

} // namespace

TEST_CASE_FIXTURE(writes_world,
                  "a missing configuration is applied by a field manager of its own, and then left alone") {
  CHECK(compare({"a.b.c"}) == "");
  CHECK(registered() == "a.b.c ");
  CHECK(count_requests("PATCH", "fieldManager=addon-operator-webhooks") == 1);
  const auto before = count_writes();
  CHECK(compare({"a.b.c"}) == "");
  CHECK(count_writes() == before);
}

TEST_CASE_FIXTURE(writes_world, "entries that an apply leaves are taken out by a second write") {
  CHECK(compare({"a.b.c"}) == "");
  // As the API server does with an entry of another client.
  bool keeps = true;
  api->admit_by([&keeps](const kube::api::resource& what, json object) {
    if (what.kind != mutating || !std::exchange(keeps, false)) return object;
    auto entries = object.find("webhooks")->as_array();
    entries.push_back(json::object({{"name", "x.y.z"}}));
    return object.with("webhooks", json::array(std::move(entries)));
  });
  CHECK(compare({"a.b.c", "d.e.f"}) == "");
  CHECK(registered() == "a.b.c d.e.f ");
  CHECK(log.count({"webhooks_registered", "a.b.c, d.e.f"}) == 1);
}

TEST_CASE_FIXTURE(writes_world, "an API server that changes each write is named after two writes") {
  api->admit_by([](const kube::api::resource&, json object) {
    return object.find("webhooks") == nullptr ? object : object.with("webhooks", json::array());
  });
  const auto why = compare({"a.b.c"});
  CHECK_MESSAGE(why.find("MutatingWebhookConfiguration hooks-hooks: ") == 0, why);
  CHECK(why.find("has changed the webhooks that were written") != std::string::npos);
  CHECK(count_writes() == 2);
}

TEST_CASE_FIXTURE(writes_world,
                  "a configuration without wanted webhooks is removed, also if it goes at the same time") {
  CHECK(compare({"a.b.c"}) == "");
  CHECK(compare({}, false) == "");
  CHECK(registered() == "a.b.c ");
  api->overtake_next({.method = "DELETE", .target_part = name}, 1, [this] { api->delete_object(mutating, "", name); });
  CHECK(compare({}) == "");
  CHECK(registered() == "none");
}

TEST_CASE_FIXTURE(writes_world, "a webhook that its hook's file has dropped is named when it goes") {
  CHECK(compare({"a.b.c", "d.e.f"}) == "");
  CHECK(compare({"a.b.c"}) == "");
  CHECK(registered() == "a.b.c ");
  CHECK(log.count({"WARN webhook_given_up", "webhook=d.e.f", "hook=a.sh"}) == 1);
  CHECK(compare({"a.b.c"}) == "");
  CHECK(compare({}) == "");
  CHECK(registered() == "none");
  CHECK(log.count({"WARN webhook_given_up", "webhook=a.b.c"}) == 1);
  CHECK(log.count({"webhook_given_up"}) == 2);
}

TEST_CASE_FIXTURE(writes_world, "a configuration that has lost all its annotations is named, too") {
  CHECK(compare({"a.b.c"}) == "");
  const auto made = *api->object(mutating, "", name);
  api->put_object(made.with("metadata", made.find("metadata")->without("annotations").without("resourceVersion")));
  CHECK(compare({}) == "");
  CHECK(registered() == "a.b.c ");
  REQUIRE(writes->unclaimed().size() == 1);
  CHECK(writes->unclaimed()[0].why == core::webhooks::unclaimed::ownerless);
  CHECK(writes->is_registered());
}
