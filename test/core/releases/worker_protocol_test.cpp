#include "core/releases/worker_protocol.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>

namespace {

core::releases::helm_setup some_setup() {
  return {.binary = "/bin/helm", .namespace_name = "d8", .history_max = 3, .timeout = std::chrono::seconds(90)};
}

core::releases::helm_chart chart() {
  return {"/modules/001-web", "d1", std::make_shared<const std::string>(R"({"a":{"b":"\"x\""}})")};
}

} // namespace

TEST_CASE("a rendering is asked for with what the cluster serves, or with the cluster to look it up") {
  core::releases::helm_template x{"web", chart(), {"v1.36.3", {"v1", "apps/v1"}}, false};
  const std::string begin =
    R"({"do":"render","release":"web","chart":"/modules/001-web","chartDigest":"d1","values":{"a":{"b":"\"x\""}},)";
  CHECK_EQ(core::releases::worker_question(some_setup(), x),
           begin + R"("kubeVersion":"v1.36.3","apiVersions":["v1","apps/v1"],"servedOnly":true})");
  x.asks_cluster = true;
  CHECK_EQ(core::releases::worker_question(some_setup(), x),
           begin + R"("kubeVersion":"v1.36.3","apiVersions":["v1","apps/v1"],"asksCluster":true})");
}

TEST_CASE("an upgrade is asked for with labels, time limit and the length of the history") {
  CHECK_EQ(
    core::releases::worker_question(some_setup(),
                                    core::releases::helm_upgrade{"web", chart(), {{"k", "v"}, {"n", "null"}}}),
    R"({"do":"upgrade","release":"web","chart":"/modules/001-web","chartDigest":"d1",)"
    R"("values":{"a":{"b":"\"x\""}},"labels":{"k":"v","n":"null"},"timeoutSeconds":90,"knownRevision":0,"historyMax":3})");
}

TEST_CASE("an upgrade is told the capabilities that it was decided with") {
  core::releases::helm_upgrade x{"web", chart(), {}};
  CHECK(core::releases::worker_question(some_setup(), x).find("apiVersions") == std::string::npos);
  x.capabilities = core::releases::helm_capabilities{"v1.36.3", {"v1"}};
  CHECK(core::releases::worker_question(some_setup(), x).find(R"("kubeVersion":"v1.36.3","apiVersions":["v1"],)")
        != std::string::npos);
}

TEST_CASE("an uninstall says whether the record stays") {
  CHECK_EQ(core::releases::worker_question(some_setup(),
                                           core::releases::helm_uninstall{"web", core::releases::helm_history::kept}),
           R"({"do":"uninstall","release":"web","timeoutSeconds":90,"keepHistory":true})");
  CHECK_EQ(core::releases::worker_question(
             some_setup(), core::releases::helm_uninstall{"web", core::releases::helm_history::removed}),
           R"({"do":"uninstall","release":"web","timeoutSeconds":90,"keepHistory":false})");
}

TEST_CASE("an uninstall names the kinds that have gone with their objects") {
  CHECK_EQ(
    core::releases::worker_question(
      some_setup(), core::releases::helm_uninstall{"web", core::releases::helm_history::kept, {"x.io/v1/Thing"}}),
    R"({"do":"uninstall","release":"web","timeoutSeconds":90,"goneKinds":["x.io/v1/Thing"],"keepHistory":true})");
}

TEST_CASE("an upgrade that leaves objects says so, names earlier ones, and gets the names of those that it has left") {
  core::releases::helm_upgrade upgrade{"web", {"/m/web", "d", std::make_shared<const std::string>("{}")}, {}, 1};
  const auto plain = core::releases::worker_question(some_setup(), upgrade);
  CHECK_MESSAGE(plain.find("eav") == std::string::npos, plain);
  upgrade.leaves_objects = true;
  upgrade.left = {{"v1", "Secret", "shop", "a"}};
  const auto question = core::releases::worker_question(some_setup(), upgrade);
  CHECK_MESSAGE(
    question.find(R"("leavesObjects":true,"left":[{"apiVersion":"v1","kind":"Secret","name":"a","namespace":"shop"}])")
      != std::string::npos,
    question);
  const auto answer = core::releases::read_worker_answer(
    R"({"id":1,"leaving":[{"apiVersion":"v1","kind":"ConfigMap","namespace":"shop","name":"b"},{"kind":"x"}]})");
  REQUIRE(answer);
  CHECK_EQ(answer->left, std::vector<core::releases::manifest_object>{{"v1", "ConfigMap", "shop", "b"}});
}

