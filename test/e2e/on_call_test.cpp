// A person on call types `addon-operator status` first. The screen must name the cause of each breakage of a
// platform, with no look at the log.
#include "account.hpp"
#include "given.hpp"
#include "run.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {

using e2e::contains;
using namespace std::chrono_literals;

constexpr auto landing = "modules/050-landing/";

/// A platform before its start, with two modules that are well, and the ConfigMap of its operator.
struct broken_platform {
  std::string space;
  e2e::platform files;
  e2e::run_options options{};
  std::map<std::string, std::string> config{};

  explicit broken_platform(const std::string& name) : space(e2e::cluster().new_namespace("call-" + name)) {
    files.add_chart("010-first", e2e::config_map_manifest("first", "one"));
    files.add_chart("090-last", e2e::config_map_manifest("last", "one"));
    options.space = space;
    // Long enough to be seen: a person reads a screen of a module that waits for its next try.
    options.retries = {.first = "5s", .most = "30s"};
  }

  void add_landing(const std::string& manifest = e2e::config_map_manifest("landing", "one")) {
    files.add_chart("050-landing", manifest);
  }
  void add_schema(const char* file) {
    files.add_file(landing + std::string("openapi/") + file,
                   "type: object\nadditionalProperties: false\n"
                   "properties:\n  title: {type: string}\n  replicas: {type: integer}\n");
  }
  void add_values(const std::string& text) {
    files.add_file(landing + std::string("values.yaml"), "landingEnabled: true\nlanding:\n  " + text + "\n");
  }
  static std::string hook(const std::string& bindings, const std::string& body) {
    return "#!/bin/sh\nif [ \"$1\" = --config ]; then echo 'configVersion: v1'; echo '" + bindings + "'; exit; fi\n"
           + body + "\n";
  }
  void add_hook(const std::string& name, const std::string& bindings, const std::string& body) {
    files.add_program(landing + ("hooks/" + name), hook(bindings, body));
  }
  static std::string sets(const std::string& path, const std::string& value) {
    return R"(echo '[{"op":"add","path":")" + path + R"(","value":")" + value + R"("}]' >$VALUES_JSON_PATCH_PATH)";
  }
  void create(const std::string& plural, const std::string& kind, const std::string& name) const {
    e2e::cluster().call(kube::api::create_request(
      {.group = "", .version = "v1", .kind = kind, .plural = plural}, {.namespace_ = space},
      text::json::object({{"apiVersion", "v1"}, {"kind", kind}, {"metadata", text::json::object({{"name", name}})}})
        .dump()));
  }
  void create_config_map() const {
    if (config.empty()) return;
    text::json::object_type data;
    for (const auto& [key, text] : config) data.emplace_back(key, text);
    e2e::cluster().call(
      kube::api::create_request(test::config_maps(), {.namespace_ = space},
                                text::json::object({{"apiVersion", "v1"},
                                                    {"kind", "ConfigMap"},
                                                    {"metadata", text::json::object({{"name", "addon-operator"}})},
                                                    {"data", text::json::object(std::move(data))}})
                                  .dump()));
  }
};

/// The screen on one line, because lines break where the screen ends.
std::string screen_of(const broken_platform& x) {
  const auto screen = e2e::run_program({"/bin/sh", "-c", "\"$0\" status || :", e2e::given().operator_program},
                                       {"DEBUG_UNIX_SOCKET=" + x.files.path("debug.socket")});
  std::string line;
  for (const char c : screen)
    if (c != '\n' && c != ' ')
      line += c;
    else if (!line.ends_with(' '))
      line += ' ';
  return line;
}

struct breakage {
  const char* name;
  std::function<void(broken_platform&)> make;
  std::vector<const char*> shown; ///< cause and next step
};

/// A Job that never ends, because no Pods run here.
constexpr auto job_of_hook = "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: migrate\n"
                             "  annotations: {helm.sh/hook: pre-install}\nspec:\n  template:\n    spec:\n"
                             "      restartPolicy: Never\n      containers: [{name: a, image: none}]\n";

