// Objects that a chart does not have any more for reasons that no user has written are named, and go later.
#include "scenario/elected_fixture.hpp"
#include "scenario/lost_fixture.hpp"

#include <string>

using test::v1;
using namespace std::chrono_literals;

namespace {

constexpr auto patch =
  R"([{"op":"add","path":"/web/extra","value":"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: extra}\n"}])";
constexpr auto taken_back = R"([{"op":"remove","path":"/web/extra"}])";

/// The hook `web/20-events.sh` sets the value `extra`, which the object `extra` needs, while `wants` is true.
struct leaving_fixture : test::lost_fixture {
  leaving_fixture() {
    setup.helm.stays = true;
    setup.removal_grace = 10s;
    create_config_map();
    hook("web/20-events.sh",
         v1("kubernetes: [{name: triggers, apiVersion: v1, kind: ConfigMap, labelSelector: {matchLabels: {for: web}}, "
            "namespace: {nameSelector: {matchNames: [addon-operator]}}}]"),
         [this](test::hook_run& run) {
           if (wants != is_set) run.values_patch = wants ? patch : taken_back;
           is_set = wants;
         });
  }

  /// The hook takes its value back, without an edit of a user.
  void take_back() { change(false); }
  void give_again() { change(true); }
  void change(bool to) {
    wants = to;
    api().put_object(
      test::object_of("v1", "ConfigMap", "trigger-" + std::to_string(++edits_), {{"for", "web"}}, namespace_name));
    run();
  }
  [[nodiscard]] std::string uid_of(const std::string& name) {
    const auto object = api().object("ConfigMap", namespace_name, name);
    return object ? object->find("metadata")->string_at("uid").value_or("?") : std::string();
  }
  [[nodiscard]] std::string removals() {
    std::string text;
    for (const auto& line : describe().removals) text += line + "\n";
    return text;
  }
  [[nodiscard]] std::string note() {
    const auto record = api().object("Secret", namespace_name, test::secret_name("web", helm().revision("web")));
    const auto* annotations = record ? record->find("metadata")->find("annotations") : nullptr;
    return annotations == nullptr ? std::string() : annotations->string_at("addon-operator.io/leaving").value_or("");
  }

  bool wants = true;
  bool is_set = false;

private:
  unsigned edits_ = 0;
};

} // namespace

TEST_CASE_FIXTURE(leaving_fixture, "a value of a hook that is gone for a moment deletes no object") {
  start();
  REQUIRE(has("extra"));
  const auto uid = uid_of("extra");
  take_back();
  CHECK_EQ(helm().revision("web"), 2);
  CHECK(has("extra"));
  CHECK_MESSAGE(logged("WARN release_objects_removed module=web revision=1 objects=addon-operator/ConfigMap/extra"),
                log());
  CHECK_MESSAGE(logged("they stay for 10 s (--removal-grace)"), log());
  CHECK_MESSAGE(logged("INFO release_objects_leaving module=web objects=addon-operator/ConfigMap/extra"), log());
  CHECK_MESSAGE(removals().find("does not have addon-operator/ConfigMap/extra any more, and leaves them until")
                  != std::string::npos,
                removals());
  CHECK(note().find(R"("name":"extra")") != std::string::npos);
  CHECK(describe().problems.empty());
  CHECK(describe().first_reload_done);
  advance(9s);
  give_again();
  CHECK_EQ(helm().revision("web"), 3);
  CHECK_MESSAGE(logged("INFO release_objects_stay module=web objects=addon-operator/ConfigMap/extra"), log());
  advance(1min);
  CHECK_EQ(uid_of("extra"), uid);
  CHECK_EQ(note(), "");
  CHECK_FALSE(logged("release_objects_gone"));
}

TEST_CASE_FIXTURE(leaving_fixture, "`status` has a problem while objects leave, with the ways to keep them") {
  const auto shows = [this](std::string_view words) {
    const auto page = debug_page("/status.text?columns=4000").body;
    CHECK_MESSAGE(page.find(words) != page.npos, page);
    return page;
  };
  start();
  shows("All is well.");
  take_back();
  const auto page = shows("1 PROBLEM: objects of release 'web' go soon");
  CHECK(page.find("All is well") == page.npos);
  CHECK_MESSAGE(page.find("leaves them until") == page.rfind("leaves them until"), page);
  shows("leaves them until ");
  shows("(--removal-grace); then they are deleted. What differs: ");
  shows("`addon-operator module pause web` holds their deletion");
  CHECK(describe().problems.empty());
  SUBCASE("they go") {
    advance(11s);
    REQUIRE_FALSE(has("extra"));
    CHECK(removals().find("leaves them until") == std::string::npos);
  }
  SUBCASE("they stay") {
    give_again();
    REQUIRE(has("extra"));
  }
  shows("no problem");
}

