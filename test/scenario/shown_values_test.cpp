// A refused value is not shown on a page or in the log, at any place and for any reason of the refusal.
#include "actors/telemetry/status_pages.hpp"
#include "support/operator_fixture.hpp"

#include <string>
#include <string_view>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

/// A value at places that are not marked as secret. It is hidden only because values are never shown.
constexpr std::string_view marker = "Zq7hunterTwo";
/// A secret that is a number.
constexpr std::string_view pin = "48213977";

bool shows(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string with_marker(std::string text) {
  for (auto at = text.find('~'); at != std::string::npos; at = text.find('~', at + marker.size()))
    text.replace(at, 1, marker);
  return text;
}

struct shown_values_fixture : operator_fixture {
  shown_values_fixture() {
    module("010-web");
    hook("web/run.sh", v1("beforeHelm: 1"));
  }

  std::string pages() {
    const auto x = describe();
    return actors::telemetry::readiness(x).body + actors::telemetry::converge_status_text(x).body
           + actors::telemetry::converge_status_json(x).body + metrics_text() + hook_metrics_text();
  }

  /// Starts, and lets each step fail. Checks that no page shows the value, and that the log contains `words`.
  void check_hidden(std::string_view words) {
    start();
    advance(1min);
    CHECK_MESSAGE(shows(log(), words), log());
    for (const auto secret : {marker, pin}) {
      const auto page = pages();
      CHECK_MESSAGE(!shows(page, secret), page);
      CHECK_MESSAGE(!shows(log(), secret), log());
    }
  }

  void output(std::string test::hook_run::*file, std::string text) {
    replay("web/run.sh", [file, text = with_marker(std::move(text))](test::hook_run& run) { run.*file = text; });
  }
};

} // namespace

TEST_CASE_FIXTURE(shown_values_fixture, "a section that its schema refuses shows no value, by whatever rule") {
  write("modules/010-web/openapi/config-values.yaml", R"(
type: object
properties:
  type: {type: integer}
  text: {type: string}
  pattern: {type: string, pattern: "^a"}
  enum: {enum: [a, b]}
  address: {type: string, format: ipv4}
  range: {type: integer, maximum: 3}
  list: {type: array, items: {type: integer}}
  any: {anyOf: [{type: integer}, {enum: [x]}]}
  not: {not: {type: string}}
  map: {type: object, additionalProperties: {type: integer}}
  url: {type: object}
)");
  set_config("web", with_marker("type: '~'\ntext: 48213977\npattern: '~'\nenum: '~'\naddress: '~'\nrange: 48213977\n"
                                "list: [1, '~']\nany: '~'\nnot: '~'\nmap: {a: '~'}\nurl: https://u:~@host/\n"));
  check_hidden("web.type must be of type integer, got a string");
  for (const auto* place :
       {"web.text must be of type string, got a number", "web.pattern must match '^a'",
        "web.enum must be one of [\"a\",\"b\"]", "web.address must be of format ipv4", "web.range must be at most 3",
        "web.list[1] must be of type integer, got a string", "web.any must match at least one schema",
        "web.not must not match", "web.map.a must be of type integer", "web.url must be of type object, got a string"})
    CHECK_MESSAGE(shows(pages(), place), place);
}

TEST_CASE_FIXTURE(shown_values_fixture, "a section that cannot be read shows no value") {
  std::string text;
  SUBCASE("a scalar") {
    text = "~";
  }
  SUBCASE("a quote that does not end") {
    text = "a: \"~";
  }
  SUBCASE("a text that begins like an alias") {
    text = "a: *~";
  }
  SUBCASE("a text that begins like an anchor") {
    text = "a: &~ b: c";
  }
  SUBCASE("a text that begins like a tag") {
    text = "a: !~!~ b: c";
  }
  SUBCASE("a text with a colon") {
    text = "a: ~: ~";
  }
  SUBCASE("a text in a list that does not end") {
    text = "a: [~";
  }
  set_config("web", with_marker(text));
  check_hidden("'web'");
}

TEST_CASE_FIXTURE(shown_values_fixture, "a flag that is none shows no value") {
  SUBCASE("in the ConfigMap") {
    set_config("webEnabled", std::string(marker));
  }
  SUBCASE("in a values file") {
    module("010-web", with_marker("webEnabled: '~'\n"));
  }
  SUBCASE("in a values file for all modules") {
    write("modules/values.yaml", with_marker("webEnabled: ['~', 48213977]\n"));
  }
  check_hidden("'webEnabled'");
}

TEST_CASE_FIXTURE(shown_values_fixture, "a global section that is no map shows no value") {
  SUBCASE("in the ConfigMap") {
    set_config("global", std::string(pin));
  }
  SUBCASE("in a values file") {
    write("modules/values.yaml", with_marker("global: '~'\n"));
  }
  check_hidden("must be a map");
}