const std::vector<breakage>& breakages_of_sections() {
  static const std::vector<breakage> all{
    {"typo",
     [](broken_platform& x) {
       x.add_landing();
       x.add_schema("config-values.yaml");
       x.config["landing"] = "titel: x\n";
     },
     {"landing.titel is a forbidden property (did you mean 'title'?)", "does not run until it is repaired"}},
    {"indentation",
     [](broken_platform& x) {
       x.add_landing();
       x.config["landing"] = "title: x\n  replicas: 3\n";
     },
     {"is the indentation of 'replicas:' wrong?", "does not run until it is repaired"}},
    {"flag",
     [](broken_platform& x) {
       x.add_landing();
       x.config["landingEnabled"] = "off";
     },
     {"key 'landingEnabled' should have a boolean value", R"(write "true" or "false")"}},
    {"schema-in-file",
     [](broken_platform& x) {
       x.add_landing();
       x.add_schema("config-values.yaml");
       x.add_values("title: 5");
     },
     {"landing.title must be of type string, got a number", "050-landing/values.yaml"}},
    {"forgotten-flag",
     [](broken_platform& x) {
       x.add_landing();
       x.files.add_file(landing + std::string("values.yaml"), "landing: {a: 1}\n");
     },
     {"landing: no source has a flag landingEnabled"}},
  };
  return all;
}

