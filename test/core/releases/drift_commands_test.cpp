#include "core/releases/drift_commands.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::releases;

namespace {

text::json whole(const text::json& x) {
  return x;
}

compared_object cron_job(const std::string& field, const std::string& chart, const std::string& live) {
  const auto object = [&](const std::string& value, const std::string& more) {
    return *text::parse_json(
      R"({"apiVersion":"batch/v1","kind":"CronJob","metadata":{"name":"import","namespace":"web")" + more
      + R"(},"spec":{")" + field + R"(":)" + value + "}}");
  };
  return {{"batch/v1", "CronJob", "web", "import"},
          object(chart, ""),
          object(live, R"(,"resourceVersion":"7","managedFields":[{"manager":"kubectl-patch","operation":"Update",)"
                       R"("time":"2026-11-27T09:25:02Z","fieldsV1":{"f:spec":{"f:)"
                         + field + R"(":{}}}}])")};
}

} // namespace

TEST_SUITE("core/drift_commands") {
  TEST_CASE("a drifted field has the command that takes it back, without the version of the object") {
    CHECK_EQ(take_back_commands({cron_job("suspend", "false", "true")}, whole),
             R"(`kubectl -n web patch cronjob import --type merge -p '{"spec":{"suspend":false}}'`)");
  }

  TEST_CASE("there is no command for secrets, for long values, for quotes and for objects that are not known") {
    auto secret = cron_job("suspend", "false", "true");
    secret.object.kind = "Secret";
    auto unknown = cron_job("suspend", "false", "true");
    unknown.live = base::fail(base::error_code::unavailable, "no");
    CHECK_EQ(take_back_commands({secret, unknown, cron_job("a", "\"it's\"", "\"b\""),
                                 cron_job("a", "\"" + std::string(400, 'x') + "\"", "\"b\"")},
                                whole),
             "");
    const auto hides = [](const text::json&) { return text::json("<redacted>"); };
    CHECK_EQ(take_back_commands({cron_job("suspend", "false", "true")}, hides), "");
  }
}
