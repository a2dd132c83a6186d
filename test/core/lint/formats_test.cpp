#include "core/lint/formats.hpp"

#include "text/json/json.hpp"

#include <doctest/doctest.h>

using namespace core::lint;

namespace {

const std::vector<finding> found{
  {rule::hook_config, severity::error, "/p/modules/010-web/hooks/a.sh", 3, "exit code 1: <\"no & no\">"},
  {rule::file_suspicious, severity::warning, "/p/modules/values.yaml", {}, "unknown key 'wbe'"},
  {rule::platform_unreadable, severity::error, "", {}, "no modules"},
};

} // namespace

TEST_CASE("findings as lines, with their counts at the end") {
  CHECK(as_text(found, "/p")
        == "modules/010-web/hooks/a.sh:3: error: exit code 1: <\"no & no\"> [hook-config]\n"
           "modules/values.yaml: warning: unknown key 'wbe' [file-suspicious]\n"
           ".: error: no modules [platform-unreadable]\n"
           "2 errors, 1 warning\n");
  CHECK(as_text({}, "/p") == "0 errors, 0 warnings\n");
  CHECK(as_text({{rule::definitions, severity::error, "/elsewhere/a", {}, "x"}}, "/p")
        == "/elsewhere/a: error: x [definitions]\n1 error, 0 warnings\n");
}

TEST_CASE("findings as JSON") {
  const auto read = text::parse_json(as_json(found, "/p"));
  REQUIRE(read);
  CHECK(read->as_array().size() == 3);
  CHECK(read->as_array()[0] == *text::parse_json(R"({"code":"hook-config","level":"error","line":3,
                                 "path":"modules/010-web/hooks/a.sh","text":"exit code 1: <\"no & no\">"})"));
  CHECK(read->as_array()[1].find("line") == nullptr);
  CHECK(as_json({}, "/p") == "[]\n");
}

TEST_CASE("findings as SARIF name rules that the log lists, and places") {
  const auto read = text::parse_json(as_sarif(found, "/p", "1.2"));
  REQUIRE(read);
  CHECK(read->string_at("version") == "2.1.0");
  const auto& run = read->find("runs")->as_array()[0];
  const auto& driver = *run.find("tool")->find("driver");
  CHECK(driver.string_at("version") == "1.2");
  CHECK(driver.find("rules")->as_array().size() == std::size(rules));
  const auto& results = run.find("results")->as_array();
  REQUIRE(results.size() == 3);
  CHECK(results[0].string_at("ruleId") == "hook-config");
  CHECK(results[1].string_at("level") == "warning");
  const auto& place = *results[0].find("locations")->as_array()[0].find("physicalLocation");
  CHECK(place.find("artifactLocation")->string_at("uri") == "modules/010-web/hooks/a.sh");
  CHECK(place.find("region")->find("startLine")->as_int() == 3);
}

TEST_CASE("findings as JUnit: an error is a failure, and its text is escaped") {
  const auto text = as_junit(found, "/p");
  CHECK(text.find(R"(tests="3" failures="2")") != std::string::npos);
  CHECK(text.find(R"(<testcase classname="hook-config" name="modules/010-web/hooks/a.sh:3"><failure message=)"
                  R"("exit code 1: &lt;&quot;no &amp; no&quot;&gt;"/></testcase>)")
        != std::string::npos);
  CHECK(as_junit({}, "/p").find(R"(tests="1" failures="0")") != std::string::npos);
  CHECK(as_junit({{rule::definitions, severity::warning, "", {}, "a\x01z"}}, "").find("a?z") != std::string::npos);
}
