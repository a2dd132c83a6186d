// The debug socket's answers about busy queues, releases and charts.
#include "support/debug_fixture.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using test::debug_fixture;
using test::shows;
using test::v1;
using namespace std::chrono_literals;

TEST_CASE_FIXTURE(debug_fixture, "a run that goes on is the head of its queue, with the time since it began") {
  hook("web/a.sh", v1("beforeHelm: 1"), [](test::hook_run& run) { run.end = test::fake_end::goes_on(); });
  start();
  advance(12s);
  const auto text = page("/queue/list.text");
  CHECK_MESSAGE(shows(text, "status: 'running for 12 s'\n\n 1. ModuleRun:main:web:Operator-Startup\n"), text);
  CHECK_MESSAGE(shows(text, " 2. ModuleRun:main:next:Operator-Startup, waits 12 s\n"), text);
  CHECK(shows(page("/queue/main.json"), R"("runsSeconds":12.0)"));
  CHECK(shows(page("/queue/main.text"), "Queue 'main': length "));
  CHECK_FALSE(shows(page("/queue/main.text"), "Summary"));
}

TEST_CASE_FIXTURE(debug_fixture, "a program that lasts is named with its stage, and a slow one is a problem") {
  hook("web/a.sh", v1("beforeHelm: 1"), [](test::hook_run& run) { run.end = test::fake_end::goes_on(); });
  start();
  CHECK(describe().lasting.empty());
  advance(2s);
  const std::string_view named = "hook 'hooks/a.sh' of module 'web' (beforeHelm) has run for 2.0 s, pid 10";
  REQUIRE(describe().lasting.size() == 1);
  CHECK_MESSAGE(describe().lasting.front().starts_with(named), describe().lasting.front());
  CHECK_MESSAGE(page("/queue/list.text").starts_with("Running now:\n- hook 'hooks/a.sh' of module 'web' "),
                page("/queue/list.text"));
  CHECK(shows(page("/queue/list.json"), R"("slow":false,"subject":"hook 'hooks/a.sh' of module 'web' )"));
  CHECK_FALSE(shows(page("/queue/main.json"), "subject"));
  CHECK(describe().slow.empty());
  advance(10min);
  REQUIRE(describe().slow.size() == 1);
  CHECK(describe().slow.front().starts_with("hook 'hooks/a.sh' of module 'web' (beforeHelm) has run for 10 min 2 s"));
  CHECK(shows(log(), "run_slow subject=\"hook 'hooks/a.sh' of module 'web' (beforeHelm)\" seconds=300 pid=10"));
  CHECK(log().find("run_slow") == log().rfind("run_slow"));
  finish_running();
  CHECK(describe().lasting.empty());
  CHECK(describe().slow.empty());
  CHECK_FALSE(shows(page("/queue/list.text"), "Running now"));
}

TEST_CASE_FIXTURE(debug_fixture, "a run that begins while another is awaited lasts from its own beginning") {
  for (const auto* name : {"web/a.sh", "next/b.sh"})
    hook(name, v1("beforeHelm: 1"), [](test::hook_run& run) { run.end = test::fake_end::goes_on(); });
  start();
  advance(1500ms);
  finish_running();
  advance(1s);
  CHECK(describe().lasting.empty());
  advance(1s);
  REQUIRE(describe().lasting.size() == 1);
  CHECK(describe().lasting.front().starts_with("hook 'hooks/b.sh' of module 'next' (beforeHelm) has run for 2.0 s"));
  advance(5min);
  CHECK(shows(log(), "run_slow subject=\"hook 'hooks/b.sh' of module 'next' (beforeHelm)\" seconds=300 "));
  finish_running();
}

TEST_CASE_FIXTURE(debug_fixture, "a task that fails shows when it is tried again and why, in the hook's words") {
  hook("web/a.sh", v1("beforeHelm: 1"), [](test::hook_run& run) { run.failure = "--token=hunter2 no such host\n"; });
  start();
  advance(1s);
  const auto text = page("/queue/list.text");
  CHECK_MESSAGE(shows(text, " after failure 1'\n"), text);
  CHECK_MESSAGE(shows(text, "    failure 1: "), text);
  CHECK_MESSAGE(shows(text, "--token=<redacted> no\n    such host\n"), text);
  CHECK_FALSE(shows(text, "hunter2"));
  CHECK(debug_page("/queue/list.text").exit_code == 2);
  CHECK(debug_page("/queue/main.json").exit_code == 2);
  CHECK(shows(page("/queue/list.json"), "no such host"));
  CHECK_FALSE(shows(describe().problems.front(), "no such host"));
  CHECK(shows(page("/queue/list.yaml"), "failures: 1\n"));
}

TEST_CASE_FIXTURE(debug_fixture, "a queue that is idle has no tasks, and a name only on request") {
  hook("web/a.sh", v1("kubernetes: [{name: pods, kind: Pod, queue: side}]"));
  start();
  CHECK(page("/queue/list.text")
        == "Summary:\n- 'main' queue: empty.\n- 1 other queue (0 active, 1 empty): 0 tasks.\n- no tasks to handle.\n");
  CHECK(shows(page("/queue/list.text?showEmpty=true"), "Empty queues (2):\n- main\n- side\n"));
  CHECK(page("/queue/main.text") == "Queue 'main': length 0, status: 'idle'\n");
  CHECK(debug_page("/queue/list.text?showEmpty=perhaps").status == 400);
  CHECK(debug_page("/queue/side.json").status == 404);
}

TEST_CASE_FIXTURE(debug_fixture, "the resource monitor shows the objects of each release, and those that are absent") {
  chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\n"
               "apiVersion: v1\nkind: Service\nmetadata: {name: b}\n");
  start();
  CHECK(page("/module/resource-monitor.json")
        == R"({"next":"No monitor","web":{"absent":[],"present":["addon-operator/ConfigMap/a",)"
           R"("addon-operator/Service/b"]}})");
  helm().fail_next("web", "no");
  api().delete_object("ConfigMap", namespace_name, "a");
  run();
  CHECK(shows(page("/module/resource-monitor.json"), R"("absent":["addon-operator/ConfigMap/a"])"));
  CHECK(page("/module/resource-monitor.text")
        == "web: 2 objects, 1 absent\n  addon-operator/ConfigMap/a  ABSENT\n  addon-operator/Service/b\n"
           "next: no monitor (no chart, or no run has come to helm yet)\n");
}

