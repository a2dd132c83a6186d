#include "support/operator_fixture.hpp"

#include <algorithm>
#include <set>
#include <string>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

text::json pod(const std::string& name, const std::string& color = "red") {
  return test::object_of("v1", "Pod", name, {{"color", color}});
}

struct pods_fixture : operator_fixture {
  pods_fixture() {
    module("010-web");
    hook("web/a.sh", v1("kubernetes: [{name: pods, kind: Pod, jqFilter: .metadata.labels.color}]"));
    hook("web/helm.sh", v1("beforeHelm: 1"));
    api().put_object(pod("p"));
  }

  [[nodiscard]] static std::string names(const test::hook_run& run) {
    std::string text;
    const auto contexts = text::parse_json(run.context);
    REQUIRE(contexts);
    const auto note = [&text](const text::json& shown) {
      text += shown.find("object")->find("metadata")->string_at("name").value() + " ";
    };
    for (const auto& context : contexts->as_array()) {
      if (const auto* objects = context.find("objects"))
        for (const auto& x : objects->as_array()) note(x);
      else
        note(context);
    }
    return text;
  }
};

} // namespace

TEST_CASE_FIXTURE(pods_fixture, "events during a Synchronization run come after it, each once") {
  replay("web/a.sh", [](test::hook_run& run) {
    if (run.reasons() == "pods:Synchronization") run.end = test::fake_end::goes_on();
  });
  start();
  CHECK(take_journal() == "web/a.sh pods:Synchronization");
  api().put_object(pod("q"));
  api().put_object(pod("p", "blue"));
  api().delete_object("Pod", "default", "q");
  run();
  CHECK_MESSAGE(take_journal().empty(), "events are held");
  finish_running();
  CHECK(take_journal() == "web/helm.sh beforeHelm; web/a.sh pods:Added+pods:Modified+pods:Deleted");
  CHECK(names(last_run("web/a.sh")) == "q p q ");
  api().put_object(pod("r"));
  run();
  CHECK(take_journal() == "web/a.sh pods:Added");
}

TEST_CASE_FIXTURE(
  pods_fixture,
  "a Synchronization run that is tried again sees the objects that have come since, and no event repeats them") {
  replay("web/a.sh", [](test::hook_run& run) {
    if (run.reasons() == "pods:Synchronization") run.end = test::fake_end::goes_on();
  });
  start();
  api().put_object(pod("q"));
  run();
  finish_running(1);
  api().put_object(pod("r"));
  advance(5s);
  CHECK(take_journal() == "web/a.sh pods:Synchronization; web/a.sh pods:Synchronization");
  CHECK(names(last_run("web/a.sh")) == "p q r ");
  api().put_object(pod("s"));
  run();
  finish_running();
  CHECK(take_journal() == "web/helm.sh beforeHelm; web/a.sh pods:Added");
  CHECK(names(last_run("web/a.sh")) == "s ");
}

TEST_CASE_FIXTURE(pods_fixture, "no hook runs before the objects of its binding are listed") {
  api().hold({"GET", "/pods"});
  start();
  CHECK(take_journal().empty());
  api().put_object(pod("q"));
  api().release();
  run();
  CHECK(take_journal() == "web/a.sh pods:Synchronization; web/helm.sh beforeHelm");
  CHECK(names(last_run("web/a.sh")) == "p q ");
}

TEST_CASE_FIXTURE(pods_fixture, "a watch that ends, breaks or becomes too old loses and repeats no event") {
  start();
  static_cast<void>(take_journal());
  api().end_watches();
  api().put_object(pod("q"));
  run();
  advance(1min);
  CHECK(take_journal() == "web/a.sh pods:Added");
  api().break_watches({base::error_code::unavailable, "connection reset"});
  api().put_object(pod("q", "blue"));
  run();
  advance(1min);
  CHECK(take_journal() == "web/a.sh pods:Modified");
  api().break_watches({base::error_code::unavailable, "connection reset"});
  api().delete_object("Pod", "default", "q");
  api().put_object(pod("r"));
  api().expire_history();
  run();
  advance(1min);
  std::string seen;
  const auto runs = runs_of("web/a.sh");
  for (std::size_t i = 3; i < runs.size(); ++i) seen += names(runs[i]);
  CHECK_MESSAGE((seen == "q r " || seen == "r q "), seen);
}

TEST_CASE_FIXTURE(pods_fixture, "a change that the filter does not show is no event") {
  start();
  static_cast<void>(take_journal());
  api().put_object(pod("p").with("spec", text::json::object({{"nodeName", "n"}})));
  run();
  CHECK(take_journal().empty());
}

