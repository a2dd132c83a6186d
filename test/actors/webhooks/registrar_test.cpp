#include "actors/webhooks/registrar.hpp"

#include "registrar_world.hpp"

using namespace actors::messages;
using namespace std::chrono_literals;
using test::registrar_world, test::subject, test::name, test::validating;
using text::json;

TEST_CASE_FIXTURE(registrar_world,
                  "wanted webhooks are registered with the authority of the certificate that is shown") {
  start();
  want({"a.b.c", "d.e.f"});
  CHECK(registered() == "a.b.c d.e.f ");
  REQUIRE(served.size() == 1);
  CHECK(is_served_trusted());
  CHECK(trusted() == secret("ca.crt"));
  CHECK_FALSE(api->object("MutatingWebhookConfiguration", "", name));
  CHECK(states[subject].empty());
}

TEST_CASE_FIXTURE(registrar_world, "a configuration that was changed or deleted is put right at once") {
  start();
  want({"a.b.c"});
  const auto made = configuration()->find("webhooks")->dump();
  put(entry("x.y.z"));
  CHECK(configuration()->find("webhooks")->dump() == made);
  api->delete_object(validating, "", name);
  fixture.run();
  CHECK(configuration()->find("webhooks")->dump() == made);
}

TEST_CASE_FIXTURE(registrar_world, "earlier webhooks stay until the wish is complete, and go then") {
  put(entry("old.b.c"));
  start();
  want({}, false);
  CHECK(registered() == "old.b.c ");
  want({"a.b.c"}, false);
  CHECK(registered() == "a.b.c old.b.c ");
  want({"a.b.c"});
  CHECK(registered() == "a.b.c ");
  want({});
  CHECK(registered() == "none");
}

TEST_CASE_FIXTURE(registrar_world,
                  "a webhook whose hook is not there stays, and is named until its entry is taken out") {
  const auto problem = [this] { return states["webhook 'old.b.c' in ValidatingWebhookConfiguration"]; };
  put(entry("old.b.c"));
  asked = {{"b.sh", ""}};
  start();
  SUBCASE("alone") {
    want({});
    CHECK(registered() == "old.b.c ");
    CHECK(served.empty());
  }
  SUBCASE("beside a webhook that is wanted") {
    want({"a.b.c"});
    CHECK(registered() == "a.b.c old.b.c ");
  }
  CHECK(problem().find("no hook has it: it is of global hook 'a.sh', which is not there") == 0);
  CHECK(problem().find("requests that it guards are refused (failurePolicy: Fail)") != std::string::npos);
  CHECK(log.count({"webhook_without_hook", "old.b.c", "a.sh"}) == 1);
  CHECK(states[subject].empty());
  api->delete_object(validating, "", name);
  fixture.run();
  CHECK(problem().empty());
  CHECK(registered().find("old.b.c") == std::string::npos);
}

TEST_CASE_FIXTURE(registrar_world, "a webhook without a hook goes when its hook is back and has given it up") {
  put(entry("old.b.c"));
  asked = {};
  start();
  want({});
  CHECK(registered() == "old.b.c ");
  asked = {{"a.sh", ""}};
  want({});
  CHECK(registered() == "none");
  CHECK(states["webhook 'old.b.c' in ValidatingWebhookConfiguration"].empty());
}

TEST_CASE_FIXTURE(registrar_world, "without webhooks a single look removes the configuration of an earlier start") {
  put(entry("old.b.c"));
  start();
  const auto before = api->requests().size();
  want({});
  CHECK(registered() == "none");
  CHECK_MESSAGE(api->requests().size() == before + 4, "two configurations, one removal, the list of definitions");
  CHECK(served.empty());
  CHECK(api->open_watches() == 0);
  want({});
  CHECK(api->requests().size() == before + 4);
}

TEST_CASE_FIXTURE(registrar_world, "without webhooks a look that is refused is not repeated, and a failed look is") {
  start();
  const auto looks = [this] { return count_requests("GET", "/validatingwebhookconfigurations/"); };
  SUBCASE("refused") {
    api->fail_next({{"GET", "webhookconfigurations"}, simulation::refusal(403, "Forbidden"), 2});
    want({});
    want({});
    fixture.advance(1h);
    CHECK(looks() == 1);
  }
  SUBCASE("failed") {
    put(entry("old.b.c"));
    api->fail_next({{"GET", "webhookconfigurations"}, {}, 2});
    want({});
    fixture.advance(1h);
    CHECK(looks() == 2);
    CHECK(registered() == "none");
  }
  CHECK(states[subject].empty());
}

TEST_CASE_FIXTURE(registrar_world, "a configuration of another operator is left alone, and named") {
  put(entry("x.y.z"));
  options.registration.owner = "ops/other";
  start();
  want({"a.b.c"});
  CHECK(registered() == "x.y.z ");
  CHECK_MESSAGE(states[subject].find("it belongs to platform ops/web") != std::string::npos, states[subject]);
}

