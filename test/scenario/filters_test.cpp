// A jqFilter that fails: an object without a view must not look absent.
#include "support/operator_fixture.hpp"

#include <string>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

struct filters_fixture : operator_fixture {
  filters_fixture() {
    module("web");
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n");
    hook("web/routes.sh", v1("kubernetes: [{name: routes, kind: Pod, jqFilter: .metadata.labels.port | tonumber}]"),
         [this](test::hook_run& run) {
           const auto contexts = text::parse_json(run.context);
           REQUIRE(contexts);
           const auto* objects = contexts->as_array().back().find("objects");
           if (objects != nullptr) listed_ = static_cast<int>(objects->as_array().size());
         });
  }

  void put(const std::string& name, const std::string& port) {
    api().put_object(test::object_of("v1", "Pod", name, {{"port", port}}));
  }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  [[nodiscard]] bool names(const std::string& text) { return problems().find(text) != std::string::npos; }
  /// The number of objects in the last Synchronization; -1: there was no Synchronization.
  [[nodiscard]] int listed() const { return listed_; }

private:
  int listed_ = -1;
};

} // namespace

TEST_CASE_FIXTURE(filters_fixture,
                  "a filter that fails on all objects shows no empty list: the module waits, and is named") {
  put("a", "eighty");
  put("b", "none");
  start();
  CHECK(listed() == -1);
  CHECK(helm().revision("web") == 0);
  CHECK_MESSAGE(names("module 'web' waits for objects: hook 'hooks/routes.sh', binding 'routes': the jqFilter fails on "
                      "all objects, so that none can be shown: mend the filter or the objects; on default/a: jq filter "
                      "'.metadata.labels.port | tonumber' failed: "),
                problems());

  SUBCASE("until it works on each of them") {
    put("b", "80");
    run();
    CHECK(listed() == -1);
    CHECK_MESSAGE(names("module 'web', hook 'hooks/routes.sh', binding 'routes' (Pod): the jqFilter fails on 1 object, "
                        "of which 1 has never been seen, so that no list is complete: mend the filter or the objects; "
                        "on default/a: "),
                  problems());
    put("a", "81");
    run();
    CHECK(listed() == 2);
    CHECK(problems() == "");
  }
  SUBCASE("until there is none left") {
    api().delete_object("Pod", "default", "a");
    api().delete_object("Pod", "default", "b");
    run();
    CHECK(listed() == 0);
    CHECK(problems() == "");
  }
  SUBCASE("until the module is off") {
    set_config("webEnabled", "false");
    run();
    CHECK(listed() == -1);
    CHECK(problems() == "");
  }
  if (problems() == "" && listed() != -1) CHECK(helm().revision("web") == 1);
}

TEST_CASE_FIXTURE(filters_fixture, "an object that is broken later keeps its view, and is named") {
  put("a", "80");
  start();
  CHECK(listed() == 1);
  put("a", "eighty");
  run();
  CHECK_MESSAGE(names("binding 'routes' (Pod): the jqFilter fails on 1 object"), problems());
  set_config("webEnabled", "false");
  run();
  CHECK(problems() == "");
}

TEST_CASE_FIXTURE(filters_fixture, "a restart does not turn a broken object among others into one that is gone") {
  put("a", "80");
  put("b", "81");
  start();
  CHECK(listed() == 2);
  put("a", "eighty");
  stop();
  static_cast<void>(take_journal());
  start();
  CHECK_MESSAGE(take_journal().find("web/routes.sh") == std::string::npos,
                "a hook that removes what is not listed would remove what it has made for a");
  CHECK_MESSAGE(
    names("module 'web' waits for objects: hook 'hooks/routes.sh', binding 'routes': the jqFilter fails on 1 "
          "object, of which 1 has never been seen, so that no list is complete"),
    problems());
  put("a", "82");
  run();
  CHECK(listed() == 2);
  CHECK(problems() == "");
}

