#include "reviews_fixture.hpp"

#include <csignal>
#include <string>
#include <string_view>

using test::reviews_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

std::size_t count_of(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

constexpr auto allowed = R"({"allowed":true})";
constexpr auto allowed_answer =
  R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"allowed":true,"uid":"u1"}})";

} // namespace

TEST_CASE_FIXTURE(reviews_fixture, "a module's hook sees the request with its snapshots, and decides") {
  module("010-web");
  api().put_object(test::object_of("v1", "ConfigMap", "seen"));
  hook("web/a.sh", v1("kubernetes:\n- {name: maps, kind: ConfigMap, apiVersion: v1, executeHookOnSynchronization: "
                      "false, executeHookOnEvent: [], jqFilter: .metadata.name}\n"
                      + webhook("Validating", "limits.web.example.com", "  includeSnapshotsFrom: [maps]\n")));
  start();
  replay("web/a.sh", [](test::hook_run& run) {
    CHECK_MESSAGE(has(run.context, R"("request":{"uid":"u1","operation":"CREATE","name":"x"})"), run.context);
    CHECK(has(run.context, R"("type":"Validating")"));
    CHECK(has(run.context, R"("filterResult":"seen")"));
    run.answer = R"({"allowed":false,"message":"no limits","warnings":["memory"]})";
  });
  const auto answer = review("limits-web-example-com", R"("operation":"CREATE","name":"x")");
  CHECK_MESSAGE(has(answer, R"("allowed":false)"), answer);
  CHECK(has(answer, R"("status":{"code":403,"message":"no limits"})"));
  CHECK(has(answer, R"("warnings":["memory"])"));
  CHECK(has(answer, R"("uid":"u1")"));
}

TEST_CASE_FIXTURE(reviews_fixture, "a mutating hook changes the object by its patch") {
  module("010-web");
  hook("web/a.sh", v1(webhook("Mutating", "label.web.example.com")), answers(R"({"allowed":true,"patch":"W10="})"));
  start();
  CHECK(has(review("label-web-example-com"), R"("patch":"W10=","patchType":"JSONPatch")"));
  CHECK_MESSAGE(
    has(review("label-web-example-com", R"("operation":"DELETE")"), "Hook failed: hook 'hooks/a.sh' of module 'web'"),
    log());
}

TEST_CASE_FIXTURE(reviews_fixture, "a review waits neither for the queue main nor for the hook's own interval") {
  module("010-web");
  module("020-last");
  hook("web/a.sh",
       v1("settings: {executionMinInterval: 1h, executionBurst: 1}\n" + webhook("Validating", "a.web.x.com")),
       answers(allowed));
  hook("last/a.sh", v1("beforeHelm: 1"), [](test::hook_run& run) { run.end = test::fake_end::goes_on(); });
  start();
  REQUIRE(running_hooks().size() == 1);
  for (int i = 0; i < 3; ++i) CHECK(review("a-web-x-com") == allowed_answer);
  finish_running();
}

TEST_CASE_FIXTURE(reviews_fixture, "a hook answers from the start of its module until its deletion, then by policy") {
  create_config_map();
  module("010-web");
  chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n");
  const auto watched =
    std::string("kubernetes: [{kind: ConfigMap, apiVersion: v1}]\nonStartup: 1\nafterDeleteHelm: 1\n");
  std::string policy;
  SUBCASE("Fail") {
    policy = "Fail";
  }
  SUBCASE("Ignore") {
    policy = "Ignore";
  }
  hook("web/a.sh", v1(watched + webhook("Validating", "a.web.x.com", "  failurePolicy: " + policy + "\n")),
       [](test::hook_run& run) {
         if (run.reasons() == "onStartup") run.end = test::fake_end::goes_on();
         run.answer = allowed;
       });
  start();
  const auto is_refused = [&](const std::string& answer) {
    if (policy == "Ignore") return answer.starts_with("500 Hook failed: hook 'hooks/a.sh' of module 'web': it is ");
    return has(answer, R"("allowed":false)") && has(answer, R"("code":503)");
  };
  CHECK_MESSAGE(is_refused(review("a-web-x-com")), review("a-web-x-com"));
  finish_running();
  CHECK(review("a-web-x-com") == allowed_answer);
  replay("web/a.sh", [](test::hook_run& run) {
    if (run.reasons() == "afterDeleteHelm") run.end = test::fake_end::goes_on();
  });
  set_config("webEnabled", "false");
  run();
  REQUIRE(running_hooks().size() == 1);
  CHECK_MESSAGE(is_refused(review("a-web-x-com")), review("a-web-x-com"));
  finish_running();
  CHECK_MESSAGE(is_refused(review("a-web-x-com")), review("a-web-x-com"));
  CHECK(has(review("a-web-x-com"), "it is switched off"));
}