TEST_CASE_FIXTURE(shown_values_fixture, "a patch of values that is refused shows no value") {
  write("modules/010-web/openapi/values.yaml", "type: object\nproperties: {a: {type: integer}}\n");
  std::string text;
  SUBCASE("by the schema") {
    text = R"({"op":"add","path":"/web/a","value":"~"})";
  }
  SUBCASE("by a test") {
    text = R"({"op":"test","path":"/web/a","value":"~"})";
  }
  SUBCASE("as it is no JSON") {
    text = R"({"op":"add","path":"/web/a","value":"~)";
  }
  SUBCASE("as there is more") {
    text = R"({"op":"add","path":"/web/b","value":"~"} ~)";
  }
  output(&test::hook_run::values_patch, text);
  check_hidden("hook_failed");
}

TEST_CASE_FIXTURE(shown_values_fixture, "a flag that a global hook sets to no flag shows no value") {
  hook("global/flags.sh", v1("onStartup: 1"),
       [](test::hook_run& run) { run.values_patch = with_marker(R"({"op":"add","path":"/webEnabled","value":"~"})"); });
  check_hidden("unsupported module enabled value at '/webEnabled'");
}

TEST_CASE_FIXTURE(shown_values_fixture, "metrics of a hook that are refused show no value") {
  std::string text;
  SUBCASE("a value") {
    text = R"({"name":"a","set":"~"})";
  }
  SUBCASE("a label") {
    text = R"({"name":"a","set":1,"labels":{"x":48213977}})";
  }
  SUBCASE("an action") {
    text = R"({"name":"a","action":"~"})";
  }
  SUBCASE("buckets") {
    text = R"({"name":"a","observe":1,"buckets":["~"]})";
  }
  output(&test::hook_run::metrics, text);
  check_hidden("hook_failed");
}

TEST_CASE_FIXTURE(shown_values_fixture, "a filter that fails shows nothing of the object, of whatever kind") {
  static_cast<void>(api().put_object(test::object_of("v1", "ConfigMap", "db")
                                       .with("data", text::json::object({{"p", text::json(std::string(marker))}}))));
  std::string filter;
  SUBCASE("a number") {
    filter = ".data.p | tonumber";
  }
  SUBCASE("a sum") {
    filter = ".data.p + 1";
  }
  SUBCASE("an error of the object") {
    filter = ".data | error";
  }
  SUBCASE("an error of a text") {
    filter = "error(.data.p)";
  }
  SUBCASE("an error with words") {
    filter = "error(\"no port: \" + .data.p)";
  }
  SUBCASE("an index") {
    filter = ".metadata.name | .[\"a\"]";
  }
  SUBCASE("an index of the object") {
    filter = ".data.p as $x | \"a\" | .[$x]";
  }
  SUBCASE("JSON") {
    filter = ".data.p | fromjson";
  }
  SUBCASE("a date") {
    filter = ".data.p | strptime(\"%Y\")";
  }
  SUBCASE("a program that ends") {
    filter = ".data.p | halt_error";
  }
  SUBCASE("a regular expression") {
    filter = ".data.p as $x | \"a\" | test(\"(\" + $x)";
  }
  hook("web/watch.sh", v1("kubernetes: [{name: db, kind: ConfigMap, jqFilter: '" + filter + "'}]"));
  check_hidden("filter_failed");
}

TEST_CASE_FIXTURE(shown_values_fixture, "an object that the API server refuses shows none of its values") {
  output(&test::hook_run::object_patch, R"({"operation":"Create","object":{"apiVersion":"v1","kind":"ConfigMap",)"
                                        R"("metadata":{"name":"db","namespace":"default"},"data":{"p":"~"}}})");
  std::string message;
  SUBCASE("a value of a field") {
    message = "ConfigMap \"db\" is invalid: data[p]: Invalid value: \"~\": no";
  }
  SUBCASE("a list") {
    message = "Pod \"db\" is invalid: spec.a: Invalid value: [\"~\",\"b\"]: no";
  }
  SUBCASE("what cannot be decoded") {
    message = R"(v1.Pod.Spec: decode array: expect [, error found in #10 byte of ...|"~"}|...)";
  }
  const auto status = text::json::object(
    {{"kind", "Status"}, {"reason", "Invalid"}, {"code", 422}, {"message", text::json(with_marker(message))}});
  api().fail_next({{"POST", "/configmaps"}, kube::api::http_response{422, status.dump(), {}}, 100});
  check_hidden("hook_failed");
}

TEST_CASE_FIXTURE(shown_values_fixture, "Helm's words about a chart show no value that stands in them") {
  chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n");
  std::string words;
  SUBCASE("a number") {
    words = R"(error calling atoi: strconv.Atoi: parsing "~": invalid syntax)";
  }
  SUBCASE("a loop") {
    words = "at <.Values.web.a>: range can't iterate over ~";
  }
  SUBCASE("a field") {
    words = R"(Secret "a" is invalid: data[p]: Invalid value: "~": no)";
  }
  SUBCASE("a map") {
    words = "error calling fail: bad map[password:~]";
  }
  SUBCASE("a text of YAML") {
    words = "error unmarshaling JSON: cannot unmarshal !!str `~` into int";
  }
  SUBCASE("an option") {
    words = "cannot start with --password=~ at db";
  }
  SUBCASE("an address") {
    words = "cannot reach https://user:~@host/ at all";
  }
  helm().fail_next("web", with_marker("execution error at (web/templates/a.yaml:1:1): " + words));
  check_hidden("helm_failed");
}