namespace {
struct charts_fixture : debug_fixture {
  charts_fixture() {
    module("030-off", "offEnabled: false\n");
    module("040-app", "app: {password: hunter2marker, title: hello}\nappEnabled: true\n");
    write("modules/040-app/openapi/values.yaml",
          "properties: {password: {type: string, x-secret: true}, title: {type: string}}\n");
    chart("app", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"
                 "data: {url: \"http://{{ .Values.app.password }}@x\", title: \"{{ .Values.app.title }}\"}\n---\n"
                 "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\ndata: {k: c2VjcmV0}\n");
  }
};

} // namespace

TEST_CASE_FIXTURE(charts_fixture, "a chart is rendered with the values of now, and without what is secret") {
  start();
  const auto revision = helm().revision("app");
  const auto text = page("/module/app/render");
  CHECK_MESSAGE(shows(text, "title: hello\n"), text);
  CHECK_MESSAGE(shows(text, "url: http://<redacted>@x\n"), text);
  CHECK_MESSAGE(shows(text, "k: \"<redacted>\"\n"), text);
  CHECK(page("/module/app/render.yaml") == text);
  CHECK(page("/module/app/render.text") == "ConfigMap/a\nSecret/s\n");
  CHECK(shows(page("/module/app/render.json"), R"({"apiVersion":"v1","items":[{"apiVersion":"v1","data":{"title")"));
  CHECK(shows(page("/module/app/render?secrets=true"), "hunter2marker"));
  CHECK(shows(page("/module/app/render?secrets=true"), "k: c2VjcmV0\n"));
  CHECK(helm().revision("app") == revision);
}

