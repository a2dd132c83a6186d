#include "core/status/status_json.hpp"

#include "core/status/status_samples.hpp"

#include <doctest/doctest.h>

using namespace core::status;

TEST_SUITE("core/status_json") {
  TEST_CASE("a platform that is well has empty lists of problems and queues") {
    const auto x = json_of(assemble(test::quiet_platform())).dump();
    CHECK_EQ(x, R"({"modules":[{"lastRun":{"ended":"2026-11-25T03:11:12Z","seconds":2.1},"name":"landing",)"
                R"("releaseStatus":"deployed","revision":4,"state":"well"},{"lastRun":{"ended":"2026-11-25T03:11:19Z",)"
                R"("seconds":0.4},"name":"landing-monitor","releaseStatus":"deployed","revision":12,"state":"well"},)"
                R"({"name":"janitor","reason":"no source has a flag janitorEnabled","state":"off"}],)"
                R"("namespace":"addon-operator","now":"2026-11-25T03:15:32Z","platform":"prod","problems":[],)"
                R"("queues":[],"ready":true,"since":"2026-11-25T03:11:20Z","version":"0.1.0","well":true})");
  }

  TEST_CASE("a failure has its number, its reason and its next try") {
    const auto x = json_of(assemble(test::failing_platform()));
    CHECK_EQ(x.find("modules")->as_array()[0].dump(),
             R"({"failures":3,"lastRun":{"ended":"2026-11-25T03:11:12Z","seconds":2.1},"name":"landing",)"
             R"("nextTrySeconds":12.0,"reason":"hook 'hooks/10-host.py': exit status 1: line 12: KeyError: 'host'",)"
             R"("releaseStatus":"deployed","revision":4,"state":"failing"})");
    CHECK_EQ(x.find("problems")->as_array()[0].string_at("since"), "2026-11-25T03:14:10Z");
    CHECK_EQ(x.find("queues")->dump(), R"([{"head":"ModuleRun:main:landing:GlobalValuesChanged","name":"main",)"
                                       R"("status":"waits 12 s after failure 3","tasksCount":3}])");
  }
}