TEST_CASE_FIXTURE(leaving_fixture, "a value of a hook that is gone for good deletes the object after the grace") {
  start();
  take_back();
  advance(9s);
  CHECK(has("extra"));
  advance(2s);
  CHECK_FALSE(has("extra"));
  const auto named = log().find("release_objects_leaving");
  CHECK(log().find("INFO release_objects_gone module=web objects=addon-operator/ConfigMap/extra", named)
        != std::string::npos);
  CHECK_MESSAGE(removals().find("were deleted at") != std::string::npos, removals());
  CHECK_EQ(note(), "");
  CHECK(has("web"));
}

TEST_CASE_FIXTURE(leaving_fixture, "an edit of the user counts at once") {
  wants = false;
  set_config("web", test::extra_value());
  start();
  REQUIRE(has("extra"));
  remove_config("web");
  run();
  CHECK_FALSE(has("extra"));
  CHECK_FALSE(logged("they stay for"));
}

TEST_CASE_FIXTURE(leaving_fixture, "without a grace objects go at once") {
  setup.removal_grace = 0s;
  start();
  take_back();
  CHECK_FALSE(has("extra"));
  CHECK_FALSE(logged("release_objects_leaving"));
}

TEST_CASE_FIXTURE(leaving_fixture, "a Helm that is started for each task cannot leave objects") {
  setup.helm.stays = false;
  start();
  take_back();
  CHECK_FALSE(has("extra"));
  CHECK_FALSE(logged("they stay for"));
}

TEST_CASE_FIXTURE(leaving_fixture, "a restart begins the grace anew, after the module has run") {
  start();
  take_back();
  advance(8s);
  stop();
  start();
  CHECK_MESSAGE(logged("release_objects_leaving module=web objects=addon-operator/ConfigMap/extra until="), log());
  CHECK(has("extra"));
  advance(9s);
  CHECK(has("extra"));
  SUBCASE("gone for good") {
    advance(2s);
    CHECK_FALSE(has("extra"));
    CHECK_EQ(note(), "");
  }
  SUBCASE("back") {
    const auto uid = uid_of("extra");
    give_again();
    advance(1min);
    CHECK_EQ(uid_of("extra"), uid);
  }
}

TEST_CASE_FIXTURE(leaving_fixture,
                  "an operator that has lost its option keeps the longer grace of objects that leave") {
  setup.removal_grace = 10min;
  start();
  take_back();
  advance(8s);
  stop();
  SUBCASE("lost") {
    setup.removal_grace = 10s;
    start();
    advance(9min);
    CHECK(has("extra"));
    advance(2min);
    CHECK_FALSE(has("extra"));
  }
  SUBCASE("given, and shorter") {
    setup.removal_grace = 30s;
    start();
    advance(31s);
    CHECK_FALSE(has("extra"));
  }
}

TEST_CASE_FIXTURE(leaving_fixture, "an object that another module has meanwhile stays") {
  module("020-db");
  chart("db", "{{ .Values.db.extra }}\n");
  set_config("db", "a: 1\n");
  start();
  take_back();
  set_config("db", test::extra_value());
  run();
  REQUIRE(has("extra"));
  const auto uid = uid_of("extra");
  advance(1min);
  CHECK_EQ(uid_of("extra"), uid);
  CHECK_MESSAGE(logged("reason=\"the chart of module 'db' has them\""), log());
}

TEST_CASE_FIXTURE(leaving_fixture, "an object that a user wants to keep stays") {
  start();
  take_back();
  auto object = *api().object("ConfigMap", namespace_name, "extra");
  const auto* metadata = object.find("metadata");
  api().put_object(object.with(
    "metadata", metadata->with("annotations", metadata->find("annotations")->with("helm.sh/resource-policy", "keep"))));
  advance(1min);
  CHECK(has("extra"));
  CHECK_MESSAGE(logged("helm.sh/resource-policy: keep"), log());
  CHECK_EQ(note(), "");
}

TEST_CASE_FIXTURE(leaving_fixture, "an object that another client has made its own stays") {
  start();
  take_back();
  auto object = *api().object("ConfigMap", namespace_name, "extra");
  api().put_object(object.with("metadata", object.find("metadata")->without("annotations")));
  advance(1min);
  CHECK(has("extra"));
  CHECK_MESSAGE(logged("it names no release any more"), log());
}

TEST_CASE_FIXTURE(leaving_fixture, "objects that a release has left go with the release") {
  set_config("webEnabled", "true");
  start();
  take_back();
  REQUIRE(has("extra"));
  set_config("webEnabled", "false");
  run();
  CHECK_FALSE(has("web"));
  CHECK_FALSE(has("extra"));
}

TEST_CASE_FIXTURE(leaving_fixture, "a paused module loses nothing") {
  start();
  take_back();
  REQUIRE_EQ(debug_order("/module/web/pause?reason=look").status, 200);
  advance(1min);
  CHECK(has("extra"));
  REQUIRE_EQ(debug_order("/module/web/resume").status, 200);
  run();
  advance(9s);
  CHECK(has("extra"));
  advance(2s);
  CHECK_FALSE(has("extra"));
}

