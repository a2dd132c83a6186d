#include "support/operator_fixture.hpp"

#include <algorithm>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

const kube::api::http_response forbidden = simulation::refusal(403, "Forbidden");

/// A binding that selects namespaces, and their objects.
struct namespaces_fixture : operator_fixture {
  namespaces_fixture() { module("010-web"); }

  /// The problems on /readyz, a line for each.
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& x : describe().problems) text += x + "\n";
    return text;
  }
  void put_namespace(const std::string& name, const std::string& team) {
    api().put_object(test::object_of("v1", "Namespace", name, {{"team", team}}, ""));
  }
  void put_pod(const std::string& in, const std::string& name, const std::string& color = "red") {
    api().put_object(test::object_of("v1", "Pod", name, {{"color", color}}, in));
  }

  /// `NAMESPACE/NAME` of each object in `list`.
  static std::string names(const text::json& list) {
    std::string text;
    for (const auto& x : list.as_array()) {
      const auto* metadata = x.find("object")->find("metadata");
      text += metadata->string_at("namespace").value() + "/" + metadata->string_at("name").value() + " ";
    }
    return text;
  }
  static text::json contexts(const test::hook_run& run) {
    auto parsed = text::parse_json(run.context);
    REQUIRE(parsed);
    return *parsed;
  }
  [[nodiscard]] std::string last_synchronization() const {
    const auto shown = contexts(last_run("web/a.sh"));
    return names(*shown.as_array().front().find("objects"));
  }
  [[nodiscard]] std::string last_snapshot() const {
    const auto shown = contexts(last_run("web/a.sh"));
    return names(*shown.as_array().back().find("snapshots")->find("pods"));
  }
  /// The events of objects since the last call: `Added a/p `.
  [[nodiscard]] std::string take_events() {
    std::string text;
    const auto runs = runs_of("web/a.sh");
    for (; shown_ < runs.size(); ++shown_) {
      const auto parsed = contexts(runs[shown_]);
      for (const auto& x : parsed.as_array())
        if (x.string_at("type").value() == "Event")
          text += x.string_at("watchEvent").value() + " " + names(text::json::array({x}));
    }
    return text;
  }
  [[nodiscard]] std::size_t requests_to(const std::string& part) {
    const auto& all = api().requests();
    return static_cast<std::size_t>(
      std::count_if(all.begin(), all.end(), [&](const auto& x) { return x.target.find(part) != std::string::npos; }));
  }

private:
  std::size_t shown_ = 0;
};

/// The binding selects the namespaces of team `web`: `a` and `c`, but not `b`.
struct labelled_fixture : namespaces_fixture {
  labelled_fixture() {
    hook("web/a.sh", v1("kubernetes: [{name: pods, kind: Pod, includeSnapshotsFrom: [pods],\n"
                        "  namespace: {labelSelector: {matchLabels: {team: web}}}}]"));
    hook("web/helm.sh", v1("beforeHelm: 1"));
    put_namespace("a", "web");
    put_namespace("b", "other");
    put_namespace("c", "web");
    for (const auto* name : {"a", "b", "c"}) put_pod(name, "p");
  }
};

} // namespace

TEST_CASE_FIXTURE(namespaces_fixture, "a binding watches the namespaces and names that it picks, and nothing else") {
  hook("web/a.sh", v1("kubernetes: [{name: pods, kind: Pod, namespace: {nameSelector: {matchNames: [two, one]}},\n"
                      "  nameSelector: {matchNames: [q, p]}, includeSnapshotsFrom: [pods]}]"));
  for (const auto* in : {"one", "two", "three"})
    for (const auto* name : {"p", "q", "r"}) put_pod(in, name);
  start();
  CHECK(take_journal() == "web/a.sh pods:Synchronization");
  CHECK(last_synchronization() == "one/p one/q two/p two/q ");
  CHECK(requests_to("/api/v1/pods") == 0);
  CHECK(requests_to("/namespaces/three/pods") == 0);
  put_pod("two", "p", "blue");
  put_pod("three", "p", "blue");
  put_pod("one", "r", "blue");
  run();
  CHECK(take_journal() == "web/a.sh pods:Modified");
  CHECK(take_events() == "Modified two/p ");
  CHECK(last_snapshot() == "one/p one/q two/p two/q ");
}