TEST_CASE_FIXTURE(reviews_fixture,
                  "a hook that hangs is ended, and its answer is there before the API server gives up") {
  module("010-web");
  hook("web/a.sh", v1(webhook("Validating", "a.web.x.com")),
       [](test::hook_run& run) { run.end = test::fake_end::ignores_sigterm(); });
  start();
  const auto got = send("a-web-x-com", R"("operation":"CREATE")", "3s");
  CHECK(running_hooks().size() == 1);
  CHECK(body_of(got) == "no answer");
  advance(2999ms);
  CHECK_MESSAGE(has(body_of(got), R"("code":504)"), body_of(got));
  CHECK(running_hooks().empty());
  CHECK(processes().signals().back().second == SIGKILL);
  CHECK(has(log(), "WARN review_failed"));
}

TEST_CASE_FIXTURE(reviews_fixture, "reviews above the number of parallel runs wait, and fail in time without a run") {
  setup.parallel_reviews = 1;
  module("010-web");
  hook("web/a.sh", v1(webhook("Validating", "a.web.x.com")), [](test::hook_run& run) {
    run.end = test::fake_end::goes_on();
    run.answer = allowed;
  });
  start();
  const auto first = send("a-web-x-com", R"("operation":"CREATE")", "10s");
  const auto second = send("a-web-x-com", R"("operation":"CREATE")", "10s");
  const auto third = send("a-web-x-com", R"("operation":"CREATE")", "1s");
  CHECK(running_hooks().size() == 1);
  advance(1s);
  CHECK_MESSAGE(has(body_of(third), R"("code":504)"), body_of(third));
  const auto runs = runs_of("web/a.sh").size();
  finish_running();
  CHECK(body_of(first) == allowed_answer);
  CHECK(runs_of("web/a.sh").size() == runs + 1);
  finish_running();
  CHECK(body_of(second) == allowed_answer);
  CHECK(runs_of("web/a.sh").size() == runs + 1);
}

TEST_CASE_FIXTURE(reviews_fixture, "a review that waits for its turn sees the objects of the moment in which it runs") {
  setup.parallel_reviews = 1;
  module("010-web");
  hook("web/a.sh",
       v1("kubernetes:\n- {name: maps, kind: ConfigMap, apiVersion: v1, executeHookOnSynchronization: false, "
          "executeHookOnEvent: [], jqFilter: .metadata.name}\n"
          + webhook("Validating", "a.web.x.com", "  includeSnapshotsFrom: [maps]\n")));
  start();
  std::vector<std::string> contexts;
  replay("web/a.sh", [&contexts](test::hook_run& run) {
    contexts.push_back(run.context);
    run.answer = allowed;
    run.end = test::fake_end::goes_on();
  });
  const auto first = send("a-web-x-com", R"("operation":"CREATE")");
  const auto second = send("a-web-x-com", R"("operation":"CREATE")");
  api().put_object(test::object_of("v1", "ConfigMap", "late"));
  run();
  finish_running();
  CHECK(body_of(first) == allowed_answer);
  finish_running();
  CHECK(body_of(second) == allowed_answer);
  REQUIRE(contexts.size() == 2);
  CHECK_FALSE(has(contexts[0], R"("filterResult":"late")"));
  CHECK_MESSAGE(has(contexts[1], R"("filterResult":"late")"), contexts[1]);
}

