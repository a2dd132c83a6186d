// A jqFilter that fails: what cannot be seen is not shown as absent.
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
           const auto contexts = core::parse_json(run.context);
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
  /// Objects in the last Synchronization; -1: there was none.
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

  SUBCASE("until it works on one of them") {
    put("b", "80");
    run();
    CHECK(listed() == 1);
    CHECK_FALSE(names("waits for objects"));
    CHECK_MESSAGE(names("module 'web', hook 'hooks/routes.sh', binding 'routes' (Pod): the jqFilter fails on 1 object: "
                        "mend the filter or the objects; on default/a: "),
                  problems());
    put("a", "81");
    run();
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

TEST_CASE_FIXTURE(filters_fixture, "a restart does not turn a broken object into one that is gone") {
  put("a", "80");
  start();
  put("a", "eighty");
  stop();
  start();
  CHECK(listed() == 1);
  CHECK_MESSAGE(names("module 'web' waits for objects"), problems());
}

TEST_CASE_FIXTURE(filters_fixture,
                  "a global hook whose filter fails on all objects is not shown an empty list either") {
  hook("global/routes.sh", v1("kubernetes: [{name: all, kind: Pod, jqFilter: .metadata.labels.port | tonumber}]"));
  put("a", "eighty");
  start();
  CHECK_FALSE(describe().first_converge_done);
  CHECK_MESSAGE(names("hook 'routes.sh', binding 'all' (Pod): the jqFilter fails on all objects"), problems());
  put("a", "80");
  run();
  CHECK(describe().first_converge_done);
  CHECK(problems() == "");
}