TEST_CASE("a first installation that spares the objects of users says so") {
  core::releases::helm_upgrade first{"web", chart(), {}};
  CHECK_EQ(core::releases::worker_question(some_setup(), first).find("spares"), std::string::npos);
  first.spares_users = true;
  const auto question = core::releases::worker_question(some_setup(), first);
  CHECK_MESSAGE(question.find(R"("sparesUsers":true)") != std::string::npos, question);
}

TEST_CASE("an upgrade of a release that lacks records says so, and its answer names the loss") {
  core::releases::helm_upgrade upgrade{"web", chart(), {}};
  upgrade.spares_own = true;
  const auto question = core::releases::worker_question(some_setup(), upgrade);
  CHECK_MESSAGE(question.find(R"("sparesOwn":true)") != std::string::npos, question);
  CHECK(core::releases::read_worker_answer(R"({"id":1,"revision":1,"unrecorded":true})")->objects.is_unrecorded);
  CHECK_FALSE(core::releases::read_worker_answer(R"({"id":1,"revision":1})")->objects.is_unrecorded);
}

TEST_CASE("an answer has a manifest, or the words of Helm") {
  CHECK_EQ(core::releases::read_worker_answer(R"({"id":1,"manifest":"a: 1\n"})")->manifest, "a: 1\n");
  CHECK_EQ(core::releases::read_worker_answer(R"({"id":1,"revision":2,"status":"deployed"})")->manifest, "");
  const auto failed =
    core::releases::read_worker_answer(R"({"id":1,"warnings":["old","odd"],"error":"UPGRADE FAILED: no"})");
  REQUIRE(failed);
  CHECK_EQ(failed->error.value_or(""), "UPGRADE FAILED: no");
  CHECK_EQ(failed->warnings, std::vector<std::string>{"old", "odd"});
  const auto quoting = core::releases::read_worker_answer(
    R"({"id":1,"warnings":["metadata.labels: Invalid value: \"bad hunter2\": a label must consist of letters"]})");
  REQUIRE(quoting);
  REQUIRE_EQ(quoting->warnings.size(), 1);
  CHECK_EQ(quoting->warnings.front(), "metadata.labels: Invalid value: <redacted>: a label must consist of letters");
  CHECK_EQ(core::releases::read_worker_answer("oops").error().code, base::error_code::invalid_input);
}

TEST_CASE("an answer names the objects that were taken over or left, if there are any") {
  const auto answer = core::releases::read_worker_answer(
    R"({"id":1,"warnings":["a"],"taken":["zoo/ConfigMap/a of release 'b'", 3],"moved":["m"],)"
    R"("kept":["k"],"exposed":["e"],"spared":["s"],"remade":["r"],"lacking":["l"]})");
  REQUIRE(answer);
  CHECK(answer->objects.taken == std::vector<std::string>{"zoo/ConfigMap/a of release 'b'"});
  CHECK(answer->objects.moved == std::vector<std::string>{"m"});
  CHECK(answer->objects.kept == std::vector<std::string>{"k"});
  CHECK(answer->objects.exposed == std::vector<std::string>{"e"});
  CHECK(answer->objects.spared == std::vector<std::string>{"s"});
  CHECK(answer->objects.remade == std::vector<std::string>{"r"});
  CHECK(answer->lacking == std::vector<std::string>{"l"});
  CHECK(answer->warnings == std::vector<std::string>{"a"});
  CHECK(core::releases::read_worker_answer(R"({"id":1,"warnings":[]})")->objects.taken.empty());
  CHECK(core::releases::read_worker_answer(R"({"id":1,"taken":"x"})")->objects.taken.empty());
}

TEST_CASE("the answer to a rendering has the objects that lookups have found, and those that are absent") {
  const auto read = core::releases::read_worker_answer(
    R"({"id":1,"manifest":"","lookedUp":{"found":[{"apiVersion":"v1","kind":"Node","namespace":"","name":"a"}],)"
    R"("absent":[]}})");
  REQUIRE(read);
  CHECK_EQ(read->looked_up, core::releases::lookup_answers{{{"v1", "Node", "", "a"}}, {}});
  CHECK_EQ(core::releases::read_worker_answer(R"({"id":1,"manifest":""})")->looked_up,
           core::releases::lookup_answers{});
}
