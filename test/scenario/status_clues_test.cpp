// Objects and values behind a failure or a removal, as `addon-operator status` names them.
#include "support/operator_fixture.hpp"

#include <doctest/doctest.h>

#include <string>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

/// The text has the words, wherever a line ends.
bool shows(const std::string& text, std::string_view words) {
  std::string flat;
  for (const auto c : text)
    if ((c != '\n' && c != ' ') || (!flat.empty() && flat.back() != ' ')) flat += c == '\n' ? ' ' : c;
  return flat.find(words) != flat.npos;
}

/// The entry of the last writer in the metadata.
text::json written(const text::json& object, const std::string& manager, const std::string& time) {
  const auto fields = *text::parse_json(R"({"f:metadata":{"f:labels":{"f:environment":{}}}})");
  const auto entry =
    text::json::object({{"manager", manager}, {"operation", "Update"}, {"time", time}, {"fieldsV1", fields}});
  return object.with("metadata", object.find("metadata")->with("managedFields", text::json::array({entry})));
}

struct clues_fixture : operator_fixture {
  clues_fixture() {
    create_config_map();
    module("010-web");
  }
  [[nodiscard]] std::string status() { return debug_page("/status.text?columns=160").body; }
  [[nodiscard]] std::string snapshots(const std::string& query) {
    return debug_page("/module/web/snapshots" + query).body;
  }
  void put(const std::string& kind, const std::string& name, const text::json& data, const std::string& time) {
    const auto object = test::object_of("v1", kind, name, {}).with("data", data);
    api().put_object(written(object, "green-ci", time));
    run();
  }
};

/// The `enabled` script of `web` needs a value that a global hook takes from a ConfigMap.
struct removal_fixture : clues_fixture {
  removal_fixture() {
    chart("web", "kind: ConfigMap\napiVersion: v1\nmetadata: {name: a}\n");
    hook("global/facts.sh",
         v1("kubernetes: [{name: facts, kind: ConfigMap, namespace: {nameSelector: {matchNames: "
            "[default]}}, jqFilter: .data.v}]"),
         [](test::hook_run& run) {
           const auto is_there = run.context.find("production") != std::string::npos;
           run.values_patch = std::string(R"([{"op":"add","path":"/global/production","value":)")
                              + (is_there ? R"(["shop"])" : "[]") + "}]";
         });
    enabled_script("web", [](test::hook_run& run) {
      run.enabled = run.value("/global/production").dump() == "[]" ? "false" : "true";
    });
    write("modules/010-web/enabled", "jq '.global.production | length > 0'\n", true);
    put("ConfigMap", "facts", text::json::object({{"v", "production"}}), "2026-01-01T00:00:00Z");
    start();
  }
};

} // namespace

TEST_CASE_FIXTURE(removal_fixture,
                  "a removed release has the value that decides, its source, its writer and its objects") {
  put("ConfigMap", "facts", text::json::object({{"v", "prod"}}), "2026-01-01T00:00:30Z");
  advance(1s);
  const auto gone = status();
  CHECK_MESSAGE(gone.find("1 RELEASE REMOVED ") == 0, gone);
  CHECK_MESSAGE(shows(gone, "release 'web' was removed: its enabled script says no"), gone);
  CHECK_MESSAGE(shows(gone, "The script reads values: global.production is an empty list since "), gone);
  CHECK_MESSAGE(shows(gone, "set by global hook 'facts.sh' (its last run, at "), gone);
  CHECK_MESSAGE(shows(gone, "came of an event of ConfigMap default/facts, last written by green-ci at 2026-01-01 "
                            "00:00:30 (metadata.labels.environment=))"),
                gone);
  CHECK_MESSAGE(shows(gone, "; before it was a list. With it went addon-operator/ConfigMap/a."), gone);
  CHECK_MESSAGE(!shows(gone, "All is well"), gone);
  CHECK(debug_page("/status.text").exit_code == 0);
  put("ConfigMap", "facts", text::json::object({{"v", "production"}}), "2026-01-01T00:00:40Z");
  advance(1s);
  const auto again = status();
  CHECK_MESSAGE(shows(again, "It was made again at "), again);
  CHECK_MESSAGE(again.find("REMOVED ") == std::string::npos, again);
  CHECK(debug_page("/status.json").body.find(R"("madeAgain":")") != std::string::npos);
}

TEST_CASE_FIXTURE(clues_fixture,
                  "a failing hook has the objects that it reads, and what was written since its success") {
  hook("web/sum.sh",
       v1("kubernetes: [{name: parts, kind: ConfigMap, namespace: {nameSelector: {matchNames: [default]}}, jqFilter: "
          ".data, queue: sum, includeSnapshotsFrom: [parts]}]"),
       [](test::hook_run& run) {
         if (run.context.find("large") != std::string::npos) run.failure = "it is too much";
       });
  put("ConfigMap", "blue", text::json::object({{"v", "small"}}), "2026-01-01T00:00:00Z");
  start();
  advance(30s);
  CHECK_MESSAGE(status().find("reads:") == std::string::npos, status());
  put("ConfigMap", "green", text::json::object({{"v", "large " + std::string(2000, 'x')}}), "2026-01-01T00:00:31Z");
  advance(1s);
  const auto page = status();
  CHECK_MESSAGE(page.find("1 PROBLEM: hook 'hooks/sum.sh' of module 'web' fails. ") == 0, page);
  CHECK_MESSAGE(shows(page, "reads: 2 ConfigMaps, 5 kB: ConfigMap default/green 4 kB (changed since the last "
                            "success, by green-ci at 2026-01-01 00:00:31), ConfigMap default/blue "),
                page);
  CHECK_MESSAGE(shows(page, "next: look first at ConfigMap default/green, which green-ci has written since the last "
                            "success"),
                page);
  CHECK_MESSAGE(shows(page, "not well: hook 'hooks/sum.sh' fails (problem 1)"), page);
}

TEST_CASE_FIXTURE(clues_fixture,
                  "contents of Secrets are shown as sizes unless they are asked for, and long snapshots as sizes") {
  hook("web/a.sh", v1("kubernetes: [{name: tokens, kind: Secret, namespace: {nameSelector: {matchNames: [default]}}, "
                      "jqFilter: .data.token}, {name: maps, kind: ConfigMap, namespace: {nameSelector: {matchNames: "
                      "[default]}}, jqFilter: .data}]"));
  put("Secret", "t", text::json::object({{"token", "c2VjcmV0"}}), "2026-01-01T00:00:00Z");
  start();
  CHECK_MESSAGE(snapshots(".json").find("c2VjcmV0") == std::string::npos, snapshots(".json"));
  CHECK(snapshots(".json").find(R"("filterResult":"<8 bytes>")") != std::string::npos);
  CHECK(snapshots(".json?secrets=true").find("c2VjcmV0") != std::string::npos);
  put("ConfigMap", "long", text::json::object({{"v", std::string(300 * 1024, 'x')}}), "2026-01-01T00:00:00Z");
  const auto reply = debug_page("/module/web/snapshots.yaml");
  CHECK_MESSAGE(reply.body.find("name: default/long") != std::string::npos, reply.body.substr(0, 500));
  CHECK(reply.body.size() < 1000);
  REQUIRE(reply.warnings.size() == 1);
  CHECK(reply.warnings[0].find("`-o json` shows them whole") != std::string::npos);
  CHECK(snapshots(".json").size() > 300 * 1024);
}