TEST_CASE_FIXTURE(leaving_fixture, "an outage of the API server begins the grace anew") {
  start();
  take_back();
  advance(5s);
  api().go_away({base::error_code::unavailable, "no answer from https://api: Connection refused"});
  advance(3s);
  api().come_back();
  advance(6s);
  CHECK(has("extra"));
  advance(30s);
  CHECK_FALSE(has("extra"));
}

TEST_CASE_FIXTURE(leaving_fixture, "a deletion that the API server refuses is named and tried again") {
  start();
  take_back();
  const std::string status = R"({"kind":"Status","code":403,"reason":"Forbidden","message":"a webhook refuses"})";
  api().fail_next({{"DELETE", "/configmaps/extra"}, kube::api::http_response{.status = 403, .body = status}});
  advance(11s);
  CHECK(has("extra"));
  CHECK_MESSAGE(logged("WARN release_object_not_removed module=web object=addon-operator/ConfigMap/extra tries=1"),
                log());
  advance(6s);
  CHECK_FALSE(has("extra"));
}

TEST_CASE_FIXTURE(leaving_fixture, "the revision that replaces one of another Helm names what was left before it") {
  start();
  take_back();
  auto own = *helm().latest("web");
  // Another Helm writes the record of the former revision anew, without the annotation.
  own.status = "superseded";
  helm().store(own);
  helm().store({"web", own.revision + 1, "deployed", own.manifest, own.labels});
  REQUIRE_EQ(note(), "");
  run();
  REQUIRE_EQ(helm().revision("web"), own.revision + 2);
  CHECK(note().find(R"("name":"extra")") != std::string::npos);
  SUBCASE("and it goes") {
    advance(11s);
    CHECK_FALSE(has("extra"));
    CHECK_EQ(note(), "");
  }
  SUBCASE("and it goes after a restart") {
    stop();
    start();
    advance(9s);
    CHECK(has("extra"));
    advance(2s);
    CHECK_FALSE(has("extra"));
  }
}

TEST_CASE_FIXTURE(leaving_fixture, "an object that is taken over between the last look and the deletion stays") {
  start();
  take_back();
  const auto uid = uid_of("extra");
  const auto change = [&](const text::json& annotations) {
    auto object = *api().object("ConfigMap", namespace_name, "extra");
    api().put_object(object.with("metadata", object.find("metadata")->with("annotations", annotations)));
  };
  const auto own = *api().object("ConfigMap", namespace_name, "extra")->find("metadata")->find("annotations");
  SUBCASE("by another release") {
    api().overtake_next({.method = "DELETE", .target_part = "/configmaps/extra"}, 1,
                        [&] { change(own.with("meta.helm.sh/release-name", "other")); });
    advance(1min);
    CHECK_EQ(uid_of("extra"), uid);
    CHECK_MESSAGE(logged("it belongs to release 'other'"), log());
    CHECK_FALSE(logged("release_object_not_removed"));
  }
  SUBCASE("by a user who keeps it") {
    api().overtake_next({.method = "DELETE", .target_part = "/configmaps/extra"}, 1,
                        [&] { change(own.with("helm.sh/resource-policy", "keep")); });
    advance(1min);
    CHECK_EQ(uid_of("extra"), uid);
  }
  SUBCASE("and another change of it only delays the deletion") {
    int changes = 0;
    api().overtake_next({.method = "DELETE", .target_part = "/configmaps/extra"}, 2,
                        [&] { change(own.with("x", std::to_string(++changes))); });
    advance(11s);
    CHECK_FALSE(has("extra"));
    CHECK_FALSE(logged("release_object_not_removed"));
  }
  SUBCASE("and an object that does not keep still is named, and tried again") {
    int changes = 0;
    api().overtake_next({.method = "DELETE", .target_part = "/configmaps/extra"}, 3,
                        [&] { change(own.with("x", std::to_string(++changes))); });
    advance(11s);
    CHECK_EQ(uid_of("extra"), uid);
    CHECK_MESSAGE(logged("WARN release_object_not_removed module=web object=addon-operator/ConfigMap/extra tries=1"),
                  log());
    advance(6s);
    CHECK_FALSE(has("extra"));
  }
}

TEST_CASE_FIXTURE(test::elected<leaving_fixture>, "objects that the former leader has left go after a take-over") {
  start();
  take_back();
  REQUIRE(has("extra"));
  const auto left = *api().object("Secret", namespace_name, test::secret_name("web", helm().revision("web")));
  stop();
  const auto with = [&](const text::json& metadata) {
    api().put_object(left.with("metadata", metadata.without("resourceVersion")));
  };
  with(left.find("metadata")->without("annotations"));
  hold_lease("b_1");
  start();
  // This replica is a standby, and the leader leaves the object.
  with(*left.find("metadata"));
  advance(1s);
  give_lease_away();
  advance(9s);
  CHECK(has("extra"));
  advance(3s);
  CHECK_FALSE(has("extra"));
}
