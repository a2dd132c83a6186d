// The stories of docs/tracing.md: what somebody asks, what the real operator has recorded, and the answers as the page has them.
#include "given.hpp"
#include "run.hpp"
#include "sys/files.hpp"

#include <doctest/doctest.h>

#include <sys/stat.h>

#include <chrono>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace {

/// A command of the page and what it prints.
struct asked_command {
  std::vector<std::string> words; ///< without the program
  std::string answer;
};

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

/// The commands of a section, which ends with the next title.
std::vector<asked_command> commands_of(const std::string& title) {
  std::istringstream page(*sys::read_file(e2e::given().repository + "/docs/tracing.md"));
  std::vector<asked_command> all;
  bool is_here = false;
  bool is_output = false;
  const std::string prompt = "$ addon-operator ";
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("#")) is_here = line == "### " + title;
    if (line.starts_with("```")) is_output = is_here && line == "```console";
    if (!is_output || line.starts_with("```")) continue;
    if (line.starts_with(prompt))
      all.push_back({words_of(line.substr(prompt.size())), {}});
    else
      all.back().answer += line + "\n";
  }
  return all;
}

/// Times, versions and revisions differ from run to run; so do the widths of their columns. A wait of a millisecond or more
/// is told.
std::string without_numbers(const std::string& text) {
  static const std::regex number(R"(\d+(\.\d+)?)");
  static const std::regex spaces(" +");
  static const std::regex wait(", after a wait of 0 s");
  const auto zeros = std::regex_replace(std::regex_replace(text, number, "0"), spaces, " ");
  return std::regex_replace(zeros, wait, "");
}

/// A platform in a namespace of its own, whose operator writes `run.jsonl`. The page calls the namespace `demo`.
struct story {
  explicit story(const std::string& name) : space(e2e::cluster().new_namespace(name)) {}

  std::string with_names(std::string text) const { return std::regex_replace(text, std::regex("demo"), space); }

  /// @param configuration in YAML
  void add_hook(const std::string& path, const std::string& configuration, const std::string& script) {
    files.add_program(path,
                      "#!/usr/bin/env bash\nif [[ ${1:-} == --config ]]; then\n  cat <<'YAML'\nconfigVersion: v1\n"
                        + with_names(configuration) + "YAML\n  exit\nfi\n" + with_names(script));
  }

  e2e::operator_run start() {
    return {files, {.space = space, .arguments = {"--trace-file", files.path("run.jsonl")}}};
  }

  void create(const std::string& manifest) {
    e2e::cluster().call(kube::create_request(test::config_maps(), {.namespace_ = space}, manifest));
  }

  /// Waits until the hook would see an object: the operator has heard of it.
  void await_snapshot_with(const std::string& object) {
    std::string seen;
    for (const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
         !e2e::contains(seen, object) && std::chrono::steady_clock::now() < until;)
      seen = e2e::run_program({e2e::given().operator_program, "module", "snapshots", "watch"},
                              {"DEBUG_UNIX_SOCKET=" + files.path("debug.socket")});
    REQUIRE_MESSAGE(e2e::contains(seen, object), seen);
  }

  /// Compares what the commands of the section print with the page.
  void check_answers(const std::string& title) {
    const auto commands = commands_of(title);
    REQUIRE(commands.size() > 0);
    for (auto command : commands) {
      INFO(command.words.back());
      for (auto& word : command.words)
        if (word.ends_with(".jsonl")) word = files.path(word);
      command.words.insert(command.words.begin(), e2e::given().operator_program);
      auto answer = std::regex_replace(e2e::run_program(command.words), std::regex(space), "demo");
      answer = std::regex_replace(answer, std::regex(files.path("")), "");
      CHECK_MESSAGE(without_numbers(answer) == without_numbers(command.answer), "it prints\n" << answer);
    }
  }

  std::string space;
  e2e::platform files;
};

/// Waits until a hook has run so often.
void await_runs(e2e::operator_run& run, const std::string& hook, int times) {
  for (int i = 0; i < times; ++i) run.await({{"event", "hook_finished"}, {"hook", hook}});
}

} // namespace

TEST_CASE("story: a hook wakes itself" * doctest::skip(e2e::no_cluster())) {
  story told("own-object");
  told.create(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"report"},"data":{"runs":"0"}})");
  told.add_hook("modules/010-status/hooks/report.sh", R"(kubernetes:
- name: report
  kind: ConfigMap
  namespace: {nameSelector: {matchNames: [demo]}}
  nameSelector: {matchNames: [report]}
  executeHookOnSynchronization: false
)",
                R"(runs=$(jq -r '.[-1].object.data.runs' "$BINDING_CONTEXT_PATH")
