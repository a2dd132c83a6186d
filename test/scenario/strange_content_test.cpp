// Strange content in a file, in the cluster or in the output of a program. It must not end an actor, every
// request must get an answer, and an independent module must go on. Each reader gets the content through the
// whole operator, while all pages for users are read.
#include "actors/telemetry/status_pages.hpp"
#include "support/operator_fixture.hpp"

#include "sys/http/warning_header.hpp"
#include "text/plain/printable.hpp"
#include "trace/formats/timeline.hpp"
#include "trace/formats/timeline_json.hpp"
#include "trace/read/lifecycle_listing.hpp"
#include "trace/read/recorded_run.hpp"
#include "trace/read/run_report.hpp"
#include "trace/read/trace_file.hpp"

#include <functional>
#include <string>
#include <vector>

using test::v1;
using namespace std::chrono_literals;

namespace {

constexpr auto chart_of_web = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: b}\n";

/// A module `web` with the strange content, and an independent module `db` before it in queue `main`. Events
/// are recorded as lines of a trace file.
struct strange_fixture : test::operator_fixture {
  strange_fixture() {
    shared()->record = [this](trace::packed_event x) { trace::read::append_trace_line(trace, trace::unpacked(x)); };
    create_config_map();
    module("010-web");
    module("005-db");
    chart("web", chart_of_web);
    hook("db/a.sh", v1("beforeHelm: 1"));
  }
  ~strange_fixture() { shared()->record = {}; }
  strange_fixture(const strange_fixture&) = delete;
  strange_fixture& operator=(const strange_fixture&) = delete;

  /// Gives `web` a hook with this run.
  void plays(test::hook_script play) { hook("web/a.sh", v1("beforeHelm: 1"), std::move(play)); }
  /// Writes a text into the ConfigMap, as valid UTF-8, because an API server accepts only UTF-8.
  void set_strange(const std::string& key, const std::string& text) {
    if (text.find('\xff') == text.npos) set_config(key, text);
  }
  void put_object(const text::json& object) { api().put_object(object); }

  std::string trace;
};

/// A part of the operator that reads content, and how the test feeds it.
struct reader {
  std::string name;
  std::function<void(strange_fixture&, const std::string&)> feed;         ///< before the start
  std::function<void(strange_fixture&, const std::string&)> feed_later{}; ///< while the operator runs
  /// True if without this content the modules, or their common values, are not known.
  bool may_stop_all = false;
};

std::string nested(std::size_t depth) {
  return std::string(depth, '[') + std::string(depth, ']');
}