TEST_CASE_FIXTURE(reviews_fixture,
                  "a review with unknown objects waits for them, and fails with the reason before its deadline") {
  const auto config = v1("kubernetes:\n- {name: maps, kind: ConfigMap, apiVersion: v1, executeHookOnEvent: [], "
                         "executeHookOnSynchronization: false, waitForSynchronization: false, queue: side}\n"
                         + webhook("Validating", "a.web.x.com", "  includeSnapshotsFrom: [maps]\n"));
  module("010-web");
  hook("web/a.sh", config, answers(allowed));
  api().hold({"GET", "/api/v1/configmaps"});
  start();
  const auto late = send("a-web-x-com", R"("operation":"CREATE")", "2s");
  const auto patient = send("a-web-x-com", R"("operation":"CREATE")", "10s");
  CHECK(body_of(late) == "no answer");
  advance(2s);
  CHECK_MESSAGE(has(body_of(late), "objects of binding 'maps' are not known yet"), body_of(late));
  CHECK(body_of(patient) == "no answer");
  api().release();
  run();
  CHECK_MESSAGE(body_of(patient) == allowed_answer, body_of(patient));
}

TEST_CASE_FIXTURE(reviews_fixture, "a review changes no values, and in a dry run no objects") {
  module("010-web");
  hook("web/a.sh", v1(webhook("Validating", "a.web.x.com")));
  start();
  replay("web/a.sh", [](test::hook_run& run) {
    run.answer = allowed;
    run.values_patch = R"([{"op":"add","path":"/web/a","value":1}])";
  });
  CHECK_MESSAGE(has(review("a-web-x-com"), "it changes values, and a review may not"), review("a-web-x-com"));

  replay("web/a.sh", [](test::hook_run& run) {
    run.answer = allowed;
    run.object_patch = R"({"operation":"Create","object":{"apiVersion":"v1","kind":"ConfigMap","metadata":)"
                       R"({"name":"made","namespace":"default"}}})";
  });
  CHECK(review("a-web-x-com", R"("operation":"CREATE","dryRun":true)") == allowed_answer);
  CHECK_FALSE(api().object("ConfigMap", "default", "made"));
  CHECK(review("a-web-x-com") == allowed_answer);
  CHECK(api().object("ConfigMap", "default", "made"));
  CHECK(has(log(), "WARN review_has_effects"));
}

TEST_CASE_FIXTURE(reviews_fixture, "a client without a certificate gets an answer, and changes no object") {
  create_config_map();
  module("010-web");
  chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n");
  hook("web/a.sh", v1(webhook("Validating", "a.web.x.com")), [](test::hook_run& run) {
    run.answer = allowed;
    run.object_patch = R"({"operation":"Create","object":{"apiVersion":"v1","kind":"ConfigMap","metadata":)"
                       R"({"name":"made","namespace":"default"}}})";
  });
  start();
  client.is_vouched = false;
  CHECK(review("a-web-x-com") == allowed_answer);
  CHECK(review("a-web-x-com") == allowed_answer);
  CHECK_FALSE(api().object("ConfigMap", "default", "made"));
  CHECK(count_of(log(), "WARN review_operations_refused") == 1);
  const auto line = "operations on objects of hook 'hooks/a.sh' of module 'web': they are left out in reviews";
  CHECK_MESSAGE(says(line), page());
  CHECK(says("set --validating-webhook-client-ca"));
  client.is_vouched = true;
  CHECK(review("a-web-x-com") == allowed_answer);
  CHECK(api().object("ConfigMap", "default", "made"));
  set_config("webEnabled", "false");
  run();
  CHECK_FALSE(says(line));
}

TEST_CASE_FIXTURE(reviews_fixture, "a review that comes again after its answer is answered, and changes objects once") {
  module("010-web");
  hook("web/a.sh", v1(webhook("Validating", "a.web.x.com")), [](test::hook_run& run) {
    run.answer = allowed;
    run.object_patch = R"({"operation":"Create","object":{"apiVersion":"v1","kind":"ConfigMap","metadata":)"
                       R"({"name":"made","namespace":"default"}}})";
  });
  start();
  same_uid = "u7";
  CHECK(review("a-web-x-com") == allowed_answer);
  REQUIRE(api().object("ConfigMap", "default", "made"));
  CHECK(api().delete_object("ConfigMap", "default", "made"));
  CHECK(review("a-web-x-com") == allowed_answer);
  CHECK_FALSE(api().object("ConfigMap", "default", "made"));
  same_uid = "u8";
  CHECK(review("a-web-x-com") == allowed_answer);
  CHECK(api().object("ConfigMap", "default", "made"));
}