TEST_CASE_FIXTURE(pods_fixture, "ticks before the first converge is done are dropped") {
  hook("web/tick.sh", v1("schedule: [{name: tick, crontab: '* * * * *'}]"));
  replay("web/helm.sh", [](test::hook_run& run) { run.end = test::fake_end::goes_on(); });
  start();
  advance(150s);
  CHECK(runs_of("web/tick.sh").empty());
  finish_running();
  CHECK(runs_of("web/tick.sh").empty());
  advance(30s);
  CHECK(runs_of("web/tick.sh").size() == 1);
}

TEST_CASE_FIXTURE(pods_fixture, "a named queue goes on while main waits for a failed task") {
  hook("web/side.sh", v1("kubernetes: [{name: nodes, kind: Node, queue: side}]"));
  start();
  static_cast<void>(take_journal());
  replay("web/a.sh", [](test::hook_run& run) { run.failure = "no disk"; });
  api().put_object(pod("q"));
  run();
  CHECK(take_journal() == "web/a.sh pods:Added");
  api().put_object(test::object_of("v1", "Node", "n", {}, ""));
  run();
  CHECK(take_journal() == "web/side.sh nodes:Added");
  replay("web/a.sh", {});
  api().put_object(pod("r"));
  advance(5s);
  CHECK_MESSAGE(take_journal() == "web/a.sh pods:Added+pods:Added", "adjacent runs of one hook become one");
}

TEST_CASE_FIXTURE(operator_fixture, "a run that may fail takes none with it that may not, and holds none up") {
  module("010-web");
  hook("web/a.sh", v1("kubernetes: [{name: loose, kind: Pod, allowFailure: true}, {name: strict, kind: Secret}]"));
  std::set<std::string> failed;
  replay("web/a.sh", [&](test::hook_run& run) {
    const auto what = run.reasons();
    const bool may_fail = what.find("loose") != what.npos;
    if (may_fail || failed.insert(what).second) run.failure = "no";
  });
  start();
  CHECK(take_journal() == "web/a.sh loose:Synchronization; web/a.sh strict:Synchronization");
  advance(5s);
  CHECK(take_journal() == "web/a.sh strict:Synchronization");
  api().put_object(test::object_of("v1", "Secret", "s"));
  run();
  api().put_object(pod("p"));
  api().put_object(pod("q"));
  run();
  CHECK(take_journal() == "web/a.sh strict:Added");
  advance(5s);
  CHECK(take_journal() == "web/a.sh strict:Added; web/a.sh loose:Added+loose:Added");
}

TEST_CASE_FIXTURE(operator_fixture,
                  "changes while another binding cannot be listed are in the Synchronization, and no events") {
  module("010-web");
  hook("web/a.sh", v1("kubernetes: [{name: pods, kind: Pod}, {name: secrets, kind: Secret}]"));
  api().put_object(pod("p"));
  const kube::api::http_response forbidden{.status = 403, .body = "no", .retry_after = std::nullopt};
  api().fail_next({{"GET", "/api/v1/secrets?"}, forbidden, 1000});
  start();
  for (int i = 0; i < 500; ++i) {
    api().put_object(pod("p", "color" + std::to_string(i)));
    api().put_object(pod("job" + std::to_string(i)));
    run();
    if (i > 0) REQUIRE(api().delete_object("Pod", "default", "job" + std::to_string(i - 1)));
  }
  CHECK(runs_of("web/a.sh").empty());
  api().clear_faults();
  advance(1min);
  const auto runs = runs_of("web/a.sh");
  REQUIRE(runs.size() == 1);
  CHECK(runs[0].reasons() == "pods:Synchronization+secrets:Synchronization");
  CHECK(runs[0].context.find("color499") != std::string::npos);
  CHECK(runs[0].context.find("job499") != std::string::npos);
  CHECK(runs[0].context.find("job498") == std::string::npos);
}

TEST_CASE_FIXTURE(operator_fixture,
                  "of many changes during a Synchronization run a hook sees the newest of each object") {
  module("010-web");
  hook("web/a.sh", v1("kubernetes: [{name: pods, kind: Pod}]"), [](test::hook_run& run) {
    if (run.reasons() == "pods:Synchronization") run.end = test::fake_end::goes_on();
  });
  api().put_object(pod("p"));
  start();
  for (int i = 0; i < 500; ++i) {
    api().put_object(pod("p", "color" + std::to_string(i)));
    run();
  }
  for (const auto id : processes().running()) processes().finish(id, 0);
  advance(1min);
  const auto shown = text::parse_json(last_run("web/a.sh").context);
  REQUIRE(shown);
  CHECK(runs_of("web/a.sh").size() == 2);
  CHECK(shown->as_array().size() <= 100);
  CHECK(shown->as_array().back().find("object")->dump().find("color499") != std::string::npos);
}