namespace {

/// A hook that gets the same objects in all ways in which a hook can see a list.
struct lists_fixture : filters_fixture {
  lists_fixture() {
    hook("web/lists.sh", v1("kubernetes: [{name: pods, kind: Pod, jqFilter: .metadata.labels.port | tonumber}, "
                            "{name: grouped, kind: ConfigMap, group: all, executeHookOnSynchronization: false}, "
                            "{name: grouped-pods, kind: Pod, group: all, jqFilter: .metadata.labels.port | tonumber}, "
                            "{name: maps, kind: ConfigMap, includeSnapshotsFrom: [pods], "
                            "executeHookOnSynchronization: false}]\n"
                            "schedule: [{name: clock, crontab: '* * * * *', includeSnapshotsFrom: [pods]}]\n"
                            "beforeHelm: 1"));
    put("a", "80");
    start();
    static_cast<void>(take_journal());
  }

  /// The number of runs of the hook since the last call.
  int runs() {
    int found = 0;
    const auto journal = take_journal();
    for (auto at = journal.find("web/lists.sh"); at != std::string::npos; at = journal.find("web/lists.sh", at + 1))
      ++found;
    return found;
  }
};

} // namespace

TEST_CASE_FIXTURE(lists_fixture, "no run shows a list without an object that cannot be seen, whatever asks for it") {
  put("bad", "eighty");
  run();
  CHECK(runs() == 0);
  SUBCASE("an event with the snapshots of others, or of a group") {
    api().put_object(test::object_of("v1", "ConfigMap", "m", {}));
    run();
  }
  SUBCASE("a schedule") {
    advance(2min);
  }
  SUBCASE("a run of the module") {
    set_config("web", "a: 1\n");
    run();
  }
  CHECK(runs() == 0);
  CHECK_MESSAGE(names("module 'web' waits for objects: hook 'hooks/"), problems());
  // After the object is repaired, all held tasks run.
  put("bad", "81");
  run();
  CHECK(runs() > 0);
  CHECK(problems() == "");
}

TEST_CASE_FIXTURE(lists_fixture, "an event that shows no list goes on beside an object that cannot be seen") {
  put("bad", "eighty");
  run();
  CHECK(runs() == 0);
  put("a", "82");
  run();
  CHECK_MESSAGE(runs() == 1, "the event of `pods`; that of the group shows a list");
}

TEST_CASE_FIXTURE(filters_fixture,
                  "a global hook whose filter fails on an object waits alone, and sees no empty list") {
  const std::string filter = "jqFilter: .metadata.labels.port | tonumber";
  hook("global/routes.sh", v1("beforeAll: 1\nkubernetes: [{name: all, kind: Pod, " + filter + "}]"),
       [](test::hook_run& run) {
         if (run.reasons().find("Synchronization") != std::string::npos)
           run.values_patch = R"([{"op":"add","path":"/dbEnabled","value":true}])";
       });
  hook("web/routes.sh", v1("beforeHelm: 1"));
  module("020-db", "dbEnabled: false\n");
  chart("db", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: db}\n");
  create_config_map();
  put("a", "80");
  start();
  CHECK(take_journal().find("helm upgrade db") != std::string::npos);

  put("b", "eighty");
  SUBCASE("running") {
    set_config("web", "a: 1\n");
    run();
    const auto journal = take_journal();
    CHECK(journal.find("web/routes.sh beforeHelm") != std::string::npos);
    CHECK_MESSAGE(journal.find("global/routes.sh") == std::string::npos, "it would see a list without the object");
  }
  SUBCASE("at the next start") {
    stop();
    start();
    CHECK(describe().first_reload_done);
    const auto journal = take_journal();
    CHECK(journal.find("web/routes.sh beforeHelm") != std::string::npos);
    CHECK(journal.find("global/routes.sh") == std::string::npos);
    CHECK(log().find("global_hook_put_off hook=routes.sh") != std::string::npos);
    CHECK(journal.find("helm uninstall") == std::string::npos);
    CHECK_MESSAGE(names("these releases would be removed, and stay as they are: db"), problems());
  }
  CHECK_MESSAGE(names("hook 'routes.sh', binding 'all' (Pod): the jqFilter fails on 1 object"), problems());
  CHECK_MESSAGE(names("on default/b: jq filter"), problems());
  CHECK_MESSAGE(names("the other hooks and the modules go on, and no release is removed"), problems());

  put("b", "81");
  run();
  CHECK(take_journal().find("global/routes.sh") != std::string::npos);
  CHECK_MESSAGE(problems() == "", problems());
  CHECK(api().object("ConfigMap", namespace_name, "db").has_value());
}