TEST_CASE_FIXTURE(reviews_fixture, "no answer, a wrong answer and a failure are denials with the reason") {
  module("010-web");
  hook("web/a.sh", v1(webhook("Validating", "a.web.x.com")));
  start();
  const auto answer_to = [this](test::hook_script play) {
    replay("web/a.sh", std::move(play));
    return review("a-web-x-com");
  };
  CHECK(has(answer_to({}), "there is no answer"));
  CHECK(has(answer_to(answers(R"({"allowed":"yes"})")), "allowed: expected true or false"));
  CHECK(has(answer_to(answers(R"({"allowed":)")), "is not valid"));
  CHECK(has(answer_to(answers(R"({"allowed":true,"patch":"W10="})")), "only hooks of kubernetesMutating"));
  const auto failed = answer_to([](test::hook_run& run) { run.failure = "secret words"; });
  CHECK(has(failed, "Hook failed: hook 'hooks/a.sh' of module 'web': "));
  // The client of the API server may not read the log of the operator.
  CHECK_FALSE(has(failed, "secret words"));
}

TEST_CASE_FIXTURE(reviews_fixture,
                  "a name that two global hooks use costs only the second, and no release is removed") {
  create_config_map();
  hook("global/a.sh", v1(webhook("Validating", "a.global.x.com")), answers(allowed));
  hook("global/b.sh", v1("beforeAll: 1\n" + webhook("Mutating", "a.global.x.com")));
  hook("global/c.sh", v1("beforeAll: 1\n" + webhook("Validating", "c.global.x.com")), answers(allowed));
  hook("global/d.sh", v1("beforeAll: 1"));
  module("010-web", "webEnabled: false\n");
  chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n");
  helm().store({.name = "web", .labels = {{"moduleChecksum", "x"}}});
  start();
  CHECK_EQ(take_journal(), "global/c.sh beforeAll; global/d.sh beforeAll");
  CHECK(review("a-global-x-com") == allowed_answer);
  CHECK(review("c-global-x-com") == allowed_answer);
  CHECK_MESSAGE(says("'a.global.x.com' of hook 'b.sh' of the global hooks is taken by hook 'a.sh' of the global hooks"),
                page());
  CHECK(says("stay as they are: web"));
}

TEST_CASE_FIXTURE(reviews_fixture, "a certificate that cannot be used is a problem until it can") {
  hook("global/a.sh", v1(webhook("Validating", "a.global.x.com")), answers(allowed));
  start();
  tell(server, actors::messages::certificate_changed{{}, "/certs/tls.crt: there is no such file"});
  run();
  CHECK_MESSAGE(says("certificate for webhooks: /certs/tls.crt: there is no such file"), page());
  tell(server, actors::messages::certificate_changed{});
  run();
  CHECK_FALSE(says("certificate for webhooks"));
}

TEST_CASE_FIXTURE(reviews_fixture,
                  "reviews are answered for some seconds after SIGTERM, and those under way to their end") {
  module("010-web");
  hook("web/a.sh", v1(webhook("Validating", "a.web.x.com")), answers(allowed));
  start();
  stop();
  CHECK(exit_codes().empty());
  const auto got = send("a-web-x-com", R"("operation":"CREATE")");
  CHECK(body_of(got) == allowed_answer);
  CHECK((*got)->is_last);
  advance(4999ms);
  replay("web/a.sh", [](test::hook_run& run) {
    run.answer = allowed;
    run.end = test::fake_end::goes_on();
  });
  const auto last = send("a-web-x-com", R"("operation":"CREATE")");
  advance(1s);
  CHECK(exit_codes().empty());
  CHECK(has(review("a-web-x-com"), "the operator stops"));
  finish_running();
  CHECK(body_of(last) == allowed_answer);
  CHECK(exit_codes() == std::vector<int>{0});
}