TEST_CASE_FIXTURE(operator_fixture, "events whose contexts are too long for one run are shown in several") {
  setup.context_limits = {.several = 64U << 10U, .single = 64U << 10U};
  module("010-web");
  hook("web/a.sh", v1("kubernetes: [{name: pods, kind: Pod, includeSnapshotsFrom: [pods]}]"));
  start();
  replay("web/a.sh", [](test::hook_run& run) { run.end = test::fake_end::goes_on(); });
  const std::string color(1000, 'c');
  for (int i = 0; i < 20; ++i) {
    api().put_object(test::object_of("v1", "Pod", "p" + std::to_string(i), {{"color", color}}));
    run();
  }
  replay("web/a.sh", {});
  finish_running();
  advance(1min);
  std::string seen;
  std::size_t runs = 0;
  for (const auto& x : runs_of("web/a.sh")) {
    CHECK(x.context.size() <= setup.context_limits.several);
    const auto parsed = text::parse_json(x.context);
    REQUIRE(parsed);
    ++runs;
    for (const auto& context : parsed->as_array())
      if (const auto* object = context.find("object"))
        seen += object->find("metadata")->string_at("name").value() + " ";
  }
  CHECK(seen == "p0 p1 p2 p3 p4 p5 p6 p7 p8 p9 p10 p11 p12 p13 p14 p15 p16 p17 p18 p19 ");
  CHECK_MESSAGE(runs > 5, runs);
  CHECK(log().find("binding_context_too_large") == std::string::npos);
}

