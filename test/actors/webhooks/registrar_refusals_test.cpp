// Writes of the WEBHOOK REGISTRAR that meet a refusal, another writer, or webhooks that do not answer yet.
#include "registrar_world.hpp"

#include <utility>

using namespace actors::messages;
using namespace std::chrono_literals;
using test::registrar_world, test::subject;
using text::json;

TEST_CASE_FIXTURE(registrar_world,
                  "a webhook that the API server refuses is left out and named, and the rest is registered") {
  test::refuse_entries(*api, {"d.e.f"});
  start();
  want({"a.b.c", "d.e.f", "g.h.i"});
  CHECK(registered() == "a.b.c g.h.i ");
  CHECK(states[subject].empty());
  const auto& why = states["webhook 'd.e.f' of hook 'a.sh'"];
  CHECK_MESSAGE(why.find("the API server refuses it: matchConditions[0].expression: Invalid value") == 0, why);
  CHECK(log.count({"webhook_refused", "d.e.f"}) == 1);
  // The refusal is known, so a further wish writes at once.
  const auto trials = count_requests("POST", "dryRun");
  want({"a.b.c", "d.e.f", "g.h.i", "j.k.l"});
  CHECK(registered() == "a.b.c g.h.i j.k.l ");
  CHECK(count_requests("POST", "dryRun") == trials);
}

TEST_CASE_FIXTURE(registrar_world,
                  "a refused webhook is tried again after five minutes, and is registered once it is accepted") {
  test::refuse_entries(*api, {"d.e.f"});
  start();
  want({"a.b.c", "d.e.f"});
  api->put_between({});
  fixture.advance(4min);
  CHECK(registered() == "a.b.c ");
  fixture.advance(1min);
  CHECK(registered() == "a.b.c d.e.f ");
  CHECK(states["webhook 'd.e.f' of hook 'a.sh'"].empty());
}

TEST_CASE_FIXTURE(registrar_world, "a webhook that becomes wrong keeps its earlier registration") {
  start();
  want({"a.b.c", "d.e.f"});
  const auto made = configuration()->find("webhooks")->dump();
  bool is_refused = true;
  api->put_between([&](const kube::api::http_request& x) -> std::optional<base::result<kube::api::http_response>> {
    const bool is_wrong = is_refused && x.body.find(R"("resources":["nonsense"])") != std::string::npos;
    return is_wrong ? std::optional(base::result<kube::api::http_response>(simulation::refusal(422, "Invalid")))
                    : std::nullopt;
  });
  core::webhooks::webhook_wish wish{{}, true, true};
  for (const auto* x : {"a.b.c", "d.e.f"}) {
    core::bindings::webhook_binding binding;
    binding.name = x;
    binding.rules = {{{""}, {"v1"}, {std::string(x) == "d.e.f" ? "nonsense" : "pods"}, {"CREATE"}, "*"}};
    wish.webhooks.push_back({"a.sh", std::make_shared<const core::bindings::webhook_binding>(binding)});
  }
  fixture.tell(registrar, webhooks_wanted{{}, std::make_shared<const core::webhooks::webhook_wish>(wish)});
  fixture.run();
  CHECK(configuration()->find("webhooks")->dump() == made);
  const auto& why = states["webhook 'd.e.f' of hook 'a.sh'"];
  CHECK_MESSAGE(why.find("the earlier registration of this webhook stays") != std::string::npos, why);
}

TEST_CASE_FIXTURE(registrar_world, "a refusal for no single webhook stays a failure of the registration") {
  api->fail_next({{"PATCH", "webhookconfigurations"}, simulation::refusal(422, "Invalid"), 2});
  start();
  want({"a.b.c"});
  CHECK(registered() == "none");
  CHECK_FALSE(states[subject].empty());
  fixture.advance(1s);
  CHECK(registered() == "a.b.c ");
}

TEST_CASE_FIXTURE(registrar_world,
                  "registered webhooks leave the operator's own requests out until their hooks answer") {
  constexpr auto own = "system:serviceaccount:ops:op";
  put(json::array({json::object({{"name", "old.b.c"}, {"failurePolicy", "Fail"}})}));
  const auto conditions = [this] {
    const auto now = configuration();
    const auto* all = now->find("webhooks")->as_array()[0].find("matchConditions");
    return all == nullptr ? std::string() : all->dump();
  };
  SUBCASE("of a service account") {
    api->set_user(own);
    start();
    want({}, false);
    CHECK(conditions().find("request.userInfo.username != 'system:serviceaccount:ops:op'") != std::string::npos);
    want({"old.b.c"}, false);
    CHECK(conditions().find("request.userInfo.username != ") == std::string::npos);
    CHECK(conditions().find("not-the-operators-return") != std::string::npos);
    // The hook does not answer any more, and other hooks are not known.
    core::webhooks::webhook_wish wish;
    wish.are_claimed = true;
    fixture.tell(registrar, webhooks_wanted{{}, std::make_shared<const core::webhooks::webhook_wish>(wish)});
    fixture.run();
    CHECK(conditions().find("request.userInfo.username != ") != std::string::npos);
  }
  SUBCASE("but not those of a person") {
    api->set_user("kubernetes-admin");
    start();
    want({}, false);
    CHECK(conditions().empty());
  }
  CHECK(states[subject].empty());
}