TEST_CASE_FIXTURE(namespaces_fixture, "a binding is synchronized when each of its watches has listed") {
  hook("web/a.sh", v1("kubernetes: [{name: pods, kind: Pod, namespace: {nameSelector: {matchNames: [one, two]}}}]"));
  put_pod("one", "p");
  put_pod("two", "p");
  api().hold({"GET", "/namespaces/two/pods"});
  start();
  CHECK(take_journal().empty());
  api().release();
  run();
  CHECK(take_journal() == "web/a.sh pods:Synchronization");
  CHECK(last_synchronization() == "one/p two/p ");
}

TEST_CASE_FIXTURE(labelled_fixture, "the objects of namespaces with the labels are synchronized") {
  start();
  CHECK(take_journal() == "web/a.sh pods:Synchronization; web/helm.sh beforeHelm");
  CHECK(last_synchronization() == "a/p c/p ");
  put_pod("b", "q");
  put_pod("c", "q");
  run();
  CHECK(take_journal() == "web/a.sh pods:Added");
  CHECK(take_events() == "Added c/q ");
}

TEST_CASE_FIXTURE(labelled_fixture, "a namespace that gets the labels joins: its objects come as Added, then events") {
  start();
  static_cast<void>(take_journal());
  put_pod("b", "q");
  put_namespace("b", "web");
  run();
  CHECK(take_events() == "Added b/p Added b/q ");
  CHECK(last_snapshot() == "a/p b/p b/q c/p ");
  put_pod("b", "p", "blue");
  run();
  CHECK(take_events() == "Modified b/p ");
}

TEST_CASE_FIXTURE(labelled_fixture, "a namespace that loses the labels leaves: its objects come as Deleted") {
  start();
  static_cast<void>(take_journal());
  put_namespace("c", "other");
  run();
  CHECK(take_journal() == "web/a.sh pods:Deleted");
  CHECK(take_events() == "Deleted c/p ");
  CHECK(last_snapshot() == "a/p ");
  put_pod("c", "p", "blue");
  run();
  CHECK_MESSAGE(take_journal().empty(), "it does not count any more");
  put_namespace("c", "web");
  run();
  CHECK_MESSAGE(take_events() == "Added c/p ", "it joins again");
}

TEST_CASE_FIXTURE(labelled_fixture, "a namespace that leaves and joins at once: its objects leave first") {
  start();
  static_cast<void>(take_journal());
  for (int i = 0; i < 3; ++i) {
    put_namespace("c", "other");
    put_namespace("c", "web");
  }
  run();
  CHECK(take_events() == "Deleted c/p Added c/p ");
  CHECK(last_snapshot() == "a/p c/p ");
}

TEST_CASE_FIXTURE(labelled_fixture, "a namespace that is deleted leaves with its objects, each once") {
  start();
  static_cast<void>(take_journal());
  api().delete_object("Namespace", "", "c");
  run();
  CHECK(take_journal() == "web/a.sh pods:Deleted");
  CHECK(take_events() == "Deleted c/p ");
}

TEST_CASE_FIXTURE(labelled_fixture, "namespaces that join and leave during a Synchronization run come after it") {
  replay("web/a.sh", [](test::hook_run& run) {
    if (run.reasons() == "pods:Synchronization") run.end = test::fake_end::goes_on();
  });
  start();
  CHECK(last_synchronization() == "a/p c/p ");
  put_namespace("b", "web");
  put_namespace("a", "other");
  run();
  finish_running();
  CHECK(take_events() == "Deleted a/p Added b/p ");
  CHECK(last_snapshot() == "b/p c/p ");
}

TEST_CASE_FIXTURE(
  labelled_fixture,
  "a Synchronization that is tried again shows the namespaces of that moment, and no event repeats them") {
  replay("web/a.sh", [](test::hook_run& run) {
    if (run.reasons() == "pods:Synchronization") run.end = test::fake_end::goes_on();
  });
  start();
  put_namespace("b", "web");
  put_namespace("a", "other");
  run();
  finish_running(1);
  advance(5s);
  CHECK(last_synchronization() == "b/p c/p ");
  finish_running();
  CHECK(take_journal() == "web/a.sh pods:Synchronization; web/a.sh pods:Synchronization; web/helm.sh beforeHelm");
}