TEST_CASE_FIXTURE(registrar_world, "a missing right is named, and webhooks are registered once it is granted") {
  bool is_granted = false;
  api->put_between([&](const kube::api::http_request& x) -> std::optional<base::result<kube::api::http_response>> {
    if (is_granted || x.method != "PATCH" || x.target.find("webhookconfigurations") == std::string::npos)
      return std::nullopt;
    kube::api::http_response refused;
    refused.status = 403;
    refused.body = R"({"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Forbidden","code":403,)"
                   R"("message":"User \"op\" cannot patch resource \"validatingwebhookconfigurations\""})";
    return refused;
  });
  start();
  want({"a.b.c"});
  CHECK(registered() == "none");
  CHECK_MESSAGE(states[subject].find("cannot patch resource") != std::string::npos, states[subject]);
  is_granted = true;
  fixture.advance(5min);
  CHECK(registered() == "a.b.c ");
  CHECK(states[subject].empty());
}

TEST_CASE_FIXTURE(registrar_world, "of two operators that make the Secret at the same time, the second takes it over") {
  start();
  const auto authority = sys::http::make_authority("first", {0, 4'000'000'000});
  const auto server = sys::http::issue_server_certificate(
    *authority, core::webhooks::server_names(options.registration), {fixture.now_us() / 1'000'000, 4'000'000'000});
  REQUIRE(server);
  api->overtake_next({.method = "POST", .target_part = "/secrets"}, 1, [&] {
    api->put_object(core::webhooks::secret_with(
      {{authority->certificate, authority->key}, {server->certificate, server->key}}, options.registration, nullptr));
  });
  want({"a.b.c"});
  CHECK(trusted() == authority->certificate);
  CHECK(served.back().certificate == server->certificate);
}

TEST_CASE_FIXTURE(registrar_world, "a deleted Secret comes back as it was") {
  start();
  want({"a.b.c"});
  const auto before = trusted();
  api->delete_object("Secret", "ops", "webhook");
  // The second creation within ten minutes has a pause.
  fixture.advance(1s);
  CHECK(secret("ca.crt") == before);
  CHECK(trusted() == before);
  CHECK(served.size() == 1);
}

TEST_CASE_FIXTURE(registrar_world,
                  "certificates are renewed and the authority is changed while the API server trusts the shown one") {
  // No watches, because they would be opened again each five minutes of these years.
  const auto quiet = test::fake_actor<informer_actor>(fixture, [](const subscribe&) {});
  start(test::fake_actor<supervisor_actor>(
    fixture,
    [quiet](const open_watch&) {
      return watch_opened{{}, quiet};
    },
    [this](const module_state_changed& x) { states[x.subject] = x.problem.value_or(""); }));
  want({"a.b.c"});
  const auto first = secret("authority.crt");
  std::vector<std::string> authorities{first};
  std::size_t both = 0;
  for (int day = 0; day < 1300; ++day) {
    fixture.advance(24h);
    REQUIRE(is_served_trusted());
    if (secret("authority.crt") != authorities.back()) authorities.push_back(secret("authority.crt"));
    if (trusted() == first + secret("next-authority.crt") || trusted() == secret("authority.crt") + first) ++both;
  }
  CHECK(authorities.size() == 2);
  CHECK(both > 0);
  CHECK(trusted() == secret("authority.crt"));
  CHECK(served.size() > 20);
  CHECK(states[subject].empty());
}

TEST_CASE_FIXTURE(registrar_world, "an authority from a file is read at each comparison") {
  options.registration.authority = core::webhooks::authority_source::file;
  std::string authority = "PEM";
  options.read_authority = [&]() -> base::result<std::string> { return authority; };
  start();
  want({"a.b.c"});
  CHECK(trusted() == "PEM");
  authority = "NEW";
  put(entry("a.b.c"));
  CHECK(trusted() == "NEW");
  CHECK_FALSE(api->object("Secret", "ops", "webhook"));
}

TEST_CASE_FIXTURE(registrar_world, "a missing namespace is named, and no request is sent") {
  options.registration.namespace_name.clear();
  start();
  const auto before = api->requests().size();
  want({"a.b.c"});
  CHECK_MESSAGE(states[subject].find("--namespace") != std::string::npos, states[subject]);
  CHECK(api->requests().size() == before);
}

TEST_CASE_FIXTURE(registrar_world, "the listener has its certificate before the first hook answers") {
  put(entry("old.b.c"));
  start();
  core::webhooks::webhook_wish wish;
  wish.are_claimed = true;
  fixture.tell(registrar, webhooks_wanted{{}, std::make_shared<const core::webhooks::webhook_wish>(wish)});
  fixture.run();
  REQUIRE(served.size() == 1);
  CHECK(registered() == "old.b.c ");
  CHECK(is_served_trusted());
}

TEST_CASE_FIXTURE(registrar_world, "a conversion that nobody can register yet has the reason") {
  api->fail_next({{"GET", "/secrets/webhook"}, simulation::refusal(403, "Forbidden"), 100});
  start();
  core::webhooks::webhook_wish wish{{}, true, true};
  wish.definitions = {"tabs.x.io"};
  fixture.tell(registrar,
               actors::messages::webhooks_wanted{{}, std::make_shared<const core::webhooks::webhook_wish>(wish)});
  fixture.run();
  const auto problems = described().definition_problems;
  REQUIRE(problems.contains("tabs.x.io"));
  CHECK_MESSAGE(problems.at("tabs.x.io").starts_with("Secret ops/webhook"), problems.at("tabs.x.io"));
}