TEST_CASE_FIXTURE(operator_fixture, "one context that is too long holds up its queue, and is named with its binding") {
  setup.context_limits = {.several = 64U << 10U, .single = 64U << 10U};
  module("010-web");
  hook("web/a.sh", v1("kubernetes: [{name: pods, kind: Pod, includeSnapshotsFrom: [pods]}]"));
  start();
  static_cast<void>(take_journal());
  api().put_object(test::object_of("v1", "Pod", "p", {{"color", std::string(100'000, 'c')}}));
  run();
  CHECK(take_journal().empty());
  CHECK(log().find("binding_context_too_large module=web hook=hooks/a.sh") != std::string::npos);
  const auto problems = describe().problems;
  REQUIRE(problems.size() == 1);
  CHECK_MESSAGE(problems[0].find("would be larger than 64 KiB with binding 'pods'") != std::string::npos, problems[0]);
  CHECK_MESSAGE(problems[0].find("keepFullObjectsInMemory") != std::string::npos, problems[0]);
}

namespace {

/// A hook in a separate queue, which gets events while it runs or fails.
struct busy_fixture : operator_fixture {
  busy_fixture() {
    module("010-web");
    hook("web/a.sh", v1("kubernetes: [{name: pods, kind: Pod, queue: side}]"));
    api().put_object(pod("p"));
  }

  /// Writes a state of the object with 100 KB; up to 16 MiB of states may wait.
  void put(const std::string& name, int state) {
    api().put_object(
      test::object_of("v1", "Pod", name, {{"color", std::string(100'000, 'c')}}).with("state", text::json(state)));
    run();
  }

  /// `Modified p 299; Deleted q`
  [[nodiscard]] static std::string shown(const test::hook_run& run) {
    const auto contexts = text::parse_json(run.context);
    REQUIRE(contexts);
    std::string text;
    for (const auto& context : contexts->as_array()) {
      const auto* object = context.find("object");
      const auto* state = object == nullptr ? nullptr : object->find("state");
      text += (text.empty() ? "" : "; ") + context.string_at("watchEvent").value_or("?");
      if (object != nullptr) text += " " + object->find("metadata")->string_at("name").value();
      if (state != nullptr) text += " " + state->dump();
    }
    return text;
  }

  /// The value of a metric for the hook.
  [[nodiscard]] std::string left_out() {
    const auto text = metrics_text();
    const std::string name = R"(hook_events_left_out_total{hook="hooks/a.sh",module="web"} )";
    const auto at = text.find(name);
    return at == text.npos ? "none" : text.substr(at + name.size(), text.find('\n', at) - at - name.size());
  }
};

} // namespace

TEST_CASE_FIXTURE(busy_fixture,
                  "of very many events behind a run that lasts, the newest state of each object is left") {
  start();
  put("known", 1);
  replay("web/a.sh", [](test::hook_run& run) { run.end = test::fake_end::goes_on(); });
  put("known", 2);
  for (int i = 0; i < 300; ++i) put("p", i);
  for (int i = 0; i < 300; ++i) {
    put("passing", i);
    api().delete_object("Pod", "default", "passing");
  }
  put("new", 1);
  api().delete_object("Pod", "default", "known");
  for (int i = 300; i < 500; ++i) put("p", i);
  replay("web/a.sh", {});
  finish_running();
  advance(1min);
  const auto all = shown(last_run("web/a.sh"));
  CHECK_MESSAGE(all.starts_with("Added new 1; Deleted known 2; Modified p "), all.substr(0, 200));
  CHECK(all.ends_with("; Modified p 499"));
  CHECK(all.find("passing") == std::string::npos);
  CHECK_MESSAGE(std::count(all.begin(), all.end(), ';') < 200, "the objects of 16 MiB at most");
  CHECK(log().find("events_left_out module=web hook=hooks/a.sh waiting=") != std::string::npos);
  CHECK(log().find("events_left_out") == log().rfind("events_left_out"));
  CHECK(left_out() != "none");
}

TEST_CASE_FIXTURE(busy_fixture,
                  "of very many events behind a run that fails, the newest state of each object is left") {
  start();
  replay("web/a.sh", [](test::hook_run& run) { run.failure = "no disk"; });
  put("seen", 1);
  CHECK(shown(last_run("web/a.sh")) == "Added seen 1");
  for (int i = 0; i < 300; ++i) put("p", i);
  api().delete_object("Pod", "default", "seen");
  for (int i = 300; i < 500; ++i) put("p", i);
  advance(1min);
  const auto all = shown(last_run("web/a.sh"));
  CHECK_MESSAGE(all.starts_with("Added seen 1; Deleted seen 1; Modified p "), all.substr(0, 200));
  CHECK(all.ends_with("; Modified p 499"));
  CHECK(std::count(all.begin(), all.end(), ';') < 200);
  const auto problems = describe().problems;
  REQUIRE(problems.size() == 1);
  CHECK_MESSAGE(problems[0].find(" contexts (newest states)") != std::string::npos, problems[0]);
  replay("web/a.sh", {});
  advance(1min);
  CHECK(describe().problems.empty());
  put("p", 500);
  CHECK(shown(last_run("web/a.sh")) == "Modified p 500");
}

TEST_CASE_FIXTURE(busy_fixture, "objects that come and go do not fill the memory of a hook that wants no ends") {
  setup.waiting_max = {10, std::size_t{1} << 30};
  hook("web/b.sh", v1("kubernetes: [{name: pods, kind: Pod, queue: b, executeHookOnEvent: [Added, Modified]}]"));
  start();
  replay("web/b.sh", [](test::hook_run& run) { run.failure = "no disk"; });
  put("p", 1);
  for (int i = 0; i < 100; ++i) {
    put("passing" + std::to_string(i), i);
    api().delete_object("Pod", "default", "passing" + std::to_string(i));
    run();
  }
  put("p", 2);
  advance(1min);
  const auto all = shown(last_run("web/b.sh"));
  CHECK_MESSAGE(std::count(all.begin(), all.end(), ';') <= 20, all);
  CHECK(all.find("Deleted") == std::string::npos);
  CHECK(all.ends_with("Modified p 2"));
}

TEST_CASE_FIXTURE(busy_fixture, "fewer events wait as they came") {
  start();
  replay("web/a.sh", [](test::hook_run& run) { run.failure = "no disk"; });
  for (int i = 0; i < 100; ++i) put("p", i);
  replay("web/a.sh", {});
  advance(1min);
  const auto all = shown(last_run("web/a.sh"));
  CHECK(std::count(all.begin(), all.end(), ';') == 99);
  CHECK(left_out() == "none");
  CHECK(log().find("events_left_out") == std::string::npos);
}

TEST_CASE_FIXTURE(operator_fixture, "events that are left out leave no tasks, also of a hook that sees one at a time") {
  setup.waiting_max = {50, std::size_t{1} << 30};
  hook("global/a.sh", R"({"onKubernetesEvent": [{"name": "pods", "kind": "Pod"}]})");
  start();
  replay("global/a.sh", [](test::hook_run& run) { run.failure = "no disk"; });
  for (int i = 0; i < 500; ++i) {
    api().put_object(pod("p", "color" + std::to_string(i)));
    run();
  }
  const auto text = metrics_text();
  const std::string name = R"(tasks_queue_length{queue="main"} )";
  const auto at = text.find(name);
  REQUIRE(at != text.npos);
  CHECK_MESSAGE(std::stoi(text.substr(at + name.size())) <= 52, text.substr(at, 60));
}