TEST_CASE_FIXTURE(charts_fixture,
                  "what helm would change, and what is not in the cluster as the chart has it, is shown") {
  start();
  CHECK(page("/module/app/render.text?diff=true")
        == "release 'app', revision 1, as it is -> as helm would make it:\n  no difference\n"
           "cluster, as it is -> as the chart has it:\n  no difference\n");
  auto changed = *api().object("ConfigMap", namespace_name, "a");
  api().put_object(changed.with("data", text::json::object({{"title", "by hand"}})));
  // Otherwise the object would be restored at once.
  helm().fail_next("app", "no");
  api().delete_object("Secret", namespace_name, "s");
  CHECK(page("/module/app/render.text?diff=true")
        == "release 'app', revision 1, as it is -> as helm would make it:\n  no difference\n"
           "cluster, as it is -> as the chart has it:\n"
           "  differs   "
             + std::string(namespace_name)
             + "/ConfigMap/a\n"
               "            data.title: \"by hand\" -> \"hello\"\n"
               "            data.url: (none) -> \"http://<redacted>@x\"\n"
               "  absent    "
             + namespace_name + "/Secret/s\n");
  CHECK_FALSE(shows(page("/module/app/render.json?diff=true"), "hunter2marker"));
  CHECK(shows(page("/module/app/render.json?diff=true&secrets=true"), "hunter2marker"));
  CHECK(shows(page("/module/app/render.json?diff=true"), R"({"change":"absent","object":")"));
}

TEST_CASE_FIXTURE(charts_fixture, "what a chart on disk would change in its release is shown before helm does it") {
  start();
  chart("app", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {title: new}\n---\n"
               "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\n");
  const auto text = page("/module/app/render.text?diff=true");
  CHECK_MESSAGE(
    shows(text, "as helm would make it:\n  changed   ConfigMap/a\n            data.title: \"hello\" -> \"new\"\n"),
    text);
  CHECK_MESSAGE(shows(text, "  added     ConfigMap/b\n  removed   Secret/s\ncluster"), text);
  CHECK_MESSAGE(shows(text, std::string("  absent    ") + namespace_name + "/ConfigMap/b\n"), text);
}

TEST_CASE_FIXTURE(charts_fixture, "an object that cannot be read is not called absent") {
  start();
  api().fail_next({{"GET", "/configmaps/a"}, tl::unexpected(base::error{base::error_code::unavailable, "away"}), 9});
  const auto text = page("/module/app/render.text?diff=true");
  CHECK_MESSAGE(shows(text, std::string("  not known ") + namespace_name + "/ConfigMap/a: "), text);
  CHECK_FALSE(shows(text, "absent"));
}

TEST_CASE_FIXTURE(charts_fixture, "where there is nothing to render, the reason is named") {
  start();
  CHECK(debug_page("/module/web/render").status == 404);
  CHECK(shows(debug_page("/module/web/render").body, "module 'web' has neither Chart.yaml nor templates"));
  CHECK(debug_page("/module/off/render").status == 409);
  CHECK(shows(debug_page("/module/off/render").body, "module 'off' is off"));
  CHECK(shows(debug_page("/module/ap/render").body, "there is no such module; did you mean app? there are: app, "));
}

TEST_CASE_FIXTURE(charts_fixture, "values that helm does not get are named instead of a chart without them") {
  write("modules/040-app/openapi/values.yaml",
        "properties: {password: {type: string}, title: {type: string}, size: {type: string}}\n"
        "x-required-for-helm: [size]\n");
  start();
  const auto reply = debug_page("/module/app/render");
  CHECK(reply.status == 409);
  CHECK_MESSAGE(shows(reply.body, "app.size is required"), reply.body);
}

TEST_CASE_FIXTURE(charts_fixture, "a chart that cannot be rendered refers to the log, and the next one is rendered") {
  start();
  chart("app", "apiVersion: v1\nkind\n");
  const auto reply = debug_page("/module/app/render");
  CHECK(reply.status == 500);
  CHECK_MESSAGE(shows(reply.body, "module 'app': helm template app"), reply.body);
  CHECK(shows(log(), "helm_rendering_failed"));
  chart("app", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n");
  CHECK(page("/module/app/render.text") == "ConfigMap/a\n");
}

TEST_CASE_FIXTURE(charts_fixture, "an upgrade that takes long does not keep anybody from looking at its chart") {
  helm().next_end = test::fake_end::goes_on();
  start();
  CHECK(shows(page("/queue/list.text"), "ModuleRun:main:"));
  helm().next_end.reset();
  CHECK(page("/module/app/render.text") == "ConfigMap/a\nSecret/s\n");
}
