#include "simulation/day_reader.hpp"

#include <doctest/doctest.h>

#include <map>
#include <variant>

using namespace std::chrono_literals;

TEST_SUITE_BEGIN("simulation/day_reader");

namespace {

base::result<simulation::day> read(const std::string& text, const std::map<std::string, std::string>& files = {}) {
  return simulation::read_day("d.day.yaml", text, [files](const std::string& path) -> base::result<std::string> {
    const auto found = files.find(path);
    if (found == files.end()) return base::fail(base::error_code::not_found, path + ": no such file");
    return found->second;
  });
}

simulation::day accepted(const std::string& text, const std::map<std::string, std::string>& files = {}) {
  auto made = read(text, files);
  REQUIRE_MESSAGE(made, made.error().message);
  return std::move(*made);
}

std::string refused(const std::string& text) {
  const auto made = read(text);
  return made ? "accepted" : made.error().message;
}

template <class T>
T only(const std::string& expectations) {
  const auto made = accepted("steps:\n- expect:\n" + expectations);
  REQUIRE_EQ(made.steps.front().expected.size(), 1);
  return std::get<T>(made.steps.front().expected.front().what);
}

} // namespace

TEST_CASE("a day has a title, a beginning, options of the operator and steps") {
  const auto made = accepted(R"(
day: Monday
begins: 2026-01-05T08:00:01Z
operator: {namespace: d8, configMap: cm, modulesDirs: [a, b], globalHooksDir: g, environment: {ZONE: x}}
steps:
- step: first
- wait: 90s
)");
  CHECK_EQ(made.title, "Monday");
  CHECK_EQ(made.begins_us, 1767600001000000);
  CHECK_EQ(made.namespace_name, "d8");
  CHECK_EQ(made.config_map, "cm");
  CHECK_EQ(made.modules_dirs, std::vector<std::string>{"a", "b"});
  CHECK_EQ(made.global_hooks_dir, "g");
  CHECK_EQ(made.environment, std::vector<std::string>{"ZONE=x"});
  REQUIRE_EQ(made.steps.size(), 2);
  CHECK_EQ(made.steps[0].name, "first");
  CHECK_EQ(made.steps[0].line, 6);
  CHECK_EQ(made.steps[1].name, "step 2");
  CHECK_EQ(made.steps[1].wait, 90s);
}

TEST_CASE("objects stand in the day, or in files that it names") {
  const auto file = "apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n---\n"
                    "apiVersion: v1\nkind: Namespace\nmetadata: {name: b}\n";
  const auto made =
    accepted("cluster: [x.yaml, {apiVersion: v1, kind: Node, metadata: {name: one}}]\nsteps: [{apply: x.yaml}]\n",
             {{"x.yaml", file}});
  CHECK_EQ(made.cluster.size(), 3);
  CHECK_EQ(made.steps.front().applied.size(), 2);
}

TEST_CASE("a section of the configuration is YAML, a flag is a text, and null removes the key") {
  const auto made = accepted("steps: [{config: {web: {a: 1}, webEnabled: false, old: null, raw: 'b: 2'}}]");
  const std::map<std::string, std::optional<std::string>> wanted{
    {"web", "a: 1\n"}, {"webEnabled", "false"}, {"old", std::nullopt}, {"raw", "b: 2"}};
  CHECK(made.steps.front().config == wanted);
}

TEST_CASE("faults are read") {
  const auto made = accepted(R"(
steps:
- fault:
  - unreachable: 30s
  - watches: expired
  - answer: {status: 403, path: /secrets, method: GET, for: 1m}
  - program: {name: hooks/a.sh, exits: 3, times: 2}
  - killedIn: upgrade web
  restart: killed
)");
  const auto& faults = made.steps.front().faults;
  REQUIRE_EQ(faults.size(), 5);
  CHECK_EQ(std::get<simulation::api_unreachable>(faults[0]).duration, 30s);
  CHECK(std::get<simulation::watches_cut>(faults[1]).expired);
  CHECK_EQ(std::get<simulation::wrong_answer>(faults[2]).status, 403);
  CHECK(std::get<simulation::wrong_answer>(faults[2]).duration == std::optional<std::chrono::nanoseconds>(1min));
  CHECK_EQ(std::get<simulation::program_fault>(faults[3]).exit_code, 3);
  CHECK_EQ(std::get<simulation::program_fault>(faults[3]).times, 2);
  CHECK_EQ(std::get<simulation::killed_in>(faults[4]).program, "upgrade web");
  CHECK(made.steps.front().restart == simulation::restart_kind::killed);
}