const std::vector<breakage>& breakages_of_hooks() {
  static const std::vector<breakage> all{
    {"exit-code",
     [](broken_platform& x) {
       x.add_landing();
       x.add_hook("10-host.sh", "beforeHelm: 1", "echo 'no such host: db' >&2; exit 1");
     },
     {"module 'landing' has failed", "hook 'hooks/10-host.sh'", "exit status 1: no such host: db", "the next try is in",
      "these wait: last"}},
    {"hangs",
     [](broken_platform& x) {
       x.add_landing();
       x.add_hook("10-host.sh", "beforeHelm: 1", "sleep 1000");
     },
     {"hook 'hooks/10-host.sh' of module 'landing' (beforeHelm) has run for", "pid", "last - - - waits for module"}},
    {"without-x",
     [](broken_platform& x) {
       x.add_landing(e2e::config_map_manifest("landing", R"({{ required "a host" .Values.landing.host }})"));
       x.add_values("a: 1");
       x.files.add_file(landing + std::string("hooks/10-host.sh"),
                        broken_platform::hook("beforeHelm: 1", broken_platform::sets("/landing/host", "a")));
     },
     {"a host", "not executable, so no hooks: 10-host.sh", "chmod +x"}},
    {"crontab",
     [](broken_platform& x) {
       x.add_landing();
       x.add_hook("10-night.sh", "schedule: [{name: night, crontab: \"61 * * * *\"}]", "");
     },
     {"hook 'hooks/10-night.sh'", "minute '61': expected values from 0 to 59", "next: repair the file"}},
    {"kind",
     [](broken_platform& x) {
       x.add_landing();
       x.add_hook("10-see.sh", "kubernetes: [{name: seen, apiVersion: v1, kind: ConfigMapp}]", "");
     },
     {"watch of ConfigMapp (v1), for hook 'hooks/10-see.sh' of module 'landing' is lost", "did you mean ConfigMap?"}},
    {"right",
     [](broken_platform& x) {
       x.add_landing();
       x.create("serviceaccounts", "ServiceAccount", "weak");
       x.files.add_file("token", e2e::token_of(x.space, "weak"));
       x.files.add_file("kubeconfig", e2e::kubeconfig_with("token"));
       x.options.kubeconfig = x.files.path("kubeconfig");
     },
     {R"(cannot list resource "configmaps")",
      R"(- {apiGroups: [""], resources: ["configmaps"], verbs: ["list", "watch"]})", "on or off is not decided yet"}},
    {"flip",
     [](broken_platform& x) {
       x.add_landing();
       x.add_values("host: a");
       x.add_hook("10-a.sh", "beforeHelm: 1", broken_platform::sets("/landing/host", "a"));
       x.add_hook("20-b.sh", "afterHelm: 1", broken_platform::sets("/landing/host", "b"));
     },
     {"module 'landing' comes to no rest", "landing.host is changed each time by hook 'hooks/20-b.sh' (afterHelm)"}},
    {"loop",
     [](broken_platform& x) {
       x.files.add_program("global-hooks/90-report.sh", broken_platform::hook("afterAll: 1", R"(t=$(date +%s%N)
echo "[{\"op\":\"add\",\"path\":\"/global/report\",\"value\":{\"at\":\"$t\"}}]" >$VALUES_JSON_PATCH_PATH)"));
     },
     {"the reload of all modules comes to no rest",
      "global.report.at is changed each time by global hook '90-report.sh'"}},
  };
  return all;
}

const std::vector<breakage>& breakages_of_charts() {
  static const std::vector<breakage> all{
    {"job",
     [](broken_platform& x) { x.add_landing(job_of_hook); },
     {"helm upgrade landing has run for", "waits for Job migrate"}},
    {"template",
     [](broken_platform& x) { x.add_landing(e2e::config_map_manifest("landing", "{{ .Values.a | upper }}")); },
     {"module 'landing' has failed", "landing/templates/manifest.yaml:6", "expected string", "the next try is in"}},
    {"missing-end",
     [](broken_platform& x) { x.add_landing("{{ if true }}\n" + e2e::config_map_manifest("a", "b")); },
     {"landing/templates/manifest.yaml", "unexpected EOF"}},
    {"namespace",
     [](broken_platform& x) {
       x.add_landing("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: nowhere-at-all}\n");
     },
     {R"(namespaces "nowhere-at-all" not found)"}},
    {"unknown-field",
     [](broken_platform& x) {
       x.add_landing("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec:\n  replica: 3\n"
                     "  selector: {matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: b}}\n"
                     "    spec: {containers: [{name: a, image: none}]}\n");
     },
     {R"(helm upgrade landing: unknown field "spec.replica")"}},
    {"definition",
     [](broken_platform& x) {
       x.add_landing();
       x.files.add_file(
         landing + std::string("crds/a.yaml"),
         "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n"
         "metadata: {name: calls.example.org}\nspec:\n  group: example.org\n  scope: Namespaced\n"
         "  names: {plural: calls, kind: Call}\n  versions:\n  - {name: v1, served: true, storage: true, "
         "schema: {openAPIV3Schema: {type: objekt}}}\n");
     },
     {"module 'landing': cannot run", "crds/a.yaml", "objekt"}},
    {"enabled-fails",
     [](broken_platform& x) {
       x.add_landing();
       x.files.add_program(landing + std::string("enabled"), "#!/bin/sh\necho 'cannot read the region' >&2\nexit 1\n");
     },
     {"the discovery of enabled modules has failed", "050-landing/enabled", "cannot read the region"}},
    {"enabled-typo",
     [](broken_platform& x) {
       x.add_landing();
       x.files.add_program(
         landing + std::string("enabled"),
         "#!/bin/sh\nif no_such_function x; then echo true; else echo false; fi >$MODULE_ENABLED_RESULT\n");
     },
     {"module 'landing' is off: its enabled script said no, but wrote to stderr", "repair the script"}},
  };
  return all;
}

/// An operator on a platform, and the screen that must name its breakage.
struct call {
  const breakage* what;
  broken_platform platform;
  std::unique_ptr<e2e::operator_run> run;

  explicit call(const breakage& x) : what(&x), platform(x.name) {
    x.make(platform);
    platform.create_config_map();
    run = std::make_unique<e2e::operator_run>(platform.files, platform.options);
  }

  [[nodiscard]] std::string missing_on(const std::string& screen) const {
    for (const auto* text : what->shown)
      if (!contains(screen, text)) return text;
    return {};
  }

  void await_cause() const {
    run->await({{"event", "http_listening"}});
    const auto end = std::chrono::steady_clock::now() + 60s;
    auto screen = screen_of(platform);
    while (!missing_on(screen).empty() && std::chrono::steady_clock::now() < end) {
      // A run that lasts is shown after a time in which the log says nothing.
      run->await_more(1s);
      screen = screen_of(platform);
    }
    CHECK_MESSAGE(missing_on(screen).empty(), what->name << ": no '" << missing_on(screen) << "' on: " << screen);
  }
};

void play(const std::vector<breakage>& all) {
  std::deque<call> calls;
  for (const auto& x : all) calls.emplace_back(x);
  for (const auto& x : calls) x.await_cause();
  for (const auto& x : calls) x.run->signal(SIGKILL);
}

/// The log of the Helm worker alone has warnings of charts and the waits of Helm.
bool is_without_worker() {
  return e2e::no_helm_worker() || !e2e::given().helm_of_operator.empty();
}

} // namespace

TEST_CASE("a broken section, flag or values file is named by status" * doctest::skip(is_without_worker())) {
  play(breakages_of_sections());
}

TEST_CASE("a broken hook, or hooks in a loop, are named by status" * doctest::skip(is_without_worker())) {
  play(breakages_of_hooks());
}

TEST_CASE("a broken chart or enabled script is named by status" * doctest::skip(is_without_worker())) {
  play(breakages_of_charts());
}