if ((runs < 4)); then
  echo "{operation: MergePatch, kind: ConfigMap, namespace: demo, name: report, mergePatch: {data: {runs: \"$((runs + 1))\"}}}" >"$KUBERNETES_PATCH_PATH"
fi
)");
  told.files.add_file("modules/values.yaml", "statusEnabled: true\n");
  auto run = told.start();
  run.await_converged();
  e2e::cluster().call(kube::patch_request(test::config_maps(), {.namespace_ = told.space, .name = "report"},
                                          {.body = R"({"data":{"runs":"1"}})"}));
  await_runs(run, "hooks/report.sh", 4);
  CHECK_EQ(run.stop().exit_code, 0);
  told.check_answers("A hook runs again and again");
}

TEST_CASE("story: a module is off though its flag is on" * doctest::skip(e2e::no_cluster())) {
  story told("script");
  told.files.add_file("modules/values.yaml", "guardEnabled: true\nglobal: {production: false}\n");
  told.files.add_program("modules/020-guard/enabled", R"(#!/usr/bin/env bash
if jq -e .global.production "$VALUES_PATH" >/dev/null; then echo true >"$MODULE_ENABLED_RESULT"; exit; fi
echo 'no cluster for production' >"$MODULE_ENABLED_REASON"
echo false >"$MODULE_ENABLED_RESULT"
)");
  told.add_hook("modules/020-guard/hooks/hook.sh", "onStartup: 1\n", "");
  auto run = told.start();
  run.await_converged();
  CHECK_EQ(run.stop().exit_code, 0);
  told.check_answers("A module is off though its flag is on");
}

TEST_CASE("story: a value changes to and fro" * doctest::skip(e2e::no_cluster())) {
  story told("to-and-fro");
  told.files.add_file("modules/values.yaml", "webEnabled: true\nweb: {size: none}\n");
  const auto sets = [](const std::string& size) {
    return "echo '[{\"op\": \"replace\", \"path\": \"/web/size\", \"value\": \"" + size
           + "\"}]' >\"$VALUES_JSON_PATCH_PATH\"\n";
  };
  told.add_hook("modules/010-web/hooks/10-by-nodes.sh", "beforeHelm: 10\n", sets("large"));
  told.add_hook("modules/010-web/hooks/20-by-cost.sh", "beforeHelm: 20\n", sets("small"));
  auto run = told.start();
  run.await_converged();
  CHECK_EQ(run.stop().exit_code, 0);
  told.check_answers("A value changes to and fro");
}

TEST_CASE("story: a reload does not end" * doctest::skip(e2e::no_cluster())) {
  story told("no-end");
  told.files.add_file("modules/values.yaml", "webEnabled: true\n");
  told.files.add_file("modules/010-web/values.yaml", "web: {}\n");
  // It would go on for ever with a counter that nothing ends.
  told.add_hook("global-hooks/count.sh", "afterAll: 10\n", R"(count=$(jq '.global.count // 0' "$VALUES_PATH")
if ((count < 3)); then
  echo "[{\"op\": \"add\", \"path\": \"/global/count\", \"value\": $((count + 1))}]" >"$VALUES_JSON_PATCH_PATH"
fi
)");
  told.add_hook("modules/010-web/hooks/hook.sh", "beforeHelm: 1\n", "");
  auto run = told.start();
  run.await_converged();
  CHECK_EQ(run.stop().exit_code, 0);
  told.check_answers("A reload does not end");
}

TEST_CASE("story: an object comes during Synchronization" * doctest::skip(e2e::no_cluster())) {
  story told("early");
  told.files.add_file("modules/values.yaml", "watchEnabled: true\n");
  // It goes on when the test opens the pipe.
  const auto gate = told.files.path("gate");
  REQUIRE_EQ(::mkfifo(gate.c_str(), 0600), 0);
  told.add_hook(
    "modules/010-watch/hooks/watch.sh", R"(kubernetes:
- name: teams
  kind: ConfigMap
  namespace: {nameSelector: {matchNames: [demo]}}
  labelSelector: {matchLabels: {team: red}}
)",
    "if jq -e '.[0].type == \"Synchronization\"' \"$BINDING_CONTEXT_PATH\" >/dev/null; then\n  echo begun\n  cat "
      + gate + "\nfi\n");
  auto run = told.start();
  run.await({{"event", "hook_output"}, {"line", "begun"}});
  told.create(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"first","labels":{"team":"red"}}})");
  told.await_snapshot_with("first");
  run.skip_to_end();
  std::ofstream{gate};
  await_runs(run, "hooks/watch.sh", 2);
  CHECK_EQ(run.stop().exit_code, 0);
  told.check_answers("An object comes during Synchronization");
}
