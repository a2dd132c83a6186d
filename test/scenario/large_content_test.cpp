// Small content that would need much memory or time: aliases, merges, copies, defaults, long names. It costs
// little, is refused with a message that names the limit, and the previous content is kept.
#include "actors/telemetry/status_pages.hpp"
#include "support/operator_fixture.hpp"

#include <algorithm>
#include <string>
#include <string_view>

using test::v1;
using namespace std::chrono_literals;

namespace {

/// A module `web` with a section that hooks see, and an independent module `db`.
struct large_fixture : test::operator_fixture {
  large_fixture() {
    create_config_map();
    module("010-web");
    module("005-db");
    hook("web/a.sh", v1("beforeHelm: 1"));
    hook("db/a.sh", v1("beforeHelm: 1"));
  }

  void schema(const std::string& text) { write("modules/010-web/openapi/config-values.yaml", text); }

  std::string page() { return actors::telemetry::readiness(describe()).body; }

  [[nodiscard]] std::size_t longest_line() const {
    std::size_t longest = 0;
    for (std::size_t at = 0; at < log().size();) {
      const auto end = std::min(log().find('\n', at), log().size());
      longest = std::max(longest, end - at);
      at = end + 1;
    }
    return longest;
  }

  /// Checks what must hold for any content: pages and log lines are short, and other modules run.
  void check_quiet() {
    CHECK(exit_codes().empty());
    CHECK(page().size() < (64U << 10U));
    CHECK(longest_line() < (16U << 10U));
    CHECK_FALSE(runs_of("db/a.sh").empty());
  }

  void refuses(const std::string& section, std::string_view reason) {
    set_config("web", "size: 1\n");
    start();
    set_config({{"web", section}, {"db", "size: 2\n"}});
    run();
    CHECK(page().find(reason) != std::string::npos);
    CHECK(debug_page("/module/web/values.json").body.find("\"size\":1") != std::string::npos);
    CHECK(last_run("db/a.sh").value("/db/size").dump() == "2");
    check_quiet();
    set_config("web", "size: 3\n");
    run();
    CHECK(last_run("web/a.sh").value("/web/size").dump() == "3");
    CHECK(describe().problems.empty());
  }
};

std::string merge_bomb() {
  std::string text = "a: &a {";
  for (int i = 0; i < 3'000; ++i) text += "k" + std::to_string(i) + ": 1, ";
  text += "}\nb:\n";
  for (int i = 0; i < 8'000; ++i) text += "  <<: *a\n";
  return text;
}

std::string alias_bomb() {
  std::string text = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n";
  for (int i = 1; i < 9; ++i) {
    const auto last = "*a" + std::to_string(i - 1);
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + last;
    for (int k = 0; k < 9; ++k) text += "," + last;
    text += "]\n";
  }
  return text;
}

std::string list_of(const std::string& item, std::size_t count) {
  std::string text = "[";
  for (std::size_t i = 0; i < count; ++i) text += (i == 0 ? "" : ",") + item;
  return text + "]";
}

} // namespace

TEST_CASE_FIXTURE(large_fixture, "a section of many merges is refused with the bound, and its last content stays") {
  refuses(merge_bomb(), "bad yaml at key 'web': invalid YAML: line");
}

TEST_CASE_FIXTURE(large_fixture, "a section of many aliases is refused with the bound, and its last content stays") {
  refuses(alias_bomb(), "its values take too much memory: 8 MiB and 12 times the text at most");
}

TEST_CASE_FIXTURE(large_fixture, "a section of very many small values is refused with the bound") {
  std::string lines = "x:\n";
  for (int i = 0; i < 300'000; ++i) lines += "- []\n";
  refuses(lines, "its values take too much memory");
}

TEST_CASE_FIXTURE(large_fixture, "a section in which defaults would take too much is refused with the bound") {
  schema("properties:\n  size: {type: integer}\n  l: {type: array, items: {type: object, additionalProperties: false, "
         "properties: {a: {type: string, default: "
         + std::string(2'000, 'd') + "}}}}\n");
  refuses("{\"l\":" + list_of("{}", 30'000) + "}", "the defaults of its schema would take more than 8 MiB");
}

TEST_CASE_FIXTURE(large_fixture, "very many violations are a line of some kilobytes that names the bound") {
  schema("properties:\n  size: {type: integer}\n  labels: {type: object, additionalProperties: {type: array, items: "
         "{type: string}}}\n");
  refuses("{\"labels\":{\"a\":" + list_of("1", 25'000) + "}}", "web.labels.a[0] must be of type string, got a number");
}

TEST_CASE_FIXTURE(large_fixture, "very many violations in places with long names are a line of some kilobytes") {
  schema("properties:\n  size: {type: integer}\nadditionalProperties: {type: array, items: {type: string}}\n");
  refuses("{\"" + std::string(300'000, 'k') + "\":" + list_of("1", 100'000) + "}",
          "must be of type string, got a number");
}

TEST_CASE_FIXTURE(large_fixture, "readyz has less than 64 KiB and says how many lines more there are") {
  std::map<std::string, std::string> keys{{"web", "size: 1\n"}};
  for (int i = 0; i < 3'000; ++i) keys["Bad-" + std::to_string(i) + std::string(100, 'x')] = "a: 1\n";
  set_config(keys);
  start();
  CHECK(page().find("900 more keys cannot be used, and no module has them") != std::string::npos);
  CHECK(page().find("2000 more keys have no effect") != std::string::npos);
  check_quiet();
  actors::messages::operator_description many;
  many.first_reload_done = true;
  many.problems.assign(2'000, "values section 'web': " + std::string(20'000, 'x'));
  const auto body = actors::telemetry::readiness(many).body;
  CHECK(body.size() < (64U << 10U));
  CHECK(body.ends_with(" lines more: the log has them\n"));
}

TEST_CASE_FIXTURE(large_fixture, "a hook that doubles its values by copies fails, and nothing of it has happened") {
  replay("web/a.sh", [](test::hook_run& run) {
    run.values_patch = R"({"op":"add","path":"/web/x","value":"0123456789"})";
    for (int i = 0; i < 2'000; ++i)
      run.values_patch += R"({"op":"copy","from":"/web","path":"/web/y)" + std::to_string(i) + "\"}";
  });
  start();
  CHECK(log().find("one patch may copy 8 MiB") != std::string::npos);
  CHECK(debug_page("/module/web/patches.json").body.find("\"op\"") == std::string::npos);
  check_quiet();
}

TEST_CASE_FIXTURE(large_fixture,
                  "a hook with very many mistakes in its output, and with long lines, is reported briefly") {
  replay("web/a.sh", [](test::hook_run& run) {
    for (int i = 0; i < 20'000; ++i) run.metrics += "{\"" + std::string(200, 'm') + "\":1}";
    run.words = std::string(60'000, '\x01') + "\n";
  });
  start();
  CHECK(log().find("$METRICS_PATH") != std::string::npos);
  check_quiet();
}

TEST_CASE_FIXTURE(large_fixture, "a long line of a hook is in the log as several, all of it") {
  replay("web/a.sh", [](test::hook_run& run) { run.words = std::string(30'000, 'x') + "end\n"; });
  start();
  const auto& all = log();
  CHECK(std::count(all.begin(), all.end(), 'x') >= 30'000);
  CHECK(all.find("xend") != std::string::npos);
  check_quiet();
}