TEST_CASE_FIXTURE(registrar_world, "an API server without conditions is named once, and gets none") {
  put(json::array({json::object({{"name", "old.b.c"}, {"failurePolicy", "Fail"}})}));
  api->set_user("system:serviceaccount:ops:op");
  SUBCASE("by its version") {
    api->set_version("v1.27.3");
  }
  SUBCASE("because it drops them") {
    api->admit_by([](const kube::api::resource&, json object) {
      const auto* all = object.find("webhooks");
      if (all == nullptr) return object;
      json::array_type kept;
      for (const auto& x : all->as_array()) kept.push_back(x.without("matchConditions"));
      return object.with("webhooks", json::array(std::move(kept)));
    });
  }
  start();
  want({}, false);
  want({"a.b.c"}, false);
  CHECK(registered() == "a.b.c old.b.c ");
  CHECK(configuration()->dump().find("matchConditions") == std::string::npos);
  CHECK(states[subject].empty());
  CHECK(log.count({"webhooks_without_conditions"}) == 1);
}

TEST_CASE_FIXTURE(registrar_world, "a client that changes a registration again and again meets pauses, and is named") {
  start();
  want({"a.b.c"});
  const auto made = *configuration();
  const auto managed = *text::parse_json(
    R"([{"manager":"injector","operation":"Update","time":"2026-01-01T00:00:00Z","fieldsV1":{"f:webhooks":{}}}])");
  const auto changed =
    made.with("webhooks", json::array({made.find("webhooks")->as_array()[0].with("failurePolicy", "Ignore")}))
      .with("metadata", made.find("metadata")->without("resourceVersion").with("managedFields", managed));
  const auto is_right = [&] { return *configuration()->find("webhooks") == *made.find("webhooks"); };
  for (int i = 0; i < 4; ++i) {
    api->put_object(changed);
    fixture.run();
    CHECK(is_right());
  }
  const auto writes = count_requests("PATCH", "webhookconfigurations");
  api->put_object(changed);
  fixture.run();
  CHECK_FALSE(is_right());
  CHECK(
    states["writers of webhooks"].find("webhooks[a.b.c].failurePolicy of ValidatingWebhookConfiguration hooks-hooks "
                                       "is changed again and again by 'injector'")
    == 0);
  CHECK(log.count({"webhooks_contested", "injector"}) == 1);
  // A new wish does not wait.
  want({"a.b.c", "d.e.f"});
  CHECK(registered() == "a.b.c d.e.f ");
  want({"a.b.c"});
  api->put_object(changed);
  fixture.run();
  CHECK_FALSE(is_right());
  fixture.advance(10s);
  CHECK(is_right());
  CHECK(count_requests("PATCH", "webhookconfigurations") > writes);
  fixture.advance(11min);
  CHECK(states["writers of webhooks"].empty());
}

TEST_CASE_FIXTURE(registrar_world, "entries of another client stay, and are not fought about") {
  start();
  want({"a.b.c"});
  auto entries = configuration()->find("webhooks")->as_array();
  entries.push_back(
    *text::parse_json(R"({"name":"x.y.z","clientConfig":{"service":{"namespace":"policies","name":"x"}}})"));
  const auto managed =
    *text::parse_json(R"([{"manager":"policy-tool","fieldsV1":{"f:webhooks":{"k:{\"name\":\"x.y.z\"}":{}}}}])");
  const auto writes = count_requests("PATCH", "webhookconfigurations");
  const auto now = *configuration();
  api->put_object(
    now.with("webhooks", json::array(entries)).with("metadata", now.find("metadata")->with("managedFields", managed)));
  fixture.run();
  CHECK(registered() == "a.b.c x.y.z ");
  CHECK(count_requests("PATCH", "webhookconfigurations") == writes);
}

TEST_CASE_FIXTURE(registrar_world, "a webhook that another client takes out again and again is not shown as asked") {
  start();
  want({"a.b.c"});
  const auto made = *configuration();
  const auto without =
    made.with("webhooks", json::array({})).with("metadata", made.find("metadata")->without("resourceVersion"));
  for (int i = 0; i < 4; ++i) {
    api->put_object(without);
    fixture.run();
    CHECK(registered() == "a.b.c ");
    CHECK(described().names[0].contains("a.b.c"));
  }
  api->put_object(without);
  fixture.run();
  CHECK(registered() == "");
  CHECK_FALSE(described().names[0].contains("a.b.c"));
  fixture.advance(10s);
  CHECK(described().names[0].contains("a.b.c"));
}

TEST_CASE_FIXTURE(registrar_world, "a Secret that is damaged is put right at once, and named the third time") {
  start();
  want({"a.b.c"});
  const auto damage = [this] {
    const auto now = *api->object("Secret", "ops", "webhook");
    api->put_object(now.with("metadata", now.find("metadata")->without("resourceVersion"))
                      .with("data", now.find("data")->with("tls.key", "")));
    fixture.run();
  };
  damage();
  CHECK_FALSE(secret("tls.key").empty());
  CHECK(states["writers of webhooks"].empty());
  damage();
  CHECK(secret("tls.key").empty());
  CHECK(states["writers of webhooks"].empty());
  fixture.advance(1s);
  CHECK_FALSE(secret("tls.key").empty());
  damage();
  CHECK(secret("tls.key").empty());
  CHECK_FALSE(states["writers of webhooks"].empty());
  fixture.advance(2s);
  CHECK_FALSE(secret("tls.key").empty());
  fixture.advance(10min);
  CHECK(states["writers of webhooks"].empty());
}