/// Texts that are not a map of a module's values, or a strange map.
std::vector<std::string> strange_texts() {
  return {
    "- a\n", "5", "true", "null", "\"\"", "{}", "{\"\": {\"\": null}, \"a/b~c.d\": {\"\": []}, \"x\": null}",
    "{\"x\": 123456789012345678901234567890, \"y\": 1e400, \"z\": -0.0}", "a: 1\na: 2\n",
    "x: &a [1]\ny: [*a, *a]\n<<: {z: *a}\n", "x: &a [*a]\n", "a: \"\\u0000\\u0001\\uFFFF\"\n", "a: \xff\xfe\n",
    "a: \x01\x7f\n", "---\na: 1\n---\n- b\n",
    "[{\"op\": \"add\"}, null, [], {\"op\": 5, \"path\": {}, \"value\": [[]]}]",
    "{\"name\": 5, \"labels\": [], \"set\": \"x\", \"metadata\": [], \"spec\": null, \"operation\": {}}",
    nested(20'000),
    // To confuse a terminal or its reader: colours, a title, directions of text, lines that imitate other
    // lines, an empty text.
    "\x1b[31mred\nqueue main: all is well\n\xc2\x9b"
    "1m\xe2\x80\xae",
    R"({"\u001b[2J\u009b\nqueue main: all is well": {"\u202e\u2066": "\u2028\u200b\udb40\udc01\u001b]0;x\u0007"}})",
    R"("\u001b[31mred\nqueue main: all is well\n\u009b\u202e\u200f\u061c\u2029\ufeff")",
    R"({"op": "add", "path": "/web/\u001b\u202e", "value": "\u009b"})",
    R"({"name": "\u001b\u202e", "action": "\u009b\n", "operation": "\u202e", "kind": "\u001b[2J\n", "value": 1})",
    "{\"web\": [1], \"global\": [2], \"webEnabled\": [], \"type\": [5], \"properties\": [], \"default\": [1]}"};
}

/// The same for places that need JSON: a text for each kind of value.
std::vector<std::string> strange_values() {
  std::vector<std::string> values;
  for (const auto& text : strange_texts())
    if (text::parse_json(text)) values.push_back(text);
  return values;
}

text::json pod_with(const std::string& spec) {
  return test::object_of("v1", "Pod", "strange").with("spec", *text::parse_json(spec));
}

const std::vector<reader>& readers_of_texts() {
  using fixture = strange_fixture;
  using content = const std::string&;
  static const std::vector<reader> readers{
    {"section of the ConfigMap", [](fixture& at, content x) { at.set_strange("web", x); },
     [](fixture& at, content x) { at.set_strange("web", x); }},
    {"global section of the ConfigMap", [](fixture& at, content x) { at.set_strange("global", x); },
     [](fixture& at, content x) { at.set_strange("global", x); }, true},
    {"flag in the ConfigMap", [](fixture& at, content x) { at.set_strange("webEnabled", x); },
     [](fixture& at, content x) { at.set_strange("webEnabled", x); }},
    {"values.yaml of the module", [](fixture& at, content x) { at.write("modules/010-web/values.yaml", x); }},
    {"values.yaml of all modules", [](fixture& at, content x) { at.common_values(x); }, {}, true},
    {"schema of config values",
     [](fixture& at, content x) { at.write("modules/010-web/openapi/config-values.yaml", x); }},
    {"schema of values", [](fixture& at, content x) { at.write("modules/010-web/openapi/values.yaml", x); }},
    {"definition", [](fixture& at, content x) { at.write("modules/010-web/crds/a.yaml", x); }},
    {"configuration of a hook", [](fixture& at, content x) { at.hook("web/a.sh", x); }},
    {"configuration of a global hook", [](fixture& at, content x) { at.hook("global/a.sh", x); }},
    {"answer of an enabled script",
     [](fixture& at, content x) { at.enabled_script("web", [x](test::hook_run& run) { run.enabled = x; }); },
     {},
     true},
    {"words of a hook", [](fixture& at, content x) { at.plays([x](test::hook_run& run) { run.words = x + "\n"; }); }},
    {"values patch", [](fixture& at, content x) { at.plays([x](test::hook_run& run) { run.values_patch = x; }); }},
    {"config values patch",
     [](fixture& at, content x) { at.plays([x](test::hook_run& run) { run.config_patch = x; }); }},
    {"operations on objects",
     [](fixture& at, content x) { at.plays([x](test::hook_run& run) { run.object_patch = x; }); }},
    {"metrics", [](fixture& at, content x) { at.plays([x](test::hook_run& run) { run.metrics = x; }); }},
  };
  return readers;
}

/// A reader with a hook that writes an operation that contains the value.
reader wrapped(const char* name, std::string test::hook_run::*output, std::string before, std::string after) {
  return {name, [=](strange_fixture& at, const std::string& x) {
            at.plays([=](test::hook_run& run) { run.*output = before + x + after; });
          }};
}

const std::vector<reader>& readers_of_values() {
  using fixture = strange_fixture;
  using run = test::hook_run;
  using content = const std::string&;
  static const std::vector<reader> readers{
    wrapped("value in a values patch", &run::values_patch, R"({"op":"add","path":"/web/x","value":)", "}"),
    wrapped("section in a values patch", &run::values_patch, R"({"op":"add","path":"/web","value":)", "}"),
    wrapped("value in a config values patch", &run::config_patch, R"({"op":"add","path":"/web/x","value":)", "}"),
    wrapped("section in a config values patch", &run::config_patch, R"({"op":"add","path":"/web","value":)", "}"),
    wrapped("object to create", &run::object_patch, R"({"operation":"CreateOrUpdate","object":)", "}"),
    wrapped("merge patch", &run::object_patch,
            R"({"operation":"MergePatch","apiVersion":"v1","kind":"Pod","name":"a","mergePatch":)", "}"),
    wrapped("labels of a metric", &run::metrics, R"({"name":"a","action":"set","value":1,"labels":)", "}"),
    wrapped("buckets of a metric", &run::metrics, R"({"name":"a","action":"observe","value":1,"buckets":)", "}"),
    {"object in a watch",
     [](fixture& at, content x) {
       at.hook("web/a.sh", v1("kubernetes: [{name: pods, kind: Pod, jqFilter: '.spec.x // .spec'}]"));
       at.put_object(pod_with(x));
     },
     [](fixture& at, content x) { at.put_object(pod_with(x)); }},
    {"data of the ConfigMap",
     [](fixture& at, content x) {
       at.put_object(test::object_of("v1", "ConfigMap", "addon-operator", {}, fixture::namespace_name)
                       .with("data", *text::parse_json(x)));
     },
     [](fixture& at, content x) {
       at.put_object(test::object_of("v1", "ConfigMap", "addon-operator", {}, fixture::namespace_name)
                       .with("data", *text::parse_json(x)));
     }},
    {"record of a release",
     [](fixture& at, content x) {
       at.helm().store({.name = "web", .labels = {{"moduleChecksum", "x"}}});
       const auto secret = at.api().object("Secret", fixture::namespace_name, "sh.helm.release.v1.web.v1");
       REQUIRE(secret);
       at.put_object(secret->with("data", *text::parse_json(x)));
     }},
  };
  return readers;
}

/// Checks that foreign text reaches a terminal only as plain text, and never looks like a line of the
/// operator.
void check_shown(const std::string& text) {
  CHECK(text::printable_lines(text) == text);
  CHECK(text.find("\nqueue main: all is well") == text.npos);
}

/// Checks the output of commands for the trace.
void check_trace(const std::string& trace) {
  const auto file = trace::read::parse_trace(trace);
  for (const auto detail : {trace::read::trace_detail::lifecycle, trace::read::trace_detail::everything})
    check_shown(trace::read::lifecycle_order(file.events, detail, file.began_us));
  const trace::read::recorded_run run(file.events, file.began_us);
  check_shown(trace::read::run_report(run, {}));
  check_shown(trace::formats::timeline_json(trace::formats::timeline_of(run)));
}

void look_everywhere(strange_fixture& at) {
  CHECK(at.exit_codes().empty());
  CHECK_FALSE(actors::telemetry::readiness(at.describe()).body.empty());
  check_shown(actors::telemetry::readiness(at.describe()).body);
  check_shown(at.log());
  check_trace(at.trace);
  CHECK_FALSE(at.metrics_text().empty());
  static_cast<void>(at.hook_metrics_text());
  for (const auto* page :
       {"/global/values.json", "/global/config.yaml", "/module/web/values.yaml", "/module/web/config.json",
        "/module/web/patches.json", "/module/web/snapshots.json", "/module/resource-monitor.yaml",
        "/module/resource-monitor.text", "/queue/list.text", "/queue/list.json", "/module/list.json",
        "/module/web/render.text", "/module/web/render.yaml", "/module/\x1b\xe2\x80\xae/values.json", "/\xc2\x9b"}) {
    CAPTURE(page);
    const auto reply = at.debug_page(page);
    CHECK_FALSE(reply.body.empty());
    check_shown(reply.body);
    if (reply.status == 200 && reply.content_type == "application/json") CHECK(text::parse_json(reply.body));
    for (const auto& warning : reply.warnings) check_shown(sys::http::warning_header(warning));
  }
}

void play(const reader& from, const std::string& content) {
  CAPTURE(from.name);
  const auto shown = content.substr(0, 200);
  CAPTURE(shown);
  strange_fixture at;
  from.feed(at, content);
  at.start();
  at.advance(1min);
  look_everywhere(at);
  if (!from.may_stop_all) CHECK_FALSE(at.runs_of("db/a.sh").empty());
  CHECK_FALSE(at.trace.empty());
}

void play_later(const reader& from, const std::string& content) {
  CAPTURE(from.name);
  const auto shown = content.substr(0, 200);
  CAPTURE(shown);
  strange_fixture at;
  if (from.name == "object in a watch") from.feed(at, "{}");
  at.start();
  from.feed_later(at, content);
  at.run();
  at.advance(1min);
  look_everywhere(at);
  if (from.name == "object in a watch") from.feed_later(at, "{}");
  // Replaces the ConfigMap by a valid ConfigMap.
  at.put_object(test::object_of("v1", "ConfigMap", "addon-operator", {}, strange_fixture::namespace_name));
  at.set_config({{"web", "size: 5\n"}, {"db", "size: 5\n"}});
  at.run();
  at.advance(1min);
  CHECK(at.describe().problems.empty());
  CHECK(at.last_run("db/a.sh").value("/db/size").dump() == "5");
}

} // namespace

TEST_CASE("no text that is there at the start ends the operator, or stops what has nothing to do with it") {
  for (const auto& from : readers_of_texts())
    for (const auto& text : strange_texts()) play(from, text);
}

TEST_CASE("no value that is there at the start ends the operator, or stops what has nothing to do with it") {
  for (const auto& from : readers_of_values())
    for (const auto& value : strange_values()) play(from, value);
}

TEST_CASE("no content that comes later ends the operator, and good content is taken after it") {
  for (const auto& from : readers_of_texts())
    if (from.feed_later)
      for (const auto& text : strange_texts()) play_later(from, text);
  for (const auto& from : readers_of_values())
    if (from.feed_later)
      for (const auto& value : strange_values()) play_later(from, value);
}

// -- a section that is a list --------------------------------------------------

namespace {

constexpr auto list_at_start =
  "values section 'web': ConfigMap: load 'web' values: module config should be a map, or false "
  "to disable the module. Got: a list";

bool says(strange_fixture& at, std::string_view text) {
  return actors::telemetry::readiness(at.describe()).body.find(text) != std::string::npos;
}

} // namespace

TEST_CASE_FIXTURE(strange_fixture,
                  "a section of the ConfigMap that is a list is an error of its section, also at the start") {
  plays({});
  set_config("web", "- a\n");
  start();
  CHECK_EQ(take_journal(), "db/a.sh beforeHelm");
  CHECK(says(*this, list_at_start));
  set_config("web", "size: 1\n");
  run();
  CHECK_EQ(last_run("web/a.sh").value("/web/size").dump(), "1");
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(strange_fixture, "a section that becomes a list or a scalar keeps its last content") {
  plays({});
  set_config("web", "size: 1\n");
  start();
  for (const auto* text : {"- a\n", "[]", "7", "true", "some words"}) {
    CAPTURE(text);
    set_config({{"web", text}, {"db", "size: " + std::to_string(std::string(text).size())}});
    run();
    CHECK(says(*this, "values section 'web': ConfigMap: load 'web' values: module config should be a map"));
    CHECK_EQ(debug_page("/module/web/values.json").body.find("\"size\"") != std::string::npos, true);
  }
  CHECK_EQ(last_run("web/a.sh").value("/web/size").dump(), "1");
}

TEST_CASE_FIXTURE(strange_fixture, "a section of a values file that is a list keeps its module from running") {
  plays({});
  write("modules/010-web/values.yaml", "webEnabled: true\nweb: [a]\n");
  start();
  CHECK_EQ(take_journal(), "db/a.sh beforeHelm");
  CHECK(says(*this,
             "modules/010-web/values.yaml: 'web': module config should be a map, or false to disable the module. Got: "
             "a list"));
}

TEST_CASE_FIXTURE(strange_fixture,
                  "a hook whose patch makes a list of its section fails, and nothing of it has happened") {
  plays([](test::hook_run& run) {
    run.values_patch = R"([{"op":"add","path":"/web/x","value":1},{"op":"add","path":"/web","value":[1]}])";
  });
  start();
  CHECK(log().find("the patch leaves no map at '/web': patch keys below it, for example '/web/size'")
        != std::string::npos);
  CHECK(debug_page("/module/web/patches.json").body.find("\"op\"") == std::string::npos);
  CHECK_FALSE(config("web").has_value());
}