TEST_CASE("expectations are read") {
  using namespace simulation;
  CHECK_EQ(only<expected_values>("    values: {web: {a: 1}}").section, "web");
  CHECK_EQ(only<expected_object>("    objects: {Secret a/b: absent}").name.text(), "Secret a/b");
  CHECK(only<expected_object>("    objects: {Secret a/b: absent}").is == presence::absent);
  CHECK(only<expected_object>("    objects: {Node n: present}").tree.is_null());
  CHECK_EQ(only<expected_object>("    objects: {Node n: {spec: {}}}").tree.dump(), R"({"spec":{}})");
  CHECK_EQ(only<expected_release>("    releases: {web: 2}").revision, 2);
  CHECK(only<expected_release>("    releases: {web: absent}").is == presence::absent);
  CHECK_EQ(only<expected_release>("    releases: {web: {status: failed}}").status, "failed");
  CHECK_FALSE(only<expected_module>("    modules: {web: disabled}").enabled);
  CHECK_EQ(only<expected_runs>("    ran: [a, ..., b]").lines.size(), 3);
  CHECK_EQ(only<expected_runs>("    ran: []").lines.size(), 0);
  CHECK_FALSE(only<expected_readiness>("    ready: false").ready);
  CHECK_EQ(only<expected_problems>("    readyz: one").texts, std::vector<std::string>{"one"});
  CHECK_EQ(only<expected_log>("    log: [one]").texts, std::vector<std::string>{"one"});
}

TEST_CASE("an expectation knows its line") {
  const auto made = accepted("steps:\n- expect:\n    releases:\n      web: 1\n      other: 2\n");
  CHECK_EQ(made.steps.front().expected.size(), 2);
  CHECK_EQ(made.steps.front().expected[0].line, 5);
  CHECK_EQ(made.steps.front().expected[1].line, 4);
}

TEST_CASE("what is wrong is named with file, line and key") {
  struct row {
    const char* text;
    const char* message;
  };
  for (const auto& x : std::vector<row>{
         {"steps: [", "d.day.yaml: invalid YAML: line"},
         {"stepps: []", "d.day.yaml:1: 'stepps': unknown key; did you mean steps?"},
         {"x: []", "d.day.yaml:1: 'x': unknown key; there are day, begins, operator, cluster, steps"},
         {"day: x", "d.day.yaml:1: there are no steps"},
         {"steps: []", "d.day.yaml:1: 'steps': there are no steps"},
         {"steps:\n- wait: 5\n", "d.day.yaml:2: 'wait': expected a duration with its unit, like 5s, got a number"},
         {"steps:\n- wait: soon\n", "d.day.yaml:2: 'wait': "},
         {"steps:\n- step: a\n  expct: {}\n", "d.day.yaml:3: 'expct': unknown key"},
         {"steps:\n- expect:\n    ready: maybe\n", "d.day.yaml:3: 'ready': expected true or false, got a text"},
         {"steps:\n- expect:\n    objects:\n      Secret: present\n",
          "d.day.yaml:4: 'Secret': expected 'KIND NAME' or 'KIND NAMESPACE/NAME', got 'Secret'"},
         {"steps:\n- expect:\n    releases: {web: 0}\n", "d.day.yaml:3: 'web': expected a number from 1"},
         {"steps:\n- apply: {kind: Node}\n", "d.day.yaml:2: 'apply': the object has no apiVersion"},
         {"steps:\n- apply:\n  - other.yaml\n", "d.day.yaml:3: 'apply': other.yaml: no such file"},
         {"steps:\n- delete: [web]\n", "d.day.yaml:2: 'delete': expected 'KIND NAME'"},
         {"steps:\n- fault: {watches: cut, unreachable: 1s}\n", "d.day.yaml:2: 'fault': one fault in each mapping"},
         {"steps:\n- fault: {answer: {status: 403}}\n", "d.day.yaml:2: 'answer': it needs 'for' or 'times'"},
         {"begins: tomorrow\nsteps: [{}]\n", "d.day.yaml:1: 'begins': expected a time in UTC"},
         {"begins: 2026-02-30T00:00:00Z\nsteps: [{}]\n", "d.day.yaml:1: 'begins': expected a time in UTC"},
       })
    CHECK_MESSAGE(refused(x.text).starts_with(x.message), refused(x.text));
}

TEST_CASE("a value of the wrong type comes with what to write instead") {
  CHECK_EQ(refused("steps:\n- step: off\n"),
           "d.day.yaml:2: 'step': expected a text, got a boolean: y, yes, on, true and their opposites are booleans in "
           "YAML, so put it in quotes");
  CHECK_EQ(refused("steps:\n- step: 5\n"), "d.day.yaml:2: 'step': expected a text, got a number: put it in quotes");
  CHECK_EQ(refused("steps:\n- wait: 5\n"),
           "d.day.yaml:2: 'wait': expected a duration with its unit, like 5s, got a number");
  CHECK_EQ(refused("steps:\n- wiat: 5s\n"), "d.day.yaml:2: 'wiat': unknown key; did you mean wait?");
}

TEST_SUITE_END();