TEST_CASE_FIXTURE(labelled_fixture, "without a namespace that has the labels the binding is complete and empty") {
  for (const auto* name : {"a", "c"}) put_namespace(name, "other");
  start();
  CHECK(take_journal() == "web/a.sh pods:Synchronization; web/helm.sh beforeHelm");
  CHECK(last_synchronization().empty());
}

TEST_CASE_FIXTURE(labelled_fixture, "namespaces that cannot be listed are unknown, not none") {
  api().hold({"GET", "/api/v1/namespaces"});
  start();
  CHECK(take_journal().empty());
  api().release();
  run();
  CHECK(take_journal() == "web/a.sh pods:Synchronization; web/helm.sh beforeHelm");
}

TEST_CASE_FIXTURE(namespaces_fixture, "names and labels of namespaces must both hold") {
  hook("web/a.sh", v1("kubernetes: [{name: pods, kind: Pod, namespace: {nameSelector: {matchNames: [a, b]},\n"
                      "  labelSelector: {matchLabels: {team: web}}}}]"));
  put_namespace("a", "web");
  put_namespace("b", "other");
  put_namespace("c", "web");
  for (const auto* name : {"a", "b", "c"}) put_pod(name, "p");
  start();
  CHECK(last_synchronization() == "a/p ");
  put_namespace("b", "web");
  run();
  CHECK(take_events() == "Added b/p ");
}

// -- lists that cannot be had ---------------------------------------------------

