// Causes and next steps that `addon-operator status` names for work that comes to no end.
#include "support/operator_fixture.hpp"

#include <doctest/doctest.h>

#include <string>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

/// The text has the words, wherever a line ends.
bool shows(std::string text, std::string_view words) {
  std::string flat;
  for (const auto c : text)
    if ((c != '\n' && c != ' ') || (!flat.empty() && flat.back() != ' ')) flat += c == '\n' ? ' ' : c;
  return flat.find(words) != flat.npos;
}

constexpr auto watch_of_facts =
  "kubernetes: [{name: facts, kind: ConfigMap, namespace: {nameSelector: {matchNames: [default]}}, "
  "nameSelector: {matchNames: [facts]}, jqFilter: .data.v}]\n";

struct causes_fixture : operator_fixture {
  causes_fixture() {
    create_config_map();
    module("010-web");
    module("020-db");
  }
  [[nodiscard]] std::string status() { return debug_page("/status.text?columns=160").body; }
  void put_facts(const std::string& v) {
    auto object = test::object_of("v1", "ConfigMap", "facts", {});
    api().put_object(object.with("data", text::json::object({{"v", v}})));
    run();
  }
  [[nodiscard]] std::size_t logged(const std::string& words) const {
    std::size_t n = 0;
    for (auto at = log().find(words); at != std::string::npos; at = log().find(words, at + 1)) ++n;
    return n;
  }
};

/// A global hook passes a fact on as a value, and module `web` fails while it has another type.
struct value_fixture : causes_fixture {
  value_fixture() {
    hook("global/zones.sh", v1(watch_of_facts), [](test::hook_run& run) {
      const auto wrong = run.context.find("bad") != std::string::npos;
      run.values_patch =
        std::string(R"([{"op":"add","path":"/global/zones","value":)") + (wrong ? R"("bad")" : "[1]") + "}]";
    });
    hook("web/check.sh", v1("beforeHelm: 1"), [](test::hook_run& run) {
      if (run.value("/global/zones").is_string()) run.failure = "global.zones has no items, and global.license.key?";
    });
    put_facts("good");
  }
};

} // namespace

TEST_CASE_FIXTURE(value_fixture,
                  "a repair that stands behind the failed module is named, and `module pause` lets it run") {
  start();
  put_facts("bad");
  advance(1s);
  put_facts("good");
  advance(40s);
  const auto page = status();
  CHECK_MESSAGE(shows(page,
                      "the next run of global hook 'zones.sh' waits behind it: if it is to bring the repair, "
                      "`addon-operator module pause web` lets it run, and then `module resume web` tries it again"),
                page);
  static_cast<void>(take_journal());
  CHECK(debug_order("/module/web/pause").status == 200);
  run();
  CHECK(take_journal().find("global/zones.sh facts:Modified") != std::string::npos);
  CHECK(debug_order("/module/web/resume").status == 200);
  run();
  CHECK_MESSAGE(status().find("has failed") == std::string::npos, status());
}

TEST_CASE_FIXTURE(value_fixture, "with go-on the repair passes the failed module") {
  setup.on_module_failure = core::main_queue::module_failure::go_on;
  start();
  put_facts("bad");
  advance(1s);
  put_facts("good");
  advance(10s);
  CHECK_MESSAGE(status().find("has failed") == std::string::npos, status());
}

TEST_CASE_FIXTURE(value_fixture, "a failure that names values has their sources, without the values") {
  start();
  put_facts("bad");
  advance(1s);
  const auto page = status();
  CHECK_MESSAGE(shows(page, "global.zones is a string since "), page);
  CHECK_MESSAGE(shows(page, "; before it was a list"), page);
  CHECK_MESSAGE(shows(page, ", set by global hook 'zones.sh' (its last run, at "), page);
  CHECK_MESSAGE(shows(page, "came of an event of ConfigMap default/facts); before"), page);
  CHECK_MESSAGE(shows(page, "after the repair `addon-operator module pause web` and then `module resume web`"), page);
  CHECK_MESSAGE(shows(page, "no hook, no values file and no key of the ConfigMap has set global.license.key so far"),
                page);
  CHECK_MESSAGE(page.find("bad") == std::string::npos, page);
}

TEST_CASE_FIXTURE(causes_fixture, "clients that change the ConfigMap in turn are a problem until they rest") {
  start();
  for (int i = 0; i < 12; ++i) {
    const std::string second = std::to_string(10 + 3 * i);
    const auto entry = text::json::object({{"manager", i % 2 == 0 ? "argocd" : "flux"},
                                           {"operation", "Apply"},
                                           {"time", "2026-11-26T21:00:" + second + "Z"}});
    const auto object = config_map();
    auto metadata = object.find("metadata")->with("managedFields", text::json::array({entry}));
    api().put_object(object.with("metadata", metadata).with("data", text::json::object({{"web", "port: " + second}})));
    advance(3s);
  }
  const auto page = status();
  CHECK_MESSAGE(shows(page, "was changed 12 times in 36 s by argocd and flux in turn, key web: each change runs module "
                            "'web'"),
                page);
  CHECK_MESSAGE(shows(page, "--show-managed-fields` shows the clients and their keys"), page);
  CHECK(logged("WARN config_map_restless") == 1);
  advance(60s);
  CHECK_MESSAGE(shows(status(), "no problem"), status());
}

TEST_CASE_FIXTURE(causes_fixture, "hooks of two modules that write an object in turn are a problem until they rest") {
  bool writes = true;
  for (const auto* name : {"web", "db"})
    hook(std::string(name) + "/v.sh",
         v1(std::string(watch_of_facts) + "settings: {executionMinInterval: 2s, executionBurst: 1}\n"),
         [&writes, name = std::string(name)](test::hook_run& run) {
           if (writes)
             run.object_patch =
               "{operation: MergePatch, apiVersion: v1, kind: ConfigMap, namespace: default, name: facts, mergePatch: "
               "{data: {v: "
               + name + "}}}";
         });
  put_facts("none");
  start();
  advance(60s);
  const auto page = status();
  CHECK_MESSAGE(shows(page, "hook 'hooks/v.sh' of module 'db' and hook 'hooks/v.sh' of module 'web' have run "), page);
  CHECK_MESSAGE(
    shows(page, "both write ConfigMap default/facts (field data.v), and watch it, so each run wakes the other"), page);
  CHECK(logged("WARN hooks_wake_each_other") == 1);
  writes = false;
  advance(70s);
  CHECK_MESSAGE(shows(status(), "no problem"), status());
}

TEST_CASE_FIXTURE(causes_fixture, "a crontab that no date matches is a warning and a problem, and no error") {
  hook("global/license.sh", v1("schedule: [{name: month-end, crontab: \"30 4 31 4,6,9,11 *\"}]"));
  start();
  CHECK_MESSAGE(shows(status(), "global hook 'license.sh': crontab '30 4 31 4,6,9,11 *' never fires"), status());
  CHECK(logged("WARN crontab_never_fires") == 1);
  CHECK(describe().first_reload_done);
  CHECK(shows(debug_page("/hook/list.text").body, "never: no such day"));
}