TEST_CASE_FIXTURE(namespaces_fixture,
                  "a module whose list is refused gives way, says so, and runs when it is allowed") {
  module("020-next");
  hook("web/a.sh", v1("kubernetes: [{name: pods, kind: Pod}]"));
  hook("next/helm.sh", v1("beforeHelm: 1"));
  api().fail_next({{"GET", "/pods"}, forbidden, 1000});
  start();
  CHECK_MESSAGE(take_journal() == "next/helm.sh beforeHelm", "the next module does not wait");
  CHECK(describe().first_reload_done);
  CHECK_MESSAGE(problems().find("module 'web' waits for objects: hook 'hooks/a.sh', binding 'pods'")
                  != std::string::npos,
                problems());
  CHECK(log().find("module_waits") != std::string::npos);
  api().clear_faults();
  advance(1min);
  CHECK(take_journal() == "web/a.sh pods:Synchronization");
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(namespaces_fixture,
                  "everybody waits for a global hook whose list is refused, and a problem names it") {
  hook("global/g.sh", v1("kubernetes: [{name: pods, kind: Pod}]"));
  hook("web/helm.sh", v1("beforeHelm: 1"));
  api().fail_next({{"GET", "/pods"}, forbidden, 1000});
  start();
  CHECK(take_journal().empty());
  CHECK_MESSAGE(problems().find("global hooks wait for objects: hook 'g.sh', binding 'pods': ") != std::string::npos,
                problems());
  api().clear_faults();
  advance(1min);
  CHECK(take_journal() == "global/g.sh pods:Synchronization; web/helm.sh beforeHelm");
  CHECK(problems().empty());
}

TEST_CASE_FIXTURE(namespaces_fixture,
                  "a binding that nobody waits for holds nobody up and is synchronized when it lists") {
  hook("web/a.sh", v1("kubernetes: [{name: pods, kind: Pod, queue: side, waitForSynchronization: false}]"));
  hook("web/helm.sh", v1("beforeHelm: 1"));
  put_pod("x", "p");
  api().fail_next({{"GET", "/pods"}, forbidden, 2});
  start();
  CHECK(take_journal() == "web/helm.sh beforeHelm");
  advance(1min);
  CHECK(take_journal() == "web/a.sh pods:Synchronization");
  CHECK(last_synchronization() == "x/p ");
}

TEST_CASE_FIXTURE(namespaces_fixture,
                  "a namespace selector for a kind without namespaces is reported, and holds nobody up") {
  module("020-next");
  hook("web/a.sh", v1("kubernetes: [{name: nodes, kind: Node, namespace: {nameSelector: {matchNames: [a, b]}}}]"));
  hook("next/helm.sh", v1("beforeHelm: 1"));
  start();
  CHECK(take_journal() == "next/helm.sh beforeHelm");
  CHECK(log().find("objects of kind 'Node' are in no namespace: leave the namespace selector out")
        != std::string::npos);
}

TEST_CASE_FIXTURE(labelled_fixture,
                  "a module that waits for the list of a namespace runs when the namespace has left") {
  api().fail_next({{"GET", "/namespaces/c/pods"}, forbidden, 1000});
  start();
  CHECK(take_journal().empty());
  put_namespace("c", "other");
  run();
  CHECK(take_journal() == "web/a.sh pods:Synchronization; web/helm.sh beforeHelm");
  CHECK(describe().problems.empty());
}

/// After the start of the operator `b` joins the binding, and its list is refused.
struct refused_fixture : labelled_fixture {
  refused_fixture() {
    module("020-next");
    hook("next/helm.sh", v1("beforeHelm: 1"));
    hook("web/tick.sh", v1("schedule: [{name: tick, crontab: '* * * * *'}]"));
    start();
    static_cast<void>(take_journal());
    api().fail_next({{"GET", "/namespaces/b/pods"}, forbidden, 1000});
    put_namespace("b", "web");
    run();
  }
};

TEST_CASE_FIXTURE(refused_fixture,
                  "a namespace that joins and whose list is refused makes the binding unknown, and says so") {
  CHECK_MESSAGE(problems().find("module 'web' waits for objects: hook 'hooks/a.sh', binding 'pods': ")
                  != std::string::npos,
                problems());
  CHECK(log().find("module_waits") != std::string::npos);
  put_pod("a", "q");
  run();
  CHECK_MESSAGE(take_journal().empty(), "no hook sees a snapshot without the objects of b");
  set_config("global", "x: 1");
  run();
  CHECK_MESSAGE(take_journal() == "next/helm.sh beforeHelm", "the module gives way, the next one does not wait");
}

TEST_CASE_FIXTURE(refused_fixture, "hooks that do not show the unknown objects go on") {
  advance(1min);
  CHECK(take_journal() == "web/tick.sh tick");
}

TEST_CASE_FIXTURE(refused_fixture, "when the list is allowed, the tasks that have waited run and nothing is lost") {
  put_pod("a", "q");
  set_config("global", "x: 1");
  run();
  static_cast<void>(take_journal());
  api().clear_faults();
  advance(1min);
  CHECK(take_events() == "Added a/q Added b/p ");
  CHECK(last_snapshot() == "a/p a/q b/p c/p ");
  CHECK(runs_of("web/helm.sh").size() == 2);
  CHECK(problems().empty());
}

TEST_CASE_FIXTURE(refused_fixture, "when the namespace leaves again, the others go on as if it had never joined") {
  put_pod("a", "q");
  run();
  put_namespace("b", "other");
  run();
  CHECK(take_events() == "Added a/q ");
  CHECK(last_snapshot() == "a/p a/q c/p ");
  CHECK(problems().empty());
  CHECK_MESSAGE(runs_of("web/helm.sh").size() == 1, "no run of the module had given way");
}

TEST_CASE_FIXTURE(refused_fixture,
                  "of an object that changes a thousand times while a list is refused the end is kept") {
  for (int i = 0; i < 1000; ++i) {
    put_pod("a", "q", std::to_string(i));
    api().put_object(test::object_of("v1", "Pod", "passing", {}, "c"));
    api().delete_object("Pod", "c", "passing");
    run();
  }
  CHECK(runs_of("web/a.sh").size() == 1);
  api().clear_faults();
  advance(1min);
  std::size_t shown = 0;
  for (const auto& x : runs_of("web/a.sh")) shown += contexts(x).as_array().size();
  CHECK_MESSAGE(shown <= 110, shown);
  CHECK(last_snapshot() == "a/p a/q b/p c/p ");
  CHECK(problems().empty());
}
